import type { Pool } from 'pg'
import { CHANNEL } from '../db/delivery-signal.ts'
import type { Logger } from '../log.ts'

/** A signal that is not lost when it is set before anyone waits. */
export class Signal {
  #isSet = false
  #wake: (() => void) | null = null

  set(): void {
    this.#isSet = true
    this.#wake?.()
  }

  /** Waits until it is set, at most `ms` if given. */
  async wait(ms?: number): Promise<void> {
    if (!this.#isSet) {
      await new Promise<void>((resolve) => {
        const timer = ms === undefined ? undefined : setTimeout(resolve, ms)
        this.#wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
      this.#wake = null
    }
    this.#isSet = false
  }
}

const RECONNECT_MS = 1_000

/**
 * Listens for other processes' wake-ups on a session of its own, and opens a new one when it is lost. The engine's own
 * poll every second makes up for a wake-up missed meanwhile.
 */
export function listenForWakeups(pool: Pool, log: Logger, onNotify: () => void): { stop(): Promise<void> } {
  const stopped = new Signal()
  let stopping = false
  let endSession = () => {}

  async function session(): Promise<void> {
    const client = await pool.connect()
    const over = new Promise<void>((resolve) => {
      endSession = resolve
      client.once('end', resolve)
    })
    try {
      client.on('notification', onNotify)
      await client.query(`listen ${CHANNEL}`)
      if (!stopping) await over
    } finally {
      client.release(true)
    }
  }

  async function run(): Promise<void> {
    while (!stopping) {
      await session().catch((err: unknown) => log.warn({ err }, 'lost the session for delivery wake-ups'))
      if (!stopping) await stopped.wait(RECONNECT_MS)
    }
  }
  const running = run()

  return {
    async stop() {
      stopping = true
      stopped.set()
      endSession()
      await running
    },
  }
}
