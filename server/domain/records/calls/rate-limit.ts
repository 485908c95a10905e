import { type Kysely, sql } from 'kysely'
import type { Ctx } from '../../../context.ts'
import type { Database } from '../../../db/schema.ts'

/** The state of a bucket after a request for a token. */
export interface Window {
  allowed: boolean
  /** Tokens left in the open window. */
  remaining: number
  /** Whole seconds until the window closes, 1 or more. */
  resetSeconds: number
}

/**
 * Takes a token from a fixed window: it opens with the first request, closes `windowSeconds` later and starts again
 * from zero; a refused request does not count (contract 8). A single statement keeps all processes consistent.
 */
export async function takeToken(
  ctx: Pick<Ctx, 'clock'> & { db: Kysely<Database> },
  bucket: string,
  limit: { requests: number; windowSeconds: number },
): Promise<Window> {
  const now = ctx.clock.now()
  const closed = new Date(now.getTime() - limit.windowSeconds * 1000)
  const { rows } = await sql<{ used: number; opened_at: Date; allowed: boolean }>`
    with taken as (
      insert into rate_windows as w (bucket, opened_at, used) values (${bucket}, ${now}, 1)
      on conflict (bucket) do update set
        opened_at = case when w.opened_at <= ${closed} then excluded.opened_at else w.opened_at end,
        used = case when w.opened_at <= ${closed} then 1 else w.used + 1 end
      where w.opened_at <= ${closed} or w.used < ${limit.requests}
      returning used, opened_at
    )
    select used, opened_at, true as allowed from taken
    union all
    select used, opened_at, false from rate_windows where bucket = ${bucket} and not exists (select from taken)
  `.execute(ctx.db)
  // No row: the window was filled between this statement's snapshot and its write, so it has only just opened.
  const { used, opened_at, allowed } = rows[0] ?? { used: limit.requests, opened_at: now, allowed: false }
  const leftMs = opened_at.getTime() + limit.windowSeconds * 1000 - now.getTime()
  return {
    allowed,
    remaining: Math.max(0, limit.requests - used),
    resetSeconds: Math.min(limit.windowSeconds, Math.max(1, Math.ceil(leftMs / 1000))),
  }
}
