export const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 30_000

/** The wait after the next failure, given the wait after the last one. */
export function longerWait(milliseconds: number): number {
  return Math.min(milliseconds * 2, LONGEST_WAIT_MS)
}

export interface Pause {
  done: Promise<void>
  end(): void
}

/** Ends after the given time, when the browser is online again, or when `end` is called. */
export function startPause(milliseconds: number): Pause {
  let end = () => {}
  const done = new Promise<void>((resolve) => {
    end = () => {
      clearTimeout(timer)
      removeEventListener('online', end)
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    addEventListener('online', end)
  })
  return { done, end }
}
