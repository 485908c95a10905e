import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Database, DeliveryStatus, PayloadMode } from '../../db/schema.ts'
import { isOnce, PING } from './once.ts'
import type { Lease, Outcome } from './outcome.ts'

/**
 * `delivery_queue` holds the deliveries that wait for an attempt; only this folder knows its protocol (decision 0030).
 * A row is `ready` once its attempt is due. A claim writes a token and the end of a lease; only the holder of the token
 * can write the outcome. When the claiming process dies, the row is ready again after the lease and the token of the
 * dead process is void. The engine, redeliveries and pings all claim and settle here, so that no two of them send the
 * same delivery at the same time. Lock order: code that locks rows of both tables locks those of the queue first.
 */

/** How long a claim holds a delivery: longer than any attempt plus writing its outcome. */
export const LEASE_MS = 30_000

export type QueueDb = Kysely<Database>

/** A claimed delivery and its target. */
export interface Claim extends Lease {
  hook_id: string
  workspace_id: string
  event_id: string
  event: string
  /** It has no second attempt. */
  once: boolean
  /** Null while held: frozen by `freeze` before the attempt. */
  body: string | null
  mode: PayloadMode | null
  schedule_step: number
  /** Consecutive claims, this one included, whose outcome was never written. */
  unfinished_claims: number
  target_url: string
  /** False: the hook was switched off while the event was being recorded. */
  enabled: boolean
  hook_mode: PayloadMode
  standard_webhooks: boolean
  /** Whether the hook is in the slow lane. */
  slow: boolean
  secret: Buffer
  previous_secret: Buffer | null
  previous_secret_valid_until: Date | null
}

export interface ClaimOptions {
  now: Date
  /** Which lane to claim from. */
  slow: boolean
  /** Maximum number of claims. */
  slots: number
  /** Maximum number of attempts under way per hook and per workspace, and the current numbers. */
  perHook: number
  /** Hooks with a limit other than `perHook`. */
  limits: ReadonlyMap<string, number>
  hooks: ReadonlyMap<string, number>
  perWorkspace: number
  workspaces: ReadonlyMap<string, number>
  /** Only hooks after this id; null: from the first. */
  after: string | null
}

export interface Claimed {
  claims: Claim[]
  /** The next round continues after this hook; null: every hook with a ready delivery was visited. */
  after: string | null
  /** Whether ready deliveries of this lane may have been left. */
  left: boolean
  /** Whether hooks of the other lane have ready deliveries. */
  others: boolean
}

const FIRST = '00000000-0000-0000-0000-000000000000'
/** Hooks that one claim visits. When more have ready deliveries, the next round continues where this one stopped. */
const HOOKS_PER_CLAIM = 500
const READY_AT_ONCE = 1_000

/**
 * Marks rows that are due as ready, at most 1,000, and returns how many: retries whose time has come, held deliveries
 * that were never released, claims whose process died. New deliveries are ready from the start.
 * @returns also whether more may be due, and whether any delivery is ready by now (`waiting`)
 */
export async function makeReady(db: QueueDb, now: Date): Promise<{ ready: number; more: boolean; waiting: boolean }> {
  const { rows } = await sql<{ ready: number; others: boolean }>`
    with made as (
      update delivery_queue q set ready = true
      from (select delivery_id from delivery_queue where not ready and next_attempt_at <= ${now} and scheduled
        order by next_attempt_at limit ${READY_AT_ONCE} for update skip locked) due
      where q.delivery_id = due.delivery_id
      returning 1
    )
    select count(*) as ready, exists (select from delivery_queue where ready) as others from made`.execute(db)
  const { ready, others } = rows[0]!
  return { ready, more: ready === READY_AT_ONCE, waiting: others || ready > 0 }
}

/**
 * Claims ready deliveries breadth first: one per hook before a second of any, the oldest of a hook first. Finds the
 * hooks by a loose index scan over the ready rows: waiting rows cost nothing, and a hook with a million rows costs no
 * more than one with a single row. `after` makes the rounds fair when more hooks are ready than there are slots.
 */
