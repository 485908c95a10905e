import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newMasterKey } from '../../server/config.ts'
import { useCommands } from '../support/cli.ts'
import { sessionBy } from '../support/dashboard.ts'
import { type TestDatabase, testDatabase } from '../support/database.ts'
import { waitForLock } from '../support/locks.ts'
import { makePdf } from '../support/pdf-fixtures.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'

const SLOW = { interval: 100 }

let database: TestDatabase
let dataDir: string
let settings: Record<string, string>
let servers: ServerProcess[]

/** Two whole servers, each with its workers, on one database. */
const startBoth = async () => {
  servers = await Promise.all([startServerProcess(settings), startServerProcess(settings)])
}
beforeAll(async () => {
  database = await testDatabase()
  dataDir = await mkdtemp(join(tmpdir(), 'countersign-draft-'))
  settings = { DATABASE_URL: database.url, DATA_DIR: dataDir, MASTER_KEY: newMasterKey() }
  await startBoth()
})
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()))
  await database.close()
  await rm(dataDir, { recursive: true, force: true })
})

const run = useCommands()

/** A draft of two PDFs that waits for its time, made by forms as a person does. */
async function scheduled(workspace: string): Promise<string> {
  const told = await run(['users', 'link', 'olga@example.com', '--workspace', workspace, '--role', 'owner'], settings)
  const { pathname, search } = new URL(told.stdout.trim())
  const olga = await sessionBy(servers[0]!.url + pathname + search)
  const form = new FormData()
  for (const name of ['a.pdf', 'b.pdf'])
    form.append('file', new Blob([new Uint8Array(makePdf())], { type: 'application/pdf' }), name)
  const path = (await olga.post('/documents/new', form)).headers.get('location')!
  const id = path.split('/').at(-1)!
  const draft = () => database.db.selectFrom('drafts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const { revision, files, model } = await draft()
  const signer = { 'signers[0].id': model.signers[0]!.id, 'signers[0].email': 'ada@example.com', signers: '1' }
  const titles = Object.fromEntries(files.map((file) => [`title.${file.id}`, file.title]))
  await olga.post(path, { do: 'later', revision: String(revision), ...signer, ...titles })
  const at = new Date(Date.now() + 86_400_000).toISOString().slice(0, 16)
  const next = await draft()
  await olga.post(`${path}/later`, { at, zone: 'UTC', revision: String(next.revision) })
  expect((await draft()).send_at).not.toBeNull()
  return id
}

/** Its time has come; `jobs` are added to the one that scheduling has added, as after a restore. */
async function makeDue(id: string, { jobs = 0 } = {}): Promise<void> {
  await sql`update drafts set send_at = now() - interval '1 second', sending_until = null where id = ${id}`.execute(
    database.db,
  )
  const payload = JSON.stringify({ draftId: id })
  for (let job = 0; job < jobs; job++)
    await sql`select graphile_worker.add_job('send-draft', ${payload}::json)`.execute(database.db)
  await sql`update graphile_worker._private_jobs set run_at = now() where payload ->> 'draftId' = ${id}`.execute(
    database.db,
  )
}

/** Their jobs are free with their end, and not only hours later; what fails then is tried again within seconds. */
async function killBoth(): Promise<void> {
  await Promise.all(servers.map((server) => server.kill()))
  await sql`update graphile_worker._private_jobs set run_at = now(), attempts = 0, locked_at = null, locked_by = null`.execute(
    database.db,
  )
}
const documentsOf = (id: string) =>
  database.db.selectFrom('documents').select('id').where('envelope_id', '=', id).execute()
const drafts = (id: string) => database.db.selectFrom('drafts').select('id').where('id', '=', id).execute()

/** Each PDF once, with one event and one mail in its trail, and no job that would send more. */
async function expectSentOnce(id: string): Promise<void> {
  await expect.poll(() => drafts(id), SLOW).toEqual([])
  const left = sql<{ n: number }>`select count(*)::int as n from graphile_worker.jobs
    where task_identifier in ('send-draft', 'send-email')`
  await expect.poll(async () => (await left.execute(database.db)).rows[0]!.n, SLOW).toBe(0)
  const ids = (await documentsOf(id)).map((document) => document.id)
  expect(ids).toHaveLength(2)
  const sent = database.db.selectFrom('events').select('type').where('document_id', 'in', ids)
  expect(await sent.where('type', '=', 'signing_request.sent').execute()).toHaveLength(2)
  const mailed = database.db.selectFrom('audit_events').select('seq').where('document_id', 'in', ids)
  expect(await mailed.where('type', '=', 'email_sent').execute()).toHaveLength(2)
}

it('a scheduled draft goes out once, with two servers that are killed while they send it', async () => {
  const { db } = database
  // Of two workspaces: within one, a send waits for the other.
  const [waiting, committed] = [await scheduled('Waiting'), await scheduled('Committed')]
  // One is in its transaction, which waits for the lock that this test holds: nothing of it was done.
  await sql`create function wait_for_test() returns trigger language plpgsql as $$
      begin perform pg_advisory_xact_lock(4711); return new; end $$`.execute(db)
  await sql`create trigger wait_for_test before update on documents for each row
      when (new.envelope_id = ${sql.lit(waiting)}) execute function wait_for_test()`.execute(db)
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(4711)`.execute(tx)
    await makeDue(waiting, { jobs: 1 })
    await waitForLock(db, { statement: '%envelope_id%' })
    // The other is killed as soon as it is committed, before its job is done.
    await makeDue(committed, { jobs: 1 })
    await expect.poll(async () => (await documentsOf(committed)).length, { interval: 1 }).toBe(2)
    await killBoth()
  })
  expect([(await documentsOf(waiting)).length, (await drafts(waiting)).length]).toEqual([0, 1])
  await startBoth()
  await makeDue(waiting)
  for (const id of [waiting, committed]) await expectSentOnce(id)

  // Both at the same time, alive.
  const raced = await scheduled('Raced')
  await makeDue(raced, { jobs: 5 })
  await expectSentOnce(raced)
})
