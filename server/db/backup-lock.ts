import { sql } from 'kysely'
import type pg from 'pg'
import type { Db, Tx } from './database.ts'
import { LOCK_KEY_SQL } from './session-lock.ts'

const NAME = 'countersign:backup'
/** A look of `backupIsRunning` is over in no time; whoever still holds the lock then is a backup. */
const WAIT_MS = 5_000

/**
 * Announces a backup for as long as the session lives. Taken before the snapshot: whoever finds the lock free and has
 * committed before that look is seen by every snapshot of a later backup.
 * @returns false when another backup is running
 */
export async function announceBackup(session: pg.Client): Promise<boolean> {
  await session.query(`set lock_timeout = ${WAIT_MS}`)
  try {
    await session.query(`select pg_advisory_lock(${LOCK_KEY_SQL})`, [NAME])
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === '55P03') return false
    throw error
  } finally {
    await session.query('set lock_timeout = 0')
  }
}

/** True while a backup copies files: those that its snapshot names must stay until it ends. */
export async function backupIsRunning(db: Db | Tx): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock_shared(hashtextextended(${NAME}, 0)) as free`.execute(db)
  return !rows[0]!.free
}
