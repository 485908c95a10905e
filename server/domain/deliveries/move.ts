import type { QueueDb } from './queue.ts'

/** Hands deliveries that wait over to another hook; the claims of dead processes are void. Their rows of the queue must be locked. */
export async function moveQueued(tx: QueueDb, ids: string[], hookId: string): Promise<void> {
  await tx
    .updateTable('delivery_queue')
    .set({ hook_id: hookId, claim_token: null })
    .where('delivery_id', 'in', ids)
    .execute()
  await tx.updateTable('deliveries').set({ hook_id: hookId }).where('id', 'in', ids).execute()
}

/** Gives deliveries up that wait, without an attempt. Their rows of the queue must be locked. */
export async function abandonQueued(
  tx: QueueDb,
  ids: string[],
  { note, now }: { note: string; now: Date },
): Promise<void> {
  await tx.deleteFrom('delivery_queue').where('delivery_id', 'in', ids).execute()
  await tx
    .updateTable('deliveries')
    .set({ status: 'giving_up', response_body: note, next_retry_at: null, completed_at: now })
    .where('id', 'in', ids)
    .execute()
}
