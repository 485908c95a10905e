import { createHash } from 'node:crypto'
import type { Ctx } from '../../../context.ts'
import type { KeyScope } from '../../../db/schema.ts'
import { KEY_USE } from '../../../limits.ts'

/** An API key with what the checks of a request need. */
export interface ApiKey {
  id: string
  workspaceId: string
  scope: KeyScope
  allowIps: string[]
  /** Null: the workspace's row no longer exists. */
  tier: string | null
  revoked: boolean
}

/** `cs_live_` keys, and the older prefix, which is accepted forever (contract 9.1, decision 0005). */
const KEY = /^(?:cs|ls)_live_[0-9a-f]{32}$/

/**
 * The key of a bearer token, or null when it is malformed or unknown. Keys hold 128 random bits, so an unsalted hash is
 * enough and its index needs no constant-time comparison (decision 0023).
 */
export async function findKey(ctx: Pick<Ctx, 'db' | 'clock'>, token: string): Promise<ApiKey | null> {
  if (!KEY.test(token)) return null
  const row = await ctx.db
    .selectFrom('api_keys')
    .leftJoin('workspaces', 'workspaces.id', 'api_keys.workspace_id')
    .select(['api_keys.id', 'workspace_id', 'scope', 'allow_ips', 'last_used_at', 'revoked_at', 'tier'])
    .where('hash', '=', hashKey(token))
    .executeTakeFirst()
  if (!row) return null
  if (row.revoked_at === null) await recordUse(ctx, row.id, row.last_used_at)
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    scope: row.scope,
    allowIps: row.allow_ips,
    tier: row.tier,
    revoked: row.revoked_at !== null,
  }
}

/** The form in which a key is stored. */
export function hashKey(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

async function recordUse(ctx: Pick<Ctx, 'db' | 'clock'>, id: string, lastUsedAt: Date | null): Promise<void> {
  const now = ctx.clock.now()
  if (lastUsedAt !== null && now.getTime() - lastUsedAt.getTime() < KEY_USE.recordedEveryMs) return
  await ctx.db.updateTable('api_keys').set({ last_used_at: now }).where('id', '=', id).execute()
}
