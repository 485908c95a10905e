import { sql } from 'kysely'
import type { Ctx } from '../../context.ts'
import type { KeyScope } from '../../db/schema.ts'
import { KEY_USE } from '../../limits.ts'
import type { Actor } from '../actor.ts'
import { assertMay } from '../may.ts'

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

/** The keys of the actor's workspace: those that work first, then the newest. */
export async function workspaceKeys(ctx: Pick<Ctx, 'db' | 'clock' | 'config'>, actor: Actor): Promise<KeySummary[]> {
  assertMay(ctx, actor, 'workspaceKeys')
  const keys = await ctx.db
    .selectFrom('api_keys')
    .select(['id', 'name', 'display', 'scope', 'allow_ips as allowIps', 'embed_origins as embedOrigins'])
    .select(['return_origins as returnOrigins', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
    .select('revoked_at as revokedAt')
    .where('workspace_id', '=', actor.workspaceId)
    .orderBy(sql`revoked_at is not null`)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  const since = new Date(ctx.clock.now().getTime() - KEY_USE.reportedMs)
  const [counts, refusals] = await Promise.all([
    countCalls(ctx, actor.workspaceId, since),
    newestRefusals(ctx, actor.workspaceId, since),
  ])
  const countOf = new Map(counts.map((row) => [row.key_id, row]))
  return keys.map((key) => ({
    ...key,
    calls: countOf.get(key.id)?.calls ?? 0,
    errors: countOf.get(key.id)?.errors ?? 0,
    refusals: refusals.flatMap(({ key_id, ...refusal }) => (key_id === key.id ? [refusal] : [])),
  }))
}

async function countCalls(ctx: Pick<Ctx, 'db'>, workspaceId: string, since: Date) {
  const { rows } = await sql<{ key_id: string; calls: number; errors: number }>`
    select key_id, count(*) as calls, count(*) filter (where status >= 400) as errors
    from api_log where workspace_id = ${workspaceId} and at >= ${since} group by key_id`.execute(ctx.db)
  return rows
}

async function newestRefusals(ctx: Pick<Ctx, 'db'>, workspaceId: string, since: Date) {
  const { rows } = await sql<RefusedCall & { key_id: string }>`
    select key_id, at, method, route, status, code from (
      select *, row_number() over (partition by key_id order by at desc, id desc) as place
      from api_log where workspace_id = ${workspaceId} and at >= ${since} and status >= 400
    ) refused
    where place <= ${REFUSALS_SHOWN} order by at desc, id desc`.execute(ctx.db)
  return rows
}
