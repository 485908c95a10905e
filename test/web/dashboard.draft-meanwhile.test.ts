import { expect, test } from 'vitest'
import { editDraft } from '../../server/domain/drafts/edit.ts'
import { type DraftRow, openDraft } from '../../server/domain/drafts/read.ts'
import { scheduleDraft } from '../../server/domain/drafts/schedule.ts'
import { claimDraft } from '../../server/domain/drafts/send.ts'
import { DRAFTS } from '../../server/limits.ts'
import { draftFor, draftForm } from '../support/drafts.ts'
import { type Drafting, useDrafting } from './stage.ts'

const ADA = { name: 'Ada Lovelace', email: 'ada@example.com' }

let { server, olga, anna } = {} as Drafting
useDrafting((drafting) => {
  ;({ server, olga, anna } = drafting)
})

const TOLD = 'It has changed meanwhile'
const pathOf = ({ id }: DraftRow) => `/documents/drafts/${id}`
const revisionIn = (page: string) => /name="revision" value="(\d+)"/.exec(page)?.[1] ?? ''
const stateIn = (page: string) => /name="was" value="([^"]+)"/.exec(page)?.[1] ?? ''

/** A draft that Anna has open, and its revision there; Olga has changed the message since. */
async function changedMeanwhile() {
  const draft = await draftFor(server, olga, [ADA])
  const { id, revision } = draft
  await editDraft(server.ctx, olga, id, { revision, model: { ...draft.model, message: 'By Olga' }, titles: {} })
  return { draft, opened: String(revision) }
}

/** A field for this signer, as the form of a PDF's fields sends it. */
const fieldFor = (signer: string, w: string) => ({
  ...{ do: 'save', placement: 'explicit', boxes: '1', 'boxes[0].page': '1' },
  ...{ 'boxes[0].signer': signer, 'boxes[0].w': w, 'boxes[0].h': '10' },
})

test('fields that were refused are still those of the PDF that was opened', async () => {
  const draft = await draftFor(server, olga, [ADA])
  const signer = draft.model.signers[0]!.id
  const path = `${pathOf(draft)}/files/${draft.files[0]!.id}`
  const was = stateIn(await (await anna.get(path)).text())
  expect((await anna.post(path, { ...fieldFor(signer, '40'), was })).status).toBe(303)
  const refused = await anna.post(path, { ...fieldFor(signer, '0'), was })
  expect(refused.status).toBe(422)
  const corrected = await anna.post(path, { ...fieldFor(signer, '50'), was: stateIn(await refused.text()) })
  expect(await anna.follow(corrected)).toContain(TOLD)
  const [file] = (await openDraft(server.ctx, olga, draft.id)).draft.files
  expect(file!.boxes.map(({ w }) => Math.round(w * 210))).toEqual([40])
})

test('fields are kept whatever else of the draft has changed, but not for somebody who is gone', async () => {
  const draft = await draftFor(server, olga, [ADA, { name: 'Grace', email: 'grace@example.com' }], {
    names: ['a.pdf', 'b.pdf'],
  })
  const [ada, grace] = draft.model.signers
  // Each in a tab of its own.
  const tabs = draft.files.map(({ id }) => `${pathOf(draft)}/files/${id}`)
  const states = await Promise.all(tabs.map(async (tab) => stateIn(await (await anna.get(tab)).text())))
  const save = async (tab: number, signer: string) =>
    anna.follow(await anna.post(tabs[tab]!, { ...fieldFor(signer, '40'), was: states[tab]! }))
  expect(await save(0, ada!.id)).toContain('Saved.')
  const { revision, model } = (await openDraft(server.ctx, olga, draft.id)).draft
  const left = { revision, model: { ...model, signers: [ada!], message: 'By Olga' }, titles: {} }
  await editDraft(server.ctx, olga, draft.id, left)
  expect(await save(1, grace!.id)).toContain(TOLD)
  expect(await save(1, ada!.id)).toContain('Saved.')
  const { files } = (await openDraft(server.ctx, olga, draft.id)).draft
  expect(files.map(({ boxes }) => boxes.map(({ signer }) => signer))).toEqual([[ada!.id], [ada!.id]])
})

test('what is sent by an older tab to a draft that is scheduled is refused in words', async () => {
  const draft = await draftFor(server, olga, [ADA])
  const at = new Date(server.clock.now().getTime() + 86_400_000)
  const schedule = { at: at.toISOString().slice(0, 16), zone: 'UTC', revision: String(draft.revision) }
  const later = (form: Record<string, string>) => anna.post(`${pathOf(draft)}/later`, form)
  // Twice, as by a double click.
  for (const _ of [1, 2]) expect(await anna.follow(await later(schedule))).toContain('It is scheduled.')
  const form = { ...draftForm(draft, 'save'), 'signers[0].email': 'corrected@example.com' }
  const told = 'Nothing was changed: it is scheduled'
  expect(await anna.follow(await anna.post(pathOf(draft), form))).toContain(told)
  const other = new Date(at.getTime() + 60_000).toISOString().slice(0, 16)
  expect(await anna.follow(await later({ ...schedule, at: other }))).toContain(told)
  const kept = (await openDraft(server.ctx, olga, draft.id)).draft
  expect([kept.send_at?.toISOString().slice(0, 16), kept.model.signers[0]!.email]).toEqual([schedule.at, ADA.email])
})

test('the pages that change a draft do not open while it is scheduled, or being sent', async () => {
  const draft = await draftFor(server, olga, [ADA])
  const pages = [`${pathOf(draft)}/files/${draft.files[0]!.id}`, `${pathOf(draft)}/later`]
  const claimed = await claimDraft(server.ctx, olga.workspaceId, draft.id, () => {})
  for (const page of pages) expect(await (await anna.get(page)).text()).toContain('It is being sent')
  server.clock.advance(DRAFTS.leaseMs)
  const at = new Date(server.clock.now().getTime() + 86_400_000)
  await scheduleDraft(server.ctx, olga, draft.id, { revision: claimed.revision, at, zone: 'UTC' })
  for (const page of pages) {
    const answer = await anna.get(page)
    expect([page, answer.status, answer.headers.get('location')]).toEqual([page, 303, pathOf(draft)])
    expect(await anna.follow(answer)).toContain('Nothing was changed: it is scheduled')
  }
})

test('a time that was refused is still for the draft that was opened', async () => {
  const { draft, opened } = await changedMeanwhile()
  const later = (at: string, revision: string) => anna.post(`${pathOf(draft)}/later`, { at, zone: 'UTC', revision })
  const refused = await later('2020-01-01T09:00', opened)
  expect(refused.status).toBe(422)
  const tomorrow = new Date(server.clock.now().getTime() + 86_400_000).toISOString().slice(0, 16)
  expect(await anna.follow(await later(tomorrow, revisionIn(await refused.text())))).toContain(TOLD)
  expect((await openDraft(server.ctx, olga, draft.id)).draft.send_at).toBe(null)
})
