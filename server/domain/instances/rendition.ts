import type { Ctx } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import type { RenderedFile } from '../../pdf/print/types.ts'
import { blobKey, type ChunkHashes, type ReceivedFile } from '../../storage/index.ts'
import { DomainError } from '../errors.ts'
import type { DocumentRow, SignerRow } from '../records/documents.ts'
import { receiveBlob } from '../records/stored-bytes.ts'
import type { DraftInstance } from '../sending/draft.ts'
import { type PlannedField, placedFields, planExplicit } from '../sending/placement.ts'
import { mapPdfErrors } from '../sending/plan.ts'
import { fieldRows, insertFields, insertValues } from '../sending/store.ts'
import type { Snapshot } from '../templates/model.ts'
import { loadTemplate, loadTemplateFile, loadVersion } from '../templates/read.ts'
import { type AcceptedValues, acceptValues } from '../templates/values/accept.ts'
import { assertValues, renderAccepted } from './accepted.ts'
import { draftFieldsOf } from './boxes.ts'
import { assertTables } from './plan.ts'
import { languagesOf } from './recipients.ts'
import { asRenderFailure } from './template.ts'

/** A staged document with other values, or with signers who read another language; its bytes are stored already. */
export interface Rendition {
  /** `review_revision` of the document it replaces. */
  revision: number
  values: DraftInstance['values']
  rendered: RenderedFile
  /** Null: nothing is printed, and the file is the template's. */
  blob: { key: string; chunks: ChunkHashes } | null
  /** In reading order. */
  fields: PlannedField[]
}

/**
 * Renders a staged document anew from its version of the template, whatever became of the template since, and stores
 * the bytes. They count once `writeRendition` has named them, and else go with the orphans.
 * @param signers as they will be invited, in the order of the document
 * @param given values by field, as in `field_values`
 * @throws DomainError `template_input_invalid`, `interactive-table-requires-sequential`, `render_failed`
 */
export async function renderAgain(
  ctx: Ctx,
  document: DocumentRow,
  signers: SignerRow[],
  given: Readonly<Record<string, unknown>>,
): Promise<Rendition> {
  const { id: documentId, workspace_id: workspaceId, kind } = document
  const { snapshot, file } = await versionOf(ctx, document)
  try {
    const received = await receiveBlob(ctx, file.region, file)
    try {
      const version = { snapshot, source: received.source, markerPages: file.marker_pages }
      const printedFor = kind === 'file' ? 'file' : languagesOf(signers)
      const accepted = await mapPdfErrors(() => acceptValues(ctx, workspaceId, version, given, printedFor))
      if (kind === 'esign') assertTables(snapshot, accepted)
      assertValues(accepted, false)
      const rendered = await renderAccepted(ctx, workspaceId, version, accepted, { documentId, dryRun: false })
      return {
        revision: document.review_revision,
        values: [...accepted.values].map(([key, { value }]) => ({ key, value })),
        rendered,
        blob: await store(ctx, document, received, rendered),
        fields: kind === 'file' ? [] : boxesOf(snapshot, accepted, rendered, signers),
      }
    } finally {
      await received.discard()
    }
  } catch (error) {
    throw asRenderFailure(error)
  }
}

async function versionOf({ db, sandbox }: Pick<Ctx, 'db' | 'sandbox'>, document: DocumentRow) {
  const { id, workspace_id: workspaceId, template_id: templateId, template_version: version } = document
  if (templateId === null || version === null) throw new Error(`document ${id} is not an instance of a template`)
  const row = await loadVersion(db, await loadTemplate(db, sandbox?.liveId ?? workspaceId, templateId), version)
  return {
    snapshot: JSON.parse(row.snapshot) as Snapshot,
    file: await loadTemplateFile(db, templateId, row.file_sha256),
  }
}

async function store(
  ctx: Ctx,
  { id, workspace_id: workspaceId, region, original_sha256: original }: DocumentRow,
  received: ReceivedFile,
  { delta, sha256 }: RenderedFile,
): Promise<Rendition['blob']> {
  if (received.sha256 !== original) throw new Error(`the upload of document ${id} is not the file of its template`)
  if (delta.length === 0) return null
  const key = blobKey(workspaceId, id, sha256)
  return { key, chunks: await ctx.storage.region(region).put(key, { bytes: delta }) }
}

function boxesOf(snapshot: Snapshot, accepted: AcceptedValues, rendered: RenderedFile, signers: SignerRow[]) {
  const fields = draftFieldsOf(snapshot, accepted.values, rendered, signers)
  const page = { pageCount: rendered.pages.length, labels: [], rooms: [], markers: [] }
  return placedFields({ placement: planExplicit(fields, signers, page) }, { appended: [] })
}

/**
 * Puts the rendition in the place of what was staged, in the caller's transaction and under the document's row lock.
 * @throws DomainError `values_changed` if the document was edited since it was rendered
 */
export async function writeRendition(
  ctx: Ctx,
  tx: Tx,
  document: DocumentRow,
  signers: SignerRow[],
  { revision, values, rendered, blob, fields }: Rendition,
): Promise<void> {
  assertRevision(document, revision)
  const { id } = document
  const upload = await tx
    .deleteFrom('document_revisions')
    .where('document_id', '=', id)
    .where('kind', '=', 'preparation')
    .execute()
    .then(() =>
      tx
        .selectFrom('document_revisions')
        .select(['length', 'sha256'])
        .where('document_id', '=', id)
        .where('kind', '=', 'upload')
        .executeTakeFirstOrThrow(),
    )
  if (blob) {
    const place = { document_id: id, seq: 1, kind: 'preparation' as const, start_at: upload.length }
    const bytes = { length: upload.length + rendered.delta.length, sha256: rendered.sha256, blob_key: blob.key }
    await tx
      .insertInto('document_revisions')
      .values({ ...place, ...bytes, chunks: blob.chunks, created_at: ctx.clock.now() })
      .execute()
  }
  await tx
    .updateTable('documents')
    .set({
      sha256: blob ? rendered.sha256 : upload.sha256,
      page_count: rendered.pages.length,
      page_sizes: JSON.stringify(rendered.pages),
      embeds_fonts: rendered.embedsFonts,
      review_revision: revision + 1,
    })
    .where('id', '=', id)
    .execute()
  await tx.deleteFrom('document_values').where('document_id', '=', id).execute()
  await insertValues(ctx, tx, id, values)
  await tx.deleteFrom('fields').where('document_id', '=', id).execute()
  if (fields.length > 0) await insertFields(tx, fieldRows(id, fields, signers)).execute()
}

/** @throws DomainError `values_changed` */
export function assertRevision({ review_revision: now }: Pick<DocumentRow, 'review_revision'>, seen: number): void {
  if (now === seen) return
  throw new DomainError('values_changed', 'the document was edited by somebody else since it was shown')
}

/** The sender's values as they were kept, which pass their check unchanged. */
export async function keptValues({ db }: Pick<Ctx, 'db'>, documentId: string): Promise<Record<string, unknown>> {
  const rows = await db
    .selectFrom('document_values')
    .select(['key', 'value'])
    .where('document_id', '=', documentId)
    .orderBy('position')
    .execute()
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]))
}
