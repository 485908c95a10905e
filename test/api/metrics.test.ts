import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parse } from 'yaml'
import { WORKER_ROLES } from '../../server/db/tasks.ts'
import { serveMetrics } from '../../server/http/metrics-server.ts'
import { readDocument, Signer, send } from '../support/flow.ts'
import { hooksOf } from '../support/hooks.ts'
import { scrape } from '../support/scrape.ts'
import { startServer, type TestKey, type TestServer } from '../support/server.ts'

/** The gauges of `/metrics`, and the rules and the dashboard that are made of them. */
let server: TestServer
let key: TestKey
let metrics: { port: number; close(): Promise<void> }

const DAY_MS = 86_400_000
const one = { signers: [{ email: 'ada@example.com', name: 'Ada' }], send_emails: false }
const read = () => scrape(metrics.port)

beforeAll(async () => {
  server = await startServer()
  key = await server.key()
  metrics = await serveMetrics(server.ctx, 0)
})
afterAll(async () => {
  await metrics.close()
  await server.stop()
})

it('background tasks are counted by state, with the age of the oldest that is due', async () => {
  const ages = async () => {
    const values = await read()
    return WORKER_ROLES.map((role) => values.get(`countersign_jobs_oldest_seconds{role="${role}"}`))
  }
  expect(await ages()).toEqual([0, 0, 0, 0])
  const { signers } = await send(server, key, one)
  await new Signer(server, signers[0]!.signingUrl).sign()
  server.clock.advance(90_000)
  const due = await read()
  expect(due.get('countersign_jobs{task="seal-document",state="due"}')).toBe(1)
  expect(await ages()).toEqual([expect.closeTo(90, 0), 0, 0, 0])
  await server.work()
  const done = await read()
  expect(done.get('countersign_jobs{task="seal-document",state="due"}')).toBeUndefined()
  expect(await ages()).toEqual([0, 0, 0, 0])
})

it('a seal is counted with its time stamp, and is one line of the log with its level', async () => {
  const { documentId, signers } = await send(server, key, one)
  await new Signer(server, signers[0]!.signingUrl).sign()
  await server.work()
  expect((await readDocument(server, key, documentId)).status).toBe('signed')
  expect((await read()).get('countersign_time_stamps_total{authority="built-in",outcome="received"}')).toBeGreaterThan(
    0,
  )
  const lines = server
    .log()
    .split('\n')
    .filter((line) => line.includes('"sealed"') && line.includes(documentId))
  expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
    expect.objectContaining({
      document_id: documentId,
      level: 'B-LT',
      tsa_provider: 'built-in',
      ms: expect.any(Number),
    }),
  ])
})

it('a line of the log about a request names its document, and nothing that only looks like one', async () => {
  const { documentId } = await send(server, key, one)
  await server.call(key, 'GET', `/v1/documents/${documentId}/audit-events`)
  await server.call(key, 'GET', '/v1/documents/a-token-perhaps')
  const requests = server
    .log()
    .split('\n')
    .filter((line) => line.includes('"request"'))
  const named = (route: string, method: string) =>
    requests
      .map((line) => JSON.parse(line) as { route: string; method: string; document_id?: string })
      .filter((line) => line.route === route && line.method === method)
      .at(-1)?.document_id
  expect(named('/signing-requests', 'POST')).toBe(documentId)
  expect(named('/documents/{id}/audit-events', 'GET')).toBe(documentId)
  expect(named('/documents/{id}', 'GET')).toBeUndefined()
  expect(server.log()).not.toContain('a-token-perhaps')
})

it('tasks that were given up count for seven days', async () => {
  const failed_at = server.clock.now()
  const failure = { task: 'send-email', payload: '{}', error: 'none', failed_at }
  await server.ctx.db.insertInto('job_failures').values(failure).execute()
  expect((await read()).get('countersign_jobs_given_up')).toBe(1)
  server.clock.advance(7 * DAY_MS + 1)
  expect((await read()).get('countersign_jobs_given_up')).toBe(0)
})

it('deliveries that are due, the seal certificate and the process itself', async () => {
  const before = (await read()).get('countersign_seal_certificate_days')!
  const { notAfter } = server.ctx.sealer.certificates()
  expect(before).toBeCloseTo((notAfter.getTime() - server.clock.now().getTime()) / DAY_MS, 3)
  const oldest = (values: Awaited<ReturnType<typeof read>>) =>
    ['fast', 'slow'].map((lane) => values.get(`countersign_deliveries_oldest_seconds{lane="${lane}"}`))
  expect(oldest(await read())).toEqual([0, 0])
  const hook = await hooksOf(server, key).create({ target_url: 'http://127.0.0.1:9/closed' })
  await send(server, key, one)
  server.clock.advance(20_000)
  await send(server, key, one)
  const values = await read()
  expect(values.get('countersign_deliveries_due')).toBeGreaterThan(0)
  expect(oldest(values)).toEqual([expect.closeTo(20, 0), 0])
  const slow_since = server.clock.now()
  await server.ctx.db.updateTable('hooks').set({ slow_since }).where('id', '=', hook.body.id).execute()
  expect(oldest(await read())).toEqual([0, expect.closeTo(20, 0)])
  await server.work()
  expect(oldest(await read())).toEqual([0, 0])
  expect(values.get('process_cpu_seconds_total')).toBeGreaterThan(0)
  expect(values.get('nodejs_eventloop_lag_p99_seconds')).toBeDefined()
})

it('health is served beside them', async () => {
  const get = async (path: string) => (await fetch(`http://127.0.0.1:${metrics.port}${path}`)).status
  expect(await get('/health/live')).toBe(200)
  // Nothing works in the background here.
  expect(await get('/health/ready')).toBe(503)
  expect(await get('/v1/me')).toBe(404)
})

it('every metric of the alert rules and the dashboard exists', async () => {
  const folder = join(import.meta.dirname, '../../examples/self-host')
  const text = async (file: string) => readFile(join(folder, file), 'utf8')
  const rules = parse(await text('alerts.yml')) as { groups: { rules: { alert: string; expr: string }[] }[] }
  const board = JSON.parse(await text('grafana.json')) as { panels: { targets: { expr: string }[] }[] }
  const queries = [
    ...rules.groups.flatMap((group) => group.rules.map(({ expr }) => expr)),
    ...board.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ]
  const served = await (await fetch(`http://127.0.0.1:${metrics.port}/metrics`)).text()
  const types = new Map([...served.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => [name!, type!]))
  const names = new Set(
    [...types].flatMap(([name, type]) => (type === 'histogram' ? [`${name}_count`, `${name}_bucket`] : [name])),
  )
  const used = queries.flatMap((query) => query.match(/\b(countersign|process|nodejs)_\w+/g) ?? [])
  expect(used.length).toBeGreaterThanOrEqual(queries.length)
  expect(used.filter((name) => !names.has(name))).toEqual([])
})

it('while the database does not respond, its gauges have no value, and that is one', async () => {
  await sql`alter table job_failures rename to job_failures_away`.execute(server.ctx.db)
  try {
    const values = await read()
    expect(values.get('countersign_database_up')).toBe(0)
    expect(
      [...values.keys()].filter((name) =>
        /^countersign_(jobs|seals|deliveries_due|deliveries_oldest|documents)/.test(name),
      ),
    ).toEqual([])
    expect(values.get('countersign_seal_certificate_days')).toBeDefined()
  } finally {
    await sql`alter table job_failures_away rename to job_failures`.execute(server.ctx.db)
  }
  const values = await read()
  expect(values.get('countersign_database_up')).toBe(1)
  expect(values.get('countersign_jobs_given_up')).toBe(0)
})
