import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Db } from '../../server/db/database.ts'

export interface Waiting {
  /** How many sessions must wait; one unless given. */
  sessions?: number
  /** A pattern of LIKE, in lower case, for the statements that wait; any statement unless given. */
  statement?: string
}

/** Resolves once sessions of this database wait for locks, which a test holds. */
export async function waitForLock(db: Db, { sessions = 1, statement = '%' }: Waiting = {}): Promise<void> {
  const waiting = async () => {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and lower(query) like ${statement}`.execute(db)
    return rows.length
  }
  await expect.poll(waiting, { interval: 5 }).toBeGreaterThanOrEqual(sessions)
}
