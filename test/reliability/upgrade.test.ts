import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createDatabase } from '../../server/db/database.ts'
import { migrate } from '../../server/db/migrate.ts'
import { plannedRenewals } from '../../server/domain/documents/planned-renewals.ts'
import { useCommands } from '../support/cli.ts'
import { testClock } from '../support/clock.ts'
import { signIn } from '../support/dashboard.ts'
import { bareDatabaseUrl } from '../support/database.ts'
import { startServer } from '../support/server.ts'
import { startServerProcess } from '../support/server-process.ts'

const WORKSPACE = randomUUID()

const run = useCommands()

it('refuses a database that a newer program has updated, and says which migrations', async () => {
  const url = await bareDatabaseUrl()
  const db = createDatabase({ url })
  await migrate(db)
  await sql`insert into kysely_migration (name, timestamp) values ('9999_newer', '')`.execute(db)
  await db.destroy()
  const settings = { DATABASE_URL: url, DATA_DIR: await mkdtemp(join(tmpdir(), 'countersign-newer-')) }
  for (const [command, said] of [
    ['start', 'The database was updated by a newer Countersign, with 9999_newer'],
    ['doctor', 'a newer Countersign has updated it, with 9999_newer'],
  ] as const) {
    const { code, stdout, stderr } = await run([command], settings)
    expect([code, stdout + stderr]).toEqual([1, expect.stringContaining(said)])
  }
  await rm(settings.DATA_DIR, { recursive: true })
})

