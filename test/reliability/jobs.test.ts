import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseCrontab } from 'graphile-worker'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest'
import { enqueue, transaction } from '../../server/db/database.ts'
import { MAX_ATTEMPTS, OVERDUE_EMAIL_ATTEMPT } from '../../server/db/tasks.ts'
import { lastHeartbeats } from '../../server/domain/workers/heartbeat.ts'
import { sweepDeadPools } from '../../server/domain/workers/liveness.ts'
import { serveMetrics } from '../../server/http/metrics-server.ts'
import { runDueJobs, startWorker, type Worker, type WorkerOptions } from '../../server/jobs/index.ts'
import { CRONTAB } from '../../server/jobs/task-list.ts'
import { commandFile } from '../support/cli.ts'
import { type NameServer, startNameServer } from '../support/dns.ts'
import { adminQuery } from '../support/postgres.ts'
import { startServer, type TestKey, type TestServer, type TestServerOptions } from '../support/server.ts'
import { type SmtpStandIn, startSmtp } from '../support/smtp.ts'

const HOUR_MS = 3_600_000
/** Another process has to start first. */
const root = join(import.meta.dirname, '../..')

let smtp: SmtpStandIn
let dns: NameServer
let server: TestServer
const servers: TestServer[] = []
const workers: Worker[] = []
const children: ChildProcess[] = []

beforeEach(async () => {
  smtp = await startSmtp()
  dns = await startNameServer()
})
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  await Promise.all(workers.splice(0).map((worker) => worker.stop()))
  await Promise.all(servers.splice(0).map((one) => one.stop()))
  await smtp.close()
  await dns.close()
})

async function start(config: TestServerOptions['config'] = {}): Promise<void> {
  server = await startServer({ config: { dnsServers: [dns.address], ...config } })
  servers.push(server)
}

async function work(options: WorkerOptions = {}): Promise<Worker> {
  const worker = await startWorker(server.ctx, {
    sweepEveryMs: 100,
    stopTimeoutMs: 2_000,
    firstFetchMs: 1_500,
    pollMs: 100,
    restartAfterMs: 50,
    ...options,
  })
  workers.push(worker)
  return worker
}

/** Sends a document to this many signers, which creates that many invitation jobs. */
async function send(signers: number): Promise<{ key: TestKey; documentId: string }> {
  const form = new FormData()
  const pdf = await readFile(join(root, 'test/fixtures/anchors/gs.pdf'))
  form.set('file', new Blob([pdf], { type: 'application/pdf' }), 'contract.pdf')
  form.set('placement', 'auto_append')
  const list = Array.from({ length: signers }, (_, i) => ({ email: `signer${i}@reader.test`, name: `Signer ${i}` }))
  form.set('signers', JSON.stringify(list))
  const key = await server.key()
  const { status, body } = await server.call<{ documentId: string }>(key, 'POST', '/v1/signing-requests', { form })
  expect(status).toBe(201)
  return { key, documentId: body.documentId }
}

const count = async (table: string) =>
  (await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(server.ctx.db)).rows[0]!.n
const sweep = (suspects: ReadonlySet<string>) => sweepDeadPools(server.ctx, suspects, 0)

test('a worker whose first look for jobs fails takes them all the same, once it is possible', async () => {
  await start()
  const rename = (from: string, to: string) =>
    sql`alter table graphile_worker.${sql.ref(from)} rename to ${sql.ref(to)}`.execute(server.ctx.db)
  // As of a database whose failover is not over, which refuses to write.
  await rename('_private_tasks', 'not_there')
  // What is due is looked for at the start, which would fail.
  await work({ roles: ['mail'] })
  await expect.poll(() => server.log()).toContain('the job queue met an error')
  await rename('not_there', '_private_tasks')
  await send(1)
  await expect.poll(() => server.log()).toContain('Completed task')
})

