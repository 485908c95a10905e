import { sql } from 'kysely'
import type { PayloadMode } from '../../db/schema.ts'
import { isOnce } from './once.ts'
import { RETRY_DELAYS_S } from './outcome.ts'
import type { QueueDb } from './queue.ts'

/**
 * Returns deliveries that a hook has given up since then to the queue for one attempt, the last of their schedule. One
 * that is being redelivered at the moment is skipped. A body frozen in another mode than the hook's is frozen again, as
 * for a redelivery. Returns how many.
 */
export async function recoverGivenUp(
  tx: QueueDb,
  { hookId, mode, since, now }: { hookId: string; mode: PayloadMode; since: Date; now: Date },
): Promise<number> {
  const { numAffectedRows } = await sql`
    with queued as (
      insert into delivery_queue as q (delivery_id, seq, hook_id, workspace_id, next_attempt_at, ready)
      select id, seq, hook_id, workspace_id, ${now}, true from deliveries
      where hook_id = ${hookId} and status = 'giving_up' and completed_at >= ${since} and not ${isOnce}
      order by seq
      on conflict (delivery_id) do update
        set next_attempt_at = excluded.next_attempt_at, ready = true, scheduled = true, claim_token = null
        -- The claim of a process that died.
        where q.next_attempt_at <= ${now}
      returning delivery_id
    )
    update deliveries d
    set status = 'pending', completed_at = null, next_retry_at = ${now},
      schedule_step = greatest(schedule_step, ${RETRY_DELAYS_S.length}::integer),
      body = case when mode = ${mode} then body end, mode = case when mode = ${mode} then mode end
    from queued where d.id = queued.delivery_id`.execute(tx)
  return Number(numAffectedRows ?? 0)
}
