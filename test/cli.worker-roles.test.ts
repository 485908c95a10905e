import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { enqueue, transaction } from '../server/db/database.ts'
import { ROLE_OF, WORKER_ROLES, type WorkerRole } from '../server/db/tasks.ts'
import { startWorker } from '../server/jobs/index.ts'
import { CRONTAB, crontabOf } from '../server/jobs/task-list.ts'
import { type CliProcess, runCli, startCli } from './support/cli.ts'
import { type NameServer, startNameServer } from './support/dns.ts'
import { readDocument, readRequest, Signer, send } from './support/flow.ts'
import { freePort } from './support/free-port.ts'
import { hooksOf } from './support/hooks.ts'
import { waitForLock } from './support/locks.ts'
import { type Receiver, startReceiver } from './support/receiver.ts'
import { startServer, type TestKey, type TestServer } from './support/server.ts'
import { startSlowTsa } from './support/slow-tsa.ts'
import { type SmtpStandIn, startSmtp } from './support/smtp.ts'

/** Workers that do a part of the work, and how each process ends. */
let server: TestServer
let key: TestKey
let smtp: SmtpStandIn
let dns: NameServer
let receiver: Receiver

beforeAll(async () => {
  smtp = await startSmtp()
  dns = await startNameServer()
  receiver = await startReceiver()
  server = await startServer()
  key = await server.key()
})
afterAll(async () => {
  await Promise.all([server.stop(), smtp.close(), dns.close(), receiver.close()])
})

const one = { signers: [{ email: 'ada@reader.test', name: 'Ada' }], send_emails: false }

interface Started extends CliProcess {
  ready(): Promise<{ status: number; body: { checks: Record<string, { status: string; note?: string }> } }>
}

