import { sql } from 'kysely'
import type { Ctx } from '../../context.ts'
import { EVENTS } from '../../limits.ts'

const BATCH = 5_000

/**
 * Deletes events after 90 days, except those that a workspace hook's log references, whatever their age: its deliveries
 * can be sent again (contract 4.8, 6.6). Pending deliveries of a callback carry their own body.
 */
export async function pruneEvents(ctx: Pick<Ctx, 'db' | 'clock'>): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - EVENTS.keptMs)
  for (let seq = 0; ; ) {
    const { rows } = await sql<{ seq: number }>`
      with old as (
        select id, seq from events where created_at < ${before} and seq > ${seq} order by seq limit ${BATCH}
      ), gone as (
        delete from events using old where events.id = old.id
          and not exists (select from deliveries d where d.event_id = old.id)
      )
      select max(seq) as seq from old having count(*) = ${BATCH}`.execute(ctx.db)
    if (rows.length === 0) return
    seq = rows[0]!.seq
  }
}
