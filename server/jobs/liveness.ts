import { setTimeout as delay } from 'node:timers/promises'
import type { ServerCtx } from '../context.ts'
import { holdProcessLock, sweepDeadProcesses } from '../domain/workers/liveness.ts'

/** A dead process is found by the second sweep after its death: within 4 s. */
const SWEEP_EVERY_MS = 2_000

type ProcessLock = Awaited<ReturnType<typeof holdProcessLock>>

export interface Liveness {
  stop(): Promise<void>
}

/**
 * Shows that this process is alive and ends the claims of dead ones, until stopped. Every process does both, also one
 * without a worker. If the proof is lost, claims last until their lease ends, until there is a new one.
 */
export async function startLiveness(ctx: ServerCtx): Promise<Liveness> {
  const stopping = new AbortController()
  let lock: ProcessLock | null = await hold()

  async function hold(): Promise<ProcessLock> {
    return holdProcessLock(ctx, (error) => {
      lock = null
      ctx.log.error({ err: error }, 'this process can no longer prove that it is alive, will retry')
    })
  }

  async function run(): Promise<void> {
    let suspects: ReadonlySet<string> = new Set()
    while (!stopping.signal.aborted) {
      try {
        lock ??= await hold()
        suspects = (await sweepDeadProcesses(ctx, suspects)).suspects
      } catch (error) {
        ctx.log.warn({ err: error }, 'the sweep for dead processes failed, will retry')
      }
      await delay(SWEEP_EVERY_MS, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  const running = run()
  return {
    async stop() {
      stopping.abort()
      await running
      await lock?.release()
    },
  }
}
