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

/** Makes a call that adds a document, and makes it again while the first one waits to do so. */
export async function callTwice<Answer>(db: Db, call: () => Promise<Answer>): Promise<[first: Answer, second: Answer]> {
  let first: Promise<Answer> | undefined
  const second = await db.transaction().execute(async (tx) => {
    await sql`lock table documents in share mode`.execute(tx)
    first = call()
    await waitForLock(db)
    return call()
  })
  return [await first!, second]
}
