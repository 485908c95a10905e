import { sql } from 'kysely'
import type { Ctx } from '../../context.ts'
import type { PayloadMode } from '../../db/schema.ts'
import { EVENTS } from '../../limits.ts'
import type { Actor } from '../actor.ts'
import { DomainError } from '../errors.ts'
import { assertMay } from '../may.ts'
import { deliveryBody, type RecordedEvent } from './envelope.ts'

/** Where a reader goes on that wants only what comes from now on. */
const LATEST = 'latest'

interface EventsRequest {
  /** The id of the last event that the caller has, `latest`, or null: from the oldest that is kept. */
  after: string | null
  limit: number
  payload: PayloadMode
  /** How long to wait for the first event, in seconds. */
  wait: number
}

export interface ReadEvents {
  /** The bodies that a webhook has, oldest first. */
  events: Record<string, unknown>[]
  /** What to pass as `after` next; null while there is nothing to go on from. */
  nextAfter: string | null
  hasMore: boolean
}

/** A place between two events. */
interface Place {
  id: string | null
  position: number
  seq: number
}

const START: Place = { id: null, position: Number.MIN_SAFE_INTEGER, seq: 0 }

/** Settled: whatever commits from now on comes later (migration 0111). */
const isSettled = sql<boolean>`position < pg_snapshot_xmin(pg_current_snapshot())::text::bigint`

/**
 * The workspace's events in an order in which none is ever inserted before one that was read: an event whose transaction
 * commits late holds those after it back. None is skipped, and none comes twice.
 * @throws DomainError `events_expired`
 */
export async function listEvents(
  ctx: Ctx,
  actor: Actor,
  { after, limit, payload, wait }: EventsRequest,
  signal: AbortSignal,
): Promise<ReadEvents> {
  assertMay(ctx, actor, 'listEvents')
  const from = await placeOf(ctx, actor.workspaceId, after)
  const rows = await ctx.changes.waitFor(
    async () => {
      const found = await readAfter(ctx, actor.workspaceId, from, limit + 1)
      return found.length > 0 ? found : null
    },
    wait,
    signal,
  )
  const events = rows?.slice(0, limit) ?? []
  return {
    events: events.map((event) => JSON.parse(deliveryBody(event, payload)) as Record<string, unknown>),
    nextAfter: events.at(-1)?.id ?? from.id,
    hasMore: rows !== null && rows.length > limit,
  }
}

/** @throws DomainError `events_expired` when what follows is no longer complete */
async function placeOf(ctx: Ctx, workspaceId: string, after: string | null): Promise<Place> {
  // A move of its clock makes the events of a sandbox old, and nobody has read them late.
  const kept = new Date(ctx.sandbox ? 0 : ctx.clock.now().getTime() - EVENTS.readableMs)
  const oldest = () => firstSince(ctx, workspaceId, kept)
  if (after === null) {
    const first = await oldest()
    return first ? { id: null, position: first.position, seq: first.seq - 1 } : START
  }
  const named = sql`id = ${after} and position is not null`
  const newest = sql`${isSettled} order by position desc, seq desc limit 1`
  const { rows } = await sql<Place & { missed: boolean }>`
    select place.id, place.position, place.seq, coalesce((
      select later.created_at < ${kept} from events as later
      where later.workspace_id = ${workspaceId} and (later.position, later.seq) > (place.position, place.seq)
      order by later.position, later.seq limit 1), false) as missed
    from (
      select id, position, seq from events
      where workspace_id = ${workspaceId} and ${after === LATEST ? newest : named}
    ) as place`.execute(ctx.db)
  const [place] = rows
  if (!place && after === LATEST) return START
  if (place && !place.missed) return place
  const first = await oldest()
  throw new DomainError(
    'events_expired',
    first
      ? `${after} is not an event of the last 30 days. Without after, events start at the oldest that is kept, ${first.id} of ${first.created_at.toISOString()}`
      : `${after} is not an event of the last 30 days, in which there are none. Without after, events start at the next`,
    { meta: { oldest_event_id: first?.id ?? null, oldest_created_at: first?.created_at.toISOString() ?? null } },
  )
}

async function firstSince({ db }: Ctx, workspaceId: string, since: Date) {
  return db
    .selectFrom('events')
    .select(['id', sql<number>`position`.as('position'), 'seq', 'created_at'])
    .where('workspace_id', '=', workspaceId)
    .where(isSettled)
    .where('created_at', '>=', since)
    .orderBy('position')
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst()
}

/** At most `limit` events after a place, up to one that still waits for its outcome. */
async function readAfter(ctx: Ctx, workspaceId: string, { position, seq }: Place, limit: number) {
  const { rows } = await sql<RecordedEvent & { held_until: Date | null }>`
    select id, type, workspace_id, document_id, payload, created_at, held_until from events
    where workspace_id = ${workspaceId} and (position, seq) > (${position}, ${seq}) and ${isSettled}
    order by position, seq limit ${limit}`.execute(ctx.db)
  const now = ctx.clock.now()
  const held = rows.findIndex(({ held_until }) => held_until !== null && held_until > now)
  const readable = held === -1 ? rows : rows.slice(0, held)
  const overdue = readable.filter(({ held_until }) => held_until !== null).map(({ id }) => id)
  if (overdue.length === 0) return readable
  // What was read does not change any more (`releaseHeld`); an outcome that came in between is read.
  await sql`update events set held_until = null where id = any(${overdue}::text[])`.execute(ctx.db)
  return readAfter(ctx, workspaceId, { id: null, position, seq }, limit)
}
