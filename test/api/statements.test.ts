import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createForm, Signer, send } from '../support/flow.ts'
import { hooksOf } from '../support/hooks.ts'
import { type CallAnswer, startServer, type TestKey, type TestServer } from '../support/server.ts'
import { countStatements, type StatementCount } from '../support/statements.ts'

let server: TestServer
let statements: StatementCount
let key: TestKey
let id: string

beforeAll(async () => {
  server = await startServer()
  key = await server.key()
  id = (await send(server, key, { signers: [{ email: 'ada@example.com', name: 'Ada' }] })).documentId
  // As in a process with a delivery engine; without one, a NOTIFY that nobody waits for follows the commit.
  server.ctx.deliveries.onWake(() => {})
  statements = countStatements()
})
afterAll(async () => {
  statements.stop()
  await server.stop()
})

const signers = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ email: `signer${n}@example.com`, name: `Signer ${n}` }))
const create = (fields: Record<string, unknown>, headers: Record<string, string> = {}) =>
  server.call(key, 'POST', '/v1/signing-requests', { form: createForm(fields), headers })

it('GET /me takes three statements: key, workspace and allowance, its row of the API log', async () => {
  expect(await statements.of(() => server.call(key, 'GET', '/v1/me'))).toBe(3)
})

it('GET /documents/{id} takes three: key and window, the document, its row of the API log', async () => {
  expect(await statements.of(() => server.call(key, 'GET', `/v1/documents/${id}`))).toBe(3)
  server.clock.advance(61_000)
  expect(await statements.of(() => server.call(key, 'GET', `/v1/documents/${id}`))).toBe(3)
  expect(await statements.of(() => server.call(key, 'GET', `/v1/documents/${randomUUID()}`))).toBe(3)
})

it('a key with an address list takes its token separately, after the address was checked', async () => {
  const listed = await server.key({ allowIps: ['127.0.0.0/8', '::1'] })
  expect(await statements.of(() => server.call(listed, 'GET', `/v1/documents/${id}`))).toBe(4)
})

it.each([1, 20])(
  'a send to %i takes at most twelve, with an Idempotency-Key, a callback and a webhook',
  async (count) => {
    const fields = { signers: signers(count) }
    expect(await statements.of(() => create(fields))).toBeLessThanOrEqual(9)
    const headers = { 'Idempotency-Key': `order-${count}` }
    expect(await statements.of(() => create(fields, headers))).toBeLessThanOrEqual(11)
    const hooks = hooksOf(server, key)
    const { status, body } = await hooks.create({ target_url: 'http://127.0.0.1:9/hooks' })
    expect(status).toBe(200)
    const hooked = { ...fields, callback_url: 'http://127.0.0.1:9/callback' }
    let answer: CallAnswer<unknown> | undefined
    const work = async () => {
      answer = await create(hooked, { 'Idempotency-Key': `hooked-${count}` })
    }
    expect(await statements.of(work)).toBeLessThanOrEqual(12)
    expect(answer).toMatchObject({ status: 201, body: { callback: { secret: expect.stringMatching(/^whsec_/) } } })
    await hooks.remove(body.id)
  },
)

it('calls that end together share the statement of their log rows', async () => {
  const calls = 60
  const keys = await Promise.all(Array.from({ length: calls }, () => server.key()))
  const { db } = server.ctx
  const ids: (string | null)[] = []
  const together = async () => {
    const holder = await db.startTransaction().execute()
    await sql`lock table api_log in share mode`.execute(holder)
    const before = statements.sent()
    const answers = keys.map(async (one) => {
      const { headers } = await server.call(one, 'GET', `/v1/documents/${id}`)
      ids.push(headers.get('x-request-id'))
    })
    // The first writes its row, and all others have asked for their document.
    await expect.poll(() => statements.sent() - before).toBeGreaterThanOrEqual(calls * 2 + 1)
    await holder.commit().execute()
    await Promise.all(answers)
  }
  // Those that wait for an answer of the database at that moment may come one by one: at most the pool's 20.
  expect(await statements.of(together)).toBeLessThan(calls * 2 + 30)
  const logged = await db
    .selectFrom('api_log')
    .select('request_id')
    .where('request_id', 'in', ids as string[])
    .execute()
  expect(logged).toHaveLength(calls)
})

it('a page and a signature take as many for 20 signers and fields as for two', async () => {
  const costs = []
  for (const count of [2, 20]) {
    const box = { role: 'first', page: 1, x: 0.1, w: 0.3, h: 0.02 }
    const texts = Array.from({ length: count - 1 }, (_, n) => ({ ...box, kind: 'text', y: 0.1 + 0.03 * n }))
    const [own, ...others] = signers(count)
    const created = await send(server, await server.key(), {
      signers: [{ ...own, role: 'first' }, ...others.map((other) => ({ ...other, role: other.name }))],
      placement: 'explicit',
      fields: [
        ...texts,
        { ...box, kind: 'signature', y: 0.8 },
        ...others.map(({ name }) => ({ ...box, role: name, kind: 'signature', y: 0.85 })),
      ],
    })
    const signer = new Signer(server, created.signers[0]!.signingUrl)
    const page = await statements.of(() => signer.page())
    costs.push([page, await statements.of(async () => expect((await signer.sign()).status).toBe(200))])
  }
  expect(costs[1]).toEqual(costs[0])
})

it('a seal leaves no job behind', async () => {
  const { signers: all } = await send(server, await server.key(), { signers: signers(1) })
  expect((await new Signer(server, all[0]!.signingUrl).sign()).status).toBe(200)
  await server.work()
  const left = sql`select from graphile_worker.jobs where task_identifier = 'seal-document'`.execute(server.ctx.db)
  expect((await left).rows).toEqual([])
})
