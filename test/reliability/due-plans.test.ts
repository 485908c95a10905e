import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Ctx } from '../../server/context.ts'
import { createDatabase } from '../../server/db/database.ts'
import { reconcile } from '../../server/domain/documents/reconcile.ts'
import { deleteRetired } from '../../server/domain/documents/retention.ts'
import { expireReviews } from '../../server/domain/instances/expire-reviews.ts'
import { expireDue } from '../../server/domain/signing/expire.ts'
import { remindDue } from '../../server/domain/signing/remind-due.ts'
import { send } from '../support/flow.ts'
import { startServer, type TestServer } from '../support/server.ts'

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  Plans?: Plan[]
}

const LIVE = 2_000
const DOCUMENTS = 5_000

let server: TestServer
/** The server's, on connections that tell the plan of each statement. */
let ctx: Ctx
const plans: Plan[] = []

beforeAll(async () => {
  server = await startServer()
  const key = await server.key()
  await send(server, key, { signers: [{ email: 'ada@example.com' }], send_emails: false })
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
  const ofDocument = { id: 'gen_random_uuid()', document_id: 'd.id', token_hash: 'sha256(d.id::text::bytea)' }
  await copies('signing_requests', 'documents d where d.id <> first.document_id', ofDocument)
  await sql`analyze`.execute(db)
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  const settings = { session_preload_libraries: 'auto_explain', client_min_messages: 'log' }
  const explain = { 'auto_explain.log_min_duration': '0', 'auto_explain.log_format': 'json' }
  for (const [name, value] of Object.entries({ ...settings, ...explain }))
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

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

it.each([
  ['expiry', expireDue],
  ['reminders', remindDue],
  ['reviews', expireReviews],
  ['seals', reconcile],
  ['retention', deleteRetired],
])('what is due in live workspaces is found by index, with sandboxes left out: %s', async (_, due) => {
  plans.length = 0
  await due(ctx)
  const nodes = plans.flatMap(nodesOf)
  expect(nodes.map((node) => node['Index Name'])).toContain('workspaces_sandboxes')
  const read = nodes.filter((node) => node['Node Type'] === 'Seq Scan').map((node) => node['Relation Name'])
  expect(read).not.toContain('documents')
  expect(read).not.toContain('signing_requests')
})
