import { sql } from 'kysely'
import type { Ctx } from '../../context.ts'
import {
  createPartitions,
  detachPartition,
  dropPartition,
  listPartitions,
  type Partition,
  type PartitionedTable,
  periodOf,
} from '../../db/partitions.ts'
import { CALLBACKS } from '../../limits.ts'

const WEEKS: PartitionedTable = { table: 'deliveries', column: 'period', days: 7 }
const WEEKS_AHEAD = 2
const HOOKS_AT_ONCE = 1_000

/** The period of a callback delivery recorded now: the Monday of its week, UTC. */
export function callbackPeriod(now: Date): string {
  return day(periodOf(now, WEEKS.days))
}

const day = (at: Date) => at.toISOString().slice(0, 10)

/**
 * Drops the deliveries of callbacks 30 days after their documents have ended, a week at a time, together with their
 * hooks, and creates the partitions of the coming weeks. Rows of a week whose documents ended more recently, or not at
 * all, are moved to another week first.
 */
export async function pruneCallbacks(ctx: Pick<Ctx, 'db' | 'clock'>): Promise<void> {
  const now = ctx.clock.now()
  const before = new Date(now.getTime() - CALLBACKS.keptMs)
  for (const week of await pastWeeksInDefault(ctx, now)) await createPartitions(ctx.db, WEEKS, { now: week, ahead: 0 })
  await createPartitions(ctx.db, WEEKS, { now, ahead: WEEKS_AHEAD })
  for (const partition of await listPartitions(ctx.db, WEEKS)) {
    if (partition.attached && partition.to > before) continue
    if (partition.attached) {
      await keepOpen(ctx, partition, { before, period: callbackPeriod(now) })
      if (!(await detachPartition(ctx.db, WEEKS, partition))) return
    }
    await deleteHooks(ctx, partition)
    await dropPartition(ctx.db, partition)
  }
}

/** Of rows that a restore has put there, or that were moved to a week that has no partition. */
async function pastWeeksInDefault({ db }: Pick<Ctx, 'db'>, now: Date): Promise<Date[]> {
  const { rows } = await sql<{ week: string }>`
    select distinct period::text as week from deliveries_default where period < ${callbackPeriod(now)}::date`.execute(
    db,
  )
  return rows.map(({ week }) => new Date(`${week}T00:00:00Z`))
}

/**
 * Moves the rows that must be kept: those of an ended document to the week of its end, the rest to the current one. A
 * document has ended when no one may sign it any more and it is not about to be sealed.
 */
async function keepOpen(
  ctx: Pick<Ctx, 'db'>,
  { from, to }: Partition,
  { before, period }: { before: Date; period: string },
): Promise<void> {
  const inPartition = sql`d.period >= ${day(from)}::date and d.period < ${day(to)}::date`
  await sql`
    with states as (
      select documents.id, coalesce(seal_state = 'due', false) or exists (select from signing_requests s
          where s.document_id = documents.id and s.status in ('pending', 'viewed')) as open,
        greatest(completed_at, (select max(greatest(signed_at, declined_at, withdrawn_at, expired_at))
          from signing_requests s where s.document_id = documents.id)) as ended_at
      from documents where id in (select document_id from deliveries d where ${inPartition})
    ),
    kept as (
      update deliveries d
      set period = case when open or d.status = 'pending' then ${period}::date
        else date_trunc('week', ended_at at time zone 'UTC')::date end
      from states
      where ${inPartition} and d.document_id = states.id
        and (open or d.status = 'pending' or ended_at > ${before})
      returning d.id, d.period
    )
    update delivery_queue q set period = kept.period from kept where q.delivery_id = kept.id`.execute(ctx.db)
}

/** The hooks whose last deliveries were in this week. */
async function deleteHooks(ctx: Pick<Ctx, 'db'>, { name }: Partition): Promise<void> {
  for (;;) {
    const { numAffectedRows } = await sql`
      delete from hooks where id in (
        select gone.hook_id from (select distinct hook_id from ${sql.table(name)}) gone
        join hooks on hooks.id = gone.hook_id
        where not exists (select from deliveries d where d.hook_id = gone.hook_id) limit ${HOOKS_AT_ONCE})
      and scope = 'document'`.execute(ctx.db)
    if (!numAffectedRows) return
  }
}
