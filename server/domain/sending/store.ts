import { randomUUID } from 'node:crypto'
import { type Insertable, sql } from 'kysely'
import type { Ctx } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import type { Database, DocumentRevisionsTable } from '../../db/schema.ts'
import { EXPIRY, REVIEW } from '../../limits.ts'
import { isWinAnsi } from '../../pdf/fonts/face.ts'
import type { Prepared } from '../../pdf/types.ts'
import type { ChunkHashes } from '../../storage/index.ts'
import { newCallbackHook } from '../hooks/callback.ts'
import type { DocumentRow, SignerRow } from '../records/documents.ts'
import { insertedSignersAsJson, signersFromJson } from '../records/signers-json.ts'
import type { Workspace } from '../records/workspaces/read.ts'
import { assertInside } from '../records/workspaces/sandbox.ts'
import { isByEmail, isBySms } from '../signers/channel.ts'
import { currentLinkKey } from '../signers/link.ts'
import type { FieldRow } from '../signing/values.ts'
import type { Draft, DraftInstance } from './draft.ts'
import { type PlannedField, placedFields } from './placement.ts'
import type { CreatePlan, Sender } from './plan.ts'
import { waiting } from './signers.ts'

/** The input of the transaction, complete once the bytes are stored. */
export interface Stored {
  actor: Sender
  draft: Draft
  plan: CreatePlan
  prepared: Prepared
  workspace: Workspace
  id: string
  title: string
  /** Of the file that the signers see. */
  sha256: string
  keys: { upload: string; preparation: string | null }
  chunks: { upload: ChunkHashes; preparation: ChunkHashes | null }
  /** Per signer: whether an email may be sent. */
  mailable: boolean[]
}

/**
 * The document with its first revisions (the upload, and the preparation when something had to change), its signers with
 * their boxes, and the hook of its `callback_url`, in one statement. A file has neither signers nor a hook.
 */
export async function insertDocument(
  ctx: Ctx,
  tx: Tx,
  stored: Stored,
): Promise<{ document: DocumentRow; signers: SignerRow[]; fields: FieldRow[]; callbackSecret: string | null }> {
  const { draft, id, workspace } = stored
  assertInside(ctx, workspace)
  const planned = signerRows(ctx, stored)
  const columns = documentColumns(ctx, stored)
  const revisions = tx.with('revisions', (db) => db.insertInto('document_revisions').values(revisionsOf(ctx, stored)))
  if (planned.length === 0) {
    const document = await revisions.insertInto('documents').values(columns).returningAll().executeTakeFirstOrThrow()
    return { document, signers: [], fields: [], callbackSecret: null }
  }
  const fields = fieldRows(id, placedFields(stored.plan, stored.prepared), planned)
  const place = { workspaceId: workspace.id, documentId: id }
  const callback = draft.callbackUrl === null ? null : newCallbackHook(ctx, { ...place, targetUrl: draft.callbackUrl })
  const document = revisions
    .with('signers', (db) => db.insertInto('signing_requests').values(planned).returningAll())
    .with('boxes', (db) => insertFields(db, fields))
  const { signers, ...row } = await (callback
    ? document.with('callback', (db) => db.insertInto('hooks').values(callback.row))
    : document
  )
    .insertInto('documents')
    .values(columns)
    .returningAll()
    .returning(insertedSignersAsJson('signers').as('signers'))
    .executeTakeFirstOrThrow()
  return {
    document: row,
    signers: signersFromJson(signers),
    fields,
    callbackSecret: callback?.secret ?? null,
  }
}

function documentColumns(ctx: Pick<Ctx, 'clock'>, stored: Stored): Insertable<Database['documents']> {
  const { draft, plan, prepared, id, workspace } = stored
  const { filename, original } = plan.source
  const now = ctx.clock.now()
  return {
    id,
    workspace_id: workspace.id,
    region: workspace.region,
    source: sourceOf(stored),
    title: stored.title,
    filename,
    message: draft.message,
    subject: draft.subject,
    reply_to: draft.replyTo,
    placement: draft.instance ? null : plan.placement.placement,
    signing_mode: draft.signingMode,
    send_emails: draft.sendEmails,
    metadata: draft.metadata && JSON.stringify(draft.metadata),
    observers: [...new Set(draft.observers)],
    expires_in_days: draft.expiresInDays ?? workspace.expires_in_days ?? EXPIRY.defaultDays,
    removed: plan.inspection.removed,
    earlier_signatures: JSON.stringify(plan.signatures),
    page_count: prepared.pageCount,
    page_sizes: JSON.stringify(prepared.pages),
    // Names on one page are set in one typeface.
    embeds_fonts: prepared.embedsFonts || plan.signers.some(({ name }) => name !== null && !isWinAnsi(name)),
    original_sha256: original.sha256,
    sha256: stored.sha256,
    api_key_id: stored.actor.kind === 'apiKey' ? stored.actor.keyId : null,
    sent_by: stored.actor.kind === 'user' ? stored.actor.userId : null,
    created_at: now,
    files_checked_at: now,
    sandbox: workspace.live_id !== null,
    ...(draft.instance && instanceColumns(draft.instance, now)),
  }
}