export async function claim(db: QueueDb, given: ClaimOptions): Promise<Claimed> {
  // Attempts end while the statement runs. What it was told decides whether it left anything.
  const options = { ...given, hooks: new Map(given.hooks), workspaces: new Map(given.workspaces) }
  const { now, slots, perHook, perWorkspace, slow } = options
  const busyHooks = JSON.stringify(Object.fromEntries(options.hooks))
  const limits = JSON.stringify(Object.fromEntries(options.limits))
  const busyWorkspaces = JSON.stringify(Object.fromEntries(options.workspaces))
  const { rows } = await sql<(Claim | { id: null }) & Visited>`
    with recursive walk as (
      (select hook_id, 1 as hop from delivery_queue
        where ready and hook_id > ${options.after ?? FIRST}::uuid order by hook_id limit 1)
      union all
      select next.hook_id, hop + 1
      from walk cross join lateral (
        select hook_id from delivery_queue where ready and hook_id > walk.hook_id order by hook_id limit 1
      ) next
      where hop < ${HOOKS_PER_CLAIM}
    ),
    visited as materialized (
      select hooks.id as hook_id, hooks.workspace_id, (hooks.slow_since is not null) = ${slow} as of_lane
      from walk join hooks on hooks.id = walk.hook_id
    ),
    free as (
      select hook_id, workspace_id, room
      from visited
      cross join lateral (select
        coalesce((${limits}::jsonb ->> hook_id::text)::integer, ${perHook}::integer)
        - coalesce((${busyHooks}::jsonb ->> hook_id::text)::integer, 0)) as hook_room (room)
      where of_lane and room > 0
        and coalesce((${busyWorkspaces}::jsonb ->> workspace_id::text)::integer, 0) < ${perWorkspace}
      order by hook_id limit ${slots}
    ),
    turns as (
      select due.delivery_id, due.turn, free.workspace_id,
        row_number() over (partition by free.workspace_id order by due.turn) as workspace_turn
      from free
      cross join lateral (
        select delivery_id, row_number() over (order by next_attempt_at, seq) as turn
        from (
          select delivery_id, next_attempt_at, seq from delivery_queue q
          where q.hook_id = free.hook_id and q.ready
          order by next_attempt_at, seq limit free.room
          for update skip locked
        ) locked
      ) due
    ),
    chosen as (
      select delivery_id, turn from turns
      where workspace_turn
        <= ${perWorkspace} - coalesce((${busyWorkspaces}::jsonb ->> workspace_id::text)::integer, 0)
      order by turn limit ${slots}
    ),
    claimed as (
      update delivery_queue q
      set next_attempt_at = ${leaseEnd(now)}, ready = false, claim_token = ${randomUUID()},
        unfinished_claims = unfinished_claims + 1
      from chosen where q.delivery_id = chosen.delivery_id
      returning q.*
    ),
    claims as (
      select d.id, claimed.claim_token as token, claimed.seq, claimed.hook_id, claimed.workspace_id, d.event_id, d.event,
        ${isOnce} as once, d.body, d.mode, d.schedule_step, claimed.unfinished_claims, hooks.target_url, hooks.enabled,
        hooks.payload as hook_mode, hooks.standard_webhooks, hooks.slow_since is not null as slow, hooks.secret,
        hooks.previous_secret, hooks.previous_secret_valid_until
      from claimed join deliveries d on d.id = claimed.delivery_id and d.period = claimed.period
        join hooks on hooks.id = claimed.hook_id
    )
    select claims.*, walked.*, visited.*
    from (select count(*) as walked, max(hook_id::text) as last_hook from walk) walked
      cross join (select count(*) filter (where of_lane) as own, count(*) as visited from visited) visited
      left join claims on true
    order by claims.seq`.execute(db)
  const claims = rows.filter((row): row is Claim & (typeof rows)[number] => row.id !== null)
  const { walked, last_hook, own, visited } = rows[0]!
  // When every slot is used, the hooks after the last one claimed have not had their turn.
  const full =
    claims.length === slots
      ? claims
          .map(({ hook_id }) => hook_id)
          .sort()
          .at(-1)!
      : null
  const after = full ?? (walked === HOOKS_PER_CLAIM ? last_hook : null)
  return { claims, after, left: after !== null || own > countEmptied(claims, options), others: visited > own }
}

