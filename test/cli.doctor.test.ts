import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, test } from 'vitest'
import { useCommands } from './support/cli.ts'
import { bareDatabaseUrl, testDatabaseUrl } from './support/database.ts'
import { askDoctor, type Examined, runDoctor, useExamined } from './support/doctor.ts'
import { startOpenIdProvider } from './support/openid-provider.ts'
import { startPgBouncer } from './support/pgbouncer.ts'
import { adminQuery } from './support/postgres.ts'
import { startS3 } from './support/s3.ts'
import { startSmtp } from './support/smtp.ts'
import { tool } from './support/tools.ts'

let own: Examined
useExamined((settings) => {
  own = settings
})

const pgbouncer = tool('pgbouncer')

const run = useCommands()
const doctor = (settings: Record<string, string> = {}) => askDoctor({ ...own, ...settings })
const query = async (url: string, text: string): Promise<unknown[]> => (await adminQuery(url, text)).rows

it('finds nothing wrong beside a running server, and recognises it at the public URL', async () => {
  const { code, failed, of } = await runDoctor(own, run)
  expect([code, failed]).toEqual([0, []])
  for (const subject of [
    'storage eu',
    'storage ch',
    'storage us',
    'mail',
    'sms',
    'jobs',
    'migration statements',
    'seal',
    'trial seal',
    'master key',
  ]) {
    expect(of(subject)).toMatchObject({ status: 'ok' })
  }
  expect(of('public URL')).toEqual({
    status: 'ok',
    subject: 'public URL',
    detail: `this server answers at ${own.PUBLIC_URL}`,
  })
})

it('asks the issuer of single sign-on, and looks for the workspace that its people join', async () => {
  const provider = await startOpenIdProvider()
  const { clientId, clientSecret } = provider.client
  const oidc = { OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret }
  try {
    expect((await doctor(oidc)).of('single sign-on')).toMatchObject({ status: 'failed' })
    provider.serve(`${own.PUBLIC_URL}/sign-in/sso/callback`)
    const { failed, of } = await doctor(oidc)
    const detail = `${provider.issuer} answers`
    expect(failed).toEqual([])
    expect(of('single sign-on')).toEqual({ status: 'ok', subject: 'single sign-on', detail })
    const misspelt = await doctor({ ...oidc, OIDC_WORKSPACE: 'my-workspaec' })
    expect(misspelt.failed).toMatchObject([
      { detail: expect.stringContaining('no workspace has the id or short name my-workspaec') },
    ])
  } finally {
    await provider.close()
  }
})

it('names pending migrations and runs none of them', async () => {
  const bare = await bareDatabaseUrl()
  const { of } = await doctor({ DATABASE_URL: bare })
  expect(of('database')?.status).toBe('failed')
  expect(of('database')?.detail).toMatch(/^\d+ migrations are pending: 0001_foundation, /)
  expect(await query(bare, "select 1 from pg_tables where schemaname = 'public'")).toEqual([])
})

it('warns of a replica that cannot be used, and says why', async () => {
  expect((await doctor()).of('database replica')).toBeUndefined()
  for (const [url, why] of [
    [own.DATABASE_URL, 'it is no replica of this database'],
    ['postgres://nobody@127.0.0.1:1/nothing', 'ECONNREFUSED'],
  ]) {
    const { failed, of } = await doctor({ DATABASE_READ_URL: url! })
    expect(failed).toEqual([])
    expect(of('database replica')).toMatchObject({ status: 'warning', detail: expect.stringContaining(why!) })
  }
})

it('creates no database where there is none', async () => {
  const empty = await mkdtemp(join(tmpdir(), 'countersign-empty-'))
  const { stdout, code } = await run(['doctor'], { DATA_DIR: empty })
  expect(code).toBe(1)
  expect(stdout).toMatch(/^failed +database: there is none in .* yet; the first start creates it$/m)
  await rm(empty, { recursive: true })
})

it('names a migration that ran here with other statements', async () => {
  const edited = await testDatabaseUrl()
  await query(edited, "update kysely_migration set checksum = repeat('0', 64) where name = '0005_reminders'")
  const { of } = await doctor({ DATABASE_URL: edited })
  expect(of('migration statements')?.status).toBe('failed')
  expect(of('migration statements')?.detail).toContain('other statements for 0005_reminders:')
})

it('connects and logs in to the mail server', async () => {
  const smtp = await startSmtp()
  expect((await doctor({ MAIL_URL: smtp.url })).of('mail')).toMatchObject({ status: 'ok' })
  smtp.answer('AUTH', '535 5.7.8 wrong password')
  expect((await doctor({ MAIL_URL: smtp.url })).of('mail')).toMatchObject({
    status: 'failed',
    detail: expect.stringContaining('535'),
  })
  expect(smtp.messages).toEqual([])
  await smtp.close()
  expect((await doctor({ MAIL_URL: smtp.url })).of('mail')).toMatchObject({
    status: 'failed',
    detail: expect.stringContaining('ECONNREFUSED'),
  })
})