/** That of its `signing_request.sent` (contract 6.3). */
function sourceOf({ actor, draft }: Stored): DocumentRow['source'] {
  if (draft.instance?.review) return 'template_instance'
  return actor.kind === 'apiKey' ? 'v1_api' : 'dashboard'
}

function instanceColumns({ kind, templateId, version, review }: DraftInstance, now: Date) {
  const staged = { review_state: 'staged' as const, review_expires_at: new Date(now.getTime() + REVIEW.windowMs) }
  return { kind, template_id: templateId, template_version: version, ...(review && staged) }
}

/** What the sender gave, for reads. */
export async function insertValues(
  ctx: Pick<Ctx, 'clock'>,
  tx: Tx,
  documentId: string,
  values: DraftInstance['values'],
): Promise<void> {
  if (values.length === 0) return
  const at = ctx.clock.now()
  const rows = values.map(({ key, value }, position) => ({
    document_id: documentId,
    key,
    position,
    value: JSON.stringify(value),
    at,
  }))
  await tx.insertInto('document_values').values(rows).execute()
}

function revisionsOf(
  ctx: Ctx,
  { id, plan, prepared, keys, chunks, sha256 }: Stored,
): Insertable<DocumentRevisionsTable>[] {
  const { file } = plan.source
  const common = { document_id: id, created_at: ctx.clock.now() }
  const upload = { seq: 0, kind: 'upload' as const, start_at: 0, length: file.size, sha256: file.sha256 }
  const revisions = [{ ...common, ...upload, blob_key: keys.upload, chunks: chunks.upload }]
  if (keys.preparation === null) return revisions
  const length = file.size + prepared.delta.length
  const preparation = { seq: 1, kind: 'preparation' as const, start_at: file.size, length, sha256 }
  return [...revisions, { ...common, ...preparation, blob_key: keys.preparation, chunks: chunks.preparation }]
}

/**
 * One row per signer, in the order of the call; the first of a sequential send and all of a parallel one are invited, of
 * a staged document nobody.
 */
function signerRows(ctx: Ctx, stored: Stored) {
  const { plan, mailable } = stored
  const now = ctx.clock.now()
  const days = stored.draft.expiresInDays ?? stored.workspace.expires_in_days ?? EXPIRY.defaultDays
  const waits = waiting(plan.signers)
  const linkKey = currentLinkKey(ctx)
  return plan.signers.map((signer, position) => {
    const queued = stored.draft.instance?.review === true || waits[position]!
    return {
      id: randomUUID(),
      document_id: stored.id,
      workspace_id: stored.workspace.id,
      position,
      email: signer.email,
      name: signer.name,
      role: signer.role,
      slot: signer.slot,
      pinned: signer.pinned,
      channel: signer.channel,
      signing_order: signer.order,
      status: queued ? ('queued' as const) : ('pending' as const),
      locale: signer.locale,
      reference: signer.reference,
      company: signer.company,
      job_title: signer.jobTitle,
      return_url: signer.returnUrl,
      phone_e164: signer.phone,
      require_sms_verification: signer.requireSms,
      sms_gate: signer.smsGate,
      emailed: !queued && isByEmail(signer) && mailable[position]!,
      texted: !queued && isBySms(signer) && stored.draft.sendEmails,
      link_key_version: linkKey,
      // A queued signer's days are counted from the release (decision 0014).
      expires_at: queued ? null : new Date(now.getTime() + days * EXPIRY.dayMs),
      invited_at: queued ? null : now,
      created_at: now,
    }
  })
}

/** @param signers in the order that the fields count them in */
export function fieldRows(documentId: string, fields: PlannedField[], signers: readonly { id: string }[]): FieldRow[] {
  return fields.map((field, position) => ({
    id: randomUUID(),
    document_id: documentId,
    signing_request_id: signers[field.signer]!.id,
    position,
    kind: field.kind,
    page: field.page,
    x: field.x,
    y: field.y,
    w: field.w,
    h: field.h,
    field_key: field.fieldKey,
    label: field.label,
    required: field.required,
    max_length: field.maxLength,
    option: field.option,
    rooms: field.rooms,
    answer_type: field.answerType,
    table_spec: field.table,
    value: field.value,
    saved_at: null,
  }))
}

const FIELD_COLUMNS = [
  ...['id', 'document_id', 'signing_request_id', 'position', 'kind', 'page', 'x', 'y', 'w', 'h', 'field_key'],
  ...['label', 'required', 'max_length', 'option', 'rooms', 'answer_type', 'table_spec', 'value', 'saved_at'],
] as (keyof FieldRow)[]

/** One parameter for all rows: a statement with one for each value takes the server's thread for long at 2,000 fields. */
export function insertFields(db: Pick<Tx, 'insertInto'>, rows: readonly FieldRow[]) {
  const columns = sql.join(FIELD_COLUMNS.map((column) => sql.ref(column)))
  return db
    .insertInto('fields')
    .columns(FIELD_COLUMNS)
    .expression(sql`select ${columns} from json_populate_recordset(null::fields, ${JSON.stringify(rows)}::json)`)
}