test('every task of the crontab exists and has its maximum of attempts', () => {
  for (const { task, options } of parseCrontab(CRONTAB)) {
    expect(options.maxAttempts).toBe(MAX_ATTEMPTS[task as keyof typeof MAX_ATTEMPTS])
  }
})

test('each task runs at its minute of every hour', () => {
  const minutes = Object.fromEntries(
    parseCrontab(CRONTAB).map(({ task, match }) => [
      task,
      Array.from({ length: 24 * 60 }, (_, minute) => minute).filter((minute) =>
        match({ min: minute % 60, hour: Math.floor(minute / 60), date: 15, month: 6, dow: 3 }),
      ),
    ]),
  )
  const everyMinute = Array.from({ length: 24 * 60 }, (_, minute) => minute)
  const hourlyAt = (minute: number) => Array.from({ length: 24 }, (_, hour) => hour * 60 + minute)
  expect(minutes).toEqual({
    reconcile: everyMinute,
    'check-files': everyMinute,
    'end-reviews': everyMinute,
    renew: everyMinute,
    'returned-mails': everyMinute,
    'expire-requests': hourlyAt(0),
    remind: hourlyAt(15),
    prune: hourlyAt(30),
  })
})

test('a request past its time expires with the next full hour, by the worker alone', async () => {
  await start()
  await send(1)
  const status = async () => (await server.ctx.db.selectFrom('signing_requests').select('status').execute())[0]!.status
  server.clock.advance(30 * 24 * HOUR_MS)
  // The job queue uses the clock of the process, which continues from one second before 14:00.
  const now = new Date(Math.floor(Date.now() / (24 * HOUR_MS)) * 24 * HOUR_MS + 38 * HOUR_MS - 1_000)
  vi.useFakeTimers({ toFake: ['Date'], shouldAdvanceTime: true, now })
  try {
    await work()
    await expect.poll(status).toBe('expired')
  } finally {
    vi.useRealTimers()
  }
})

test('two workers send each mail once', async () => {
  await start()
  await send(20)
  await Promise.all([work(), work()])
  await expect.poll(() => count('graphile_worker.jobs')).toBe(0)
  const outbox = await server.outbox()
  expect(new Set(outbox.map((mail) => mail.recipient)).size).toBe(20)
  expect(outbox).toHaveLength(20)
})

test('the job of a worker killed with -9 is done by another one', async () => {
  await start({ mailUrl: smtp.url })
  smtp.answer('DATA', '')
  await send(1)
  const child = spawn(process.execPath, [commandFile(), 'worker'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: server.ctx.db.url,
      DATA_DIR: server.ctx.config.dataDir,
      MASTER_KEY: server.ctx.config.masterKey!.toString('hex'),
      MAIL_URL: smtp.url,
      DNS_SERVERS: dns.address,
      LOG_LEVEL: 'error',
    },
  })
  children.push(child)
  await expect.poll(() => smtp.offered()).toBe(1)
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(smtp.messages).toHaveLength(0)

  smtp.answer('DATA', null)
  server.clock.advance(HOUR_MS)
  await work()
  await expect.poll(() => smtp.messages.length).toBe(1)
  await expect.poll(() => count('graphile_worker.jobs')).toBe(0)
})

test('a running worker keeps its jobs, also when its lock’s session is cut', async () => {
  await start({ mailUrl: smtp.url })
  smtp.answer('DATA', '')
  await send(1)
  // Its own sweeps are too rare to matter: at 100 ms they would be faster than a session that reconnects.
  await work({ sweepEveryMs: HOUR_MS })
  await expect.poll(() => smtp.offered()).toBe(1)
  server.clock.advance(HOUR_MS)
  expect(await sweep((await sweep(new Set())).suspects)).toEqual({ suspects: new Set(), freed: [] })

  const sessions = () =>
    sql<{ pid: number }>`
      select pid from pg_stat_activity
      where datname = current_database() and application_name like 'countersign lock countersign:worker:%'
    `.execute(server.ctx.db)
  const [before] = (await sessions()).rows
  await sql`select pg_terminate_backend(${before!.pid})`.execute(server.ctx.db)
  await expect.poll(async () => (await sweep(new Set())).suspects.size).toBe(1)
  const { suspects } = await sweep(new Set())
  // It has its own lock again; this is not the moment of another sweep.
  const held = () =>
    sql<{ pid: number }>`
      select pid from pg_locks join pg_stat_activity using (pid)
      where locktype = 'advisory' and granted and pg_stat_activity.datname = current_database()
        and application_name like 'countersign lock countersign:worker:%'
    `.execute(server.ctx.db)
  await expect.poll(async () => (await held()).rows.length).toBe(1)
  expect((await sweep(suspects)).freed).toEqual([])
  expect(smtp.offered()).toBe(1)
  smtp.resume()
})

