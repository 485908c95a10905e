/** The one source of time: injected, so that expiry, retries and windows can be tested without waiting. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }
