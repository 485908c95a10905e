import { sql } from 'kysely'
import type pg from 'pg'
import type { Db, Tx } from './database.ts'
import { LOCK_KEY_SQL } from './session-lock.ts'

const NAME = 'countersign:backup'
/** The check of `backupIsRunning` is over quickly; a lock still held after this belongs to a backup. */
const WAIT_MS = 5_000

/**
 * Takes the backup lock for as long as the session lives, before the snapshot: anyone who found the lock free and then
 * committed is visible in every snapshot of a later backup.
 * @returns false when another backup is running
 */
export async function takeBackupLock(session: pg.Client): Promise<boolean> {
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

/** True while a backup copies files: those in its snapshot must stay until it ends. */
export async function backupIsRunning(db: Db | Tx): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock_shared(hashtextextended(${NAME}, 0)) as free`.execute(db)
  return !rows[0]!.free
}
