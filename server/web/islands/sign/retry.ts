import { Unreachable } from './calls.ts'

const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 30_000

/** Repeats a call until the server answers: after a growing wait, or as soon as the browser is online again. */
export async function untilAnswered<T>(work: () => Promise<T>, onTrouble: () => void = () => {}): Promise<T> {
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error
      onTrouble()
      await waitOrOnline(wait)
    }
  }
}

function waitOrOnline(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      removeEventListener('online', done)
      resolve()
    }
    const timer = setTimeout(done, milliseconds)
    addEventListener('online', done)
  })
}
