import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { Client } from './client.ts'

/** After a session drops, reconnecting is tried for this long before its lock counts as lost. */
const RELOCK_WITHIN_MS = 10_000
const RELOCK_EVERY_MS = 500

/**
 * A dead process on a living machine ends its session at once. When the machine dies, only unanswered probes show it:
 * after 11 s instead of the two hours of most systems.
 */
const KEEPALIVES = 'set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 2; set tcp_keepalives_count = 3'

/** The 64-bit key of a named advisory lock, as SQL; `$1` is the name. */
export const LOCK_KEY_SQL = 'hashtextextended($1, 0)'

/** The name under which this process proves that it is alive, for the claims it makes. */
export interface Holder {
  /** Null: nothing proves it, for example in a command; its claims last until their lease ends. */
  id: string | null
}

export interface SessionLock {
  /** Releases the lock and closes its session. */
  release(): Promise<void>
}

/**
 * Holds the advisory lock `name` in a session of its own for as long as this process lives: Postgres frees it the
 * moment the process dies, however it dies, so anyone who can take the lock knows its owner is gone. Null when another
 * session has it. Needs a direct connection, not a transaction pool. `onLost` is called if the session broke and the
 * lock could not be retaken within 10 s: from then on others may consider this process dead.
 */
export async function holdLock(url: string, name: string, onLost: (error: Error) => void): Promise<SessionLock | null> {
  let released = false
  let session = await lockedSession(url, name)
  if (!session) return null
  watch(session)

  function watch(client: pg.Client): void {
    client.once('end', () => {
      if (!released) void relock()
    })
  }

  async function relock(): Promise<void> {
    const deadline = performance.now() + RELOCK_WITHIN_MS
    let lastError = new Error(`Another session took the lock ${name}`)
    while (performance.now() < deadline) {
      await delay(RELOCK_EVERY_MS)
      if (released) return
      try {
        const client = await lockedSession(url, name)
        if (!client) continue
        if (released) return await client.end()
        session = client
        return watch(client)
      } catch (error) {
        lastError = error as Error
      }
    }
    onLost(lastError)
  }

  return {
    async release() {
      released = true
      await session?.end().catch(() => {})
    },
  }
}

async function lockedSession(url: string, name: string): Promise<pg.Client | null> {
  const client = new Client({ connectionString: url, keepAlive: true, application_name: `countersign lock ${name}` })
  // A broken session emits 'end'; the error event adds nothing to that.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(KEEPALIVES)
    const { rows } = await client.query<{ locked: boolean }>(`select pg_try_advisory_lock(${LOCK_KEY_SQL}) as locked`, [
      name,
    ])
    if (rows[0]?.locked) return client
  } catch (error) {
    await client.end()
    throw error
  }
  await client.end()
  return null
}
