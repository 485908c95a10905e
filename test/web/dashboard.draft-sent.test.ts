import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { DraftRow } from '../../server/domain/drafts/read.ts'
import { claimDraft, sendClaimed, sendDraft } from '../../server/domain/drafts/send.ts'
import { changeSettings } from '../../server/domain/records/workspaces/settings.ts'
import { signIn } from '../support/dashboard.ts'
import { draftFor, draftForm, uploadForm } from '../support/drafts.ts'
import { makePdf } from '../support/pdf-fixtures.ts'
import { type Drafting, useDrafting } from './stage.ts'

const ADA = { name: 'Ada Lovelace', email: 'ada@example.com' }

let { server, olga, anna } = {} as Drafting
useDrafting((drafting) => {
  ;({ server, olga, anna } = drafting)
})

const pathOf = ({ id }: DraftRow) => `/documents/drafts/${id}`
const documentsOf = ({ id }: DraftRow) =>
  server.ctx.db.selectFrom('documents').select('id').where('envelope_id', '=', id).execute()

/** The page on which an answer ends, after all redirects. */
async function ending(answer: Response): Promise<string> {
  let last = answer
  while (last.status === 303) last = await anna.get(last.headers.get('location')!)
  return last.text()
}

test('a draft that has been sent leads to its document, whatever one does with it', async () => {
  const draft = await draftFor(server, olga, [ADA])
  await sendDraft(server.ctx, olga, draft.id, draft.revision)
  const [document] = await documentsOf(draft)
  const path = pathOf(draft)
  const more = await anna.post(`/documents/new?draft=${draft.id}`, uploadForm({}, ['more.pdf', makePdf()]))
  expect([more.status, more.headers.get('location')]).toEqual([303, path])
  const answers = [
    ...(await Promise.all(['', '/later', '/delete', `/files/${draft.files[0]!.id}`].map((at) => anna.get(path + at)))),
    ...(await Promise.all(['/later', '/cancel', '/delete', '/detach'].map((at) => anna.post(path + at)))),
    await anna.post(path, draftForm(draft, 'send')),
  ]
  for (const answer of answers) {
    expect([answer.url, answer.headers.get('location')]).toEqual([answer.url, `/documents/${document!.id}`])
    expect(await anna.follow(answer)).toContain('It has been sent.')
  }
  const stranger = await signIn(server)
  expect((await stranger.get(path)).status).toBe(404)
  expect((await anna.get(`/documents/drafts/${randomUUID()}`)).status).toBe(404)
})

test('a draft that has become several documents leads to the list', async () => {
  const draft = await draftFor(server, olga, [ADA], { names: ['a.pdf', 'b.pdf'] })
  await sendDraft(server.ctx, olga, draft.id, draft.revision)
  const answer = await anna.post(`${pathOf(draft)}/cancel`)
  expect(answer.headers.get('location')).toBe('/documents')
  expect(await anna.follow(answer)).toContain('It was sent as 2 documents.')
})

test('while it is being sent, its page says so and looks again, also after a second press', async () => {
  const draft = await draftFor(server, olga, [ADA])
  const claimed = await claimDraft(server.ctx, olga.workspaceId, draft.id, () => {})
  const path = pathOf(draft)
  const at = new Date(server.clock.now().getTime() + 86_400_000).toISOString().slice(0, 16)
  const answers = [
    await anna.get(path),
    await anna.post(path, draftForm(draft, 'send')),
    await anna.post(`${path}/later`, { at, zone: 'UTC', revision: String(draft.revision) }),
  ]
  for (const answer of answers) {
    expect([answer.status, answer.headers.get('refresh')]).toEqual([200, `3; url=${path}`])
    const page = await answer.text()
    expect(page).toContain('It is being sent')
    expect(page).not.toContain('Nobody has been notified yet.')
  }
  for (const button of ['cancel', 'delete', 'detach']) {
    const refused = await anna.post(`${path}/${button}`)
    expect([button, refused.status, refused.headers.get('location')]).toEqual([button, 303, path])
    expect(await anna.follow(refused)).toContain('Nothing was changed: it is being sent at this moment.')
  }
  const [created] = await sendClaimed(server.ctx, olga, claimed)
  expect((await anna.get(path)).headers.get('location')).toBe(`/documents/${created!.document.id}`)
})

test('several presses at the same time send it once, and none is told of somebody else', async () => {
  const draft = await draftFor(server, olga, [ADA])
  const presses = Array.from({ length: 3 }, () => anna.post(pathOf(draft), draftForm(draft, 'send')))
  for (const answer of await Promise.all(presses)) {
    expect(await ending(answer)).toMatch(/It is being sent|Waiting for Ada/)
  }
  expect(await documentsOf(draft)).toHaveLength(1)
})

test('a second press after a refusal is refused in the same words', async () => {
  const draft = await draftFor(server, olga, [ADA])
  const form = { ...draftForm(draft, 'send'), 'signers[0].email': '' }
  for (const press of [1, 2, 3]) {
    const answer = await anna.post(pathOf(draft), form)
    expect([press, answer.status, await answer.text()]).toEqual([
      press,
      422,
      expect.stringContaining('The email address of Signer 1 is missing.'),
    ])
  }
  const other = await anna.post(pathOf(draft), { ...form, message: 'Another one' })
  expect(await anna.follow(other)).toContain('It has changed meanwhile')
})

test('its signers are reminded on the days that were chosen, and it lies in the folder that was named', async () => {
  const email = 'reminded@example.com'
  const sendWith = async (reminder_days: string) => {
    const draft = await draftFor(server, olga, [{ ...ADA, email }])
    const form = { ...draftForm(draft, 'save'), reminder_days, folder: ' Leases  2026 ' }
    const saved = await anna.follow(await anna.post(pathOf(draft), form))
    expect(saved).toMatch(new RegExp(`value="${reminder_days}"[^>]*selected`))
    expect(saved).toContain('value="Leases  2026"')
    const revision = /name="revision" value="(\d+)"/.exec(saved)![1]!
    await anna.post(pathOf(draft), { ...form, do: 'send', revision })
    const [document] = await documentsOf(draft)
    expect(await (await anna.get('/documents?folder=Leases+2026')).text()).toContain(document!.id)
  }
  const mailsAfter = async (days: number) => {
    server.clock.advance(days * 86_400_000)
    await server.run('remind', {})
    return (await server.outbox()).filter(({ recipient }) => recipient === email).length
  }
  await sendWith('1 3 5')
  await server.work()
  expect([await mailsAfter(1), await mailsAfter(1), await mailsAfter(1), await mailsAfter(5)]).toEqual([2, 2, 3, 4])
  await changeSettings(server.ctx, olga.workspaceId, { reminders: true })
  await sendWith('none')
  await server.work()
  expect(await mailsAfter(4)).toBe(5)
  await sendWith('')
  await server.work()
  expect(await mailsAfter(4)).toBe(7)
})
