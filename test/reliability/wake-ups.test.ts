import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { CHANNEL } from '../../server/db/delivery-signal.ts'
import { Signer, send } from '../support/flow.ts'
import { hooksOf } from '../support/hooks.ts'
import { answer, type Receiver, startReceiver } from '../support/receiver.ts'
import { startServer, type TestKey, type TestServer } from '../support/server.ts'

/** A server without a worker: others send what it records, and it has to wake them (contract 6.6, first attempt at once). */
let server: TestServer
let receiver: Receiver
let key: TestKey
/** A database session, as another process has one. */
let other: pg.Client
const heard: string[] = []

beforeAll(async () => {
  server = await startServer()
  receiver = await startReceiver({ clock: server.clock })
  key = await server.key()
  other = new pg.Client({ connectionString: server.ctx.db.url })
  await other.connect()
  other.on('notification', ({ payload }) => heard.push(payload || 'wake'))
  await other.query(`listen ${CHANNEL}`)
})
afterAll(async () => {
  await other.end()
  await receiver.close()
  await server.stop()
})

/** Notifications since the last call: those of earlier commits have arrived once our own has. */
async function wakeUps(): Promise<number> {
  await other.query(`select pg_notify('${CHANNEL}', 'mark')`)
  await expect.poll(() => heard).toContain('mark')
  return heard.splice(0).filter((payload) => payload === 'wake').length
}

async function sendTo(path: string, signers: string[]) {
  const created = await send(server, key, {
    signers: signers.map((email) => ({ email, name: 'Ada' })),
    signing_mode: 'sequential',
    callback_url: receiver.url + path,
  })
  receiver.secrets.set(path, created.callback!.secret)
  return created
}

it('wakes the other processes when an event is recorded', async () => {
  await wakeUps()
  await sendTo('/one', ['ada@example.com'])
  await expect.poll(wakeUps).toBeGreaterThan(0)
})

it('wakes them when held events are released', async () => {
  const created = await sendTo('/two', ['ada@example.com', 'bob@example.com'])
  await server.work()
  await new Signer(server, created.signers[0]!.signingUrl).sign()
  await wakeUps()
  // The invitation of the next signer: its outcome releases both events.
  await server.work()
  await expect.poll(wakeUps).toBeGreaterThan(0)
  expect(receiver.deliveries.map(({ event }) => event.event)).toEqual(
    expect.arrayContaining(['signing_request.sent', 'signing_request.signed']),
  )
})

it('wakes them when deliveries that were given up get one more attempt', async () => {
  const hooks = hooksOf(server, key)
  const hook = await hooks.subscribe(receiver, '/three')
  receiver.answer(answer(500))
  await sendTo('/four', ['ada@example.com'])
  for (let attempt = 0; attempt < 8; attempt++) {
    await server.work()
    server.clock.advance(24 * 3_600_000)
  }
  await wakeUps()
  const { body } = await hooks.recover(hook.id, { since: new Date(0).toISOString() })
  expect(body.recovered).toBeGreaterThan(0)
  await expect.poll(wakeUps).toBeGreaterThan(0)
})
