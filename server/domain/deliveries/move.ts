import { sql } from 'kysely'
import type { QueueDb } from './queue.ts'

/** A delivery that moves; `minimal`: with this body instead of its full one. */
export interface Moved {
  id: string
  minimal?: string
}

/**
 * Moves waiting deliveries of a workspace's hook to another one and voids the claims of dead processes. The caller must
 * have locked their queue rows. Each row is written once: every change of its hook touches all of its indexes.
 */
export async function moveQueued(tx: QueueDb, hookId: string, deliveries: Moved[]): Promise<void> {
  const ids = deliveries.map(({ id }) => id)
  const cut = deliveries.filter(({ minimal }) => minimal !== undefined)
  const whole = deliveries.filter(({ minimal }) => minimal === undefined).map(({ id }) => id)
  await sql`update delivery_queue set hook_id = ${hookId}, claim_token = null where delivery_id = any(${ids}::uuid[])`.execute(
    tx,
  )
  // The period of every delivery to a hook of a workspace.
  await sql`update deliveries set hook_id = ${hookId} where id = any(${whole}::uuid[]) and period = 'infinity'`.execute(
    tx,
  )
  if (cut.length === 0) return
  await sql`
    update deliveries d set hook_id = ${hookId}, body = cut.body, mode = 'minimal'
    from unnest(${cut.map(({ id }) => id)}::uuid[], ${cut.map(({ minimal }) => minimal)}::text[]) as cut (id, body)
    where d.id = cut.id and d.period = 'infinity'`.execute(tx)
}

/** Gives up waiting deliveries without an attempt. The caller must have locked their queue rows. */
export async function abandonQueued(
  tx: QueueDb,
  ids: string[],
  { note, now }: { note: string; now: Date },
): Promise<void> {
  await sql`delete from delivery_queue where delivery_id = any(${ids}::uuid[])`.execute(tx)
  await sql`
    update deliveries set status = 'giving_up', response_body = ${note}, next_retry_at = null, completed_at = ${now}
    where id = any(${ids}::uuid[])`.execute(tx)
}
