import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createDatabase, type Db } from '../../server/db/database.ts'
import { migrate } from '../../server/db/migrate.ts'
import { serveMetrics } from '../../server/http/metrics-server.ts'
import type { Keyring } from '../../server/keyring.ts'
import { type DashboardUser, signIn } from '../support/dashboard.ts'
import { askDoctor } from '../support/doctor.ts'
import { send } from '../support/flow.ts'
import { hooksOf } from '../support/hooks.ts'
import { adminQuery, databaseUrl } from '../support/postgres.ts'
import { type Replicated, type Standby, startReplicated } from '../support/replicas.ts'
import { scrape } from '../support/scrape.ts'
import { startServer, type TestKey, type TestServer } from '../support/server.ts'

/** Lists, with a replica that streams from the primary. */
let postgres: Replicated
let standby: Standby
let main: Stage

interface Stage {
  server: TestServer
  key: TestKey
  user: DashboardUser
  /** How many lists had this outcome. */
  count(outcome: string): Promise<number>
}

const DATABASE = 'countersign'
const RETRY_AFTER_MS = 5_000

beforeAll(async () => {
  postgres = await startReplicated(2)
  standby = postgres.standbys[0]!
  await adminQuery(postgres.primary, `create database ${DATABASE}`)
  const db = createDatabase({ url: databaseUrl(postgres.primary, DATABASE) })
  await migrate(db)
  main = await stage(db, databaseUrl(standby.url, DATABASE))
})
afterAll(async () => {
  await leave(main)
  await postgres.stop()
})

async function stage(db: Db, databaseReadUrl: string, keyring?: Keyring): Promise<Stage> {
  const server = await startServer({ config: { databaseReadUrl }, overrides: { db, ...(keyring && { keyring }) } })
  const key = await server.key()
  const user = await signIn(server, { workspaceId: key.workspaceId })
  const metrics = await serveMetrics(server.ctx, 0)
  onLeave.set(server, () => metrics.close())
  const count = async (outcome: string) =>
    (await scrape(metrics.port)).get(`countersign_replica_lists_total{outcome="${outcome}"}`) ?? 0
  return { server, key, user, count }
}

const onLeave = new Map<TestServer, () => Promise<void>>()

async function leave({ server }: Stage): Promise<void> {
  await onLeave.get(server)!()
  await server.stop()
  await server.ctx.db.destroy()
}

let sent = 0

/** Sends a document. @returns whether the list that is read next has it */
async function isListed({ server, key, user }: Stage): Promise<boolean> {
  const title = `Lease number ${++sent}`
  await send(server, key, { title, signers: [{ email: 'ada@example.com' }], send_emails: false })
  const page = await user.get('/documents')
  expect(page.status).toBe(200)
  return (await page.text()).includes(title)
}

/** Reads lists until the replica answers one: a machine may be so busy that it is late for the first. */
async function usesReplica({ server, user, count }: Stage): Promise<void> {
  const before = await count('replica')
  await expect
    .poll(async () => {
      server.clock.advance(RETRY_AFTER_MS)
      await user.get('/documents')
      return count('replica')
    })
    .toBeGreaterThan(before)
}

test('the replica answers lists, and each has what was written just before', async () => {
  const { server, key, user } = main
  await usesReplica(main)
  const hooks = hooksOf(server, key)
  const { id } = (await hooks.create({ target_url: 'http://127.0.0.1:9/closed' })).body
  for (let round = 1; round <= 5; round++) {
    expect(await isListed(main)).toBe(true)
    const found = await user.get(`/documents?q=${encodeURIComponent(`number ${sent}`)}`)
    expect(await found.text()).toContain(`Lease number ${sent}`)
    await hooks.ping(id)
    expect((await hooks.log(id)).filter(({ event }) => event === 'ping')).toHaveLength(round)
    const call = await server.call(key, 'GET', '/v1/me')
    expect(await (await user.get('/log')).text()).toContain(call.headers.get('X-Request-Id')!)
  }
  await usesReplica(main)
})

test('the doctor says that it can be used', async () => {
  const { dataDir } = main.server.ctx.config
  const [DATABASE_URL, DATABASE_READ_URL] = [postgres.primary, standby.url].map((url) => databaseUrl(url, DATABASE))
  const settings = { DATABASE_URL: DATABASE_URL!, DATABASE_READ_URL: DATABASE_READ_URL!, DATA_DIR: dataDir }
  const { of } = await askDoctor(settings)
  expect(of('database replica')).toMatchObject({ status: 'ok' })
})

