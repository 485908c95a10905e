import type { Claim, ClaimOptions } from './due.ts'

/**
 * Who may have how many attempts under way, in one process.
 *
 * A cap for each hook alone does not isolate: hundreds of dead hooks fill every slot with waiting. So there are two
 * lanes. Hooks start in the fast one. An attempt that takes longer than SLOW_AFTER_MS moves to the slow lane's account,
 * its slot is free again at once, and from then on its hook is served from the slow lane, until it has answered one
 * attempt in time.
 *
 * Within a lane no workspace has more than a quarter of the slots, except from what lies idle: three quarters at most,
 * so that there is always room for another.
 */
export type Lane = 'fast' | 'slow'

export const SLOW_AFTER_MS = 1_000
const LIMITS: Record<Lane, { slots: number; perHook: number }> = {
  fast: { slots: 600, perHook: 4 },
  slow: { slots: 150, perHook: 1 },
}
const WORKSPACE_SHARE = 0.25
/** Over both lanes: attempts that moved may outnumber the slow lane's slots. */
const CEILING = 1_500

export type ClaimLimits = Pick<ClaimOptions, 'slots' | 'perHook' | 'hooks' | 'perWorkspace' | 'workspaces'>

/** An attempt under way. */
export interface Running {
  claim: Claim
  lane: Lane
}

export class Lanes {
  #running = { fast: new Set<Running>(), slow: new Set<Running>() }
  #hooks = new Map<string, number>()
  #workspaces = { fast: new Map<string, number>(), slow: new Map<string, number>() }

  get running(): number {
    return this.#running.fast.size + this.#running.slow.size
  }

  enter(claim: Claim, lane: Lane): Running {
    const running = { claim, lane }
    count(this.#hooks, claim.hook_id, 1)
    this.#account(running, 1)
    return running
  }

  /** Moves an attempt that takes long to the slow lane's account. */
  moveToSlow(running: Running): void {
    this.#account(running, -1)
    running.lane = 'slow'
    this.#account(running, 1)
  }

  leave(running: Running): void {
    this.#account(running, -1)
    count(this.#hooks, running.claim.hook_id, -1)
  }

  #account(running: Running, change: 1 | -1): void {
    if (change === 1) this.#running[running.lane].add(running)
    else this.#running[running.lane].delete(running)
    count(this.#workspaces[running.lane], running.claim.workspace_id, change)
  }

  room(lane: Lane): number {
    return Math.max(0, Math.min(LIMITS[lane].slots - this.#running[lane].size, CEILING - this.running))
  }

  /** What may be claimed with every workspace kept to its share. */
  shared(lane: Lane): ClaimLimits {
    return this.#limits(lane, this.room(lane), share(lane))
  }

  /** What may be claimed beyond the shares; null while no workspace has used its share up. */
  spare(lane: Lane): ClaimLimits | null {
    const wanting = [...this.#workspaces[lane].values()].some((busy) => busy >= share(lane))
    const slots = this.room(lane) - share(lane)
    return wanting && slots > 0 ? this.#limits(lane, slots, LIMITS[lane].slots) : null
  }

  #limits(lane: Lane, slots: number, perWorkspace: number): ClaimLimits {
    const { perHook } = LIMITS[lane]
    return { slots, perHook, hooks: this.#hooks, perWorkspace, workspaces: this.#workspaces[lane] }
  }
}

function share(lane: Lane): number {
  return Math.floor(LIMITS[lane].slots * WORKSPACE_SHARE)
}

function count(counts: Map<string, number>, key: string, change: number): void {
  const next = (counts.get(key) ?? 0) + change
  if (next === 0) counts.delete(key)
  else counts.set(key, next)
}