/** The hooks of a round: how many, the last, and how many were still there, of the lane and in all. */
interface Visited {
  walked: number
  last_hook: string | null
  own: number
  visited: number
}

/** Hooks that had fewer ready deliveries than could have been claimed. */
function countEmptied(claims: Claim[], { perHook, limits, hooks, perWorkspace, workspaces }: ClaimOptions): number {
  const [byHook, byWorkspace] = [new Map(hooks), new Map(workspaces)]
  for (const { hook_id, workspace_id } of claims) {
    byHook.set(hook_id, (byHook.get(hook_id) ?? 0) + 1)
    byWorkspace.set(workspace_id, (byWorkspace.get(workspace_id) ?? 0) + 1)
  }
  const workspaceOf = new Map(claims.map(({ hook_id, workspace_id }) => [hook_id, workspace_id]))
  const emptied = [...workspaceOf].filter(
    ([hook, workspace]) =>
      byHook.get(hook)! < (limits.get(hook) ?? perHook) && byWorkspace.get(workspace)! < perWorkspace,
  )
  return emptied.length
}

/** A delivery claimed for sending on request, with its previous state. */
export interface RequestedClaim extends Lease {
  event: string
  event_id: string
  once: boolean
  status: DeliveryStatus
  schedule_step: number
  /** Null while held. */
  body: string | null
  mode: PayloadMode | null
  /** When it was due next before the claim; null when it had ended. */
  due_at: Date | null
  next_retry_at: Date | null
}

/**
 * Claims one delivery of a hook in any state. Returns undefined if it does not exist, if an attempt is under way, or
 * while it is held, because its content is not final yet. Must run in a transaction.
 */
export async function claimOne(
  tx: QueueDb,
  { id, hookId, now }: { id: string; hookId: string; now: Date },
): Promise<RequestedClaim | undefined> {
  const hook = await tx.selectFrom('hooks').select('id').where('id', '=', hookId).forKeyShare().executeTakeFirst()
  const queued = await tx
    .selectFrom('delivery_queue')
    .select(['next_attempt_at', 'claim_token', 'scheduled'])
    .where('delivery_id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  const delivery = await tx
    .selectFrom('deliveries')
    .selectAll()
    .where('id', '=', id)
    .where('hook_id', '=', hookId)
    .executeTakeFirst()
  if (!hook || !delivery) return undefined
  const due = queued === undefined || queued.next_attempt_at <= now
  if (!due && (queued.claim_token !== null || delivery.body === null)) return undefined
  const token = randomUUID()
  const lease = { claim_token: token, next_attempt_at: leaseEnd(now), ready: false }
  const { seq, workspace_id } = delivery
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('delivery_queue')
    .values({ delivery_id: id, seq, hook_id: hookId, workspace_id, scheduled: false, ...lease })
    // If no row was seen, one may exist by now: another caller's claim of a delivery that had ended.
    .onConflict((conflict) =>
      queued ? conflict.column('delivery_id').doUpdateSet(lease) : conflict.column('delivery_id').doNothing(),
    )
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 0n) return undefined
  const once = delivery.once || delivery.event === PING
  return { ...delivery, once, token, due_at: queued?.scheduled ? queued.next_attempt_at : null }
}

/**
 * Freezes the body of a claimed delivery, unless another process has done so meanwhile: then that body is kept.
 * Undefined: the claim was lost.
 */
export async function freeze(
  db: QueueDb,
  { id, token }: Lease,
  { body, mode }: { body: string; mode: PayloadMode },
): Promise<{ body: string; mode: PayloadMode } | undefined> {
  const { rows } = await sql<{ body: string; mode: PayloadMode }>`
    update deliveries d set body = coalesce(body, ${body}), mode = coalesce(mode, ${mode})
    from delivery_queue q
    where d.id = ${id} and q.delivery_id = d.id and q.period = d.period and q.claim_token = ${token}
    returning d.body, d.mode`.execute(db)
  return rows[0]
}

/** Returns a claim unused. */
export async function releaseClaim(db: QueueDb, { id, token }: Lease, now: Date): Promise<void> {
  await db
    .updateTable('delivery_queue')
    .set({ claim_token: null, unfinished_claims: 0, next_attempt_at: now, ready: true })
    .where('delivery_id', '=', id)
    .where('claim_token', '=', token)
    .execute()
}

