import type { Clock } from '../../server/clock.ts'

/** Stands still until it is advanced. */
export interface TestClock extends Clock {
  /** Advances by `ms`. */
  advance(ms: number): void
  /** Jumps to a time. */
  set(time: Date): void
}

/** @param start default: now, so that certificates and the job queue agree with it */
export function testClock(start: Date = new Date()): TestClock {
  let time = start.getTime()
  return {
    now: () => new Date(time),
    advance(ms) {
      time += ms
    },
    set(next) {
      time = next.getTime()
    },
  }
}

/** Now, or the last day on which keys that a call does not know are a warning (contract 9.5), for what expects one. */
export function clockOfWarnings(): TestClock {
  return testClock(new Date(Math.min(Date.now(), Date.parse('2026-12-01T09:00:00Z'))))
}
