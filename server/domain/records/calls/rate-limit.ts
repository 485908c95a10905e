import { type Kysely, type RawBuilder, sql } from 'kysely'
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

export interface Limit {
  requests: number
  windowSeconds: number
}

/** A row of the query `windows`; null: the window was filled between the statement's snapshot and its write. */
export interface WindowRow {
  used: number | null
  opened_at: Date | null
  allowed: boolean | null
}

/**
 * Takes a token from a fixed window: it opens with the first request, closes `windowSeconds` later and starts again
 * from zero; a refused request does not count (contract 8). A single statement keeps all processes consistent.
 */
export async function takeToken(
  ctx: Pick<Ctx, 'clock'> & { db: Kysely<Database> },
  bucket: string,
  limit: Limit,
): Promise<Window> {
  const now = ctx.clock.now()
  const { rows } = await sql<WindowRow>`
    with wanted (bucket, requests) as (values (${bucket}, ${limit.requests}::integer)), ${taking(limit, now)}
    select * from windows
  `.execute(ctx.db)
  return windowOf(rows[0], limit, now)
}

/** The queries of a statement that take a token from the bucket that its query `wanted` names with its limit, if it does. */
export function taking({ windowSeconds }: Pick<Limit, 'windowSeconds'>, now: Date): RawBuilder<unknown> {
  const closed = new Date(now.getTime() - windowSeconds * 1000)
  return sql`
    taken as (
      insert into rate_windows as w (bucket, opened_at, used) select bucket, ${now}, 1 from wanted
      on conflict (bucket) do update set
        opened_at = case when w.opened_at <= ${closed} then excluded.opened_at else w.opened_at end,
        used = case when w.opened_at <= ${closed} then 1 else w.used + 1 end
      where w.opened_at <= ${closed} or w.used < (select requests from wanted)
      returning used, opened_at
    ),
    windows as (
      select used, opened_at, true as allowed from taken
      union all
      select used, opened_at, false from rate_windows join wanted using (bucket) where not exists (select from taken)
    )`
}

export function windowOf(row: WindowRow | undefined, limit: Limit, now: Date): Window {
  // No row: the window was filled meanwhile, so it has only just opened.
  const used = row?.used ?? limit.requests
  const opened_at = row?.opened_at ?? now
  const leftMs = opened_at.getTime() + limit.windowSeconds * 1000 - now.getTime()
  return {
    allowed: row?.allowed ?? false,
    remaining: Math.max(0, limit.requests - used),
    resetSeconds: Math.min(limit.windowSeconds, Math.max(1, Math.ceil(leftMs / 1000))),
  }
}
