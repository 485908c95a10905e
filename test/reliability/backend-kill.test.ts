import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../server/clock.ts'
import { newMasterKey } from '../../server/config.ts'
import { LEASE_MS } from '../../server/domain/deliveries/queue.ts'
import { createWorkspace } from '../../server/domain/records/workspaces/create.ts'
import { createKey } from '../../server/domain/records/workspaces/keys.ts'
import type { TestKey } from '../support/call.ts'
import { type TestDatabase, testDatabase } from '../support/database.ts'
import { type Created, createForm, Signer } from '../support/flow.ts'
import { isFullSize } from '../support/full-size.ts'
import * as receivers from '../support/receiver.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'

/** `CHAOS=full` kills every backend each 2 s for a minute; otherwise a shorter run. */
const FULL = isFullSize()
const KILLS = FULL ? 30 : 2
const EVERY_MS = FULL ? 2_000 : 0
/** Minimum number of documents between two kills. */
const DOCUMENTS = FULL ? 20 : 8
const CLIENTS = 6
/** Below the rate limit per minute. */
const CALLS_PER_KEY = 50
/** The name of this test's own sessions, which are not killed. */
const OURS = 'countersign'

let database: TestDatabase
let dataDir: string
let receiver: receivers.Receiver
let server: ServerProcess

beforeAll(async () => {
  database = await testDatabase()
  dataDir = await mkdtemp(join(tmpdir(), 'countersign-backends-'))
  receiver = await receivers.startReceiver()
  server = await startServerProcess({
    DATABASE_URL: `${database.url}?application_name=server`,
    DATA_DIR: dataDir,
    MASTER_KEY: newMasterKey(),
    OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8',
    OUTBOUND_ALLOW_HTTP: 'loopback',
  })
})
afterAll(async () => {
  await server.stop()
  await receiver.close()
  await database.close()
  await rm(dataDir, { recursive: true, force: true })
})

/** A fresh key for each 50 calls. */
async function keyring(): Promise<() => Promise<TestKey>> {
  const ctx = { clock: systemClock }
  const { db } = database
  const { id } = await db.transaction().execute((tx) => createWorkspace(ctx, tx, { name: 'Chaos' }))
  const rights = { workspaceId: id, name: 'Chaos', scope: 'full' as const, allowIps: [], embedOrigins: [] }
  let calls = 0
  let key: Promise<TestKey>
  return () => {
    if (calls++ % CALLS_PER_KEY === 0) key = createKey(ctx, db, rights).then((made) => ({ ...made, workspaceId: id }))
    return key
  }
}

test('no event is lost and the server stays up when Postgres repeatedly kills every session', async () => {
  const key = await keyring()
  const hook = await server.call<{ secret: string }>(await key(), 'POST', '/v1/hooks', {
    json: { target_url: receiver.url },
  })
  expect(hook.status).toBe(200)
  receiver.secrets.set('*', hook.body.secret)

  const answered = new Set<string>()
  const statuses = new Set<number>()
  let running = true
  const client = async (n: number) => {
    for (let calls = 0; running; calls++) {
      const fields = { signers: [{ email: 'ada@example.com', name: 'Ada' }], send_emails: false }
      const form = createForm(fields)
      const { status, body } = await server.call<Created>(await key(), 'POST', '/v1/signing-requests', { form })
      statuses.add(status)
      if (status !== 201) continue
      answered.add(body.documentId)
      const signer = new Signer(server, body.signers[0]!.signingUrl)
      const view = (await signer.view()).status
      statuses.add(view)
      // One of the clients signs too, so that documents are being sealed at the same time.
      if (n !== 0 || calls % 5 !== 0) continue
      const displayed = (await signer.display()).status
      statuses.add(displayed)
      // Without a recorded display, signing is refused with 409.
      if (view !== 200 || displayed !== 200) continue
      statuses.add(
        await signer.sign().then(
          (answer) => answer.status,
          () => 500,
        ),
      )
    }
  }
  const clients = Array.from({ length: CLIENTS }, (_, n) => client(n))
  for (let kill = 0; kill < KILLS; kill++) {
    const target = answered.size + DOCUMENTS
    await delay(EVERY_MS)
    await expect
      .poll(() => answered.size)
      .toBeGreaterThanOrEqual(target)
      .catch((error: unknown) => {
        throw new Error(`no progress, answers ${[...statuses]}, last said:\n${server.lastLines()}`, { cause: error })
      })
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name <> ${OURS}`.execute(database.db)
  }
  running = false
  await Promise.all(clients)

  // Leases lost with a session expire: the lease times are moved into the past instead of waiting.
  const claimedUntil = new Date(systemClock.now().getTime() + LEASE_MS)
  await sql`update delivery_queue set next_attempt_at = ${systemClock.now()}
    where claim_token is not null and next_attempt_at <= ${claimedUntil}`.execute(database.db)
  const unfinished = async () => [
    await database.db
      .selectFrom('deliveries')
      .select(['id', 'attempts', 'response_body'])
      .where('status', '<>', 'success')
      .limit(5)
      .execute(),
    await database.db.selectFrom('documents').select('id').where('seal_state', '=', 'due').limit(5).execute(),
  ]
  await expect.poll(unfinished, { interval: 1_000 }).toEqual([[], []])

  const events = await database.db.selectFrom('events').select(['id', 'type', 'document_id']).execute()
  expect(new Set(receiver.deliveries.map((one) => one.eventId))).toEqual(new Set(events.map((one) => one.id)))
  const sent = events.filter((one) => one.type === 'signing_request.sent').map((one) => one.document_id)
  expect([...answered].filter((id) => !sent.includes(id))).toEqual([])
  expect([...statuses].filter((status) => ![200, 201, 500].includes(status))).toEqual([])
  expect(server.child.exitCode).toBeNull()
  expect((await server.call(await key(), 'GET', '/v1/me')).status).toBe(200)
  if (FULL)
    console.log(`${events.length} events, ${KILLS} times every backend killed: none lost; answers ${[...statuses]}`)
})
