import type { ServerCtx } from '../context.ts'
import type { Outcome } from '../domain/deliveries/outcome.ts'
import { type Claim, claim as claimDue, makeReady, settle } from '../domain/deliveries/queue.ts'
import { ATTEMPT_TIMEOUT_MS } from '../domain/hooks/attempt.ts'
import { trimLogs } from '../domain/hooks/log.ts'
import { settleHooks } from '../domain/hooks/switch-off.ts'
import { deliver } from './deliver.ts'
import { type ClaimLimits, type Lane, Lanes, type RunningAttempt, SLOW_AFTER_MS } from './lanes.ts'
import { Outcomes } from './outcomes.ts'
import { OwnTime } from './own-time.ts'
import { listenForWakeups, Signal } from './wakeup.ts'

/**
 * The webhook engine: claims due deliveries, sends them and writes the outcomes (contract 6.6). Any number of processes
 * may run one on the same database. At least once: an attempt whose outcome was never written is repeated.
 */

type Needs = Pick<ServerCtx, 'db' | 'clock' | 'sandbox' | 'keyring' | 'outbound' | 'deliveries' | 'log' | 'metrics'>

export interface DeliveryOptions {
  /** For one attempt. */
  timeoutMs?: number
}

/** The longest delay after a missed wake-up, and of a retry. */
const POLL_MS = 1_000

/** Starts the engine. `stop` resolves when the attempts under way have ended and their outcomes are written. */
export function startDelivery(
  ctx: Needs,
  { timeoutMs = ATTEMPT_TIMEOUT_MS }: DeliveryOptions = {},
): { stop(): Promise<void> } {
  const lanes = new Lanes()
  const outcomes = new Outcomes(ctx)
  const signals = { fast: new Signal(), slow: new Signal(), waiting: new Signal() }
  const attempts = new Set<Promise<void>>()
  let stopping = false

  /** Whether a delivery may be ready that nobody has claimed: it may be able to start when an attempt ends. */
  const isOneLeft = { fast: true, slow: true }
  const wakeLane = (lane: Lane) => {
    isOneLeft[lane] = true
    signals[lane].set()
  }
  const wakeLanes = () => {
    wakeLane('fast')
    wakeLane('slow')
  }
  /** For new deliveries: the fast lane sees those of slow hooks, too, and then wakes the other. */
  const wake = () => {
    wakeLane('fast')
    if (lanes.room('fast') === 0) wakeLane('slow')
  }

  /** The attempts of the fast lane that may still become slow, and when they started, the earliest first. */
  const unanswered = new Map<RunningAttempt, number>()
  const moveSlow = () => {
    for (const [running, startedAt] of unanswered) {
      if (ownTime.now() - startedAt < SLOW_AFTER_MS) return
      unanswered.delete(running)
      outcomes.move(running.claim.hook_id, true)
      lanes.releaseSlot(running)
      wakeLanes()
    }
  }
  const ownTime = new OwnTime(moveSlow)

  /** One attempt, from the claim to the outcome. */
  async function run(claim: Claim, lane: Lane): Promise<void> {
    const running = lanes.enter(claim, lane)
    const startedAt = ownTime.now()
    if (lane === 'fast') unanswered.set(running, startedAt)
    let outcome: Outcome | null = null
    try {
      outcome = await deliver(ctx, claim, timeoutMs)
      if (outcome === null) return
      const inTime = outcome.response_status !== null && ownTime.now() - startedAt < SLOW_AFTER_MS
      if (claim.slow && inTime) {
        outcomes.move(claim.hook_id, false)
        isOneLeft.fast ||= isOneLeft.slow
      }
      outcomes.add(claim.hook_id, outcome)
    } catch (err) {
      // Our fault, not the receiver's: the lease expires and the delivery is claimed again.
      ctx.log.error({ err, delivery: claim.id }, 'delivery attempt failed to run')
    } finally {
      unanswered.delete(running)
      // Of the ceiling and of a hook that has changed lanes, both have a share.
      const concernsBoth = running.account !== 'fast' || lanes.isFull
      lanes.leave(running, outcome ? { status: outcome.response_status, latencyMs: outcome.latency_ms } : undefined)
      if (isOneLeft.fast) wakeLane('fast')
      if (isOneLeft.slow && concernsBoth) wakeLane('slow')
    }
  }

  /** Claims for a lane from its cursor on and starts the attempts. */
  async function claim(lane: Lane, cursor: Cursor, limits: ClaimLimits): Promise<void> {
    const now = ctx.clock.now()
    const from = cursor.after
    const { claims, after, left, others } = await claimDue(ctx.db, {
      ...limits,
      now,
      slow: lane === 'slow',
      after: from,
    })
    cursor.after = after
    if (left || from === null) isOneLeft[lane] = left
    // Not the other way round, or they would wake each other without end.
    if (others && lane === 'fast') wakeLane('slow')
    if (claims.length > 0) ownTime.start()
    for (const delivery of claims) {
      const attempt = run(delivery, lane).finally(() => {
        attempts.delete(attempt)
        if (attempts.size === 0) ownTime.stop()
      })
      attempts.add(attempt)
    }
  }

  async function claimForLane(lane: Lane, cursor: Cursor): Promise<void> {
    await outcomes.writeMoves()
    await claim(lane, cursor, lanes.shared(lane))
    const spare = lanes.spare(lane)
    if (spare) await claim(lane, cursor, spare)
  }

  async function serve(lane: Lane): Promise<void> {
    const cursor: Cursor = { after: null }
    while (!stopping) {
      let idle = lanes.room(lane) === 0
      if (!idle) {
        try {
          await claimForLane(lane, cursor)
          // What is left then waits for an attempt to end, or becomes ready later: both wake the lane.
          idle = cursor.after === null
        } catch (err) {
          ctx.log.warn({ err }, 'deliveries could not be claimed')
          idle = true
        }
      }
      if (idle && !stopping) await signals[lane].wait()
    }
  }

  /**
   * Makes retries and other waiting deliveries ready when they are due. New deliveries do not depend on it, unless their
   * wake-up was missed.
   */
  async function serveDue(): Promise<void> {
    while (!stopping) {
      try {
        await outcomes.writeMoves()
        const { more, waiting } = await makeReady(ctx.db, ctx.clock.now())
        if (waiting) wakeLanes()
        if (more) continue
      } catch (err) {
        ctx.log.warn({ err }, 'due deliveries could not be made ready')
      }
      if (!stopping) await signals.waiting.wait(POLL_MS)
    }
  }

  const stopListening = ctx.deliveries.onWake(wake)
  const listener = listenForWakeups(ctx.db.pool, ctx.log, wake)
  const serving = [serve('fast'), serve('slow'), serveDue()]

  return {
    async stop() {
      stopping = true
      stopListening()
      wakeLanes()
      signals.waiting.set()
      await Promise.all([...serving, listener.stop()])
      await Promise.all(attempts)
      await outcomes.drain()
    },
  }
}

