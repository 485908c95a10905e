import { isDelivered } from '../../../domain/deliveries/outcome.ts'
import type { TriedDelivery } from '../../../domain/hooks/read.ts'

/** The attempts of one hour. */
export interface Hour {
  start: Date
  succeeded: number
  failed: number
}

export interface Health {
  /** The last 24 hours, the oldest first. */
  hours: Hour[]
  /** Of the newest attempts, in milliseconds; null without any. */
  medianMs: number | null
  /** Share of the deliveries that succeeded at their first attempt; null while none is known. */
  firstTime: number | null
}

const HOUR_MS = 3_600_000
const HOURS = 24

/** How a hook is doing, as far as its log says: that is the last 100 deliveries, and those that wait or failed. */
export function healthOf(deliveries: TriedDelivery[], now: Date): Health {
  const attempts = deliveries.flatMap(({ attempt_log }) => attempt_log)
  const first = Math.floor(now.getTime() / HOUR_MS) - (HOURS - 1)
  const hours = Array.from({ length: HOURS }, (_, n) => ({
    start: new Date((first + n) * HOUR_MS),
    succeeded: 0,
    failed: 0,
  }))
  for (const attempt of attempts) {
    const hour = hours[Math.floor(Date.parse(attempt.at) / HOUR_MS) - first]
    if (!hour) continue
    if (isDelivered(attempt)) hour.succeeded += 1
    else hour.failed += 1
  }
  const tried = deliveries.filter(({ attempts }) => attempts > 0)
  const latencies = tried.map(({ latency_ms }) => latency_ms).sort((a, b) => a - b)
  // The log of a delivery that was sent very often has lost its first attempts.
  const firsts = tried.flatMap(({ attempts, attempt_log: log }) => (log.length === attempts ? log.slice(0, 1) : []))
  return {
    hours,
    medianMs: latencies[Math.floor((latencies.length - 1) / 2)] ?? null,
    firstTime: firsts.length === 0 ? null : firsts.filter(isDelivered).length / firsts.length,
  }
}
