import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Ctx } from '../../../context.ts'
import type { KeyScope } from '../../../db/schema.ts'
import { KEY_USE, RATE, SANDBOX_RATE } from '../../../limits.ts'
import { rateOf } from '../../plans.ts'
import { type Limit, takeToken, taking, type Window, type WindowRow, windowOf } from './rate-limit.ts'

/** An API key with what the checks of a request need. */
export interface ApiKey {
  id: string
  workspaceId: string
  name: string
  /** The beginning, which may be shown. */
  display: string
  scope: KeyScope
  allowIps: string[]
  /** Null: the workspace's row no longer exists. */
  tier: string | null
  revoked: boolean
  /** The live workspace behind a sandbox; null: the key is live. */
  liveId: string | null
  /** How far the time of the sandbox runs ahead of the real one; null as for `tier`. */
  aheadMs: number | null
  /** Null: no token was taken. */
  window: Window | null
}

const KEY_BUCKET = 'key:'
/** Of the routes under `/sandbox`. */
const SANDBOX_BUCKET = 'sandbox:'

/** `cs_live_` keys, the older prefix, which is accepted forever (contract 9.1), and those of a sandbox (1.13). */
const KEY = /^(?:(?:cs|ls)_live|cs_test)_[0-9a-f]{32}$/

/**
 * The key of a bearer token, or null when it is malformed or unknown; its last use is recorded. Keys hold 128 random
 * bits, so an unsalted hash is enough and its index needs no constant-time comparison (decision 0023).
 * @param scopes a key of one of these, without an address list, also takes a token from its window, in the same
 * statement: nothing else can refuse the call before the rate limit (decision 0024)
 */
export async function findKey(
  ctx: Pick<Ctx, 'config' | 'db' | 'clock'>,
  token: string,
  scopes: readonly KeyScope[],
): Promise<ApiKey | null> {
  if (!KEY.test(token)) return null
  const now = ctx.clock.now()
  const lastRecorded = new Date(now.getTime() - KEY_USE.recordedEveryMs)
  const rates = JSON.stringify(
    Object.fromEntries(Object.keys(ctx.config.plans).map((tier) => [tier, rateOf(ctx, tier).requests])),
  )
  const { rows } = await sql<Omit<ApiKey, 'window'> & WindowRow & { counted: boolean }>`
    with found as (
      select k.id, k.workspace_id as "workspaceId", k.name, k.display, k.scope, k.allow_ips as "allowIps", w.tier,
        k.revoked_at is not null or coalesce(w.ends_at <= ${now}, false) as revoked,
        w.live_id as "liveId", w.clock_ahead_ms as "aheadMs"
      from api_keys k left join workspaces w on w.id = k.workspace_id
      where k.hash = ${hashKey(token)}
    ),
    recorded as (
      update api_keys k set last_used_at = ${now} from found
      where k.id = found.id and k.revoked_at is null
        and (k.last_used_at is null or k.last_used_at <= ${lastRecorded})
    ),
    wanted (bucket, requests) as (
      select ${KEY_BUCKET} || id, coalesce((${rates}::jsonb ->> tier)::integer, ${RATE.requests}) from found
      where not revoked and scope = any(${scopes}) and "allowIps" = '{}'
    ),
    ${taking(RATE, now)}
    select found.*, exists (select from wanted) as counted, windows.* from found left join windows on true
  `.execute(ctx.db)
  const [row] = rows
  if (!row) return null
  const { used, opened_at, allowed, counted, ...key } = row
  return { ...key, window: counted ? windowOf({ used, opened_at, allowed }, rateOf(ctx, key.tier), now) : null }
}

/** Takes a token from the window of a key that `findKey` has not taken one from. */
export async function takeTokenOf(ctx: Pick<Ctx, 'db' | 'clock'>, keyId: string, rate: Limit): Promise<Window> {
  return takeToken(ctx, (rate === SANDBOX_RATE ? SANDBOX_BUCKET : KEY_BUCKET) + keyId, rate)
}

/** The form in which a key is stored. */
export function hashKey(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