test('what it does not find is no failure of the replica', async () => {
  const { server, key, count } = main
  await usesReplica(main)
  const before = await count('failed')
  const { status } = await server.call(key, 'GET', '/v1/hooks/00000000-0000-4000-8000-000000000000/deliveries')
  expect([status, await count('failed')]).toEqual([404, before])
})

test('while it is behind the primary answers, and once it has caught up the replica again', async () => {
  const { server, count } = main
  const onStandby = async (query: string) => (await adminQuery(standby.url, query)).rows[0] as { is: unknown }
  await usesReplica(main)
  await onStandby('select pg_wal_replay_pause() as is')
  await expect.poll(async () => (await onStandby('select pg_get_wal_replay_pause_state() as is')).is).toBe('paused')
  const before = await count('behind')
  expect(await isListed(main)).toBe(true)
  expect(await count('behind')).toBeGreaterThan(before)
  expect(server.log()).toMatch(/"reason":"behind".*the primary answers lists: the replica cannot be used/)
  await onStandby('select pg_wal_replay_resume() as is')
  await usesReplica(main)
  expect(server.log()).toContain('the replica answers lists again')
})

test('while it is down the primary answers, and after its restart the replica again', async () => {
  const { server, count } = main
  await usesReplica(main)
  await standby.kill()
  expect(await isListed(main)).toBe(true)
  expect(await count('failed')).toBeGreaterThan(0)
  expect(server.log()).toMatch(/"reason":"failed".*the primary answers lists: the replica cannot be used/)
  await standby.start()
  await usesReplica(main)
})

/** Takes connections and never answers. */
async function silent(): Promise<string> {
  const held: Server = createServer(() => {}).listen(0, '127.0.0.1')
  await once(held, 'listening')
  onTestFinished(() => void held.close())
  return `postgres://nobody@127.0.0.1:${(held.address() as AddressInfo).port}/nothing`
}

test.each([
  ['that never answers', 'failed', silent],
  ['that is the primary itself', 'foreign', async () => databaseUrl(postgres.primary, DATABASE)],
  ['of another database', 'foreign', async () => standby.url],
] as const)('a replica %s is not asked', async (_, outcome, url) => {
  const other = await stage(
    createDatabase({ url: databaseUrl(postgres.primary, DATABASE) }),
    await url(),
    main.server.ctx.keyring,
  )
  expect(await isListed(other)).toBe(true)
  expect([await other.count('replica'), await other.count(outcome)]).toEqual([0, expect.any(Number)])
  expect(await other.count(outcome)).toBeGreaterThan(0)
  await leave(other)
})

test('after a failover a replica is asked once it is known to follow the new primary', async () => {
  await usesReplica(main)
  await postgres.killPrimary()
  // One that has more than the new primary cannot follow it.
  const received = async ({ url }: Standby) => {
    const { rows } = await adminQuery(url, "select (pg_last_wal_receive_lsn() - '0/0')::float8 as bytes")
    return (rows[0] as { bytes: number }).bytes
  }
  const [one, other] = postgres.standbys as [Standby, Standby]
  const [promoted, follower] = (await received(one)) < (await received(other)) ? [other, one] : [one, other]
  await adminQuery(promoted.url, 'select pg_promote()')
  const db = createDatabase({ url: databaseUrl(promoted.url, DATABASE) })
  const after = await stage(db, databaseUrl(follower.url, DATABASE), main.server.ctx.keyring)
  expect(await isListed(after)).toBe(true)
  expect([await after.count('replica'), await after.count('behind')]).toEqual([0, 0])
  const { hostname, port, password } = new URL(promoted.url)
  const source = `host=${hostname} port=${port} user=postgres password=${password}`
  await adminQuery(follower.url, `alter system set primary_conninfo = '${source}'`)
  await adminQuery(follower.url, 'select pg_reload_conf()')
  await adminQuery(promoted.url, 'checkpoint')
  await expect
    .poll(async () => {
      await adminQuery(follower.url, 'checkpoint')
      const { rows } = await adminQuery(follower.url, 'select timeline_id from pg_control_checkpoint()')
      return rows
    })
    .toEqual([{ timeline_id: 2 }])
  await usesReplica(after)
  expect(await isListed(after)).toBe(true)
  await leave(after)
})
