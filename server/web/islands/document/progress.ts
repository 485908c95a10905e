/** Longer than a heavy page takes on a slow phone. */
const STALLS_AFTER_TICKS = 10
const TICK_MS = 1_000

export interface Vigil {
  /** Watches work until it settles. */
  during<T>(work: Promise<T>): Promise<T>
  /** Some of the work is done. */
  moved(): void
  end(): void
}

/**
 * Tells when nothing of what is under way has moved for ten seconds, and when it moves again: a worker that died or was
 * blocked is silent, and so is a connection that hangs. A slow one may still arrive, so nothing is given up here.
 */
export function watchProgress(onStalled: (isStalled: boolean) => void): Vigil {
  let pending = 0
  // Ticks, not time: after a sleep of the device nothing has had its chance yet.
  let ticks = 0
  let isStalled = false
  const timer = setInterval(() => {
    // Browsers draw nothing on a page that nobody sees.
    if (pending === 0 || document.visibilityState === 'hidden') ticks = 0
    else if (++ticks === STALLS_AFTER_TICKS) {
      isStalled = true
      onStalled(true)
    }
  }, TICK_MS)
  const moved = () => {
    ticks = 0
    if (!isStalled) return
    isStalled = false
    onStalled(false)
  }
  return {
    async during(work) {
      pending++
      try {
        return await work
      } finally {
        pending--
        moved()
      }
    },
    moved,
    end: () => clearInterval(timer),
  }
}
