import { type AttemptResult, isDelivered } from '../domain/deliveries/outcome.ts'

/** Concurrent attempts per hook: initially, and at most. */
export const FIRST_PARALLEL = 4
const MOST_PARALLEL = 64
/**
 * A response within this time raises the limit. Half of what counts as slow, so that growth alone makes no hook slow.
 */
const QUICK_MS = 500
/** A slower response lowers the limit, and so does a failure. */
const SLOW_MS = 1_000

interface Pace {
  parallel: number
  /** The highest number that were under way together. */
  peak: number
  /** Attempts that started earlier ran together with the one that lowered the limit, and do not lower it further. */
  shrunkAt: number
}

/**
 * How many attempts each hook takes at a time, in one process: one more for each quick success, so that the limit
 * doubles from one round of responses to the next as long as at least half of it is used; halved after a failure or a
 * slow response. A hook that becomes idle starts over.
 */
export class Paces {
  #paces = new Map<string, Pace>()

  /** By hook with attempts under way. */
  get limits(): ReadonlyMap<string, number> {
    return new Map([...this.#paces].map(([hook, { parallel }]) => [hook, parallel]))
  }

  /** @param busy attempts of the hook under way, this one included */
  started(hook: string, busy: number): void {
    const pace = this.#paces.get(hook)
    if (pace) pace.peak = Math.max(pace.peak, busy)
    else this.#paces.set(hook, { parallel: FIRST_PARALLEL, peak: busy, shrunkAt: 0 })
  }

  /** @param attempt its result and start time, in milliseconds of any single clock */
  ended(hook: string, attempt: Pick<AttemptResult, 'status' | 'latencyMs'> & { startedAt: number }): void {
    const pace = this.#paces.get(hook)!
    if (!isDelivered(attempt) || attempt.latencyMs >= SLOW_MS) {
      if (attempt.startedAt < pace.shrunkAt) return
      pace.parallel = Math.max(FIRST_PARALLEL, Math.floor(pace.parallel / 2))
      pace.shrunkAt = attempt.startedAt + attempt.latencyMs
    } else if (attempt.latencyMs < QUICK_MS && pace.peak >= pace.parallel / 2) {
      pace.parallel = Math.min(MOST_PARALLEL, pace.parallel + 1)
    }
  }

  forget(hook: string): void {
    this.#paces.delete(hook)
  }
}
