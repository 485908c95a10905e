import type { AttemptResult } from '../domain/deliveries/outcome.ts'
import type { Claim, ClaimOptions } from '../domain/deliveries/queue.ts'
import { FIRST_PARALLEL, Paces } from './pace.ts'

/**
 * Limits the concurrent attempts per hook and workspace, in one process.
 *
 * A limit per hook alone does not isolate: hundreds of dead hooks fill every slot by waiting. So there are two lanes.
 * Hooks start in the fast one. An attempt that takes longer than SLOW_AFTER_MS releases its slot immediately, and its
 * hook is served from the slow lane until it has answered one attempt in time. Attempts that moved take no slot of the
 * slow lane either, or a hook that was moved by mistake would wait for all of them; only the ceiling counts them.
 *
 * Within a lane no workspace has more than a quarter of the slots, except from idle ones: three quarters at most, so
 * that there is always room for another.
 */
export type Lane = 'fast' | 'slow'

export const SLOW_AFTER_MS = 1_000
const SLOTS: Record<Lane, number> = { fast: 600, slow: 150 }
const WORKSPACE_SHARE = 0.25
/** For all attempts, including those that moved. */
const CEILING = 1_500

export type ClaimLimits = Pick<ClaimOptions, 'slots' | 'perHook' | 'limits' | 'hooks' | 'perWorkspace' | 'workspaces'>

/** An attempt under way, and the lane whose slot it takes. */
export interface RunningAttempt {
  claim: Claim
  account: Lane | 'moved'
  startedAt: number
}

export class Lanes {
  #running = { fast: 0, slow: 0, moved: 0 }
  #hooks = new Map<string, number>()
  #paces = new Paces()
  #workspaces = { fast: new Map<string, number>(), slow: new Map<string, number>(), moved: new Map<string, number>() }

  get running(): number {
    return this.#running.fast + this.#running.slow + this.#running.moved
  }

  enter(claim: Claim, lane: Lane): RunningAttempt {
    const running: RunningAttempt = { claim, account: lane, startedAt: performance.now() }
    count(this.#hooks, claim.hook_id, 1)
    this.#paces.started(claim.hook_id, this.#hooks.get(claim.hook_id)!)
    this.#add(running, 1)
    return running
  }

  /** Releases an attempt's slot before it has ended. */
  releaseSlot(running: RunningAttempt): void {
    this.#add(running, -1)
    running.account = 'moved'
    this.#add(running, 1)
  }

  /** @param result of the attempt; absent: it did not run */
  leave(running: RunningAttempt, result?: Pick<AttemptResult, 'status' | 'latencyMs'>): void {
    const hook = running.claim.hook_id
    if (result) this.#paces.ended(hook, { ...result, startedAt: running.startedAt })
    this.#add(running, -1)
    count(this.#hooks, hook, -1)
    if (!this.#hooks.has(hook)) this.#paces.forget(hook)
  }

  #add({ account, claim }: RunningAttempt, change: 1 | -1): void {
    this.#running[account] += change
    count(this.#workspaces[account], claim.workspace_id, change)
  }

  /** Whether neither lane can start an attempt. */
  get isFull(): boolean {
    return this.running >= CEILING
  }

  room(lane: Lane): number {
    return Math.max(0, Math.min(SLOTS[lane] - this.#running[lane], CEILING - this.running))
  }

  /** The limits of a claim that keeps every workspace to its share. */
  shared(lane: Lane): ClaimLimits {
    return this.#limits(lane, this.room(lane), share(lane))
  }

  /** The limits of a claim beyond the shares; null while no workspace has used up its share. */
  spare(lane: Lane): ClaimLimits | null {
    const wanting = [...this.#workspaces[lane].values()].some((busy) => busy >= share(lane))
    const slots = this.room(lane) - share(lane)
    return wanting && slots > 0 ? this.#limits(lane, slots, SLOTS[lane]) : null
  }

  #limits(lane: Lane, slots: number, perWorkspace: number): ClaimLimits {
    // A slow hook that needs its ten seconds for every attempt still gets 24 a minute. With one at a time, a few events
    // a minute and their retries were enough to delay first attempts by many minutes.
    const limits = lane === 'fast' ? this.#paces.limits : new Map<string, number>()
    const workspaces = this.#workspaces[lane]
    return { slots, perHook: FIRST_PARALLEL, limits, hooks: this.#hooks, perWorkspace, workspaces }
  }
}

function share(lane: Lane): number {
  return Math.floor(SLOTS[lane] * WORKSPACE_SHARE)
}

function count(counts: Map<string, number>, key: string, change: number): void {
  const next = (counts.get(key) ?? 0) + change
  if (next === 0) counts.delete(key)
  else counts.set(key, next)
}
