import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { enqueue, transaction } from '../../server/db/database.ts'
import { startWorker } from '../../server/jobs/index.ts'
import { post } from '../support/create.ts'
import { type NameServer, startNameServer } from '../support/dns.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { type SmtpStandIn, startSmtp } from '../support/smtp.ts'

const SECRET = 'ada.secret@reader.test'
const signers = [{ email: SECRET, name: 'Ada Secret-Lovelace' }]

let smtp: SmtpStandIn
let dns: NameServer
let server: TestServer

beforeEach(async () => {
  smtp = await startSmtp()
  dns = await startNameServer()
  server = await startServer({ config: { mailUrl: smtp.url, dnsServers: [dns.address] } })
})
afterEach(async () => {
  await server.stop()
  await smtp.close()
  await dns.close()
})

interface Line {
  msg: string
  err?: { type: string; code?: string; message?: string; stack?: string; causes?: object[] }
  [key: string]: unknown
}

const lines = (msg: string): Line[] =>
  server
    .log()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line)
    .filter((line) => line.msg === msg)

function expectNoSecret(): void {
  expect(server.log()).not.toMatch(/secret/i)
  expect(server.log()).not.toContain('reader.test')
}

test('a refused recipient is logged by codes, without the address', async () => {
  smtp.answer('RCPT', `450 4.2.1 <${SECRET}> is away`)
  expect((await post(server, { signers })).status).toBe(201)
  await server.work()
  const [failed] = lines('a job failed')
  expect(failed).toMatchObject({
    task: 'send-email',
    err: {
      type: 'MailError',
      reason: 'smtp_450',
      message: 'The mail server refused (EENVELOPE 450)',
      causes: [{ type: 'Error', code: 'EENVELOPE', responseCode: 450 }],
    },
  })
  expect(failed!.err!.stack).toMatch(/^ {4}at .*server\/mail\/smtp\.ts:\d+:\d+/)
  expectNoSecret()
})

test('a failing insert names the constraint, not the row', async () => {
  await sql`alter table signing_requests add constraint nobody check (email = '')`.execute(server.ctx.db)
  const { status, headers } = await post(server, { signers })
  expect(status).toBe(500)
  expect(lines('a request failed')).toMatchObject([
    {
      request_id: headers.get('x-request-id'),
      code: 'db_failed',
      err: {
        code: '23514',
        table: 'signing_requests',
        constraint: 'nobody',
        stack: expect.stringContaining('    at '),
      },
    },
  ])
  expectNoSecret()
})

test('an internal error is logged by its type and location, not its message', async () => {
  server.ctx.mail.acceptsNoMail = async () => {
    throw new TypeError(`cannot read "mx" of ${SECRET}\n    at once`)
  }
  const { status, headers } = await post(server, { signers })
  expect(status).toBe(500)
  const [failed] = lines('a request failed')
  expect(failed).toMatchObject({ request_id: headers.get('x-request-id'), err: { type: 'TypeError' } })
  expect(failed!.err).not.toHaveProperty('message')
  expect(failed!.err!.stack).toMatch(/^ {4}at .*log\.test\.ts:\d+:\d+\)?$/m)
  expect(failed!.err!.stack).toContain('server/domain/sending/send.ts')
  expectNoSecret()
})

test('the worker’s own messages about a failed job contain no values either', async () => {
  const { ctx } = server
  await transaction(ctx.db, (tx) =>
    enqueue(ctx, tx, 'send-email', { message: 'completed', signingRequestId: `not the uuid of ${SECRET}` }),
  )
  const worker = await startWorker(ctx)
  await expect.poll(() => lines('a job failed')).toHaveLength(1)
  await worker.stop()
  expect(lines('a job failed')).toMatchObject([
    { level: 'warn', task: 'send-email', attempt: 1, err: { type: 'DatabaseError', code: '22P02' } },
  ])
  expectNoSecret()
  expect(server.log()).not.toContain(ctx.db.url)
})