it('serves what open pages load for a week after an update', async () => {
  const url = await bareDatabaseUrl()
  const settings = { DATABASE_URL: url, DATA_DIR: await mkdtemp(join(tmpdir(), 'countersign-update-')) }
  const db = createDatabase({ url })
  const page = /\/assets\/(sign-[\w-]+\.js)/
  const first = await startServerProcess(settings)
  const { rows } = await sql<{ name: string }>`select name from page_files`.execute(db)
  const script = rows.find(({ name }) => page.test(`/assets/${name}`))!.name
  const current = await (await first.fetch(`/assets/${script}`)).text()
  await first.stop()
  // As if the first server had been another version.
  await sql`update page_files set name = 'sign-earlier1.js' where name = ${script}`.execute(db)
  await sql`insert into page_files values ('sign-earlier0.js', 'gone', now() - interval '8 days')`.execute(db)

  const second = await startServerProcess(settings)
  const earlier = await second.fetch('/assets/sign-earlier1.js')
  expect([earlier.status, earlier.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8'])
  expect(earlier.headers.get('cache-control')).toContain('immutable')
  expect(await earlier.text()).toBe(current)
  for (const name of ['sign-earlier0.js', 'sign-never.js', '..%2fmanifest.json']) {
    expect((await second.fetch(`/assets/${name}`)).status).toBe(404)
  }
  expect((await second.fetch(`/assets/${script}`)).status).toBe(200)
  await second.stop()
  await db.destroy()
  await rm(settings.DATA_DIR, { recursive: true })
})

it('finds documents from before the tables of the search', async () => {
  const url = await bareDatabaseUrl()
  const db = createDatabase({ url })
  const clock = testClock()
  await migrate(db, '0078_attention_count')
  const now = clock.now()
  await sql`insert into workspaces (id, name, slug, tier, region, created_at)
    values (${WORKSPACE}, 'Old', 'old', 'self_hosted', 'eu', ${now})`.execute(db)
  for (const [title, metadata] of [
    ['Lease of the mill', { order: 7731 }],
    ['Offer', null],
  ] as const) {
    await sql`
      with document as (
        insert into documents (id, workspace_id, region, source, title, filename, metadata, placement, signing_mode,
          send_emails, expires_in_days, page_count, page_sizes, original_sha256, sha256, created_at)
        values (${randomUUID()}, ${WORKSPACE}, 'eu', 'v1_api', ${title}, 'a.pdf',
          ${metadata && JSON.stringify(metadata)}::jsonb, 'anchors', 'parallel', false, 14, 1, '[]', repeat('0', 64),
          repeat('0', 64), ${now})
        returning id
      )
      insert into signing_requests (id, document_id, workspace_id, position, email, name, status, locale,
        link_key_version, created_at, emailed)
      select gen_random_uuid(), id, ${WORKSPACE}, 0, 'ada@example.com', 'Ada Lovelace', 'pending', 'en', 1, ${now}, true
      from document`.execute(db)
  }

  // Two processes that start at the same time.
  const other = createDatabase({ url })
  await Promise.all([migrate(db), migrate(other)])
  await other.destroy()

  const server = await startServer({ clock, overrides: { db } })
  const person = await signIn(server, { workspaceId: WORKSPACE })
  const found = async (search: string) => {
    const page = await (await person.get(`/documents?tab=waiting&q=${encodeURIComponent(search)}`)).text()
    return ['Lease of the mill', 'Offer'].filter((title) => page.includes(title))
  }
  expect(await found('mill lovelace')).toEqual(['Lease of the mill'])
  expect(await found('order:7731')).toEqual(['Lease of the mill'])
  expect(await found('ada')).toEqual(['Lease of the mill', 'Offer'])
  await server.stop()
  await db.destroy()
})

it('shows finished copies that were lost before the upgrade, and retries emails that wait for as long as later ones', async () => {
  const url = await bareDatabaseUrl()
  const db = createDatabase({ url })
  const clock = testClock()
  await migrate(db, '0095_disclosing_keys')
  const now = clock.now()
  await sql`insert into workspaces (id, name, slug, tier, region, created_at)
    values (${WORKSPACE}, 'Old', 'old', 'self_hosted', 'eu', ${now})`.execute(db)
  const add = async (title: string, daysAgo: number, outcomes: [type: string, message: string, email: string][]) => {
    const id = randomUUID()
    const at = new Date(now.getTime() - daysAgo * 86_400_000)
    await sql`
      insert into documents (id, workspace_id, region, source, title, filename, placement, signing_mode, send_emails,
        expires_in_days, page_count, page_sizes, original_sha256, sha256, created_at, completed_at, seal_state)
      values (${id}, ${WORKSPACE}, 'eu', 'v1_api', ${title}, 'a.pdf', 'anchors', 'parallel', true, 14, 1, '[]',
        repeat('0', 64), repeat('0', 64), ${at}, ${at}, 'sealed')`.execute(db)
    for (const [index, [type, message, email]] of outcomes.entries())
      await sql`
        insert into audit_events (document_id, seq, type, at, body, prev_hash, hash)
        values (${id}, ${index + 1}, ${type}, ${at}, ${JSON.stringify({ meta: { message, email } })}, '', '')`.execute(
        db,
      )
  }
  const lost: [string, string, string] = ['email_failed', 'observer_copy', 'b@example.com']
  await add('Lost', 1, [['email_sent', 'observer_copy', 'a@example.com'], lost])
  await add('Arrived later', 1, [lost, ['email_sent', 'observer_copy', 'b@example.com']])
  await add('Only the invitation', 1, [['email_failed', 'invitation', 'b@example.com']])
  await add('Long ago', 40, [lost])
  const limits = async () => {
    const { rows } = await sql<{ n: string; max_attempts: number }>`
      select payload ->> 'n' as n, max_attempts from graphile_worker._private_jobs order by 1`.execute(db)
    return rows.map((row) => [row.n, row.max_attempts])
  }
  await sql`
    select graphile_worker.add_job('send-email', '{"n": "waiting"}'::json, max_attempts => 12),
      graphile_worker.add_job('send-email', '{"n": "given up"}'::json, max_attempts => 12, job_key => 'x'),
      graphile_worker.add_job('send-sms', '{"n": "text"}'::json, max_attempts => 9)`.execute(db)
  await sql`update graphile_worker._private_jobs set attempts = 12 where key = 'x'`.execute(db)

  await migrate(db)

  const { rows } = await sql<{ title: string; tab: string }>`
    select title, documents.tab from documents join document_words on document_id = id and document_words.tab = documents.tab
    order by title`.execute(db)
  expect(rows.map(({ title, tab }) => [title, tab])).toEqual([
    ['Arrived later', 'signed'],
    ['Long ago', 'signed'],
    ['Lost', 'attention'],
    ['Only the invitation', 'signed'],
  ])
  expect(await limits()).toEqual([
    ['given up', 12],
    ['text', 9],
    ['waiting', 400],
  ])
  await db.destroy()
})

it('gives the sealed files of older versions a row by which their time stamps are found', async () => {
  const url = await bareDatabaseUrl()
  const db = createDatabase({ url })
  const now = testClock().now()
  await migrate(db, '0126_worker_roles')
  await sql`insert into workspaces (id, name, slug, tier, region, created_at)
    values (${WORKSPACE}, 'Old', 'old', 'self_hosted', 'eu', ${now})`.execute(db)
  const ids = { sealed: randomUUID(), open: randomUUID(), erased: randomUUID() }
  for (const [what, id] of Object.entries(ids))
    await sql`insert into documents (id, workspace_id, region, source, title, filename, placement, signing_mode,
        send_emails, expires_in_days, page_count, page_sizes, original_sha256, sha256, created_at, seal_state, deleted_at)
      values (${id}, ${WORKSPACE}, 'eu', 'v1_api', 'Lease', 'lease.pdf', 'anchors', 'parallel', false, 14, 1, '[]', '', '',
        ${now}, ${what === 'open' ? null : 'sealed'}, ${what === 'erased' ? now : null})`.execute(db)
  await migrate(db)
  const rows = await db.selectFrom('renewals').select(['document_id', 'holds_until', 'due_at']).execute()
  expect(rows).toEqual([{ document_id: ids.sealed, holds_until: null, due_at: now }])
  // Nobody has read it yet, so nothing is known to be wrong with it.
  expect(await plannedRenewals({ db, clock: testClock() }, { days: 365 })).toEqual([])
  await db.destroy()
})
