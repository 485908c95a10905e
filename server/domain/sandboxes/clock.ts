import { setTimeout as delay } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../context.ts'
import { EXPIRY, REMIND, SANDBOX } from '../../limits.ts'
import type { Actor } from '../actor.ts'
import { reconcile } from '../documents/reconcile.ts'
import { deleteRetired } from '../documents/retention.ts'
import { DomainError } from '../errors.ts'
import { expireReviews } from '../instances/expire-reviews.ts'
import { assertMay } from '../may.ts'
import { inSandbox } from '../records/workspaces/sandbox.ts'
import { ACTIONS, TRANSITIONS } from '../signers/states.ts'
import { expireDue } from '../signing/expire.ts'
import { remindDue } from '../signing/remind-due.ts'

type Task = 'remind' | 'expire' | 'end_reviews' | 'retention' | 'jobs' | 'deliver'

export interface MovedClock {
  now: Date
  /** What was done on the way. */
  ran: { task: Task; count: number }[]
}

/** How long one call holds the clock; a call that takes longer is one whose process died. */
const LEASE_MS = 300_000
/** How long the work of one moment may take, less than half of the lease: a receiver that hangs takes ten seconds an attempt. */
const PATIENCE_MS = 60_000
const LOOK_EVERY_MS = 50
/** Moments in which something falls due, in one call. */
const MOST_STEPS = 2_000

/** The time of the sandbox. */
export async function getClock(ctx: Ctx, actor: Actor): Promise<Date> {
  assertMay(ctx, actor, 'getClock')
  return ctx.clock.now()
}

/**
 * Moves the clock of the sandbox forward, from one moment in which something falls due to the next, and does in each what
 * is due before it goes on (contract 1.13): attempts at webhooks decide when the next one is due.
 * @throws DomainError `invalid_request` when it would go back or too far; `clock_moving`
 */
export async function moveClock(
  ctx: Ctx,
  actor: Actor,
  move: { advance?: string | undefined; now?: string | undefined },
): Promise<MovedClock> {
  assertMay(ctx, actor, 'moveClock')
  const clock = new SandboxClock(ctx)
  const target = clock.targetOf(move)
  await clock.hold()
  try {
    return await clock.moveTo(target)
  } finally {
    await clock.release()
  }
}

class SandboxClock {
  /** In the sandbox as it was when the call came. */
  readonly #ctx: Ctx
  readonly #id: string
  readonly #ran = new Map<Task, number>()
  #aheadMs: number
  /** Nobody does the queued work, or not in time: later moments do not wait for it again. */
  #isStuck = false

  constructor(ctx: Ctx) {
    if (!ctx.sandbox) throw new Error('only a sandbox has a clock of its own')
    this.#ctx = ctx
    this.#id = ctx.sandbox.workspaceId
    this.#aheadMs = ctx.sandbox.aheadMs
  }