it('names the store that takes nothing, and why, and prints no warning of the SDK of S3', async () => {
  const s3 = 's3://key:secret@127.0.0.1:1/bucket?tls=0'
  const { of, stderr } = await runDoctor({ ...own, STORAGE_CH_URL: s3 }, run)
  expect(stderr).not.toContain('NodeVersionSupportWarning')
  expect(of('storage ch')).toMatchObject({ status: 'failed', detail: expect.stringContaining('ECONNREFUSED') })
  expect(of('storage eu')).toMatchObject({ status: 'ok' })
})

it('warns of a bucket that keeps what is deleted', async () => {
  const s3 = await startS3()
  for (const keepsVersions of [false, true]) {
    s3.behaviour.keepsVersions = keepsVersions
    const { failed, of } = await doctor({ STORAGE_CH_URL: s3.url })
    expect([failed, of('storage ch')?.status]).toEqual([[], keepsVersions ? 'warning' : 'ok'])
    expect(of('storage ch')?.detail.includes('keeps older versions')).toBe(keepsVersions)
    expect([...s3.objects.keys()]).toEqual([])
  }
  await s3.close()
})

it('names the jobs that were given up', async () => {
  await query(
    own.DATABASE_URL,
    "insert into job_failures (task, payload, error, failed_at) values ('prune', '{}', 'no disk', now())",
  )
  expect((await doctor()).of('jobs')).toMatchObject({
    status: 'warning',
    detail: expect.stringContaining('prune 1 times (no disk)'),
  })
  await query(own.DATABASE_URL, 'delete from job_failures')
})

it('notices that somebody else answers at the public URL', async () => {
  const other = createServer((_request, response) => response.end('hello')).listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as { port: number }
  const { of } = await doctor({ PUBLIC_URL: `http://127.0.0.1:${port}` })
  expect(of('public URL')).toMatchObject({
    status: 'warning',
    detail: expect.stringContaining('another server answers'),
  })
  other.close()
})

it('names each setting that is invalid, and tries all the others', async () => {
  const wrong = { MAIL_FROM: 'Countersign', DATABASE_URL: 'mysql://u:hunter2@h/d' }
  const { code, failed } = await runDoctor({ ...own, ...wrong }, run)
  expect(code).toBe(1)
  expect(failed).toEqual([
    { status: 'failed', subject: 'settings', detail: expect.stringMatching(/^DATABASE_URL: must be a URL/) },
    { status: 'failed', subject: 'settings', detail: expect.stringMatching(/^MAIL_FROM: must be an address/) },
  ])
  expect(JSON.stringify(failed)).not.toContain('hunter2')
  const elsewhere = await doctor({ ...wrong, TSA_URLS: 'http://127.0.0.1:1/tsr', FONT_DIR: '/nowhere' })
  const subjects = elsewhere.failed.map(({ subject }) => subject)
  // The seal's own keys are those of this DATA_DIR, although another setting of the database is wrong.
  expect(subjects).toEqual(['settings', 'settings', 'trial seal', 'time-stamp authority 127.0.0.1:1', 'fonts'])
  const production = await doctor({ MODE: 'production' })
  const named = production.failed.map(({ detail }) => detail.split(':')[0])
  expect(named).toEqual(expect.arrayContaining(['PUBLIC_URL', 'MASTER_KEY', 'SEAL_P12', 'TSA_URLS', 'MAIL_URL']))
})

test.skipIf(!pgbouncer)('recognises a pool that changes the session between transactions', async () => {
  const pooled = await startPgBouncer(pgbouncer!, own.DATABASE_URL, [
    'lock_timeout',
    'idle_in_transaction_session_timeout',
  ])
  const { of } = await doctor({ DATABASE_URL: pooled })
  expect(of('database sessions')).toMatchObject({
    status: 'failed',
    detail: expect.stringContaining('set DATABASE_DIRECT_URL'),
  })
})

it('publishes the root that its seals lead to', async () => {
  const response = await fetch(`${own.PUBLIC_URL}/.well-known/countersign-roots.pem`)
  expect(response.headers.get('content-type')).toBe('application/x-pem-file')
  const authority = await (await fetch(`${own.PUBLIC_URL}/pki/ca.pem`)).text()
  expect(new X509Certificate(await response.text()).fingerprint256).toBe(new X509Certificate(authority).fingerprint256)
})
