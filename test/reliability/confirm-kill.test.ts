import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { systemClock } from '../../server/clock.ts'
import { newMasterKey } from '../../server/config.ts'
import { createWorkspace } from '../../server/domain/records/workspaces/create.ts'
import { createKey } from '../../server/domain/records/workspaces/keys.ts'
import type { TestKey } from '../support/call.ts'
import { type TestDatabase, testDatabase } from '../support/database.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { leaseModel, lockedTemplate, signature, staged } from '../support/templates.ts'

let database: TestDatabase
let dataDir: string
let settings: Record<string, string>
let server: ServerProcess
let key: TestKey
let templateId: string

beforeAll(async () => {
  database = await testDatabase()
  dataDir = await mkdtemp(join(tmpdir(), 'countersign-confirm-'))
  settings = { DATABASE_URL: database.url, DATA_DIR: dataDir, MASTER_KEY: newMasterKey() }
  server = await startServerProcess(settings)
  const { db } = database
  const ctx = { clock: systemClock }
  const { id: workspaceId } = await db.transaction().execute((tx) => createWorkspace(ctx, tx, { name: 'Kill' }))
  const rights = { workspaceId, name: 'Test', scope: 'full' as const, allowIps: [], embedOrigins: [] }
  key = { ...(await createKey(ctx, db, rights)), workspaceId }
  const template = leaseModel({ boxes: [signature(1), signature(2)] })
  templateId = (await lockedTemplate(server, key, { template, fields: [] })).id
}, 240_000)
afterAll(async () => {
  await server.stop()
  await database.close()
  await rm(dataDir, { recursive: true, force: true })
})

const stage = async () => {
  const { document_id: id } = await staged(server, key, templateId, { field_values: {}, send_emails: true })
  return id!
}
const confirm = (id: string) =>
  server.call<{ status: string; already_confirmed: boolean }>(key, 'POST', `/v1/documents/${id}/confirm`, { json: {} })
const stateOf = (id: string) =>
  database.db.selectFrom('documents').select('review_state').where('id', '=', id).executeTakeFirstOrThrow()
/** What was recorded of the confirm: everything once, or nothing. */
async function recorded(id: string): Promise<string[]> {
  const events = await database.db
    .selectFrom('events')
    .select('type')
    .where('document_id', '=', id)
    .orderBy('seq')
    .execute()
  return events.map(({ type }) => type).filter((type) => type !== 'template_instance.staged')
}
const EVERYTHING = ['template_instance.confirmed', 'signing_request.sent']

/** Kills the server while the confirm of `id` runs, when `when` says so, and starts another. */
async function killDuring(id: string, when: () => Promise<unknown>): Promise<void> {
  const broken = confirm(id).catch(() => null)
  await when()
  await server.kill()
  await broken
  // Its jobs are free with its end, and not only hours later.
  await sql`update graphile_worker._private_jobs set locked_at = null, locked_by = null`.execute(database.db)
}

/** Every invitation that went out is in the outbox; no job is left that would send another. */
async function invitations(): Promise<string[]> {
  const jobs = sql<{
    n: number
  }>`select count(*)::int as n from graphile_worker.jobs where task_identifier = 'send-email'`
  await expect
    .poll(async () => (await jobs.execute(database.db)).rows[0]!.n, { timeout: 120_000, interval: 200 })
    .toBe(0)
  const sent = await database.db.selectFrom('outbox').select('recipient').execute()
  return sent.map(({ recipient }) => recipient)
}

it('staged.kill-9-in-confirm: either nothing or everything, and one invitation', async () => {
  const { db } = database
  // In its transaction, which waits for the row that this test holds.
  const waiting = await stage()
  await db.transaction().execute(async (tx) => {
    await tx.selectFrom('documents').select('id').where('id', '=', waiting).forUpdate().execute()
    await killDuring(waiting, () => lockIsAwaited())
  })
  expect(await stateOf(waiting)).toEqual({ review_state: 'staged' })
  expect(await recorded(waiting)).toEqual([])

  server = await startServerProcess(settings)
  const done = await confirm(waiting)
  expect([done.status, done.body]).toMatchObject([200, { status: 'pending', already_confirmed: false }])
  expect(await recorded(waiting)).toEqual(EVERYTHING)
  expect(await invitations()).toEqual(['ada@example.com'])

  // As soon as it is committed, before the caller has the answer or the invitation is out.
  const committed = await stage()
  await killDuring(committed, async () => {
    while ((await stateOf(committed)).review_state === 'staged') await new Promise(setImmediate)
  })
  server = await startServerProcess(settings)
  const again = await confirm(committed)
  expect([again.status, again.body]).toMatchObject([200, { status: 'pending', already_confirmed: true }])
  expect(await recorded(committed)).toEqual(EVERYTHING)
  expect(await invitations()).toEqual(['ada@example.com', 'ada@example.com'])
}, 300_000)

/** Until a session of the server waits for a lock on a row. */
async function lockIsAwaited(): Promise<void> {
  await expect
    .poll(
      async () => {
        const { rows } = await sql<{ n: number }>`
          select count(*)::int as n from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(database.db)
        return rows[0]!.n
      },
      { timeout: 60_000 },
    )
    .toBeGreaterThan(0)
}
