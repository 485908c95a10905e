/** The one source of time: injected, so that expiry, retries and windows can be tested without waiting. */
export interface Clock {
  now(): Date
}

/** The sandbox in which a context works (contract 1.13). */
export interface Sandbox {
  /** The sandbox itself, a workspace. */
  workspaceId: string
  /** The live workspace behind it, whose templates and fields it uses. */
  liveId: string
  /** How far its time runs ahead of the real one. */
  aheadMs: number
}

/** What queues that run in real time have to wait for, so that something is due at `at` by the context's clock. */
export function inRealTime({ sandbox }: { sandbox: Sandbox | null }, at: Date): Date {
  return sandbox ? new Date(at.getTime() - sandbox.aheadMs) : at
}

export const systemClock: Clock = { now: () => new Date() }
