import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Ctx } from '../../server/context.ts'
import { createDatabase } from '../../server/db/database.ts'
import { pruneStarts } from '../../server/domain/direct/prune.ts'
import { reconcile } from '../../server/domain/documents/reconcile.ts'
import { deleteRetired } from '../../server/domain/documents/retention.ts'
import { surveyStamps } from '../../server/domain/documents/survey-stamps.ts'
import { resumeDrafts } from '../../server/domain/drafts/send-due.ts'
import { expireReviews } from '../../server/domain/instances/expire-reviews.ts'
import { forgetUndeliveredCopies } from '../../server/domain/messages/undelivered-copies.ts'
import { expireDue } from '../../server/domain/signing/expire.ts'
import { remindDue } from '../../server/domain/signing/remind-due.ts'
import { checkDueTemplateFiles } from '../../server/domain/templates/check-files.ts'
import { type Created, send } from '../support/flow.ts'
import { startServer, type TestKey, type TestServer } from '../support/server.ts'

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  Plans?: Plan[]
}

const LIVE = 2_000
const DOCUMENTS = 5_000
const DAY_MS = 86_400_000
/** Of a few rows, whatever the age of the database. */
const SMALL = ['_private_tasks', '_private_jobs', 'workspaces']

let server: TestServer
let key: TestKey
let sent: Created
/** The server's, on connections that tell the plan of each statement. */
let ctx: Ctx
const plans: Plan[] = []

beforeAll(async () => {
  server = await startServer()
  key = await server.key()
  sent = await send(server, key, { signers: [{ email: 'ada@example.com' }], send_emails: false })
  for (let count = 0; count < 5; count++) await server.sandbox()
  const { db } = server.ctx
  /** @param changed what each copy has of its own, by column */
  const copies = async (table: string, from: string, changed: Record<string, string>) => {
    const { rows } = await sql<{ name: string }>`select attname as name from pg_attribute
      where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = ''`.execute(
      db,
    )
    const names = rows.map(({ name }) => name)
    await sql`insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))})
      select ${sql.join(names.map((name) => (changed[name] ? sql.raw(changed[name]) : sql.ref(`first.${name}`))))}
      from (select * from ${sql.table(table)} limit 1) first, ${sql.raw(from)}`.execute(db)
  }
  await copies('workspaces', `generate_series(1, ${LIVE}) n`, { id: 'gen_random_uuid()', slug: `'copy-' || n` })
  await copies('documents', `generate_series(1, ${DOCUMENTS}) n`, { id: 'gen_random_uuid()' })
  // One of 25 is open, as in a database of a year.
  const status = `case when hashtext(d.id::text) % 25 = 0 then 'pending' else 'signed' end`
  const ofDocument = { id: 'gen_random_uuid()', document_id: 'd.id', status }
  await copies('signing_requests', 'documents d where d.id <> first.document_id', ofDocument)
  const now = server.clock.now()
  await db.transaction().execute(async (tx) => {
    // Without what they refer to.
    await sql`set local session_replication_role = replica`.execute(tx)
    const many = sql`from generate_series(1, ${DOCUMENTS}) n`
    for (const rows of [
      sql`renewals (document_id, holds_until, due_at) select id, ${now}::timestamptz + interval '10 years', ${now} from documents`,
      sql`drafts (id, workspace_id, region, model, files, created_at, updated_at, send_at)
        select gen_random_uuid(), ${key.workspaceId}, 'eu', '{}', '[]', ${now}, ${now}, ${now}::timestamptz + interval '1 day' ${many}`,
      sql`direct_starts (id, direct_link_id, email, name, locale, code_key_version, expires_at)
        select gen_random_uuid(), gen_random_uuid(), 'ada@example.com', 'Ada', 'en', 1, ${now} ${many}`,
      sql`template_files (template_id, sha256, region, blob_key, filename, length, page_sizes, created_at, files_checked_at)
        select gen_random_uuid(), '', 'eu', n, '', 1, '[]', ${now}, ${now} ${many}`,
    ])
      await sql`insert into ${rows}`.execute(tx)
  })
  await sql`analyze`.execute(db)
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  const settings = { session_preload_libraries: 'auto_explain', client_min_messages: 'log' }
  // As after five runs, when Postgres may keep a plan for any parameters.
  const anyParameters = { plan_cache_mode: 'force_generic_plan' }
  const explain = { 'auto_explain.log_min_duration': '0', 'auto_explain.log_format': 'json' }
  for (const [name, value] of Object.entries({ ...settings, ...anyParameters, ...explain }))
    await sql`alter database ${sql.id(rows[0]!.name)} set ${sql.raw(name)} = ${sql.lit(value)}`.execute(db)
  const explained = createDatabase({ url: db.url })
  explained.pool.on('connect', (client) => {
    client.on('notice', ({ message = '' }) => {
      const json = /plan:\n([\s\S]+)/.exec(message)?.[1]
      if (json) plans.push((JSON.parse(json) as { Plan: Plan }).Plan)
    })
  })
  ctx = { ...server.ctx, db: explained }
})
afterAll(async () => {
  await ctx.db.destroy()
  await server.stop()
})

async function planOf(due: (ctx: Ctx) => Promise<unknown>): Promise<Plan[]> {
  plans.length = 0
  await due(ctx)
  return plans.flatMap(nodesOf)
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

it.each([
  ['expiry', expireDue],
  ['reminders', remindDue],
  ['reviews', expireReviews],
  ['seals', reconcile],
  ['retention', deleteRetired],
])('what is due in live workspaces is found by index, with sandboxes left out: %s', async (_, due) => {
  const nodes = await planOf(due)
  expect(nodes.map((node) => node['Index Name'])).toContain('workspaces_sandboxes')
  const read = nodes.filter((node) => node['Node Type'] === 'Seq Scan').map((node) => node['Relation Name'])
  expect(read).not.toContain('documents')
  expect(read).not.toContain('signing_requests')
})

it.each([
  ['time stamps', (ctx: Ctx) => surveyStamps(ctx, { all: false })],
  ['scheduled drafts', resumeDrafts],
  ['starts by direct links', pruneStarts],
  ['copies that did not arrive', forgetUndeliveredCopies],
  ['files of templates', checkDueTemplateFiles],
])('what is due is found without reading what is not: %s', async (_, due) => {
  const nodes = (await planOf(due)).filter((node) => !SMALL.includes(node['Relation Name'] ?? ''))
  expect(nodes.map((node) => node['Node Type'])).not.toContain('Seq Scan')
})

it('signers who wait for their next reminder are not read', async () => {
  const { db } = server.ctx
  const now = server.clock.now()
  await sql`update workspaces set reminders = true where id = ${key.workspaceId}`.execute(db)
  await sql`update documents set send_emails = true`.execute(db)
  const reminded = { invited_at: new Date(now.getTime() - 4 * DAY_MS), reminder_steps: 1, emailed: true }
  await db.updateTable('signing_requests').set(reminded).execute()
  expect(await remindDue(ctx)).toBe(0)
  await db
    .updateTable('signing_requests')
    .set({ reminder_steps: 0 })
    .where('document_id', '=', sent.documentId)
    .execute()
  expect(await remindDue(ctx)).toBe(1)
})
