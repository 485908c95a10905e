import { randomUUID } from 'node:crypto'
import { upTo } from '../../characters.ts'
import type { Ctx } from '../../context.ts'
import { transaction } from '../../db/database.ts'
import type { TemplateStatus } from '../../db/schema.ts'
import { blobKey } from '../../storage/index.ts'
import type { Actor } from '../actor.ts'
import { assertMay } from '../may.ts'
import { receiveBlob } from '../records/stored-bytes.ts'
import { recordWork, type Work } from '../records/workspaces/log.ts'
import { readWorkspace } from '../records/workspaces/read.ts'
import { NAME_MAX_CHARACTERS } from './create.ts'
import { wrongTemplateState } from './lock.ts'
import type { TemplateModel } from './model.ts'
import { loadTemplate, loadTemplateFile, lockTemplateRow, type TemplateRow } from './read.ts'
import { DRAFT_VERSION, recordUses } from './uses.ts'

/** Locked to draft: it cannot be used until it is locked again; its versions stay. @throws DomainError as `change` */
export async function unlockTemplate(ctx: Ctx, actor: Actor, id: string): Promise<TemplateRow> {
  assertMay(ctx, actor, 'unlockTemplate')
  return change(ctx, actor, id, { from: ['locked', 'draft'], to: { status: 'draft' }, work: 'template.unlocked' })
}

/** No longer listed or usable; documents made from it go on. @throws DomainError as `change` */
export async function archiveTemplate(ctx: Ctx, actor: Actor, id: string): Promise<TemplateRow> {
  assertMay(ctx, actor, 'archiveTemplate')
  const archived = { status: 'archived', archived_at: ctx.clock.now() } as const
  return change(ctx, actor, id, { from: ['draft', 'locked', 'archived'], to: archived, work: 'template.archived' })
}

/** Archived to draft. @throws DomainError as `change` */
export async function restoreTemplate(ctx: Ctx, actor: Actor, id: string): Promise<TemplateRow> {
  assertMay(ctx, actor, 'restoreTemplate')
  const restored = { status: 'draft', archived_at: null } as const
  return change(ctx, actor, id, { from: ['archived', 'draft'], to: restored, work: 'template.restored' })
}

/**
 * A new draft with the same content, a copy of the PDF and new box ids. Works in every state.
 * @throws DomainError `not_found`
 */
export async function duplicateTemplate(ctx: Ctx, actor: Actor, id: string): Promise<TemplateRow> {
  assertMay(ctx, actor, 'duplicateTemplate')
  const original = await loadTemplate(ctx.db, actor.workspaceId, id)
  const file = await loadTemplateFile(ctx.db, original.id, original.file_sha256)
  const copy = randomUUID()
  const { region } = await readWorkspace(ctx.db, actor.workspaceId)
  const key = blobKey(actor.workspaceId, copy, file.sha256)
  const received = await receiveBlob(ctx, file.region, file)
  try {
    await ctx.storage.region(region).put(key, received.source)
  } finally {
    await received.discard()
  }
  const draft = original.draft as TemplateModel
  const model: TemplateModel = {
    ...draft,
    name: upTo(NAME_MAX_CHARACTERS, `${draft.name} (copy)`),
    boxes: draft.boxes.map((box) => ({ ...box, id: randomUUID() })),
  }
  const now = ctx.clock.now()
  return transaction(ctx.db, async (tx) => {
    const template = await tx
      .insertInto('templates')
      .values({
        id: copy,
        workspace_id: actor.workspaceId,
        status: 'draft',
        name: model.name,
        draft: JSON.stringify(model),
        file_sha256: file.sha256,
        locked_at: null,
        archived_at: null,
        created_at: now,
        updated_at: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('template_files')
      .values({
        ...file,
        region,
        template_id: copy,
        blob_key: key,
        page_sizes: JSON.stringify(file.page_sizes),
        created_at: now,
      })
      .execute()
    await recordUses(tx, copy, DRAFT_VERSION, model)
    await recordWork(ctx, tx, actor, 'template.duplicated', { name: draft.name, id: original.id })
    return template
  })
}

/**
 * A change of state; a template that is in it already stays as it is.
 * @param change.from the states it is allowed in, the target included
 * @throws DomainError `not_found`, `invalid_state` with `meta.status`, `meta.allowed`
 */
async function change(
  ctx: Ctx,
  actor: Actor,
  id: string,
  { from, to, work }: { from: TemplateStatus[]; to: { status: TemplateStatus; archived_at?: Date | null }; work: Work },
): Promise<TemplateRow> {
  return transaction(ctx.db, async (tx) => {
    const template = await lockTemplateRow(tx, actor.workspaceId, id)
    if (template.status === to.status) return template
    if (!from.includes(template.status)) throw wrongTemplateState(template, from)
    await recordWork(ctx, tx, actor, work, { name: template.name, id: template.id })
    return tx
      .updateTable('templates')
      .set({ ...to, updated_at: ctx.clock.now() })
      .where('id', '=', template.id)
      .returningAll()
      .executeTakeFirstOrThrow()
  })
}
