import { randomUUID } from 'node:crypto'
import { type Insertable, sql } from 'kysely'
import type { DeliveriesTable, PayloadMode } from '../../db/schema.ts'
import type { Lease } from './outcome.ts'
import { leaseEnd, type QueueDb } from './queue.ts'

type NewDelivery = Omit<Insertable<DeliveriesTable>, 'id' | 'status'>

/**
 * Adds deliveries in the caller's transaction, in this order.
 * @param at when they are due: now or, if held, the time at which they are sent even without a release
 */
export async function addDeliveries(
  tx: QueueDb,
  deliveries: NewDelivery[],
  { at, ready }: { at: Date; ready: boolean },
): Promise<void> {
  await insert(tx, withIds(deliveries), { next_attempt_at: at, ready, claim_token: null })
}

/** Adds a delivery that is claimed from the start: the engine takes it over only if this process dies. */
export async function addClaimed(tx: QueueDb, delivery: NewDelivery, now: Date): Promise<Lease> {
  const [row] = withIds([delivery])
  const token = randomUUID()
  await insert(tx, [row!], { next_attempt_at: leaseEnd(now), ready: false, claim_token: token })
  return { id: row!.id, token }
}

/**
 * Releases held deliveries, each with its body. A claimed one keeps its lease: its sender reads this body. The caller
 * must have locked their queue rows.
 */
export async function releaseDeliveries(
  tx: QueueDb,
  held: { id: string; body: string; mode: PayloadMode }[],
  now: Date,
): Promise<void> {
  const [ids, bodies, modes] = [held.map(({ id }) => id), held.map(({ body }) => body), held.map(({ mode }) => mode)]
  await sql`
    with frozen as (
      update deliveries set body = released.body, mode = released.mode
      from unnest(${ids}::uuid[], ${bodies}::text[], ${modes}::text[]) as released (id, body, mode)
      where deliveries.id = released.id and deliveries.body is null
    )
    update delivery_queue set next_attempt_at = ${now}, ready = true
    where delivery_id = any(${ids}::uuid[]) and claim_token is null
  `.execute(tx)
}

function withIds(deliveries: NewDelivery[]) {
  return deliveries.map((delivery) => ({ ...delivery, id: randomUUID(), status: 'pending' as const }))
}

async function insert(
  tx: QueueDb,
  deliveries: ReturnType<typeof withIds>,
  queued: { next_attempt_at: Date; ready: boolean; claim_token: string | null },
): Promise<void> {
  await tx
    .with('added', (db) =>
      db.insertInto('deliveries').values(deliveries).returning(['id', 'seq', 'hook_id', 'workspace_id', 'period']),
    )
    .insertInto('delivery_queue')
    .columns(['delivery_id', 'seq', 'hook_id', 'workspace_id', 'period', 'next_attempt_at', 'ready', 'claim_token'])
    .expression((db) =>
      db
        .selectFrom('added')
        .select([
          'id',
          'seq',
          'hook_id',
          'workspace_id',
          sql<string>`period`.as('period'),
          sql<Date>`${queued.next_attempt_at}::timestamptz`.as('next_attempt_at'),
          sql<boolean>`${queued.ready}::boolean`.as('ready'),
          sql<string | null>`${queued.claim_token}::uuid`.as('claim_token'),
        ]),
    )
    .execute()
}
