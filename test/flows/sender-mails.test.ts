import { afterAll, beforeAll, expect, it } from 'vitest'
import type { UserActor } from '../../server/domain/actor.ts'
import { type DashboardUser, signIn } from '../support/dashboard.ts'
import { draftFor, draftForm, markedPdf } from '../support/drafts.ts'
import { Signer, send } from '../support/flow.ts'
import { personOf } from '../support/people.ts'
import { startServer, type TestServer } from '../support/server.ts'

/** Whom the mails about the end of a document go to (decision 0020). */

const DAY = 86_400_000
const GRACE = { email: 'grace@example.com', name: 'Grace Hopper' }

let server: TestServer
let workspaceId: string
let olga: UserActor
let page: DashboardUser
let owner: string
beforeAll(async () => {
  server = await startServer()
  const workspace = await server.workspace({ name: 'Northwind' })
  workspaceId = workspace.id
  owner = (await signIn(server, { workspaceId, email: 'owner@northwind.test' })).email
  olga = await personOf(server, workspace, 'member')
  page = await signIn(server, { workspaceId, email: `member@${workspace.id}.example.com`, role: 'member' })
})
afterAll(() => server.stop())

/** The mails that `happens` leads to, of a document that Olga has sent in the dashboard. */
async function sentByOlga(happens: (signer: Signer) => Promise<unknown>) {
  const draft = await draftFor(server, olga, [{ name: 'Ada', email: 'ada@example.com', role: 'a' }], {
    ...{ pdf: markedPdf('a'), placement: 'anchors' },
  })
  await page.post(`/documents/drafts/${draft.id}`, draftForm(draft, 'send'))
  await server.work()
  const mails = await server.outbox()
  const link = /http\S+\/sign\/\S+/.exec(mails.at(-1)!.body)![0]
  await happens(new Signer(server, link))
  server.clock.advance(60_000)
  await server.work()
  const { id } = await server.ctx.db
    .selectFrom('documents')
    .select('id')
    .where('envelope_id', '=', draft.id)
    .executeTakeFirstOrThrow()
  const news = (await server.outbox()).slice(mails.length)
  return {
    to: news.map(({ recipient }) => recipient),
    mail: news.find(({ recipient }) => recipient === page.email),
    id,
  }
}

const declines = (signer: Signer) => signer.decline('Two months, not three.')
const signs = (signer: Signer) => signer.sign({ name: 'Ada' })
const handsOver = (signer: Signer) => signer.call('POST', 'hand-over', GRACE)
async function waits() {
  server.clock.advance(15 * DAY)
  await server.run('expire-requests', {})
}

it('whoever sent it is told what happened and led to the document, and to where they choose', async () => {
  for (const [happens, subject] of [
    [declines, 'Ada declined to sign: lease'],
    [waits, 'Not signed in time: lease'],
    [handsOver, 'Meant for someone else? lease'],
    [signs, 'Signed by everyone: lease'],
  ] as const) {
    const { mail, id } = await sentByOlga(happens)
    expect(mail!.subject).toBe(subject)
    expect(mail!.html).toContain(`href="${server.ctx.config.publicUrl}/documents/${id}"`)
    expect(mail!.body).toContain(`You are receiving this message because you sent the document.

Choose what you are emailed about:
${server.ctx.config.publicUrl}/account#emails`)
  }
})

it('for what they choose, else nobody is', async () => {
  const told = async (emails: string) => {
    expect(await page.follow(await page.post('/account/emails', { emails }))).toContain('Your choice is saved.')
    return [(await sentByOlga(declines)).to, (await sentByOlga(signs)).to]
  }
  expect(await told('problems')).toEqual([[page.email], ['ada@example.com']])
  expect(await told('none')).toEqual([[], ['ada@example.com']])
  expect(await told('all')).toEqual([[page.email], ['ada@example.com', page.email]])
})

it('by a key the workspace’s address is told, the first owner’s to begin with; so it is once the person has left', async () => {
  const key = await server.key({ workspaceId })
  const created = await send(server, key, { signers: [{ email: 'ada@example.com', name: 'Ada' }] })
  await server.work()
  const before = (await server.outbox()).length
  await declines(new Signer(server, created.signers[0]!.signingUrl))
  await server.work()
  const [mail] = (await server.outbox()).slice(before)
  expect(mail!.recipient).toBe(owner)
  expect(mail!.body).toContain('registered for notifications of Northwind')
  expect(mail!.body).toContain(`/documents/${created.documentId}`)
  const left = await sentByOlga(async (signer) => {
    await server.ctx.db.deleteFrom('memberships').where('user_id', '=', olga.userId).execute()
    await declines(signer)
  })
  expect(left.to).toEqual([owner])
})
