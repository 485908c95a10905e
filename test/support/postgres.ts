import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { createDatabase } from '../../server/db/database.ts'
import { startEmbedded } from '../../server/db/embedded.ts'
import { migrate } from '../../server/db/migrate.ts'
import { isAllPure } from './projects.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A connection that may create databases. */
    postgresAdmin: string
    /** A migrated, empty database without connections. */
    postgresTemplate: string
    /** A folder for what test files share; deleted after the run. */
    runDirectory: string
  }
}

/**
 * Once for the whole run: the Postgres of DATABASE_URL, else a throwaway one from npm, with one migrated template that
 * every test file copies (`database.ts`).
 */
export default async function setup(project: TestProject): Promise<void | (() => Promise<void>)> {
  if (isAllPure(project)) return
  const runDirectory = await mkdtemp(join(tmpdir(), 'countersign-test-'))
  // Root runs Postgres as another user, who must be able to read its files.
  await chmod(runDirectory, 0o755)
  const given = process.env.DATABASE_URL
  const embedded = given ? null : await startEmbedded({ dataDir: runDirectory, throwaway: true })
  const admin = given ?? embedded?.url ?? ''
  const template = `countersign_test_${randomBytes(4).toString('hex')}`
  await adminQuery(admin, `create database ${template}`)
  const db = createDatabase({ url: databaseUrl(admin, template) })
  await migrate(db)
  await db.destroy()
  project.provide('postgresAdmin', admin)
  project.provide('postgresTemplate', template)
  project.provide('runDirectory', runDirectory)

  return async () => {
    if (given) await dropAll(admin, template)
    await embedded?.stop()
    await rm(runDirectory, { recursive: true, force: true })
  }
}

/** The same server, another database. */
export function databaseUrl(admin: string, database: string): string {
  const url = new URL(admin)
  url.pathname = `/${database}`
  return url.href
}

export async function adminQuery(admin: string, query: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: admin })
  await client.connect()
  try {
    return await client.query(query)
  } finally {
    await client.end()
  }
}

async function dropAll(admin: string, template: string): Promise<void> {
  const { rows } = await adminQuery(admin, `select datname from pg_database where datname like '${template}%'`)
  for (const { datname } of rows) await adminQuery(admin, `drop database ${datname} with (force)`)
}
