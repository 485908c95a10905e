import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { systemClock } from '../../server/clock.ts'
import { newMasterKey } from '../../server/config.ts'
import { addMember } from '../../server/domain/people/members.ts'
import { createWorkspace } from '../../server/domain/records/workspaces/create.ts'
import { createKey } from '../../server/domain/records/workspaces/keys.ts'
import type { TestKey } from '../support/call.ts'
import { type TestDatabase, testDatabase } from '../support/database.ts'
import { sized } from '../support/full-size.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { leaseModel, lockedTemplate, signature } from '../support/templates.ts'

const ROWS = sized(12, 24)
/** It is killed once so many rows are sent. */
const KILLS = sized([1, 6], [1, 8, 16])
const BULK_ID = '0b8f2d52-6f0e-4a52-8f0e-0d1f6d8f5a11'

let database: TestDatabase
let dataDir: string
let settings: Record<string, string>
let server: ServerProcess

beforeAll(async () => {
  database = await testDatabase()
  dataDir = await mkdtemp(join(tmpdir(), 'countersign-bulk-'))
  settings = { DATABASE_URL: database.url, DATA_DIR: dataDir, MASTER_KEY: newMasterKey() }
  server = await startServerProcess(settings)
})
afterAll(async () => {
  await server.stop()
  await database.close()
  await rm(dataDir, { recursive: true, force: true })
})

/** A file of leases whose rows are checked, and whose sending begins. */
async function sending(): Promise<string> {
  const { db } = database
  const ctx = { clock: systemClock }
  const { id: workspaceId } = await db.transaction().execute((tx) => createWorkspace(ctx, tx, { name: 'Kill' }))
  const rights = { workspaceId, name: 'Test', scope: 'full' as const, allowIps: [], embedOrigins: [] }
  const key: TestKey = { ...(await createKey(ctx, db, rights)), workspaceId }
  const template = leaseModel({ boxes: [signature(1), signature(2)] })
  const { id: templateId, version } = await lockedTemplate(server, key, { template, fields: [] })
  const person = { workspaceId, email: 'olga@example.com', name: 'Olga', role: 'owner' as const }
  await db.transaction().execute(async (tx) => {
    const user = await addMember(ctx, tx, person)
    const at = ctx.clock.now()
    const about = { template_id: templateId, template_version: version, filename: 'leases.csv' }
    const who = { user_id: user.id, ip: null, user_agent: null }
    await tx
      .insertInto('bulk_sends')
      .values({
        id: BULK_ID,
        workspace_id: workspaceId,
        ...about,
        ...who,
        state: 'sending',
        created_at: at,
        changed_at: at,
      })
      .execute()
    const rows = Array.from({ length: ROWS }, (_, index) => {
      const recipients = [1, 2].map((slot) => ({ slot, email: `row${index + 2}-${slot}@example.com` }))
      const given = JSON.stringify({ recipients, values: {}, title: null })
      return { bulk_id: BULK_ID, row: index + 2, given, checked: true }
    })
    await tx.insertInto('bulk_rows').values(rows).execute()
    await sql`select graphile_worker.add_job('bulk-send', ${JSON.stringify({ bulkId: BULK_ID })}::json)`.execute(tx)
  })
  return workspaceId
}

const count = async (table: 'documents' | 'bulk_rows'): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(${sql.ref(table === 'documents' ? 'id' : 'document_id')})::int as n from ${sql.table(table)}`.execute(
    database.db,
  )
  return rows[0]!.n
}

it('a server that is killed again and again while it sends rows sends each of them once', async () => {
  const workspaceId = await sending()
  for (const until of KILLS) {
    await expect.poll(() => count('bulk_rows'), { interval: 5 }).toBeGreaterThanOrEqual(until)
    await server.kill()
    expect(await count('documents')).toBe(await count('bulk_rows'))
    // Its jobs are free with its end, and not only later.
    await sql`update graphile_worker._private_jobs set locked_at = null, locked_by = null`.execute(database.db)
    server = await startServerProcess(settings)
  }
  const { db } = database
  const state = () => db.selectFrom('bulk_sends').select('state').executeTakeFirstOrThrow()
  await expect.poll(state, { interval: 200 }).toEqual({ state: 'done' })
  expect([await count('documents'), await count('bulk_rows')]).toEqual([ROWS, ROWS])
  const first = await db.selectFrom('signing_requests').select('email').where('status', '=', 'pending').execute()
  expect(new Set(first.map(({ email }) => email)).size).toBe(ROWS)
  const sent = db.selectFrom('events').select('id').where('workspace_id', '=', workspaceId)
  expect(await sent.where('type', '=', 'signing_request.sent').execute()).toHaveLength(ROWS)
})
