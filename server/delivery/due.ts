import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Database, DeliveryStatus, PayloadMode } from '../db/schema.ts'
import { deliveryBody } from '../domain/events/envelope.ts'
import { LEASE_MS } from '../domain/hooks/attempt.ts'

/**
 * The deliveries table is the queue. A row is due when its `next_attempt_at` has come. A claim moves that to the end of
 * a lease and writes a token; only the holder of the token can write the outcome. When a claim's process dies the row
 * is due again after the lease, and the token of the dead is worth nothing.
 */

export interface Claim {
  id: string
  token: string
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
export async function claimDue(db: Db, options: ClaimOptions): Promise<Claim[]> {
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
      set next_attempt_at = ${new Date(now.getTime() + LEASE_MS)}, claim_token = ${randomUUID()},
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

/**
 * Freezes the body of a delivery that was held and whose time has come, in the mode its hook has now. When somebody
 * else let it go meanwhile, that body stands. Null: the claim is no longer ours.
 */
export async function freeze(db: Db, claim: Claim): Promise<{ body: string; mode: PayloadMode } | null> {
  const event = await db
    .selectFrom('events')
    .select(['id', 'type', 'workspace_id', 'document_id', 'payload', 'created_at'])
    .where('id', '=', claim.event_id)
    .executeTakeFirstOrThrow()
  const frozen = await db
    .updateTable('deliveries')
    .set({
      body: sql`coalesce(body, ${deliveryBody(event, claim.hook_mode)})`,
      mode: sql`coalesce(mode, ${claim.hook_mode})`,
    })
    .where('id', '=', claim.id)
    .where('claim_token', '=', claim.token)
    .returning(['body', 'mode'])
    .executeTakeFirst()
  return frozen ? { body: frozen.body!, mode: frozen.mode! } : null
}

/** Gives a claim back unused. */
export async function release(db: Kysely<Database>, { id, token }: Claim, now: Date): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({ claim_token: null, unfinished_claims: 0, next_attempt_at: now })
    .where('id', '=', id)
    .where('claim_token', '=', token)
    .execute()
}

/** What became of a claim. */
export interface Outcome {
  id: string
  token: string
  status: DeliveryStatus
  schedule_step: number
  next_attempt_at: Date | null
  response_status: number | null
  response_body: string
  latency_ms: number
  completed_at: Date | null
}

/** Writes outcomes, in one statement; one whose claim was lost meanwhile writes nothing. Returns how many were written. */
export async function complete(db: Db, outcomes: Outcome[]): Promise<number> {
  const { numAffectedRows } = await sql`
    update deliveries d
    set status = o.status, attempts = d.attempts + 1, schedule_step = o.schedule_step,
      next_attempt_at = o.next_attempt_at, next_retry_at = o.next_attempt_at, claim_token = null, unfinished_claims = 0,
      response_status = o.response_status, response_body = o.response_body, latency_ms = o.latency_ms,
      completed_at = o.completed_at
    from json_to_recordset(${JSON.stringify(outcomes)}::json) as o (id uuid, token uuid, status text,
      schedule_step integer, next_attempt_at timestamptz, response_status integer, response_body text,
      latency_ms integer, completed_at timestamptz)
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

/** Moves hooks between the lanes. */
export async function moveHooks(db: Db, now: Date, moves: ReadonlyMap<string, boolean>): Promise<void> {
  const slow = [...moves].filter(([, isSlow]) => isSlow).map(([id]) => id)
  await sql`
    update hooks set slow_since = case when hooks.id = any(${slow}::uuid[]) then coalesce(slow_since, ${now}) end
    from (select id from hooks where id = any(${[...moves.keys()]}::uuid[]) order by id for no key update) moved
    where hooks.id = moved.id`.execute(db)
}
