import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { inRealTime } from '../../clock.ts'
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

/** An event of any type, with the payload of that type. */
export type AnyEvent = { [T in EventType]: DomainEvent<T> }[EventType]

/** What recording an event takes. */
type Recorder = Pick<Ctx, 'clock' | 'sandbox' | 'deliveries' | 'changes'>

export interface RecordOptions {
  /** Holds the event and its deliveries back until `releaseHeld`, at most until this time. */
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
  ctx: Recorder,
  tx: Tx,
  event: DomainEvent<T>,
  options: RecordOptions = {},
): Promise<{ eventId: string }> {
  const [eventId] = await recordEvents(ctx, tx, [event as AnyEvent], options)
  return { eventId: eventId! }
}

/** The same for several events of one document, in this order. */
export async function recordEvents(
  ctx: Recorder,
  tx: Tx,
  events: readonly AnyEvent[],
  { heldUntil }: RecordOptions = {},
): Promise<string[]> {
  const now = ctx.clock.now()
  const recorded = await insertEvents(
    tx,
    events.map((event) => ({ ...event, id: newEventId(), inSandbox: ctx.sandbox !== null })),
    now,
    heldUntil ?? null,
  )
  const deliveries = recorded.flatMap(({ hooks, ...event }) =>
    hooks.map((hook) => ({
      hook_id: hook.id,
      period: hook.scope === 'workspace' ? 'infinity' : callbackPeriod(now),
      workspace_id: event.workspace_id,
      event_id: event.id,
      event: event.type,
      document_id: event.document_id,
      body: heldUntil ? null : deliveryBody(event, hook.payload),
      mode: heldUntil ? null : hook.payload,
      held_until: heldUntil ?? null,
      created_at: now,
    })),
  )
  if (deliveries.length > 0) {
    await addDeliveries(tx, deliveries, { at: inRealTime(ctx, heldUntil ?? now), ready: !heldUntil })
    if (!heldUntil) afterCommit(tx, () => ctx.deliveries.wake())
  }
  if (!heldUntil) afterCommit(tx, () => ctx.changes.tell())
  return recorded.map(({ id }) => id)
}

interface Subscribed {
  id: string
  payload: PayloadMode
  scope: 'workspace' | 'document'
}

/**
 * Inserts the events with the metadata of their document, and finds the hooks that are subscribed to each, oldest first.
 * One statement; a concurrent delete of a hook happens before it or after the commit, never in between.
 */
async function insertEvents(
  tx: Tx,
  events: readonly (AnyEvent & { id: string; inSandbox: boolean })[],
  now: Date,
  heldUntil: Date | null,
): Promise<(RecordedEvent & { hooks: Subscribed[] })[]> {
  const { workspaceId, documentId } = events[0]!
  const given = events.map(({ id, type, signingRequestId, payload, inSandbox }) => {
    const own = storable(inSandbox ? { ...payload, sandbox: true } : payload)
    return { id, type, signing_request_id: signingRequestId, payload: own }
  })
  const completed = events.find(({ type }) => type === 'document.completed')
  const { rows } = await sql<{
    id: string
    payload: Record<string, unknown>
    hooks: Subscribed[]
    is_first: boolean
  }>`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as event (id text, type text,
        signing_request_id uuid, payload jsonb)
    ),
    recorded as (
      insert into events (id, workspace_id, type, document_id, signing_request_id, payload, held_until, created_at)
      select id, ${workspaceId}, type, ${documentId}, signing_request_id, payload || coalesce(
          (select jsonb_build_object('metadata', metadata) from documents where documents.id = ${documentId}), '{}'),
        ${heldUntil}, ${now}
      from given
      returning id, type, payload
    ),
    subscribed as (
      select id, payload, scope, events, seq from hooks
      where workspace_id = ${workspaceId} and enabled and (
        (scope = 'document' and document_id = ${documentId})
        -- No names: every event, including future ones.
        or (scope = 'workspace' and (events = '{}' or events && ${events.map(({ type }) => type)}::text[])))
      for key share
    ),
    ${completed ? completion(documentId, completed.id) : sql`marked as (select 1)`}
    select recorded.id, recorded.payload, exists (select from marked) as is_first,
      (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'payload', s.payload, 'scope', s.scope) order by seq), '[]')
        from subscribed s
        where s.scope = 'document' or s.events = '{}' or recorded.type = any(s.events)) as hooks
    from recorded
  `.execute(tx)
  if (!rows[0]!.is_first) throw new Error('the document was completed before')
  const byId = new Map(rows.map((row) => [row.id, row]))
  return events.map(({ id, type }) => {
    const { payload, hooks } = byId.get(id)!
    return { id, type, workspace_id: workspaceId, document_id: documentId, payload, created_at: now, hooks }
  })
}

/** Contract 3: once per document. Recorded in the document's row, which outlives the event. */
const completion = (documentId: string, eventId: string) => sql`marked as (
      update documents set completion_event_id = ${eventId}
      where id = ${documentId} and completion_event_id is null
      returning 1
    )`

/**
 * Adds an outcome to a held event and releases it, together with everything held with it (same document, same time), in
 * the order of recording. Does nothing to deliveries that are already due.
 */
export async function releaseHeld(
  ctx: Recorder,
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
  const { rows: held } = await sql<RecordedEvent & { delivery_id: string; mode: PayloadMode }>`
    select deliveries.id as delivery_id, hooks.payload as mode, events.id, events.type, events.workspace_id,
      events.document_id, events.payload, events.created_at
    from deliveries join hooks on hooks.id = hook_id join events on events.id = event_id
    where ${heldTogether}
    order by deliveries.seq
    for update of deliveries`.execute(tx)
  // The first process to freeze a body decides; an event that may already have been sent to a hook, or read, keeps its
  // content.
  const { rows: released } = await sql<{ id: string; payload: Record<string, unknown> }>`
    update events set held_until = null, payload = case
        when events.id = ${eventId} and not exists (select from deliveries where event_id = ${eventId} and body is not null)
        then events.payload || ${JSON.stringify(patch)}::jsonb else events.payload end
    from events as named
    where named.id = ${eventId} and events.document_id = named.document_id and events.held_until = named.held_until
    returning events.id, events.payload`.execute(tx)
  if (released.length > 0) afterCommit(tx, () => ctx.changes.tell())
  if (held.length === 0) return
  const patched = released.find(({ id }) => id === eventId)
  const bodies = held.map(({ delivery_id: id, mode, ...event }) => {
    const payload = event.id === eventId && patched ? patched.payload : event.payload
    return { id, mode, body: deliveryBody({ ...event, payload }, mode) }
  })
  await releaseDeliveries(tx, bodies, inRealTime(ctx, ctx.clock.now()))
  afterCommit(tx, () => ctx.deliveries.wake())
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