test('stopping lets a running job finish', async () => {
  await start({ mailUrl: smtp.url })
  smtp.answer('DATA', '')
  await send(1)
  const worker = await work()
  await expect.poll(() => smtp.offered()).toBe(1)
  const stopped = worker.stop()
  smtp.resume()
  await stopped
  workers.splice(0)
  expect(smtp.messages).toHaveLength(1)
  expect(await count('graphile_worker.jobs')).toBe(0)
  expect((await lastHeartbeats(server.ctx)).size).toBe(0)
})

test('a worker outlives the loss of every database connection', async () => {
  await start()
  await work()
  await expect.poll(async () => (await lastHeartbeats(server.ctx)).size).toBe(4)
  const database = new URL(server.ctx.db.url).pathname.slice(1)
  const sessions = `from pg_stat_activity where datname = '${database}'`
  const admin = inject('postgresAdmin')
  const { rows } = await adminQuery(admin, `select pid, pg_terminate_backend(pid) ${sessions}`)
  const pids = rows.map((row) => row.pid).join()
  // A session ends some time after it was terminated; until then the pool may hand it out.
  await expect.poll(async () => (await adminQuery(admin, `select ${sessions} and pid in (${pids})`)).rowCount).toBe(0)
  await send(1)
  await expect.poll(() => server.outbox()).toHaveLength(1)
})

/** Ends the session that records the end of a job, this many times. */
async function breakSessions(times: number): Promise<void> {
  const bound = sql.lit(times)
  // A sequence also counts what is rolled back.
  await sql`
    create sequence if not exists broken;
    alter sequence broken restart;
    create or replace function break_session() returns trigger language plpgsql as $$ begin
      if nextval('broken') <= ${bound} then perform pg_terminate_backend(pg_backend_pid()); end if;
      return coalesce(new, old);
    end $$;
    create or replace trigger end_of_job before delete or update of last_error on graphile_worker._private_jobs
      for each row execute function break_session();
  `.execute(server.ctx.db)
}

test('a worker outlives a session that breaks while it records the end of a job', async () => {
  await start({ mailUrl: smtp.url })
  await breakSessions(2)
  smtp.answer('DATA', '451 later')
  await send(1)
  await work()
  // Locks of an ended pool expire by the clock, which stands still here.
  server.clock.advance(HOUR_MS)
  const failed = sql`select from graphile_worker._private_jobs where last_error is not null`
  await expect.poll(async () => (await failed.execute(server.ctx.db)).rows.length).toBe(1)

  await breakSessions(2)
  smtp.answer('DATA', null)
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(server.ctx.db)
  await expect.poll(() => count('graphile_worker.jobs')).toBe(0)
  expect(smtp.messages).toHaveLength(1)
})

