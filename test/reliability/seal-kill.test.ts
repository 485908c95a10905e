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
import { readDocument, Signer, send } from '../support/flow.ts'
import { sized } from '../support/full-size.ts'
import { addJob } from '../support/jobs.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { type SlowTsa, startSlowTsa } from '../support/slow-tsa.ts'

const KILLS = sized(1, 10)
const DAY_MS = 86_400_000

let database: TestDatabase
let dataDir: string
let tsa: SlowTsa
let settings: Record<string, string>
let server: ServerProcess

beforeAll(async () => {
  database = await testDatabase()
  dataDir = await mkdtemp(join(tmpdir(), 'countersign-kill-'))
  tsa = await startSlowTsa(dataDir)
  settings = { DATABASE_URL: database.url, DATA_DIR: dataDir, MASTER_KEY: newMasterKey(), TSA_URLS: tsa.url }
})
afterAll(async () => {
  await server.stop()
  await tsa.close()
  await database.close()
  await rm(dataDir, { recursive: true, force: true })
})

it('seals once what a process killed while sealing has left', async () => {
  const { db } = database
  const ctx = { clock: systemClock }
  const workspace = await db.transaction().execute((tx) => createWorkspace(ctx, tx, { name: 'Kill' }))
  const rights = { name: 'Test', scope: 'full' as const, allowIps: [], embedOrigins: [] }
  const key = { ...(await createKey(ctx, db, { workspaceId: workspace.id, ...rights })), workspaceId: workspace.id }
  server = await startServerProcess(settings)
  const ids: string[] = []
  for (let kill = 0; kill < KILLS; kill++) {
    tsa.holding = true
    const created = await send(server, key, {
      signers: [{ email: 'ada@example.com', name: 'Ada' }],
      send_emails: false,
    })
    const asked = tsa.asked()
    expect((await new Signer(server, created.signers[0]!.signingUrl).sign()).status).toBe(200)
    await asked
    await server.kill()
    ids.push(created.documentId)
    // The process died just now; its claim ends with it, and not with a lease of a day.
    const lease = { seal_due_at: new Date(systemClock.now().getTime() + DAY_MS) }
    await db.updateTable('documents').set(lease).where('id', '=', created.documentId).execute()
    await sql`delete from graphile_worker._private_jobs`.execute(db)
    tsa.holding = false
    server = await startServerProcess(settings)
  }
  await addJob(db, 'reconcile')
  await expect
    .poll(async () => Promise.all(ids.map(async (id) => (await readDocument(server, key, id)).status)))
    .toEqual(ids.map(() => 'signed'))
  const completions = await db
    .selectFrom('events')
    .select('document_id')
    .where('type', '=', 'document.completed')
    .execute()
  expect(completions.map(({ document_id }) => document_id).sort()).toEqual(ids.sort())
})
