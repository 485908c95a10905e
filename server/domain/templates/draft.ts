import type { Ctx } from '../../context.ts'
import { type Db, type Tx, transaction } from '../../db/database.ts'
import type { PageSize } from '../../pdf/types.ts'
import type { Actor } from '../actor.ts'
import { DomainError } from '../errors.ts'
import type { FieldDefinition } from '../fields/definition.ts'
import { assertMay } from '../may.ts'
import { checkModel } from './check.ts'
import { wrongTemplateState } from './lock.ts'
import type { TemplateModel } from './model.ts'
import type { Checked } from './problem.ts'
import { knownFields, loadTemplate, loadTemplateFile, lockTemplateRow, type TemplateRow } from './read.ts'
import { DRAFT_VERSION, recordUses } from './uses.ts'

/** A draft with all that its editor needs. */
export interface TemplateDraft extends Checked {
  template: TemplateRow
  model: TemplateModel
  pages: PageSize[]
  /** Of the PDF, lowercase hex. */
  sha256: string
  /** The registry without what is archived, sorted by key. */
  fields: FieldDefinition[]
  /** Who saved it last, and when; as of `TheirDraft`. */
  by: string | null
  at: Date
}

/** What is kept of a draft after saving it. */
export interface SavedDraft extends Checked {
  revision: number
  at: Date
}

/** The draft that somebody else saved first. */
export interface TheirDraft {
  revision: number
  model: TemplateModel
  /** The person's name, else their address; null: a program. */
  by: string | null
  at: Date
}

/** The draft as it stands, with its problems. @throws DomainError `not_found` */
export async function readDraft(ctx: Pick<Ctx, 'db' | 'config'>, actor: Actor, id: string): Promise<TemplateDraft> {
  assertMay(ctx, actor, 'readDraft')
  const template = await loadTemplate(ctx.db, actor.workspaceId, id)
  const file = await loadTemplateFile(ctx.db, template.id, template.file_sha256)
  const registry = await knownFields(ctx.db, actor.workspaceId)
  const { model, by, at } = await theirsOf(ctx.db, template)
  const fields = [...registry.values()].flatMap(({ definition, archived }) => (archived ? [] : [definition]))
  return {
    template,
    model,
    pages: file.page_sizes,
    sha256: file.sha256,
    fields,
    by,
    at,
    ...checkModel(model, file.page_sizes, registry),
  }
}

/**
 * Replaces the draft as it was read at `revision`. What keeps it from being locked is answered, not refused: a draft may
 * be unfinished (decision 0502).
 * @throws DomainError `not_found`; `invalid_state` unless it is a draft; `values_changed` with `theirs` (a `TheirDraft`)
 *   if it was saved since
 */
export async function saveDraft(
  ctx: Ctx,
  actor: Actor,
  id: string,
  { revision, model }: { revision: number; model: TemplateModel },
): Promise<SavedDraft> {
  assertMay(ctx, actor, 'saveDraft')
  return transaction(ctx.db, async (tx) => {
    const template = await lockTemplateRow(tx, actor.workspaceId, id)
    if (template.status !== 'draft') throw wrongTemplateState(template, ['draft'])
    if (template.revision !== revision) throw changed(await theirsOf(tx, template))
    const now = ctx.clock.now()
    await tx
      .updateTable('templates')
      .set({ name: model.name, draft: JSON.stringify(model), revision: revision + 1, updated_at: now })
      .set(editedBy(actor, now))
      .where('id', '=', template.id)
      .execute()
    await recordUses(tx, template.id, DRAFT_VERSION, model)
    const { page_sizes } = await loadTemplateFile(tx, template.id, template.file_sha256)
    const checked = checkModel(model, page_sizes, await knownFields(tx, actor.workspaceId))
    return { revision: revision + 1, at: now, ...checked }
  })
}

async function theirsOf(db: Db | Tx, template: TemplateRow): Promise<TheirDraft> {
  const person =
    template.edited_by === null
      ? undefined
      : await db.selectFrom('users').select(['name', 'email']).where('id', '=', template.edited_by).executeTakeFirst()
  return {
    revision: template.revision,
    model: template.draft as TemplateModel,
    by: person ? (person.name ?? person.email) : null,
    at: template.edited_at ?? template.updated_at,
  }
}

function changed(theirs: TheirDraft): DomainError {
  const who = theirs.by ?? 'a program'
  return new DomainError('values_changed', `${who} has saved the template since it was read`, { top: { theirs } })
}

/** What a change of a draft notes about itself: the person, if it was one, and the time. */
export function editedBy(actor: Actor, now: Date): { edited_by: string | null; edited_at: Date } {
  return { edited_by: actor.kind === 'user' ? actor.userId : null, edited_at: now }
}
