import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ctx } from '../../server/context.ts'
import type { UserActor } from '../../server/domain/actor.ts'
import { eraseDocument } from '../../server/domain/documents/erase.ts'
import { openDraft } from '../../server/domain/drafts/read.ts'
import { scheduleDraft } from '../../server/domain/drafts/schedule.ts'
import { detachDraft, sendAgain } from '../../server/domain/drafts/send-again.ts'
import { documentPrefix } from '../../server/storage/index.ts'
import { Signer, send } from '../support/flow.ts'
import { personOf } from '../support/people.ts'
import { startServer, type TestKey, type TestServer } from '../support/server.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const ADA = { email: 'ada@example.com', name: 'Ada Lovelace', role: 'tenant' }

let server: TestServer
let workspace: Awaited<ReturnType<TestServer['workspace']>>
let owner: UserActor
let key: TestKey
beforeAll(async () => {
  server = await startServer()
  workspace = await server.workspace({ retention_days: 30 })
  owner = await personOf(server, workspace)
  key = await server.key({ workspaceId: workspace.id })
})
afterAll(() => server.stop())

async function signed(): Promise<string> {
  const { documentId, signers } = await send(server, key, { signers: [ADA] })
  await new Signer(server, signers[0]!.signingUrl).sign()
  await server.work()
  return documentId
}
async function addressOf({ userId }: UserActor): Promise<string> {
  const { email } = await server.ctx.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return email
}
const again = (documentId: string) => sendAgain(server.ctx, owner, documentId)
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: { code?: string }) => error.code,
  )
const kept = (draftId: string) => codeOf(openDraft(server.ctx, owner, draftId))
async function filesOf(draftId: string): Promise<string[]> {
  const keys: string[] = []
  const store = server.ctx.storage.region('eu')
  for await (const { key } of store.list(documentPrefix(owner.workspaceId, draftId))) keys.push(key)
  return keys
}

test('erasing a document deletes the draft that would replace it, and the one that was let go, with their files', async () => {
  const documentId = await signed()
  const letGo = await again(documentId)
  await detachDraft(server.ctx, owner, letGo)
  const draft = await again(documentId)
  const other = await again(await signed())
  expect([await filesOf(letGo), await filesOf(draft)]).toEqual([[expect.any(String)], [expect.any(String)]])
  await eraseDocument(server.ctx, owner, documentId)
  expect([await kept(letGo), await kept(draft), await kept(other)]).toEqual(['not_found', 'not_found', null])
  expect([await filesOf(letGo), await filesOf(draft)]).toEqual([[], []])
  expect(await filesOf(other)).toHaveLength(1)
})

test('so does the retention, and nothing goes out that was scheduled for later', async () => {
  const documentId = await signed()
  const draft = await again(documentId)
  const { revision } = (await openDraft(server.ctx, owner, draft)).draft
  const at = new Date(server.clock.now().getTime() + 40 * DAY_MS)
  await scheduleDraft(server.ctx, owner, draft, { revision, at, zone: 'UTC' })
  server.clock.advance(31 * DAY_MS)
  await server.run('prune', {})
  expect([await kept(draft), await filesOf(draft)]).toEqual(['not_found', []])
  await server.work()
  const told = (await server.outbox()).filter(({ subject }) => subject?.startsWith('Not sent'))
  expect(told).toMatchObject([
    { recipient: await addressOf(owner), html: expect.stringContaining(`/documents/${documentId}`) },
  ])
  const before = (await server.outbox()).length
  server.clock.advance(10 * DAY_MS)
  await server.work()
  expect(await server.outbox()).toHaveLength(before)
})

test('of a scheduled draft only people hear who do not erase the document themselves', async () => {
  const told = async () => (await server.outbox()).filter(({ subject }) => subject?.startsWith('Not sent')).length
  const before = await told()
  const other = await personOf(server, workspace, 'member')
  for (const scheduler of [owner, other]) {
    const documentId = await signed()
    const draft = await again(documentId)
    const { revision } = (await openDraft(server.ctx, owner, draft)).draft
    const at = new Date(server.clock.now().getTime() + DAY_MS)
    await scheduleDraft(server.ctx, scheduler, draft, { revision, at, zone: 'UTC' })
    await eraseDocument(server.ctx, owner, documentId)
    await server.work()
    expect(await told()).toBe(before + (scheduler === other ? 1 : 0))
  }
})

test('a copy that is made while the document is erased is refused', async () => {
  const documentId = await signed()
  const { storage } = server.ctx
  const receive = async () => {
    const receiver = await storage.receive()
    const finish = async () => {
      const file = await receiver.finish()
      await eraseDocument(server.ctx, owner, documentId)
      return file
    }
    return { write: (chunk: Uint8Array) => receiver.write(chunk), finish, abort: () => receiver.abort() }
  }
  const slow: Ctx = { ...server.ctx, storage: { ...storage, receive } }
  expect(await codeOf(sendAgain(slow, owner, documentId))).toBe('deleted_by_retention')
  const { rows } = await server.ctx.db.pool.query('select id from drafts where replaces = $1', [documentId])
  expect(rows).toEqual([])
})

test('a copy of a document that is erased before it is read is refused', async () => {
  const documentId = await signed()
  const { storage } = server.ctx
  const receive = async () => {
    await eraseDocument(server.ctx, owner, documentId)
    await server.work()
    return storage.receive()
  }
  const slow: Ctx = { ...server.ctx, storage: { ...storage, receive } }
  expect(await codeOf(sendAgain(slow, owner, documentId))).toBe('deleted_by_retention')
})
