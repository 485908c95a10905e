import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'

/**
 * Starts a document at each of its times, evenly spread, whatever became of those before: a slow server gets no rest.
 * @param start is given the time that was planned (`performance.now`); must not reject
 * @returns when all have ended, how late each was started (ms): by this program, not by the server
 */
export async function arrive(
  { perMinute, minutes }: { perMinute: number; minutes: number },
  start: (plannedAt: number, index: number) => Promise<void>,
): Promise<number[]> {
  const begin = performance.now()
  const late: number[] = []
  const running: Promise<void>[] = []
  const count = Math.max(1, Math.round(perMinute * minutes))
  for (let index = 0; index < count; index++) {
    const plannedAt = begin + (index * 60_000) / perMinute
    const early = plannedAt - performance.now()
    if (early > 0) await delay(early)
    late.push(Math.max(0, performance.now() - plannedAt))
    running.push(start(plannedAt, index))
  }
  await Promise.all(running)
  return late
}
