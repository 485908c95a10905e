const TICK_MS = 50
/** What one tick counts at most. */
const TICK_AT_MOST_MS = 2 * TICK_MS

/**
 * Time in which this process could have noticed a response, in milliseconds since the start. A process that is short of
 * CPU, or busy starting hundreds of attempts, reads responses late: without this, it would take healthy receivers for
 * slow ones. A tick that comes late counts only `TICK_AT_MOST_MS`.
 */
export class OwnTime {
  #ms = 0
  #tickedAt = performance.now()
  readonly #onTick: () => void
  #timer: NodeJS.Timeout | null = null

  /** @param onTick called at every tick */
  constructor(onTick: () => void) {
    this.#onTick = onTick
  }

  /** It ticks until `stop`: while something is timed. */
  start(): void {
    if (this.#timer) return
    this.#advance()
    this.#timer = setInterval(() => {
      this.#advance()
      this.#onTick()
    }, TICK_MS)
  }

  now(): number {
    return this.#ms + Math.min(performance.now() - this.#tickedAt, TICK_AT_MOST_MS)
  }

  stop(): void {
    if (this.#timer) clearInterval(this.#timer)
    this.#timer = null
  }

  #advance(): void {
    this.#ms = this.now()
    this.#tickedAt = performance.now()
  }
}
