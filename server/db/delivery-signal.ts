import type { Pool } from 'pg'
import type { Logger } from '../log.ts'

/** The `NOTIFY` channel on which processes announce that a delivery is due. */
export const CHANNEL = 'countersign_deliveries'
const NOTIFY_EVERY_MS = 50

/** Wakes the delivery engine when something may be due. A lost wake-up costs a second: the engine polls. */
export interface DeliverySignal {
  /** Call it after the commit: `NOTIFY` inside a transaction would queue behind every other commit. */
  wake(): void
  /** Called on every wake-up in this process; returns a function that unsubscribes. */
  onWake(listener: () => void): () => void
}

/** Wakes the engine of this process or, if there is none, those of other processes: at most every 50 ms. */
export function createDeliverySignal({ pool, log }: { pool: Pool; log: Logger }): DeliverySignal {
  const listeners = new Set<() => void>()
  let quiet = false
  let again = false

  function notifyOthers(): void {
    pool.query(`notify ${CHANNEL}`).catch((err: unknown) => log.debug({ err }, 'delivery wake-up not sent'))
    quiet = true
    setTimeout(() => {
      quiet = false
      if (again) notifyOthers()
      again = false
    }, NOTIFY_EVERY_MS).unref()
  }

  return {
    wake() {
      for (const listener of listeners) listener()
      if (listeners.size > 0) return
      if (quiet) again = true
      else notifyOthers()
    },
    onWake(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