/** The position of a lane's round over its hooks. */
interface Cursor {
  after: string | null
}

/**
 * Sends everything due now, sequentially in the order of recording, and returns how many were sent: the engine's
 * claims, attempts and outcomes without its concurrency, for tests and the demo.
 */
export async function deliverDue(
  ctx: Needs,
  { timeoutMs = ATTEMPT_TIMEOUT_MS }: DeliveryOptions = {},
): Promise<number> {
  const none: ReadonlyMap<string, number> = new Map()
  const limits = {
    slots: 100,
    perHook: 100,
    perWorkspace: 100,
    limits: none,
    hooks: none,
    workspaces: none,
    after: null,
  }
  let sent = 0
  for (;;) {
    const now = ctx.clock.now()
    await makeReady(ctx.db, now)
    const fast = await claimDue(ctx.db, { ...limits, now, slow: false })
    const slow = await claimDue(ctx.db, { ...limits, now, slow: true })
    const claims = [...fast.claims, ...slow.claims]
    if (claims.length === 0) return sent
    for (const delivery of claims) {
      const outcome = await deliver(ctx, delivery, timeoutMs)
      if (outcome !== null) await settle(ctx.db, [outcome])
      if (outcome?.status === 'pending') await settleHooks(ctx, [delivery.hook_id])
      sent += 1
    }
    await trimLogs(ctx, [...new Set(claims.map(({ hook_id }) => hook_id))])
  }
}
