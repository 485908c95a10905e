import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { systemClock } from '../../server/clock.ts'
import { newMasterKey } from '../../server/config.ts'
import { createWorkspace } from '../../server/domain/records/workspaces/create.ts'
import { createKey } from '../../server/domain/records/workspaces/keys.ts'
import type { TestKey } from '../support/call.ts'
import { type TestDatabase, testDatabase } from '../support/database.ts'
import { type FileServer, file, startFileServer } from '../support/file-server.ts'
import type { Created } from '../support/flow.ts'
import { makePdf } from '../support/pdf-fixtures.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'

let database: TestDatabase
let dataDir: string
let files: FileServer
let survivor: ServerProcess
let victim: ServerProcess
let key: TestKey

beforeAll(async () => {
  database = await testDatabase()
  dataDir = await mkdtemp(join(tmpdir(), 'countersign-claims-'))
  files = await startFileServer()
  const settings = {
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    MASTER_KEY: newMasterKey(),
    OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8',
  }
  survivor = await startServerProcess(settings)
  victim = await startServerProcess(settings)
  const { db } = database
  const ctx = { clock: systemClock }
  const { id: workspaceId } = await db.transaction().execute((tx) => createWorkspace(ctx, tx, { name: 'Kill' }))
  const rights = { workspaceId, name: 'Test', scope: 'full' as const, allowIps: [], embedOrigins: [] }
  key = { ...(await createKey(ctx, db, rights)), workspaceId }
})
afterAll(async () => {
  await survivor.stop()
  await files.close()
  await database.close()
  await rm(dataDir, { recursive: true, force: true })
})

const claim = () =>
  database.db.selectFrom('idempotency_keys').select(['lease_until', 'claimed_by']).executeTakeFirstOrThrow()

it('frees the idempotency key of a process killed with -9 long before its lease ends', async () => {
  const asked = new Promise<void>((resolve) => files.paths.set('/lease.pdf', () => resolve()))
  const json = {
    file_url: `${files.url}/lease.pdf`,
    signers: [{ email: 'ada@example.com', name: 'Ada' }],
    send_emails: false,
  }
  const send = (server: ServerProcess) =>
    server.call<Created & { code?: string }>(key, 'POST', '/v1/signing-requests', {
      json,
      headers: { 'Idempotency-Key': 'order-1' },
    })
  const broken = expect(send(victim)).rejects.toThrow()
  await asked
  const { lease_until: leaseEnd } = await claim()
  // As long as the first process lives its claim holds, whoever sweeps.
  expect(await send(survivor)).toMatchObject({ status: 409, body: { code: 'idempotency_in_progress' } })
  await victim.kill()
  await broken

  files.paths.set('/lease.pdf', file(makePdf()))
  await expect.poll(async () => (await claim()).claimed_by, { interval: 200 }).toBeNull()
  const { status, body } = await send(survivor)
  expect(status).toBe(201)
  expect(systemClock.now() < leaseEnd).toBe(true)
  const stored = await database.db.selectFrom('documents').select('id').execute()
  expect(stored).toEqual([{ id: body.documentId }])
  expect((await send(survivor)).headers.get('idempotent-replayed')).toBe('true')
})
