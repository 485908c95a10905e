import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Ctx } from '../../context.ts'
import { afterCommit, type Tx } from '../../db/database.ts'
import type { PayloadMode } from '../../db/schema.ts'
import { addDeliveries, releaseDeliveries } from '../deliveries/add.ts'
import { callbackPeriod } from '../deliveries/prune.ts'
import type { EventPayloads, EventType } from './catalogue.ts'
import { deliveryBody, type RecordedEvent } from './envelope.ts'

export interface DomainEvent<T extends EventType> {
  type: T
  workspaceId: string
  documentId: string
  signingRequestId: string | null
  payload: EventPayloads[T]
}

export interface RecordOptions {
  /** Holds the deliveries back until `releaseHeld`, at most until this time. */
  heldUntil?: Date
}

/**
 * Records an event and one delivery for each subscribed hook in the caller's transaction: a rollback undoes both, a
 * commit keeps both and wakes the engine. Events of one transaction are delivered in the order in which they were
 * recorded, as far as the network allows.
 *
 * A second `document.completed` of a document is an error: the caller's transaction must roll back.
 */
export async function recordEvent<T extends EventType>(
  ctx: Pick<Ctx, 'clock' | 'deliveries'>,
  tx: Tx,
  { type, workspaceId, documentId, signingRequestId, payload }: DomainEvent<T>,
  { heldUntil }: RecordOptions = {},
): Promise<{ eventId: string }> {
  const now = ctx.clock.now()
  const id = newEventId()
  const { payload: stored, hooks } = await insertEvent(
    tx,
    { id, type, workspaceId, documentId, signingRequestId, payload },
    now,
  )
  const event: RecordedEvent = {
    id,
    type,
    workspace_id: workspaceId,
    document_id: documentId,
    payload: stored,
    created_at: now,
  }
  if (type === 'document.completed') await markCompleted(tx, documentId, event.id)
  if (hooks.length === 0) return { eventId: event.id }

  const deliveries = hooks.map((hook) => ({
    hook_id: hook.id,
    period: hook.scope === 'workspace' ? 'infinity' : callbackPeriod(now),
    workspace_id: workspaceId,
    event_id: event.id,
    event: type,
    document_id: documentId,
    body: heldUntil ? null : deliveryBody(event, hook.payload),
    mode: heldUntil ? null : hook.payload,
    held_until: heldUntil ?? null,
    created_at: now,
  }))
  await addDeliveries(tx, deliveries, { at: heldUntil ?? now, ready: !heldUntil })
  if (!heldUntil) afterCommit(tx, () => ctx.deliveries.wake())
  return { eventId: event.id }
}

interface Subscribed {
  id: string
  payload: PayloadMode
  scope: 'workspace' | 'document'
}

/**
 * Inserts the event with the metadata of its document, and finds the hooks that are subscribed to it, oldest first. One
 * statement; a concurrent delete of a hook happens before it or after the commit, never in between.
 */
async function insertEvent<T extends EventType>(
  tx: Tx,
  event: DomainEvent<T> & { id: string },
  now: Date,
): Promise<{ payload: Record<string, unknown>; hooks: Subscribed[] }> {
  const { id, type, workspaceId, documentId, signingRequestId } = event
  const { rows } = await sql<{ payload: Record<string, unknown>; hooks: Subscribed[] }>`
    with recorded as (
      insert into events (id, workspace_id, type, document_id, signing_request_id, payload, created_at)
      select ${id}, ${workspaceId}, ${type}, ${documentId}, ${signingRequestId},
        ${JSON.stringify(storable(event.payload))}::jsonb || coalesce(
          (select jsonb_build_object('metadata', metadata) from documents where id = ${documentId}), '{}'),
        ${now}
      returning payload
    ),
    subscribed as (
      select id, payload, scope, seq from hooks
      where workspace_id = ${workspaceId} and enabled and (
        (scope = 'document' and document_id = ${documentId})
        -- No names: every event, including future ones.
        or (scope = 'workspace' and (events = '{}' or ${type} = any(events))))
      for key share
    )
    select recorded.payload, coalesce((select jsonb_agg(jsonb_build_object('id', id, 'payload', payload, 'scope', scope)
      order by seq) from subscribed), '[]') as hooks
    from recorded
  `.execute(tx)
  return rows[0]!
}

/**
 * Adds an outcome to a held event and releases it, together with everything held with it (same document, same time), in
 * the order of recording. Does nothing to deliveries that are already due.
 */
export async function releaseHeld(
  ctx: Pick<Ctx, 'clock' | 'deliveries'>,
  tx: Tx,
  eventId: string,
  patch: { emailed?: boolean } = {},
): Promise<void> {
  const heldTogether = sql<boolean>`(deliveries.document_id, deliveries.held_until) in (
      select document_id, held_until from deliveries where event_id = ${eventId}) and body is null`
  await tx
    .selectFrom('delivery_queue')
    .where('delivery_id', 'in', tx.selectFrom('deliveries').select('id').where(heldTogether))
    .select('delivery_id')
    .orderBy('seq')
    .forUpdate()
    .execute()
  const held = await tx
    .selectFrom('deliveries')
    .innerJoin('hooks', 'hooks.id', 'deliveries.hook_id')
    .where(heldTogether)
    .select(['deliveries.id', 'event_id', 'hooks.payload as mode'])
    .orderBy('deliveries.seq')
    .forUpdate('deliveries')
    .execute()
  // The first process to freeze a body decides; an event that may already have been sent to a hook keeps its content.
  await tx
    .updateTable('events')
    .set({ payload: sql`payload || ${JSON.stringify(patch)}::jsonb` })
    .where('id', '=', eventId)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('deliveries').where('event_id', '=', eventId).where('body', 'is not', null).select('id'))),
    )
    .execute()
  if (held.length === 0) return

  const events = await tx
    .selectFrom('events')
    .select(['id', 'type', 'workspace_id', 'document_id', 'payload', 'created_at'])
    .where('id', 'in', [...new Set(held.map((row) => row.event_id))])
    .execute()
  const byId = new Map(events.map((event) => [event.id, event]))
  const bodies = held.map(({ id, event_id, mode }) => ({ id, mode, body: deliveryBody(byId.get(event_id)!, mode) }))
  await releaseDeliveries(tx, bodies, ctx.clock.now())
  afterCommit(tx, () => ctx.deliveries.wake())
}

/** Contract 3: once per document. Recorded in the document's row, which outlives the event. */
async function markCompleted(tx: Tx, documentId: string, eventId: string): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('documents')
    .set({ completion_event_id: eventId })
    .where('id', '=', documentId)
    .where('completion_event_id', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Error('the document was completed before')
}

/** `evt_` and 32 hex digits (contract 6.2). */
export function newEventId(): string {
  return `evt_${randomBytes(16).toString('hex')}`
}

/**
 * Removes what Postgres cannot store in JSON: NUL is dropped, half a surrogate pair becomes the replacement character.
 */
function storable(payload: object): Record<string, unknown> {
  const text = JSON.stringify(payload, (_key, value: unknown) =>
    typeof value === 'string' ? Buffer.from(value.replaceAll('\0', '')).toString() : value,
  )
  return JSON.parse(text) as Record<string, unknown>
}
