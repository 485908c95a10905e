import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { systemClock } from '../../server/clock.ts'
import { newMasterKey } from '../../server/config.ts'
import { createWorkspace } from '../../server/domain/records/workspaces/create.ts'
import { createKey } from '../../server/domain/records/workspaces/keys.ts'
import { type TestDatabase, testDatabase } from '../support/database.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'

const CLIENTS = 16
/** Responses before the process is killed. */
const RESPONSES = 300

let database: TestDatabase
let dataDir: string
let server: ServerProcess

beforeAll(async () => {
  database = await testDatabase()
  dataDir = await mkdtemp(join(tmpdir(), 'countersign-call-log-'))
  server = await startServerProcess({ DATABASE_URL: database.url, DATA_DIR: dataDir, MASTER_KEY: newMasterKey() })
})
afterAll(async () => {
  await database.close()
  await rm(dataDir, { recursive: true, force: true })
})

it('a process killed with -9 between two batches has logged every call that it responded to', async () => {
  const { db } = database
  const ctx = { clock: systemClock }
  const { id: workspaceId } = await db.transaction().execute((tx) => createWorkspace(ctx, tx, { name: 'Kill' }))
  const rights = { workspaceId, name: 'Test', scope: 'full' as const, allowIps: [], embedOrigins: [] }
  const { key } = await createKey(ctx, db, rights)

  const responded: string[] = []
  let killed: Promise<void> | null = null
  const client = async () => {
    for (;;) {
      try {
        const { headers } = await server.fetch('/v1/me', { headers: { Authorization: `Bearer ${key}` } })
        responded.push(headers.get('x-request-id')!)
      } catch {
        return // The process is gone.
      }
      // Others are in the middle of a call, some of them waiting for the batch after the current one.
      if (responded.length >= RESPONSES) killed ??= server.kill()
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  await killed
  const { rows } = await sql<{ id: string }>`
    select call as id from unnest(${responded}::uuid[]) as call
    where not exists (select from api_log where request_id = call)
  `.execute(db)
  expect(rows).toEqual([])
  // Rows that were committed together have the same transaction.
  const { rows: batches } = await sql<{ n: number }>`select count(distinct xmin::text) as n from api_log`.execute(db)
  expect(batches[0]!.n).toBeLessThan(responded.length)
})
