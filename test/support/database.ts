import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { createDatabase, type Db } from '../../server/db/database.ts'
import { adminQuery, databaseUrl } from './postgres.ts'

export interface TestDatabase {
  db: Db
  url: string
  /** Closes the pool. The database itself is removed after the run. */
  close(): Promise<void>
}

/** Its own migrated, empty database: copied from the template in some 40 ms. */
export async function testDatabase(): Promise<TestDatabase> {
  const url = await testDatabaseUrl()
  const db = createDatabase({ url })
  return { db, url, close: () => db.destroy() }
}

/** The same, for a test that opens its own pools or starts processes. */
export async function testDatabaseUrl(): Promise<string> {
  const admin = inject('postgresAdmin')
  const template = inject('postgresTemplate')
  const name = `${template}_${randomBytes(4).toString('hex')}`
  await adminQuery(admin, `create database ${name} template ${template}`)
  return databaseUrl(admin, name)
}

/** A database without tables. */
export async function bareDatabaseUrl(): Promise<string> {
  const admin = inject('postgresAdmin')
  const name = `${inject('postgresTemplate')}_${randomBytes(4).toString('hex')}`
  await adminQuery(admin, `create database ${name} template template0`)
  return databaseUrl(admin, name)
}
