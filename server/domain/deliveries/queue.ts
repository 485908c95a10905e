import { randomUUID } from 'node:crypto'
import { type Insertable, type Kysely, sql } from 'kysely'
import type { Database, DeliveriesTable, DeliveryStatus, PayloadMode } from '../../db/schema.ts'
import type { Lease, Outcome } from './outcome.ts'

/**
 * The deliveries table is the queue, and this module is the only one that knows its protocol (reliability 2.1). A row is
 * due when its `next_attempt_at` has come. A claim moves that to the end of a lease and writes a token; only the holder
 * of the token can write the outcome. When a claim's process dies the row is due again after the lease, and the token of
 * the dead process is worth nothing. The engine, redeliveries and pings all claim and settle here, so that no two of
 * them ever send the same delivery at once.
 */

/** How long a claim holds a delivery: longer than any attempt and the writing of its outcome. */
export const LEASE_MS = 30_000

type Db = Kysely<Database>

/** A due delivery that is ours to attempt, and where it goes. */
export interface Claim extends Lease {
  hook_id: string
  workspace_id: string
  event_id: string
  event: string
  /** Null while held: frozen by `freeze` before the attempt. */
  body: string | null
  mode: PayloadMode | null
  schedule_step: number
  /** Claims in a row, this one included, whose outcome was never written. */
  unfinished_claims: number
  target_url: string
  /** False: the hook was switched off while the event was being recorded. */
  enabled: boolean
  hook_mode: PayloadMode
  /** Whether the hook stands in the slow lane. */
  slow: boolean
  secret: Buffer
  previous_secret: Buffer | null
  previous_secret_valid_until: Date | null
}

export interface ClaimOptions {
  now: Date
  /** Which lane's hooks. */
  slow: boolean
  /** Claims at most. */
  slots: number
  /** Attempts under way at most, for each hook and each workspace, and how many there are. */
  perHook: number
  hooks: ReadonlyMap<string, number>
  perWorkspace: number
  workspaces: ReadonlyMap<string, number>
  /** Hooks after this id; null: from the first. */
  after: string | null
}

const FIRST = '00000000-0000-0000-0000-000000000000'

/**
 * Claims due deliveries, breadth first: one of each hook before a second of any, the oldest of a hook first. Finds the
 * hooks by leaping through the index from one to the next, so that a hook with a million rows costs no more than one
 * with a single row. `after` makes the rounds fair where more hooks are due than there are slots.
 */
export async function claim(db: Db, options: ClaimOptions): Promise<Claim[]> {
  const { now, slots, perHook, perWorkspace, slow } = options
  const busyHooks = JSON.stringify(Object.fromEntries(options.hooks))
  const busyWorkspaces = JSON.stringify(Object.fromEntries(options.workspaces))
  const { rows } = await sql<Claim>`
    with recursive waiting as (
      (select hook_id, next_attempt_at as first_due from deliveries
        where status = 'pending' and hook_id > ${options.after ?? FIRST}::uuid
        order by hook_id, next_attempt_at limit 1)
      union all
      select next.hook_id, next.next_attempt_at
      from waiting cross join lateral (
        select hook_id, next_attempt_at from deliveries
        where status = 'pending' and hook_id > waiting.hook_id
        order by hook_id, next_attempt_at limit 1
      ) next
    ),
    ready as (
      select hooks.id as hook_id, hooks.workspace_id, free
      from waiting
      join hooks on hooks.id = waiting.hook_id and (hooks.slow_since is not null) = ${slow}
      cross join lateral (select ${perHook}::integer
        - coalesce((${busyHooks}::jsonb ->> hooks.id::text)::integer, 0)) as hook_room (free)
      where waiting.first_due <= ${now} and free > 0
        and coalesce((${busyWorkspaces}::jsonb ->> hooks.workspace_id::text)::integer, 0) < ${perWorkspace}
      limit ${slots}
    ),
    turns as (
      select due.id, due.turn, ready.workspace_id,
        row_number() over (partition by ready.workspace_id order by due.turn) as workspace_turn
      from ready
      cross join lateral (
        select id, row_number() over (order by next_attempt_at, seq) as turn
        from (
          select id, next_attempt_at, seq from deliveries d
          where d.hook_id = ready.hook_id and d.status = 'pending' and d.next_attempt_at <= ${now}
          order by next_attempt_at, seq limit ready.free
          for update skip locked
        ) locked
      ) due
    ),
    chosen as (
      select id, turn from turns
      where workspace_turn
        <= ${perWorkspace} - coalesce((${busyWorkspaces}::jsonb ->> workspace_id::text)::integer, 0)
      order by turn limit ${slots}
    ),
    claimed as (
      update deliveries d
      set next_attempt_at = ${leaseEnd(now)}, claim_token = ${randomUUID()},
        unfinished_claims = unfinished_claims + 1
      from chosen where d.id = chosen.id
      returning d.*
    )
    select claimed.id, claimed.claim_token as token, claimed.hook_id, claimed.workspace_id, claimed.event_id,
      claimed.event, claimed.body, claimed.mode, claimed.schedule_step, claimed.unfinished_claims,
      hooks.target_url, hooks.enabled, hooks.payload as hook_mode, hooks.slow_since is not null as slow,
      hooks.secret, hooks.previous_secret, hooks.previous_secret_valid_until
    from claimed join hooks on hooks.id = claimed.hook_id
    order by claimed.seq`.execute(db)
  return rows
}

