import { type SelectQueryBuilder, sql } from 'kysely'
import type { Ctx } from '../../context.ts'
import type { Database, KeyScope } from '../../db/schema.ts'
import { KEY_LIST, KEY_USE } from '../../limits.ts'
import type { Actor } from '../actor.ts'
import { DomainError } from '../errors.ts'
import { assertMay } from '../may.ts'
import { isUuid } from '../uuid.ts'

/** A call that was refused or failed. */
export interface RefusedCall {
  at: Date
  method: string
  route: string
  status: number
  code: string | null
}

export interface KeySummary {
  id: string
  name: string
  /** The beginning of the key, which may be shown. */
  display: string
  scope: KeyScope
  allowIps: string[]
  embedOrigins: string[]
  returnOrigins: string[]
  createdAt: Date
  lastUsedAt: Date | null
  revokedAt: Date | null
  /** Of the last 24 hours. */
  calls: number
  /** Of them, those answered with 400 or above. */
  errors: number
  /** The newest of these. */
  refusals: RefusedCall[]
}

const REFUSALS_SHOWN = 3

type KeysCtx = Pick<Ctx, 'db' | 'clock' | 'config'>

/**
 * A page of the keys of the actor's workspace, at most `KEY_LIST.rows`: those that work first, then the newest.
 * @param page from 1
 */
export async function workspaceKeys(ctx: KeysCtx, actor: Actor, page = 1): Promise<KeySummary[]> {
  assertMay(ctx, actor, 'workspaceKeys')
  const keys = await ordered(keysOf(ctx, actor))
    .limit(KEY_LIST.rows)
    .offset((page - 1) * KEY_LIST.rows)
    .execute()
  return withUse(ctx, keys)
}

/** How many there are. */
export async function countKeys(ctx: KeysCtx, actor: Actor): Promise<number> {
  assertMay(ctx, actor, 'countKeys')
  const { count } = await ctx.db
    .selectFrom('api_keys')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('workspace_id', '=', actor.workspaceId)
    .executeTakeFirstOrThrow()
  return count
}

/** One of them. @throws DomainError `not_found`, also for a revoked one */
export async function workingKey(ctx: KeysCtx, actor: Actor, id: string): Promise<KeySummary> {
  assertMay(ctx, actor, 'workingKey')
  const working = keysOf(ctx, actor).where('revoked_at', 'is', null)
  const found = isUuid(id) ? await working.where('id', '=', id).execute() : []
  const [key] = await withUse(ctx, found)
  if (!key) throw new DomainError('not_found', 'there is no such key that works')
  return key
}

/** A key to choose. */
export type OfferedKey = Pick<KeySummary, 'id' | 'name' | 'display'>

/**
 * The first `KEY_LIST.offered` of them, in the same order, to choose one.
 * @param chosen the one that is chosen, which is among them in any case; null: none
 */
export async function offeredKeys(ctx: KeysCtx, actor: Actor, chosen: string | null): Promise<OfferedKey[]> {
  assertMay(ctx, actor, 'offeredKeys')
  const keys = ctx.db
    .selectFrom('api_keys')
    .select(['id', 'name', 'display'])
    .where('workspace_id', '=', actor.workspaceId)
  const offered = await ordered(keys).limit(KEY_LIST.offered).execute()
  if (chosen === null || !isUuid(chosen) || offered.some(({ id }) => id === chosen)) return offered
  return [...(await keys.where('id', '=', chosen).execute()), ...offered]
}

function keysOf(ctx: KeysCtx, { workspaceId }: Actor) {
  return ctx.db
    .selectFrom('api_keys')
    .select(['id', 'name', 'display', 'scope', 'allow_ips as allowIps', 'embed_origins as embedOrigins'])
    .select(['return_origins as returnOrigins', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
    .select('revoked_at as revokedAt')
    .where('workspace_id', '=', workspaceId)
}

function ordered<O>(query: SelectQueryBuilder<Database, 'api_keys', O>) {
  return query.orderBy(sql`revoked_at is not null`).orderBy('created_at', 'desc').orderBy('id')
}

type Unused = Omit<KeySummary, 'calls' | 'errors' | 'refusals'>

async function withUse(ctx: KeysCtx, keys: Unused[]): Promise<KeySummary[]> {
  const since = new Date(ctx.clock.now().getTime() - KEY_USE.reportedMs)
  const counts = await countCalls(
    ctx,
    keys.map(({ id }) => id),
    since,
  )
  const refusals = await newestRefusals(
    ctx,
    counts.filter(({ errors }) => errors > 0).map((row) => row.key_id),
    since,
  )
  const countOf = new Map(counts.map((row) => [row.key_id, row]))
  return keys.map((key) => ({
    ...key,
    calls: countOf.get(key.id)?.calls ?? 0,
    errors: countOf.get(key.id)?.errors ?? 0,
    refusals: refusals.flatMap(({ key_id, ...refusal }) => (key_id === key.id ? [refusal] : [])),
  }))
}

async function countCalls(ctx: Pick<Ctx, 'db'>, keyIds: string[], since: Date) {
  const { rows } = await sql<{ key_id: string; calls: number; errors: number }>`
    select key_id, count(*) as calls, count(*) filter (where status >= 400) as errors
    from api_log where key_id = any(${keyIds}::uuid[]) and at >= ${since} group by key_id`.execute(ctx.db)
  return rows
}

async function newestRefusals(ctx: Pick<Ctx, 'db'>, keyIds: string[], since: Date) {
  const { rows } = await sql<RefusedCall & { key_id: string }>`
    select refused.* from unnest(${keyIds}::uuid[]) as keys (key_id)
    cross join lateral (
      select api_log.key_id, at, method, route, status, code from api_log
      where api_log.key_id = keys.key_id and at >= ${since} and status >= 400
      order by at desc, id desc limit ${REFUSALS_SHOWN}
    ) refused`.execute(ctx.db)
  return rows
}
