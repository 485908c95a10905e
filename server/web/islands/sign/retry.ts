import { FIRST_WAIT_MS, longerWait, startPause } from '../pause.ts'
import { Unreachable } from './calls.ts'

/** Repeats a call until the server responds: after a growing wait, or as soon as the browser is online again. */
export async function untilAnswered<T>(work: () => Promise<T>): Promise<T> {
  for (let wait = FIRST_WAIT_MS; ; wait = longerWait(wait)) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error
      await startPause(wait).done
    }
  }
}