/** A delivery that is ours to send on request, and what it was before. */
export interface RequestedClaim extends Lease {
  event: string
  event_id: string
  status: DeliveryStatus
  schedule_step: number
  /** Null while held. */
  body: string | null
  mode: PayloadMode | null
  /** When it was to be looked at next before the claim. */
  due_at: Date | null
  next_retry_at: Date | null
}

/**
 * Claims one delivery of a hook, whatever its state; undefined when it is not there, when an attempt is under way, or
 * while it is held: what it says is not settled yet.
 */
export async function claimOne(
  db: Db,
  { id, hookId, now }: { id: string; hookId: string; now: Date },
): Promise<RequestedClaim | undefined> {
  const { rows } = await sql<RequestedClaim>`
    update deliveries d set claim_token = ${randomUUID()}, next_attempt_at = ${leaseEnd(now)}
    from (select id, next_attempt_at as due_at from deliveries
      where id = ${id} and hook_id = ${hookId} for update) before
    where d.id = before.id and (d.claim_token is null or d.next_attempt_at <= ${now})
      and (d.status <> 'pending' or d.body is not null or d.next_attempt_at <= ${now})
    returning d.id, d.claim_token as token, d.event, d.event_id, d.status, d.schedule_step, d.body, d.mode,
      before.due_at, d.next_retry_at`.execute(db)
  return rows[0]
}

/** Adds a delivery that is claimed from the start: the engine gets it only when this process dies. */
export async function addClaimed(
  db: Db,
  delivery: Omit<Insertable<DeliveriesTable>, 'id' | 'status' | 'claim_token' | 'next_attempt_at'>,
  now: Date,
): Promise<Lease> {
  const lease = { id: randomUUID(), token: randomUUID() }
  await db
    .insertInto('deliveries')
    .values({
      ...delivery,
      id: lease.id,
      status: 'pending',
      claim_token: lease.token,
      next_attempt_at: leaseEnd(now),
    })
    .execute()
  return lease
}

/**
 * Freezes what a claimed delivery sends, unless somebody else has done so meanwhile: then that stands. Undefined: the
 * claim was lost.
 */
export async function freeze(
  db: Db,
  { id, token }: Lease,
  { body, mode }: { body: string; mode: PayloadMode },
): Promise<{ body: string; mode: PayloadMode } | undefined> {
  const { rows } = await sql<{ body: string; mode: PayloadMode }>`
    update deliveries set body = coalesce(body, ${body}), mode = coalesce(mode, ${mode})
    where id = ${id} and claim_token = ${token} returning body, mode`.execute(db)
  return rows[0]
}

/** Gives a claim back unused. */
export async function release(db: Db, { id, token }: Lease, now: Date): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({ claim_token: null, unfinished_claims: 0, next_attempt_at: now })
    .where('id', '=', id)
    .where('claim_token', '=', token)
    .execute()
}

/** Writes outcomes, in one statement; one whose claim was lost meanwhile writes nothing. Returns how many were written. */
export async function settle(db: Db, outcomes: Outcome[]): Promise<number> {
  const { numAffectedRows } = await sql`
    update deliveries d
    set status = o.status, attempts = d.attempts + 1, schedule_step = o.schedule_step,
      next_attempt_at = o.next_attempt_at, next_retry_at = o.next_retry_at, claim_token = null, unfinished_claims = 0,
      response_status = o.response_status, response_body = o.response_body, latency_ms = o.latency_ms,
      completed_at = o.completed_at
    from json_to_recordset(${JSON.stringify(outcomes)}::json) as o (id uuid, token uuid, status text,
      schedule_step integer, next_attempt_at timestamptz, next_retry_at timestamptz, response_status integer,
      response_body text, latency_ms integer, completed_at timestamptz)
    where d.id = o.id and d.claim_token = o.token`.execute(db)
  return Number(numAffectedRows ?? 0)
}

const COUNTED_AT_MOST = 10_000

/** How many deliveries wait for their attempt, counted to 10,000. */
export async function countDue(db: Db, now: Date): Promise<number> {
  const { rows } = await sql<{ due: number }>`
    select count(*) as due from (select from deliveries
      where status = 'pending' and next_attempt_at <= ${now} limit ${COUNTED_AT_MOST}) waiting`.execute(db)
  return rows[0]!.due
}

function leaseEnd(now: Date): Date {
  return new Date(now.getTime() + LEASE_MS)
}