test('a worker outlives two sessions that break at once, each while it records the end of a job', async () => {
  await start({ mailUrl: smtp.url })
  const { db } = server.ctx
  await sql`
    create sequence held;
    create function hold_session() returns trigger language plpgsql as $$ begin
      if nextval('held') <= 2 then perform pg_sleep(100); end if;
      return new;
    end $$;
    create trigger end_of_job before update of last_error on graphile_worker._private_jobs
      for each row execute function hold_session();
  `.execute(db)
  smtp.answer('DATA', '451 later')
  await work({ stopTimeoutMs: 500 })
  const held = "from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'"
  // One after the other: ends at the same instant are recorded by one session.
  for (const sessions of [1, 2]) {
    await send(1)
    await expect.poll(async () => (await sql`select ${sql.raw(held)}`.execute(db)).rows.length).toBe(sessions)
  }
  await sql`select pg_terminate_backend(pid) ${sql.raw(held)}`.execute(db)
  server.clock.advance(HOUR_MS)
  // Both at rest before the clock goes on: it would end the lock of one that is being done, which would be done twice.
  const failed = sql`select from graphile_worker._private_jobs where last_error is not null and locked_at is null`
  await expect.poll(async () => (await failed.execute(db)).rows.length).toBe(2)
  smtp.answer('DATA', null)
  server.clock.advance(HOUR_MS)
  await expect.poll(() => count('graphile_worker.jobs')).toBe(0)
  expect(smtp.messages).toHaveLength(2)
})

test('a worker that restarts while it is being stopped leaves nothing running', async () => {
  await start()
  await breakSessions(1)
  const worker = await work()
  const starting = sql`select from pg_locks where relation = 'graphile_worker.migrations'::regclass and not granted`
  const stop = await server.ctx.db.transaction().execute(async (tx) => {
    await sql`lock table graphile_worker.migrations`.execute(tx)
    await send(1)
    await expect.poll(async () => (await starting.execute(server.ctx.db)).rows.length).toBe(1)
    return { done: worker.stop() }
  })
  await stop.done
  // With a worker left running it would wait for its sessions forever.
  await servers.pop()!.stop()
})

test('a job that fails permanently leaves a row and an error in the log, and is removed', async () => {
  await start()
  const { ctx, clock } = server
  const payload = { signingRequestId: 'not a uuid' }
  await transaction(ctx.db, (tx) => enqueue(ctx, tx, 'send-sms', payload))
  for (let attempt = 1; attempt <= MAX_ATTEMPTS['send-sms']; attempt++) {
    expect(await ctx.db.selectFrom('job_failures').selectAll().execute()).toEqual([])
    expect(await runDueJobs(ctx)).toEqual({ ran: 1, failed: 1 })
    expect(await runDueJobs(ctx)).toEqual({ ran: 0, failed: 0 })
    clock.advance(7 * HOUR_MS)
  }
  expect(await ctx.db.selectFrom('job_failures').selectAll().execute()).toMatchObject([{ task: 'send-sms', payload }])
  expect(server.log()).toContain('a job has failed for good')
  await server.run('prune', {})
  expect(await count('graphile_worker.jobs')).toBe(0)
})

test('a worker records an email as failed when it is overdue, not before, and counts every outcome', async () => {
  await start({ mailUrl: smtp.url })
  smtp.answer('DATA', '451 later')
  const { key, documentId } = await send(1)
  const jobs = sql.table('graphile_worker._private_jobs')
  await sql`update ${jobs} set attempts = ${OVERDUE_EMAIL_ATTEMPT - 2}`.execute(server.ctx.db)
  const metrics = await serveMetrics(server.ctx, 0)
  const ended = async (outcome: 'done' | 'failed') => {
    const text = await (await fetch(`http://localhost:${metrics.port}/metrics`)).text()
    const line = new RegExp(`^countersign_job_seconds_count\\{task="send-email",outcome="${outcome}"\\} (\\d+)$`, 'm')
    return Number(line.exec(text)?.[1] ?? 0)
  }
  const mailEvents = async () => {
    const path = `/v1/documents/${documentId}/audit-events`
    const { body } = await server.call<{ events: { type: string }[] }>(key, 'GET', path)
    return body.events.map(({ type }) => type).filter((type) => type.startsWith('email_'))
  }
  try {
    await work()
    await expect.poll(() => ended('failed')).toBe(1)
    expect(await mailEvents()).toEqual([])
    await expect
      .poll(async () => {
        // Only that attempt: the next would come too soon for what is looked at below.
        await sql`update ${jobs} set run_at = now() where locked_at is null and attempts < ${OVERDUE_EMAIL_ATTEMPT}`.execute(
          server.ctx.db,
        )
        return ended('failed')
      })
      .toBe(2)
    expect(await mailEvents()).toEqual(['email_failed'])
    // The one that tells the sender, whom this workspace does not have.
    await expect.poll(() => ended('done')).toBe(1)
    smtp.answer('DATA', null)
    await send(1)
    await expect.poll(() => ended('done')).toBe(2)
    expect(await ended('failed')).toBe(2)
  } finally {
    await metrics.close()
  }
})

