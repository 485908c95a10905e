import { afterAll, beforeAll, expect, it } from 'vitest'
import { startWorker } from '../../server/jobs/index.ts'
import { type DashboardUser, signIn } from '../support/dashboard.ts'
import { send } from '../support/flow.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let jobs: Awaited<ReturnType<typeof startWorker>>
let olga: DashboardUser

beforeAll(async () => {
  server = await startServer()
  jobs = await startWorker(server.ctx)
  olga = await signIn(server)
})
afterAll(async () => {
  await jobs.stop()
  await server.stop()
})

const page = async (path: string, who = olga) => (await who.get(path)).text()
const show = (workspace: string) => olga.post('/account/workspace', { workspace, next: '/sandboxes' })

/** Makes a sandbox with the form, and opens it. */
async function made(name: string): Promise<{ id: string; key: string }> {
  const answer = await olga.post('/sandboxes', { name, expires_in: 'PT1H', workspace: olga.workspaceId })
  expect(answer.status).toBe(201)
  const key = /cs_test_[0-9a-f]{32}/.exec(await answer.text())![0]
  const { id } = await server.ctx.db
    .selectFrom('workspaces')
    .select('id')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return { id, key }
}

it('is made with a key that is shown once, opened, watched, moved in time, and left', async () => {
  expect(await page('/sandboxes')).toContain('No sandbox yet')
  const { id, key } = await made('CI 1')
  expect(await page('/sandboxes')).toMatch(/CI 1[\s\S]*Erase/)
  expect(await page('/documents')).not.toContain('Back to live')

  await show(id)
  const created = await send(
    server,
    { key, id: '', workspaceId: id },
    { signers: [{ email: 'ada@example.com', name: 'Ada' }] },
  )
  await expect.poll(() => page('/sandboxes'), { timeout: 20_000 }).toContain(created.signers[0]!.signingUrl)
  const documents = await page('/documents')
  expect(documents).toContain('Back to live')
  expect(documents).toContain(created.documentId)
  expect(documents).not.toContain('href="/templates"')
  expect((await olga.get('/templates')).headers.get('location')).toBe('/sandboxes')
  expect((await olga.get(`/documents/${created.documentId}`)).status).toBe(200)
  expect((await olga.get('/documents/nothing')).status).toBe(404)

  const moved = await olga.follow(await olga.post('/sandboxes/clock?advance=P14D', { workspace: id }))
  expect(moved).toContain('Done on the way: expire 1')
  expect(await page('/documents?tab=ended')).toContain('xpired')
  expect(await olga.follow(await olga.post('/sandboxes/empty', { workspace: id }))).toContain('The sandbox is empty.')
  expect(await page('/sandboxes')).toContain('Nothing was sent yet')

  await show(olga.workspaceId)
  expect(await page('/documents')).not.toContain('Back to live')
  expect(await olga.follow(await olga.post(`/sandboxes/${id}/erase`, { workspace: olga.workspaceId }))).toContain(
    'was erased',
  )
  expect(await page('/sandboxes')).toContain('No sandbox yet')
})

it('is opened by every member, made and erased by an owner, and seen by nobody else', async () => {
  const { id } = await made('CI 2')
  const member = await signIn(server, { workspaceId: olga.workspaceId, role: 'member' })
  const stranger = await signIn(server)
  expect(await page('/sandboxes', member)).toContain('CI 2')
  expect((await member.get('/sandboxes/new')).status).toBe(403)
  expect((await member.post(`/sandboxes/${id}/erase`, { workspace: olga.workspaceId })).status).toBe(403)
  expect((await member.post('/account/workspace', { workspace: id })).status).toBe(303)
  expect(await page('/sandboxes', member)).toContain('Back to live')
  expect((await stranger.post('/account/workspace', { workspace: id })).status).toBe(404)
  expect((await stranger.post(`/sandboxes/${id}/erase`, { workspace: stranger.workspaceId })).status).toBe(404)
})
