import { sql } from 'kysely'
import type { PayloadMode } from '../../db/schema.ts'
import { isOnce } from './once.ts'
import { RETRY_DELAYS_S } from './outcome.ts'
import type { QueueDb } from './queue.ts'

/** In one statement: more would outlast a request. */
const BATCH = 2_000

/** What a hook has given up from `since` to `before`, both included; pings and examples are not counted. */
export interface GivenUp {
  hookId: string
  since: Date
  before: Date
}

const isGivenUp = ({ hookId, since, before }: GivenUp) =>
  sql`hook_id = ${hookId} and status = 'giving_up' and completed_at between ${since} and ${before} and not ${isOnce}`

export async function countGivenUp(tx: QueueDb, givenUp: GivenUp): Promise<number> {
  const { rows } = await sql<{
    all: number
  }>`select count(*) as all from deliveries where ${isGivenUp(givenUp)}`.execute(tx)
  return rows[0]!.all
}

/**
 * Returns the next deliveries that a hook has given up to the queue for one attempt, the last of their schedule. One
 * that is being redelivered at the moment is skipped. A body frozen in another mode than the hook's is frozen again, as
 * for a redelivery. Returns how many, and the `seq` after which there may be more, else null.
 */
export async function recoverGivenUp(
  tx: QueueDb,
  { mode, after, now, ...givenUp }: GivenUp & { mode: PayloadMode; after: number; now: Date },
): Promise<{ queued: number; last: number | null }> {
  const { rows } = await sql<{ chosen: number; queued: number; last: number | null }>`
    with chosen as (
      select id, seq, hook_id, workspace_id from deliveries
      where ${isGivenUp(givenUp)} and seq > ${after}
      order by seq limit ${BATCH}
    ),
    queued as (
      insert into delivery_queue as q (delivery_id, seq, hook_id, workspace_id, next_attempt_at, ready)
      select id, seq, hook_id, workspace_id, ${now}, true from chosen order by seq
      on conflict (delivery_id) do update
        set next_attempt_at = excluded.next_attempt_at, ready = true, scheduled = true, claim_token = null
        -- The claim of a process that died.
        where q.next_attempt_at <= ${now}
      returning delivery_id
    ),
    updated as (
      update deliveries d
      set status = 'pending', completed_at = null, next_retry_at = ${now},
        schedule_step = greatest(schedule_step, ${RETRY_DELAYS_S.length}::integer),
        body = case when mode = ${mode} then body end, mode = case when mode = ${mode} then mode end
      from queued where d.id = queued.delivery_id
      returning d.id
    )
    select (select count(*) from chosen) as chosen, (select count(*) from updated) as queued,
      (select max(seq) from chosen) as last`.execute(tx)
  const { chosen, queued, last } = rows[0]!
  return { queued, last: chosen === BATCH ? last : null }
}
