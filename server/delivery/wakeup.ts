import type { Pool } from 'pg'
import { CHANNEL } from '../db/delivery-signal.ts'
import type { Logger } from '../log.ts'

/** A bell that is heard even when it rang before anybody listened. */
export class Bell {
  #rung = false
  #answer: (() => void) | null = null

  ring(): void {
    this.#rung = true
    this.#answer?.()
  }

  /** Until it rings, at most `ms`. */
  async wait(ms: number): Promise<void> {
    if (!this.#rung) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms)
        this.#answer = () => {
          clearTimeout(timer)
          resolve()
        }
      })
      this.#answer = null
    }
    this.#rung = false
  }
}

const RECONNECT_MS = 1_000

/**
 * Hears other processes' wake-ups on a session of its own, and takes a new one when it is lost. A wake-up missed
 * meanwhile is made up for by the engine's own look each second.
 */
export function listen(pool: Pool, log: Logger, onNotify: () => void): { stop(): Promise<void> } {
  const stopped = new Bell()
  let stopping = false
  let hangUp = () => {}

  async function session(): Promise<void> {
    const client = await pool.connect()
    const over = new Promise<void>((resolve) => {
      hangUp = resolve
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
      await session().catch((err: unknown) => log.warn({ err }, 'delivery wake-ups are not heard'))
      if (!stopping) await stopped.wait(RECONNECT_MS)
    }
  }
  const running = run()

  return {
    async stop() {
      stopping = true
      stopped.ring()
      hangUp()
      await running
    },
  }
}
