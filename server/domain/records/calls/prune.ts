import { sql } from 'kysely'
import type { Ctx } from '../../../context.ts'
import {
  createPartitions,
  detachPartition,
  dropPartition,
  listPartitions,
  type PartitionedTable,
} from '../../../db/partitions.ts'
import { API_LOG, INVITATION, RATE } from '../../../limits.ts'
import type { Limit } from './rate-limit.ts'

const LOG: PartitionedTable = { table: 'api_log', column: 'at', days: 1 }
const DAYS_AHEAD = 7
/** Buckets with windows of more than a minute, at most a day: invitations, answers of single sign-on, codes of direct links. */
const LONG_WINDOWS = ['invite:%', 'sso:%', 'direct:%']

/** Deletes expired rows: stored responses after 24 hours, closed rate windows. */
export async function pruneRequests(ctx: Pick<Ctx, 'db' | 'clock'>): Promise<void> {
  const now = ctx.clock.now()
  await ctx.db.deleteFrom('idempotency_keys').where('expires_at', '<=', now).execute()
  const opened = (limit: Limit) => new Date(now.getTime() - limit.windowSeconds * 1000)
  await sql`
    delete from rate_windows where opened_at <=
      case when bucket like any(${LONG_WINDOWS}) then ${opened(INVITATION.mails)}::timestamptz
      else ${opened(RATE)}::timestamptz end
  `.execute(ctx.db)
}

/** Drops the partitions of the API log older than 30 days, and creates those of the coming days (contract 1.12). */
export async function pruneApiLog(ctx: Pick<Ctx, 'db' | 'clock'>): Promise<void> {
  const now = ctx.clock.now()
  const before = new Date(now.getTime() - API_LOG.keptMs)
  await createPartitions(ctx.db, LOG, { now, ahead: DAYS_AHEAD })
  for (const partition of await listPartitions(ctx.db, LOG)) {
    if (partition.attached && partition.to > before) continue
    if (partition.attached && !(await detachPartition(ctx.db, LOG, partition))) return
    await dropPartition(ctx.db, partition)
  }
  // Rows without a partition of their own: none, as long as this runs.
  await ctx.db.deleteFrom('api_log').where('at', '<', before).execute()
}
