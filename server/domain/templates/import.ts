import { randomUUID } from 'node:crypto'
import type { Ctx } from '../../context.ts'
import { type Tx, transaction } from '../../db/database.ts'
import { blobKey } from '../../storage/index.ts'
import type { Actor } from '../actor.ts'
import { DomainError } from '../errors.ts'
import type { FieldDefinition } from '../fields/definition.ts'
import { registerFields } from '../fields/register.ts'
import { assertMay, MESSAGES } from '../may.ts'
import { recordWork } from '../records/workspaces/log.ts'
import { readWorkspace, type Workspace } from '../records/workspaces/read.ts'
import type { Source } from '../sending/draft.ts'
import { checkModel } from './check.ts'
import { editedBy } from './draft.ts'
import { lockDraft } from './lock.ts'
import type { TemplateModel } from './model.ts'
import { type InspectedFile, withTemplateFile } from './pdf.ts'
import type { TemplateProblem } from './problem.ts'
import { knownFields, loadTemplate, loadTemplateFile, lockTemplateRow, type TemplateRow } from './read.ts'
import { DRAFT_VERSION, recordUses } from './uses.ts'

export interface TemplateImport {
  model: TemplateModel
  /** Definitions to add to the registry or to update in it. */
  fields: FieldDefinition[]
  /** Null: the template keeps its PDF. */
  source: Source | null
  /** The template whose draft is replaced; null: a new one. */
  templateId: string | null
  lock: boolean
}

export interface Imported {
  template: TemplateRow
  created: boolean
  /** Keys that are new in the registry. */
  createdFields: string[]
  problems: TemplateProblem[]
  warnings: TemplateProblem[]
}

/**
 * Creates a template, or replaces the draft of one, from its exported form (decision 0502). Its locked versions stay.
 * Nothing is changed on any refusal.
 * @throws DomainError `not_found`, `invalid_request` without a PDF, `field_conflict`, `template_invalid` if it shall be
 *   locked, and the refusals of a PDF
 */
export async function importTemplate(ctx: Ctx, actor: Actor, input: TemplateImport): Promise<Imported> {
  assertMay(ctx, actor, 'importTemplate')
  const { templateId, source } = input
  const before = templateId === null ? null : await loadTemplate(ctx.db, actor.workspaceId, templateId)
  const workspace = await readWorkspace(ctx.db, actor.workspaceId)
  if (workspace.live_id !== null) throw new DomainError('live_key_required', MESSAGES.live_key_required)
  const save = (file: InspectedFile | null) =>
    transaction(ctx.db, (tx) => store(ctx, tx, { actor, input, workspace, id, file }))
  const id = before?.id ?? randomUUID()
  if (source === null) {
    if (before) return save(null)
    throw new DomainError('invalid_request', 'the part file is required for a new template', { meta: { path: 'file' } })
  }
  return withTemplateFile(ctx, workspace, source, input.model, async (file) => {
    // Put again where it is there already: the same bytes under the same key.
    await ctx.storage.region(workspace.region).put(blobKey(workspace.id, id, file.sha256), file.source)
    return save(file)
  })
}

interface Stored {
  actor: Actor
  input: TemplateImport
  workspace: Workspace
  id: string
  file: InspectedFile | null
}

async function store(ctx: Ctx, tx: Tx, { actor, input, workspace, id, file }: Stored): Promise<Imported> {
  const createdFields = await registerFields(ctx, tx, workspace.id, input.fields)
  const now = ctx.clock.now()
  const draft = {
    status: 'draft' as const,
    name: input.model.name,
    draft: JSON.stringify(input.model),
    ...editedBy(actor, now),
  }
  const created = input.templateId === null
  let template: TemplateRow
  if (created) {
    template = await tx
      .insertInto('templates')
      .values({
        id,
        workspace_id: workspace.id,
        ...draft,
        file_sha256: file!.sha256,
        locked_at: null,
        archived_at: null,
        created_at: now,
        updated_at: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
  } else {
    const { revision, file_sha256 } = await lockTemplateRow(tx, workspace.id, id)
    template = await tx
      .updateTable('templates')
      .set({ ...draft, revision: revision + 1, file_sha256: file?.sha256 ?? file_sha256, archived_at: null })
      .set({ updated_at: now })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
  }
  if (file) await insertFile(tx, { workspace, id, file, now })
  const work = created ? 'template.created' : 'template.imported'
  await recordWork(ctx, tx, actor, work, { name: input.model.name, id })
  await recordUses(tx, id, DRAFT_VERSION, input.model)
  const { page_sizes } = await loadTemplateFile(tx, id, template.file_sha256)
  const checked = checkModel(input.model, page_sizes, await knownFields(tx, workspace.id))
  if (input.lock) template = await lockDraft(ctx, tx, actor, template)
  return { template, created, createdFields, ...checked }
}

/** Keeps the PDF of a template, whose bytes are stored already. */
export async function insertFile(
  tx: Tx,
  { workspace, id, file, now }: { workspace: Workspace; id: string; file: InspectedFile; now: Date },
): Promise<void> {
  await tx
    .insertInto('template_files')
    .values({
      template_id: id,
      sha256: file.sha256,
      region: workspace.region,
      blob_key: blobKey(workspace.id, id, file.sha256),
      filename: file.filename,
      length: file.length,
      page_sizes: JSON.stringify(file.pages),
      marker_pages: file.markerPages,
      created_at: now,
    })
    // The same PDF again, perhaps under another name, and in the present region of the workspace.
    .onConflict((conflict) =>
      conflict
        .columns(['template_id', 'sha256'])
        .doUpdateSet({ filename: file.filename, region: workspace.region, marker_pages: file.markerPages }),
    )
    .execute()
}
