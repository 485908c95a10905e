/** How often those who wait look again, since another process may have made the change. */
const POLL_MS = 500

/** Lets calls wait for what others are about to commit (`wait=`), without a connection of the database each. */
export interface Changes {
  /** Something was committed that somebody may wait for. */
  tell(): void
  /**
   * Looks until it finds something, after each change of this process and twice a second.
   * @param look what to look for; null: not yet
   * @param seconds how long at most, of real time; 0 looks once
   * @returns null when there was nothing, the caller has left, or this process ends
   */
  waitFor<T>(look: () => Promise<T | null>, seconds: number, signal: AbortSignal): Promise<T | null>
  /** Ends every wait, now and from now on. */
  end(): void
}

export function createChanges(): Changes {
  const waiting = new Set<() => void>()
  let ended = false

  const tell = () => {
    for (const wake of waiting) wake()
  }

  return {
    tell,
    end() {
      ended = true
      tell()
    },
    async waitFor(look, seconds, signal) {
      const until = performance.now() + seconds * 1_000
      for (;;) {
        // Listening starts before looking: a change in between is not missed.
        let wake = () => {}
        const changed = new Promise<void>((resolve) => {
          wake = resolve
        })
        waiting.add(wake)
        signal.addEventListener('abort', wake)
        const timer = setTimeout(wake, Math.min(POLL_MS, until - performance.now()))
        try {
          const found = await look()
          if (found !== null || ended || signal.aborted || performance.now() >= until) return found
          await changed
        } finally {
          clearTimeout(timer)
          signal.removeEventListener('abort', wake)
          waiting.delete(wake)
        }
      }
    },
  }
}
