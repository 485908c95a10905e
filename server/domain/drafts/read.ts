import { type Selectable, sql } from 'kysely'
import type { Ctx } from '../../context.ts'
import type { Db, Tx } from '../../db/database.ts'
import type { DraftFile, DraftsTable } from '../../db/schema.ts'
import { DRAFTS } from '../../limits.ts'
import type { Actor } from '../actor.ts'
import { DomainError } from '../errors.ts'
import { assertMay } from '../may.ts'
import { isUuid } from '../uuid.ts'

export type DraftRow = Selectable<DraftsTable>

export interface DraftView {
  draft: DraftRow
  /** Who made it; null: no user any more. */
  by: string | null
}

/** The workspace's draft. @throws DomainError `not_found`, also once it has been sent */
export async function openDraft(ctx: Ctx, actor: Actor, id: string): Promise<DraftView> {
  assertMay(ctx, actor, 'openDraft')
  const row = isUuid(id)
    ? await withNames(ctx.db, actor.workspaceId).where('drafts.id', '=', id).executeTakeFirst()
    : null
  if (!row) throw noDraft()
  return viewOf(row)
}

/** The documents that a draft has become. @throws DomainError `not_found`, also while it is one */
export async function sentFrom(ctx: Ctx, actor: Actor, id: string): Promise<{ id: string }[]> {
  assertMay(ctx, actor, 'sentFrom')
  const sent = ctx.db.selectFrom('documents').select('id').where('workspace_id', '=', actor.workspaceId)
  const found = isUuid(id) ? await sent.where('envelope_id', '=', id).execute() : []
  if (found.length === 0) throw new DomainError('not_found', 'nothing was sent from a draft with this id')
  return found
}

/**
 * A page of those of the workspace, at most `DRAFTS.rows`: first what waits for its time, the soonest first, then the last
 * changed first.
 * @param page from 1
 */
export async function listDrafts(ctx: Ctx, actor: Actor, page: number): Promise<DraftView[]> {
  assertMay(ctx, actor, 'listDrafts')
  const rows = await withNames(ctx.db, actor.workspaceId)
    .orderBy('drafts.send_at', (order) => order.asc().nullsLast())
    .orderBy('drafts.updated_at', 'desc')
    .orderBy('drafts.id', 'desc')
    .limit(DRAFTS.rows)
    .offset((page - 1) * DRAFTS.rows)
    .execute()
  return rows.map(viewOf)
}

/** How many there are. */
export async function countDrafts(ctx: Ctx, actor: Actor): Promise<number> {
  assertMay(ctx, actor, 'countDrafts')
  const { count } = await ctx.db
    .selectFrom('drafts')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('workspace_id', '=', actor.workspaceId)
    .executeTakeFirstOrThrow()
  return count
}

/** The row for a verb. @throws DomainError `not_found` */
export async function loadDraft(db: Db | Tx, workspaceId: string, id: string): Promise<DraftRow> {
  const query = db.selectFrom('drafts').selectAll().where('workspace_id', '=', workspaceId)
  const row = isUuid(id) ? await query.where('id', '=', id).executeTakeFirst() : null
  if (!row) throw noDraft()
  return row
}

/** The file of a draft. @throws DomainError `not_found` */
export function fileOf({ files }: Pick<DraftRow, 'files'>, id: string): DraftFile {
  const file = files.find((each) => each.id === id)
  if (!file) throw new DomainError('not_found', 'the draft has no such file')
  return file
}

/** A draft as people call it. */
export function draftTitle({ files }: Pick<DraftRow, 'files'>): string {
  return files[0]?.title ?? 'Without a PDF'
}

const noDraft = () => new DomainError('not_found', 'no draft with this id')

function withNames(db: Ctx['db'], workspaceId: string) {
  return db
    .selectFrom('drafts')
    .leftJoin('users', 'users.id', 'drafts.created_by')
    .selectAll('drafts')
    .select(sql<string | null>`coalesce(users.name, users.email)`.as('by'))
    .where('drafts.workspace_id', '=', workspaceId)
}

function viewOf({ by, ...draft }: DraftRow & { by: string | null }): DraftView {
  return { draft, by }
}
