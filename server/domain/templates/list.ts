import { sql } from 'kysely'
import type { Ctx } from '../../context.ts'
import type { TemplateStatus } from '../../db/schema.ts'
import { type Actor, libraryOf } from '../actor.ts'
import { DomainError } from '../errors.ts'
import { assertMay } from '../may.ts'
import { type ListPlace, placeOf, placeText } from '../place.ts'
import { kindOf, type TemplateModel } from './model.ts'

export interface TemplateSummary {
  id: string
  name: string
  status: TemplateStatus
  kind: 'esign' | 'file'
  version: number
  updatedAt: Date
  /** Of the draft. */
  model: TemplateModel
}

export interface ListOptions {
  /** `current`: all that are not archived. */
  status: TemplateStatus | 'current' | 'all'
  limit: number
  cursor: string | null
  /** What the name, or a key that the draft uses, has in it; empty: anything. */
  search?: string
}

export interface TemplatePage {
  templates: TemplateSummary[]
  nextCursor: string | null
}

/**
 * The workspace's templates, newest change first.
 * @param options.status default `locked`
 * @param options.limit 1 to 100
 * @throws DomainError `invalid_request` for a cursor that no page returned
 */
export async function listTemplates(
  ctx: Pick<Ctx, 'db' | 'config'>,
  actor: Actor,
  { status, limit, cursor, search = '' }: ListOptions,
): Promise<TemplatePage> {
  assertMay(ctx, actor, 'listTemplates')
  const after = cursor === null ? null : parseCursor(cursor)
  let query = ctx.db
    .selectFrom('templates')
    .select(['id', 'name', 'status', 'version', 'updated_at', 'draft'])
    .where('workspace_id', '=', libraryOf(actor))
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
  if (status === 'current') query = query.where('status', '!=', 'archived')
  else if (status !== 'all') query = query.where('status', '=', status)
  if (search !== '') query = query.where(matches(search))
  if (after) query = query.where(sql<boolean>`(updated_at, id) < (${after.at}, ${after.id})`)
  const rows = await query.execute()
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    templates: page.map(({ id, name, status, version, updated_at, draft }) => ({
      id,
      name,
      status,
      kind: kindOf(draft as TemplateModel),
      version,
      updatedAt: updated_at,
      model: draft as TemplateModel,
    })),
    nextCursor: rows.length > limit && last ? placeText({ at: last.updated_at, id: last.id }) : null,
  }
}

function matches(search: string) {
  const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`
  return sql<boolean>`(name ilike ${pattern} or exists (
    select from template_uses
    where template_id = templates.id and version = 0 and key ilike ${pattern}))`
}

function parseCursor(cursor: string): ListPlace {
  const place = placeOf(cursor)
  if (place) return place
  throw new DomainError('invalid_request', 'cursor must be the next_cursor of a page', { meta: { path: 'cursor' } })
}
