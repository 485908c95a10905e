import pg from 'pg'
import type { Db } from './database.ts'

/**
 * Whether a connection of `db.pool` keeps its session while others are busy. Locks, LISTEN, jobs and migrations need that;
 * a pool that switches sessions between transactions breaks them silently.
 */
export async function keepsSessions(db: Db): Promise<boolean> {
  const [first, second] = [await db.pool.connect(), await db.pool.connect()]
  const sessionOf = async (client: typeof first) =>
    (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]!.pid
  try {
    const before = await sessionOf(first)
    await second.query('begin')
    await sessionOf(second)
    const isSame = before === (await sessionOf(first))
    await second.query('rollback')
    return isSame
  } finally {
    first.release()
    second.release()
  }
}

/** What is said where a connection has to keep its session and does not. */
export const POOLED = {
  url: 'DATABASE_URL leads to a pool by transaction: set DATABASE_DIRECT_URL to a connection past it, for locks, LISTEN, jobs and migrations',
  directUrl: 'DATABASE_DIRECT_URL leads to a pool by transaction too: it must lead past it, to Postgres itself',
} as const

/** Code of a connection that is refused for a parameter at its start, which Postgres takes and PgBouncer does not. */
const PROTOCOL_VIOLATION = '08P01'

/**
 * The error of a pooler in words that name the setting; null when `error` is another one.
 * @param isPooled whether there is a direct connection already; null error: it is known that sessions are not kept
 */
export function poolerError(error: null, isPooled: boolean): Error
export function poolerError(error: unknown): Error | null
export function poolerError(error: unknown, isPooled = false): Error | null {
  if (error === null) return new Error(isPooled ? POOLED.directUrl : POOLED.url)
  const isRefused = error instanceof pg.DatabaseError && error.code === PROTOCOL_VIOLATION
  return isRefused && /startup parameter/.test(error.message) ? new Error(POOLED.url, { cause: error }) : null
}