test('a job killed in its last attempt is recorded by the worker that finds it', async () => {
  await start()
  const { ctx } = server
  await transaction(ctx.db, (tx) => enqueue(ctx, tx, 'seal-document', { documentId: 'x' }))
  await sql`
    update graphile_worker._private_jobs set attempts = max_attempts, locked_by = 'pool-dead', locked_at = now() - interval '1 minute'
  `.execute(ctx.db)
  const { suspects } = await sweep(new Set())
  expect([...suspects]).toEqual(['pool-dead'])
  expect(await count('job_failures')).toBe(0)
  expect((await sweep(suspects)).freed).toEqual(['pool-dead'])
  expect(await ctx.db.selectFrom('job_failures').selectAll().execute()).toMatchObject([
    { task: 'seal-document', payload: { documentId: 'x' } },
  ])
})

test('only the injected clock decides when a job is due and since when one is locked', async () => {
  await start()
  const { ctx, clock } = server
  clock.advance(-HOUR_MS)
  await transaction(ctx.db, (tx) => enqueue(ctx, tx, 'seal-document', { documentId: 'x' }))
  const { rows } = await sql<{ run_at: Date }>`select run_at from graphile_worker.jobs`.execute(ctx.db)
  expect(rows).toEqual([{ run_at: clock.now() }])
  await sql`
    update graphile_worker._private_jobs set locked_by = 'pool-dead', locked_at = ${clock.now()}
  `.execute(ctx.db)
  const looked = async () => [...(await sweepDeadPools(ctx, new Set(), HOUR_MS)).suspects]
  clock.advance(HOUR_MS)
  expect(await looked()).toEqual([])
  clock.advance(1)
  expect(await looked()).toEqual(['pool-dead'])
})

test('a postponed job runs when it is due by the clock, not before', async () => {
  await start()
  const { ctx, clock } = server
  const runAt = new Date(clock.now().getTime() + HOUR_MS)
  await transaction(ctx.db, (tx) => enqueue(ctx, tx, 'reconcile', {}, { runAt }))
  clock.advance(HOUR_MS - 1)
  expect(await runDueJobs(ctx)).toEqual({ ran: 0, failed: 0 })
  clock.advance(1)
  expect(await runDueJobs(ctx)).toEqual({ ran: 1, failed: 0 })
})

test('the record of a job that finally failed contains no values', async () => {
  await start()
  const { ctx, clock } = server
  await sql`create function quoting() returns trigger language plpgsql
    as $$ begin raise exception 'duplicate key: (email)=(ada@reader.test)' using errcode = '23505'; end $$`.execute(
    ctx.db,
  )
  await sql`create trigger quoting before delete on idempotency_keys for each statement execute function quoting()`.execute(
    ctx.db,
  )
  await transaction(ctx.db, (tx) => enqueue(ctx, tx, 'prune', {}))
  for (let attempt = 0; attempt < MAX_ATTEMPTS.prune; attempt++) {
    await runDueJobs(ctx)
    clock.advance(HOUR_MS)
  }
  const [failure] = await ctx.db.selectFrom('job_failures').selectAll().execute()
  expect(failure).toMatchObject({ task: 'prune' })
  expect(failure!.error).toContain('23505')
  expect(failure!.error + server.log()).not.toContain('ada@reader.test')
})
