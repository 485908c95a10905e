import type { QueueDb } from './queue.ts'

/**
 * Moves waiting deliveries to another hook and voids the claims of dead processes. The caller must have locked their
 * queue rows.
 */
export async function moveQueued(tx: QueueDb, ids: string[], hookId: string): Promise<void> {
  await tx
    .updateTable('delivery_queue')
    .set({ hook_id: hookId, claim_token: null })
    .where('delivery_id', 'in', ids)
    .execute()
  await tx.updateTable('deliveries').set({ hook_id: hookId }).where('id', 'in', ids).execute()
}

/** Gives up waiting deliveries without an attempt. The caller must have locked their queue rows. */
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