/** A process on the database of the server. */
async function start(args: string[], settings: Record<string, string> = {}): Promise<Started> {
  const { databaseUrl, dataDir, masterKey } = server.ctx.config
  const port = await freePort()
  const started = startCli(args, {
    DATABASE_URL: databaseUrl!,
    DATA_DIR: dataDir,
    MASTER_KEY: masterKey!.toString('hex'),
    MAIL_URL: smtp.url,
    DNS_SERVERS: dns.address,
    METRICS_PORT: String(port),
    ...settings,
  })
  const { child } = started
  onTestFinished(async () => {
    if (child.exitCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  })
  const ready = async () => {
    const response = await fetch(`http://127.0.0.1:${port}/health/ready`)
    return { status: response.status, body: (await response.json()) as Awaited<ReturnType<Started['ready']>>['body'] }
  }
  await expect.poll(() => started.output.stdout).toContain('"msg":"ready"')
  return { ...started, ready }
}

async function exitOf(child: ChildProcess): Promise<number | null> {
  const [code] = child.exitCode === null ? ((await once(child, 'exit')) as [number | null]) : [child.exitCode]
  return code
}

const DRAINING = {
  status: 503,
  body: { status: 'failed', checks: { process: { status: 'failed', note: 'draining' } } },
}

describe('countersign worker --only', () => {
  it('takes the jobs of its roles, and no others', async () => {
    const { ctx } = server
    const [id] = ['00000000-0000-4000-8000-000000000000']
    await transaction(ctx.db, async (tx) => {
      await enqueue(ctx, tx, 'seal-document', { documentId: id! })
      await enqueue(ctx, tx, 'send-email', { message: 'join', invitationId: id! })
      await enqueue(ctx, tx, 'settle-hooks', { hookIds: [id!] })
      await enqueue(ctx, tx, 'send-draft', { draftId: id! })
    })
    const left = async () => {
      const { rows } = await sql<{ task: string }>`
        select distinct task_identifier as task from graphile_worker.jobs order by task`.execute(ctx.db)
      return rows.map(({ task }) => task)
    }
    const work = async (roles: WorkerRole[], rest: string[]) => {
      const worker = await startWorker(ctx, { roles })
      await expect.poll(left).toEqual(rest)
      await worker.stop()
    }
    await work(['mail'], ['seal-document', 'send-draft', 'settle-hooks'])
    await work(['seal', 'deliveries'], ['send-draft'])
    await work(['due'], [])
  })

  it('has each task of the crontab in one role', () => {
    const lines = WORKER_ROLES.flatMap((role) => crontabOf([role]).split('\n')).filter((line) => line !== '')
    expect(lines.sort()).toEqual(CRONTAB.split('\n').sort())
    expect(crontabOf(WORKER_ROLES)).toBe(CRONTAB)
    expect(new Set(Object.values(ROLE_OF))).toEqual(new Set(WORKER_ROLES))
  })

  it('is refused with a role that does not exist', async () => {
    const { code, stderr } = await runCli(['worker', '--only', 'seal,post'], {})
    expect([code, stderr]).toEqual([2, expect.stringContaining('Give seal, mail, deliveries, due, or several')])
  })

  it('leaves the server unready while nobody does the rest; ends after the mail that is being sent', async () => {
    smtp.answer('DATA', '')
    await send(server, key, { ...one, send_emails: true })
    const worker = await start(['worker', '--only', 'mail'])
    await expect.poll(() => smtp.offered()).toBe(1)
    const before = await worker.ready()
    expect([before.status, before.body.checks.worker]).toEqual([
      503,
      { status: 'failed', note: 'seal, deliveries, due' },
    ])
    worker.child.kill('SIGTERM')
    await expect.poll(worker.ready).toEqual(DRAINING)
    smtp.resume()
    expect(await exitOf(worker.child)).toBe(0)
    expect(smtp.messages).toHaveLength(1)
    expect(worker.output.stdout).not.toContain('"level":50')
  })

  it('ends after the webhook that is being delivered', async () => {
    const hook = await hooksOf(server, key).subscribe(receiver, '/held')
    let held: ServerResponse | null = null
    receiver.answer((response) => {
      held = response
    })
    await send(server, key, one)
    const worker = await start(['worker', '--only', 'deliveries'])
    await expect.poll(() => held).not.toBeNull()
    worker.child.kill('SIGTERM')
    await expect.poll(worker.ready).toEqual(DRAINING)
    held!.writeHead(200).end()
    expect(await exitOf(worker.child)).toBe(0)
    expect(await hooksOf(server, key).log(hook.id)).toMatchObject([{ status: 'success', attempts: 1 }])
  })

  it('ends after the document that is being sealed, and takes no other', async () => {
    const tsa = await startSlowTsa(server.ctx.config.dataDir)
    onTestFinished(() => tsa.close())
    const signed = async () => {
      const { documentId, signers } = await send(server, key, one)
      expect((await new Signer(server, signers[0]!.signingUrl).sign()).status).toBe(200)
      return documentId
    }
    const statusOf = async (id: string) => (await readDocument(server, key, id)).status
    tsa.holding = true
    const [held, asked] = [await signed(), tsa.asked()]
    const worker = await start(['worker', '--only', 'seal'], { TSA_URLS: tsa.url })
    await asked
    worker.child.kill('SIGTERM')
    await expect.poll(worker.ready).toEqual(DRAINING)
    const later = await signed()
    tsa.release()
    expect(await exitOf(worker.child)).toBe(0)
    expect([await statusOf(held), await statusOf(later)]).toEqual(['signed', 'pending'])
    expect(worker.output.stdout).not.toContain('"level":50')
  })

  it('ends after what has its time and is being done, and takes no other', async () => {
    const { ctx } = server
    const add = (task: 'expire-requests' | 'send-draft') =>
      transaction(ctx.db, (tx) => enqueue(ctx, tx, task, { draftId: '00000000-0000-4000-8000-000000000000' }))
    const { documentId, signers } = await send(server, key, one)
    const expired = { expires_at: new Date(Date.now() - 1_000) }
    await ctx.db.updateTable('signing_requests').set(expired).where('document_id', '=', documentId).execute()
    await add('expire-requests')
    let worker!: Started
    await ctx.db.transaction().execute(async (tx) => {
      await sql`select from documents where id = ${documentId} for update`.execute(tx)
      worker = await start(['worker', '--only', 'due'])
      await waitForLock(ctx.db, { statement: '%documents%' })
      worker.child.kill('SIGTERM')
      await expect.poll(worker.ready).toEqual(DRAINING)
      await add('send-draft')
    })
    expect(await exitOf(worker.child)).toBe(0)
    expect((await readRequest(server, key, signers[0]!.signingRequestId)).status).toBe('expired')
    const { rows } = await sql`select from graphile_worker.jobs where task_identifier = 'send-draft'`.execute(ctx.db)
    expect(rows).toHaveLength(1)
    expect(worker.output.stdout).not.toContain('"level":50')
  })
})

it('a server takes requests for DRAIN_SECONDS while it is not ready, each the last of its connection', async () => {
  const port = await freePort()
  const process = await start(['start'], { PORT: String(port), DRAIN_SECONDS: '3' })
  const live = () => fetch(`http://127.0.0.1:${port}/health/live`)
  expect((await live()).headers.get('connection')).toBe('keep-alive')
  process.child.kill('SIGTERM')
  await expect.poll(process.ready).toEqual(DRAINING)
  const response = await live()
  expect([response.status, response.headers.get('connection')]).toEqual([200, 'close'])
  expect((await fetch(`http://127.0.0.1:${port}/health/ready`)).status).toBe(503)
  expect(await exitOf(process.child)).toBe(0)
})
