import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type DashboardUser, signIn } from '../support/dashboard.ts'
import type { TestServer } from '../support/server.ts'
import { lockedTemplate } from '../support/templates.ts'
import { useStage } from './stage.ts'

let server: TestServer
useStage((stage) => {
  ;({ server } = stage)
})

const titlesIn = (page: string) => [...page.matchAll(/class="title">([^<]*)/g)].map(([, title]) => title)
const read = async (of: DashboardUser, path: string) => (await of.get(path)).text()

test('keys are listed fifty at a time, and the log offers two hundred and the one that is chosen', async () => {
  const owner = await signIn(server)
  await sql`
    insert into api_keys (id, workspace_id, name, hash, display, scope, created_at)
    select gen_random_uuid(), ${owner.workspaceId}, 'Key ' || n, sha256(('long lists ' || n)::bytea), 'cs_live_x', 'full',
      ${server.clock.now()}::timestamptz - n * interval '1 minute'
    from generate_series(1, 201) n`.execute(server.ctx.db)
  const first = await read(owner, '/keys')
  expect(titlesIn(first)).toEqual(Array.from({ length: 50 }, (_, at) => `Key ${at + 1}`))
  expect(first).toContain('1 to 50 of 201 keys')
  const last = await read(owner, '/keys?page=99')
  expect(titlesIn(last)).toEqual(['Key 201'])
  expect(last).toMatch(/href="\/keys\?page=4"[^>]*>\s*Previous/)

  const [, id] = /\/keys\/([0-9a-f-]{36})\/edit/.exec(last)!
  const offered = async (path: string) => (await read(owner, path)).match(/>\s*Key \d+ \(cs_live_x/g)!.length
  expect([await offered('/log'), await offered(`/log?key=${id}`)]).toEqual([200, 201])
  expect(await read(owner, `/keys/${id}/revoke`)).toContain('Revoke the key Key 201?')
})

test('people are listed fifty at a time, and those who were asked to join behind them', async () => {
  const owner = await signIn(server)
  const { workspaceId } = owner
  await sql`
    with made as (
      insert into users (id, email, created_at)
      select gen_random_uuid(), 'long' || n || '@example.com', ${server.clock.now()} from generate_series(1, 60) n
      returning id, email)
    insert into memberships (workspace_id, user_id, role, created_at)
    select ${workspaceId}, id, 'member',
      ${server.clock.now()}::timestamptz + substring(email from '[0-9]+')::int * interval '1 minute' from made`.execute(
    server.ctx.db,
  )
  expect((await owner.post('/settings/people/invite', { email: 'asked@example.com', role: 'member' })).status).toBe(303)
  const first = await read(owner, '/settings/people')
  expect(titlesIn(first)).toEqual([owner.email, ...Array.from({ length: 49 }, (_, at) => `long${at + 1}@example.com`)])
  expect(first).toContain('1 to 50 of 62 people')
  const last = await read(owner, '/settings/people?page=2')
  expect([titlesIn(last).at(0), titlesIn(last).at(-1)]).toEqual(['long50@example.com', 'asked@example.com'])
  const [remove] = /\/settings\/people\/[0-9a-f-]+\/remove/.exec(last)!
  expect(await read(owner, remove)).toContain('Remove long50@example.com?')
})

test('of the devices of a person, the hundred that were used last are listed', async () => {
  const owner = await signIn(server)
  await sql`
    insert into user_sessions (id, token_hash, user_id, created_at, last_used_at)
    select gen_random_uuid(), sha256((id || ' ' || n)::bytea), id, ${server.clock.now()}, ${server.clock.now()}
    from users, generate_series(1, 120) n where email = ${owner.email}`.execute(server.ctx.db)
  const page = await read(owner, '/account')
  expect(page.match(/\/account\/sessions\//g)).toHaveLength(100)
  expect(page).toContain('Only the 100 that were used last are listed.')
})

test('of the templates that use a field, the hundred that were changed last are named', async () => {
  const owner = await signIn(server)
  const { id } = await lockedTemplate(server, await server.key({ workspaceId: owner.workspaceId }))
  await sql`
    with copies as (
      insert into templates (id, workspace_id, status, name, draft, file_sha256, created_at, updated_at)
      select gen_random_uuid(), workspace_id, status, 'Copy ' || n, draft, file_sha256, created_at,
        updated_at - n * interval '1 minute'
      from templates, generate_series(1, 100) n where id = ${id}
      returning id)
    insert into template_uses (template_id, version, key) select id, 0, 'tenant_name' from copies`.execute(
    server.ctx.db,
  )
  const page = await read(owner, '/fields/tenant_name')
  const named = [...page.matchAll(/href="\/templates\/[0-9a-f-]{36}"><bdi>([^<]*)/g)].map(([, name]) => name)
  expect(named).toEqual(['Lease', ...Array.from({ length: 99 }, (_, at) => `Copy ${at + 1}`)])
  expect(page).toContain('And in others, changed longer ago.')
})
