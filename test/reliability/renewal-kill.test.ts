import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { systemClock } from '../../server/clock.ts'
import { newMasterKey } from '../../server/config.ts'
import { createWorkspace } from '../../server/domain/records/workspaces/create.ts'
import { createKey } from '../../server/domain/records/workspaces/keys.ts'
import { verifyPdf } from '../../server/pdf/verify.ts'
import { type ChangingTsa, startChangingTsa } from '../support/changing-tsa.ts'
import { useCommands } from '../support/cli.ts'
import { bareDatabaseUrl, type TestDatabase, testDatabase } from '../support/database.ts'
import { readDocument, Signer, send } from '../support/flow.ts'
import { addJob } from '../support/jobs.ts'
import { waitForLock } from '../support/locks.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'

const DAY_MS = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS)

let database: TestDatabase
let dataDir: string
let tsa: ChangingTsa
let server: ServerProcess

const run = useCommands()

beforeAll(async () => {
  database = await testDatabase()
  dataDir = await mkdtemp(join(tmpdir(), 'countersign-kill-'))
  tsa = await startChangingTsa(() => systemClock.now())
})
afterAll(async () => {
  await server.stop()
  await tsa.close()
  await database.close()
  await rm(dataDir, { recursive: true, force: true })
})

it('renews once what a process killed between time stamp and commit has left', async () => {
  const { db } = database
  const ctx = { clock: systemClock }
  const workspace = await db.transaction().execute((tx) => createWorkspace(ctx, tx, { name: 'Kill' }))
  const rights = { name: 'Test', scope: 'full' as const, allowIps: [], embedOrigins: [] }
  const key = { ...(await createKey(ctx, db, { workspaceId: workspace.id, ...rights })), workspaceId: workspace.id }
  const settings = {
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    MASTER_KEY: newMasterKey(),
    TSA_URLS: tsa.url,
    RENEWAL_DAYS: '30',
  }
  await tsa.use(inDays(10))
  server = await startServerProcess(settings)
  const { documentId, signers } = await send(server, key, {
    signers: [{ email: 'ada@example.com', name: 'Ada' }],
    send_emails: false,
  })
  expect((await new Signer(server, signers[0]!.signingUrl).sign()).status).toBe(200)
  await expect.poll(async () => (await readDocument(server, key, documentId)).status).toBe('signed')
  const get = (verb: string) => server.call<Buffer>(key, 'GET', `/v1/documents/${documentId}/${verb}`)
  const sealed = (await get('signed')).body

  await tsa.use(inDays(3650))
  // An attempt may have failed meanwhile, because no authority lasted longer.
  await db.updateTable('renewals').set({ due_at: systemClock.now() }).execute()
  // The commit waits for this lock, with the token already here.
  await db.transaction().execute(async (tx) => {
    // On a busy machine longer than an idle transaction of ours may last.
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
    await sql`lock table audit_events in share row exclusive mode`.execute(tx)
    await addJob(db, 'renew')
    await waitForLock(db, { statement: '%audit_events%' })
    await server.kill()
  })
  const claimed = () => db.selectFrom('renewals').select(['claimed_by', 'renewed_at']).executeTakeFirstOrThrow()
  expect(await claimed()).toEqual({ claimed_by: expect.any(String), renewed_at: null })

  server = await startServerProcess(settings)
  await addJob(db, 'reconcile')
  const isRenewed = async () => {
    await addJob(db, 'renew')
    return (await get('renewed')).status
  }
  await expect.poll(isRenewed, { interval: 500 }).toBe(200)
  const renewed = (await get('renewed')).body
  expect(renewed.subarray(0, sealed.length).equals(sealed)).toBe(true)
  const { ok, seal } = await verifyPdf(renewed)
  expect([ok, seal?.timestamps.length]).toEqual([true, 2])
  const entries = await db.selectFrom('audit_events').select('seq').where('type', '=', 'renewed').execute()
  expect(entries).toHaveLength(1)

  // A backup has the renewed file too, and a restored one is verified as a whole.
  await server.stop()
  const backup = join(dataDir, 'backup')
  expect((await run(['backup', backup], settings)).code).toBe(0)
  const elsewhere = { ...settings, DATABASE_URL: await bareDatabaseUrl(), DATA_DIR: join(dataDir, 'elsewhere') }
  const restored = await run(['restore', backup, '--verify'], elsewhere)
  expect([restored.code, restored.stderr]).toEqual([0, expect.not.stringContaining('hash')])
  server = await startServerProcess({ ...elsewhere, TSA_URLS: tsa.url })
  expect((await get('renewed')).body.equals(renewed)).toBe(true)
  expect((await get('signed')).body.equals(sealed)).toBe(true)
})