  targetOf({ advance, now }: { advance?: string | undefined; now?: string | undefined }): Date {
    const refuse = (message: string): never => {
      throw new DomainError('invalid_request', message)
    }
    if ((advance === undefined) === (now === undefined)) refuse('the clock moves by advance or to now, one of the two')
    const from = this.#ctx.clock.now().getTime()
    const target = advance === undefined ? new Date(now!).getTime() : from + durationMs(advance)
    if (target < from) refuse(`the clock only moves forward, and it is ${new Date(from).toISOString()}`)
    if (target - from > SANDBOX.moveMs) refuse('the clock moves by at most 100 days in one call')
    if (this.#aheadMs + target - from > SANDBOX.aheadMs) refuse('the clock runs ahead by at most two years')
    return new Date(target)
  }

  /** @throws DomainError `clock_moving` */
  async hold(): Promise<void> {
    const now = this.#realNow()
    const { numUpdatedRows } = await this.#ctx.db
      .updateTable('workspaces')
      .set({ clock_moving_until: new Date(now.getTime() + LEASE_MS) })
      .where('id', '=', this.#id)
      // As it was when the call came: one that another has moved since would go back.
      .where('clock_ahead_ms', '=', this.#aheadMs)
      .where((eb) => eb.or([eb('clock_moving_until', 'is', null), eb('clock_moving_until', '<', now)]))
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new DomainError('clock_moving', 'another call is moving this clock')
  }

  async release(): Promise<void> {
    await this.#ctx.db.updateTable('workspaces').set({ clock_moving_until: null }).where('id', '=', this.#id).execute()
  }

  async moveTo(target: Date): Promise<MovedClock> {
    await this.#work()
    for (let steps = 0; steps < MOST_STEPS; steps++) {
      const next = await this.#nextDue(target)
      if (next === null) break
      await this.#set(next)
      await this.#work()
    }
    await this.#set(target)
    return { now: this.#inside().clock.now(), ran: [...this.#ran].map(([task, count]) => ({ task, count })) }
  }

  #realNow(): Date {
    return new Date(this.#ctx.clock.now().getTime() - this.#ctx.sandbox!.aheadMs)
  }

  /** The context at the time that the clock shows now. */
  #inside(): Ctx {
    const clock = { now: () => this.#realNow() }
    return inSandbox({ ...this.#ctx, clock, sandbox: null }, { ...this.#ctx.sandbox!, aheadMs: this.#aheadMs })
  }

  /** Sets the clock to `at`, if it is behind. What waits in queues, which run in real time, comes nearer by as much. */
  async #set(at: Date): Promise<void> {
    const by = at.getTime() - this.#inside().clock.now().getTime()
    if (by <= 0) return
    this.#aheadMs += by
    const { db } = this.#ctx
    await db.updateTable('workspaces').set({ clock_ahead_ms: this.#aheadMs }).where('id', '=', this.#id).execute()
    const nearer = (column: string) => sql`${sql.ref(column)} - ${by} * interval '1 ms'`
    await sql`update delivery_queue set next_attempt_at = ${nearer('next_attempt_at')}
      where workspace_id = ${this.#id} and claim_token is null`.execute(db)
    await sql`select graphile_worker.reschedule_jobs(array[id], run_at => ${nearer('run_at')})
      from graphile_worker._private_jobs where ${this.#isOwnJob()} and locked_at is null`.execute(db)
  }

  /** Everything that is due now. */
  async #work(): Promise<void> {
    const inside = this.#inside()
    this.#count('remind', await remindDue(inside))
    this.#count('expire', await expireDue(inside))
    this.#count('end_reviews', await expireReviews(inside))
    this.#count('retention', await deleteRetired(inside))
    await reconcile(inside)
    await this.#finishQueued()
  }

  /** Waits until the jobs and deliveries that are due have been done, by whichever process does them. */
  async #finishQueued(): Promise<void> {
    const { db, deliveries } = this.#ctx
    const before = await this.#attempts()
    const until = performance.now() + PATIENCE_MS
    let most = 0
    for (;;) {
      const { jobs, due } = await this.#queued()
      most = Math.max(most, jobs)
      if (jobs + due === 0) break
      this.#isStuck ||= performance.now() > until
      if (this.#isStuck) break
      if (jobs > 0) await sql`select pg_notify('jobs:insert', '{"r":"clock","count":1}')`.execute(db)
      if (due > 0) deliveries.wake()
      await delay(LOOK_EVERY_MS)
    }
    this.#count('jobs', most)
    this.#count('deliver', (await this.#attempts()) - before)
  }

  async #queued(): Promise<{ jobs: number; due: number }> {
    const now = this.#realNow()
    const { rows } = await sql<{ jobs: number; due: number }>`
      select
        (select count(*) from graphile_worker._private_jobs
          where ${this.#isOwnJob()} and (locked_at is not null or run_at <= ${now})) as jobs,
        (select count(*) from delivery_queue
          where workspace_id = ${this.#id} and (claim_token is not null or next_attempt_at <= ${now})) as due
    `.execute(this.#ctx.db)
    return rows[0]!
  }

  #isOwnJob(): RawBuilder<boolean> {
    return sql<boolean>`(payload->>'sandbox' = ${this.#id} and attempts < max_attempts)`
  }

  async #attempts(): Promise<number> {
    const { rows } = await sql<{ sum: number }>`
      select coalesce(sum(attempts), 0)::int as sum from deliveries where workspace_id = ${this.#id}`.execute(
      this.#ctx.db,
    )
    return rows[0]!.sum
  }

  /** When the next thing falls due after now, at the latest at `target`; null: nothing does. */
  async #nextDue(target: Date): Promise<Date | null> {
    const now = this.#inside().clock.now()
    const ahead = sql`${this.#aheadMs} * interval '1 ms'`
    const step = sql`(array[${sql.join(REMIND.afterDays)}]::int[])[reminder_steps + 1]`
    const { rows } = await sql<{ next: Date | null }>`
      select min(at) as next from (
        select expires_at as at from signing_requests
        where workspace_id = ${this.#id} and status = any(${TRANSITIONS.expire.from}::text[])
        union all
        select invited_at + ${step} * ${EXPIRY.dayMs} * interval '1 ms' from signing_requests
        where workspace_id = ${this.#id} and status = any(${ACTIONS.remind.from}::text[])
          and reminder_steps < ${REMIND.afterDays.length}
          and (select reminders from workspaces where id = ${this.#id})
        union all
        select review_expires_at from documents where workspace_id = ${this.#id} and review_state = 'staged'
        union all
        select completed_at + (select retention_days from workspaces where id = ${this.#id}) * interval '24 hours'
        from documents where workspace_id = ${this.#id} and files_deleted_at is null and completed_at is not null
        union all
        select seal_due_at from documents where workspace_id = ${this.#id} and seal_state = 'due'
        union all
        select run_at + ${ahead} from graphile_worker._private_jobs where ${this.#isOwnJob()}
        union all
        select next_attempt_at + ${ahead} from delivery_queue where workspace_id = ${this.#id}
      ) as due
      where at > ${now} and at <= ${target}`.execute(this.#ctx.db)
    return rows[0]!.next
  }

  #count(task: Task, count: number): void {
    if (count > 0) this.#ran.set(task, (this.#ran.get(task) ?? 0) + count)
  }
}

const UNITS = { D: 86_400_000, H: 3_600_000, M: 60_000, S: 1_000 } as const

/** An ISO 8601 duration of days, hours, minutes and seconds in milliseconds; the spec has checked its form. */
export function durationMs(text: string): number {
  const parts = text.matchAll(/(\d+)([DHMS])/g)
  return [...parts].reduce((sum, [, count, unit]) => sum + Number(count) * UNITS[unit as keyof typeof UNITS], 0)
}
