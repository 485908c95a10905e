import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../../context.ts'
import { listing } from '../../../db/replica.ts'
import { API_LOG, KEY_USE } from '../../../limits.ts'
import type { Actor } from '../../actor.ts'
import { assertMay } from '../../may.ts'
import { isUuid } from '../../uuid.ts'

/** What to show; null: everything. */
export interface LogQuery {
  /** The last 24 hours, which the groups of errors are of. */
  since: 'day' | null
  /** `failed`: 400 and above. A number is one status, or a class of them, such as 4 for 400 to 499. */
  status: 'failed' | number | null
  /** The code of an error. */
  code: string | null
  /** GET finds HEAD as well. */
  method: string | null
  /** The route's pattern, such as `/hooks/{id}`. */
  route: string | null
  keyId: string | null
  /** The id of a request or of a document; what is neither finds nothing. */
  find: string | null
  /** Only the calls before this one: `before` of the page before. */
  before: string | null
}

/** A call with what it belongs to. */
export interface LoggedCall {
  requestId: string
  at: Date
  method: string
  route: string
  status: number
  code: string | null
  ms: number
  documentId: string | null
  /** Null: there is no such document in this workspace, or none was concerned. */
  title: string | null
  keyId: string | null
  keyName: string | null
}

export interface LogPage {
  calls: LoggedCall[]
  /** For the next page; null: this is the last. */
  before: string | null
}

const PER_PAGE = 50

/** The API log of the actor's workspace (contract 1.12), newest first: 30 days, 50 calls at a time, never a body. */
export async function readApiLog(
  ctx: Pick<Ctx, 'db' | 'replica' | 'clock' | 'config'>,
  actor: Actor,
  query: LogQuery,
): Promise<LogPage> {
  assertMay(ctx, actor, 'readApiLog')
  const since = new Date(ctx.clock.now().getTime() - (query.since === 'day' ? KEY_USE.reportedMs : API_LOG.keptMs))
  const found = sql<LoggedCall & { id: number }>`
    select l.id, l.request_id as "requestId", l.at, l.method, l.route, l.status, l.code, l.ms,
      l.document_id as "documentId", d.title, l.key_id as "keyId", k.name as "keyName"
    from (
      select * from api_log
      where workspace_id = ${actor.workspaceId} and at >= ${since} and ${matching(query)} and ${after(query.before)}
      order by at desc, id desc limit ${PER_PAGE + 1}
    ) l
    left join documents d on d.id = l.document_id and d.workspace_id = l.workspace_id
    left join api_keys k on k.id = l.key_id
    order by l.at desc, l.id desc`
  const { rows } = await listing(ctx, (db) => found.execute(db))
  const shown = rows.slice(0, PER_PAGE)
  const last = shown.at(-1)
  return {
    calls: shown.map(({ id, ...call }) => call),
    before: rows.length > PER_PAGE && last ? `${last.at.getTime()}-${last.id}` : null,
  }
}

export interface ErrorGroup {
  status: number
  code: string | null
  count: number
  lastAt: Date
}

/** The errors of the last 24 hours by their code, the most frequent first. */
export async function groupCallErrors(
  ctx: Pick<Ctx, 'db' | 'replica' | 'clock' | 'config'>,
  actor: Actor,
  query: Omit<LogQuery, 'before'>,
): Promise<ErrorGroup[]> {
  assertMay(ctx, actor, 'groupCallErrors')
  const since = new Date(ctx.clock.now().getTime() - KEY_USE.reportedMs)
  const found = sql<ErrorGroup>`
    select status, code, count(*) as count, max(at) as "lastAt" from api_log
    where workspace_id = ${actor.workspaceId} and at >= ${since} and status >= 400 and ${matching(query)}
    group by status, code order by count(*) desc, status, code`
  return (await listing(ctx, (db) => found.execute(db))).rows
}

function matching({ status, code, method, route, keyId, find }: Omit<LogQuery, 'before'>): RawBuilder<unknown> {
  const conditions = [sql`true`]
  if (status === 'failed') conditions.push(sql`status >= 400`)
  else if (status !== null && status < 10) conditions.push(sql`status / 100 = ${status}::integer`)
  else if (status !== null) conditions.push(sql`status = ${status}`)
  if (code !== null) conditions.push(sql`code = ${code}`)
  // HEAD runs the operation of GET.
  if (method === 'GET') conditions.push(sql`method in ('GET', 'HEAD')`)
  else if (method !== null) conditions.push(sql`method = ${method}`)
  if (route !== null) conditions.push(sql`route = ${route}`)
  if (keyId !== null) conditions.push(isUuid(keyId) ? sql`key_id = ${keyId}` : sql`false`)
  if (find !== null) conditions.push(isUuid(find) ? sql`(request_id = ${find} or document_id = ${find})` : sql`false`)
  return sql.join(conditions, sql` and `)
}

/** What is not such a position begins at the newest call. */
function after(before: string | null): RawBuilder<unknown> {
  const [, ms, id] = /^(\d{1,15})-(\d{1,15})$/.exec(before ?? '') ?? []
  if (ms === undefined || id === undefined) return sql`true`
  return sql`(at, id) < (${new Date(Number(ms))}::timestamptz, ${Number(id)}::bigint)`
}