/** Per delivery. The schedule makes 8; the rest are redeliveries. */
const ATTEMPTS_KEPT = 100

/**
 * Writes outcomes in one statement; an outcome whose claim was lost meanwhile is not written. Returns how many were
 * written.
 */
export async function settle(db: QueueDb, outcomes: Outcome[]): Promise<number> {
  const { numAffectedRows } = await sql`
    with held as (
      select o.*, q.period from json_to_recordset(${JSON.stringify(outcomes)}::json) as o (id uuid, token uuid, status text,
        schedule_step integer, next_attempt_at timestamptz, next_retry_at timestamptz, response_status integer,
        response_body text, latency_ms integer, attempted_at text, phase text, completed_at timestamptz)
      join delivery_queue q on q.delivery_id = o.id and q.claim_token = o.token
      for update of q
    ),
    ended as (delete from delivery_queue q using held where q.delivery_id = held.id and held.status <> 'pending'),
    waiting as (
      update delivery_queue q set claim_token = null, unfinished_claims = 0, ready = false,
        next_attempt_at = held.next_attempt_at
      from held where q.delivery_id = held.id and held.status = 'pending'
    )
    update deliveries d
    set status = held.status, attempts = d.attempts + 1, schedule_step = held.schedule_step,
      next_retry_at = held.next_retry_at, response_status = held.response_status,
      response_body = held.response_body, latency_ms = held.latency_ms, completed_at = held.completed_at,
      attempt_log = case when jsonb_array_length(d.attempt_log) < ${ATTEMPTS_KEPT} then d.attempt_log
          else d.attempt_log - 0 end
        || jsonb_build_object('at', held.attempted_at, 'phase', held.phase, 'status', held.response_status,
          'note', held.response_body, 'latency_ms', held.latency_ms)
    from held where d.id = held.id and d.period = held.period`.execute(db)
  return Number(numAffectedRows ?? 0)
}

const COUNTED_AT_MOST = 10_000

/** How many deliveries are due, counted up to 10,000. */
export async function countDue(db: QueueDb, now: Date): Promise<number> {
  const { rows } = await sql<{ due: number }>`
    select count(*) as due from (
      (select from delivery_queue where ready limit ${COUNTED_AT_MOST})
      union all
      (select from delivery_queue where not ready and next_attempt_at <= ${now} limit ${COUNTED_AT_MOST})
      limit ${COUNTED_AT_MOST}) waiting`.execute(db)
  return rows[0]!.due
}

/** Hooks whose oldest delivery is looked at. */
const HOOKS_READ = 10_000

/** Since when the oldest due delivery of each lane has waited for an attempt; null: none does. */
export async function oldestDue(db: QueueDb, now: Date): Promise<Record<'fast' | 'slow', Date | null>> {
  const { rows } = await sql<{ slow: boolean; since: Date }>`
    with recursive walk as (
      (select hook_id, 1 as hop from delivery_queue where ready order by hook_id limit 1)
      union all
      select next.hook_id, hop + 1
      from walk cross join lateral (
        select hook_id from delivery_queue where ready and hook_id > walk.hook_id order by hook_id limit 1
      ) next
      where hop < ${HOOKS_READ}
    ),
    waiting as (
      select walk.hook_id, next_attempt_at as since from walk cross join lateral (
        select next_attempt_at from delivery_queue q where q.hook_id = walk.hook_id and ready
        order by next_attempt_at limit 1
      ) oldest
      union all
      (select hook_id, next_attempt_at from delivery_queue where not ready and next_attempt_at <= ${now} and scheduled
        order by next_attempt_at limit 1)
    )
    select slow_since is not null as slow, min(since) as since from waiting join hooks on hooks.id = hook_id
    group by 1`.execute(db)
  const since = (slow: boolean) => rows.find((row) => row.slow === slow)?.since ?? null
  return { fast: since(false), slow: since(true) }
}

export function leaseEnd(now: Date): Date {
  return new Date(now.getTime() + LEASE_MS)
}
