import { expect, test } from 'vitest'
import { editDraft } from '../../server/domain/drafts/edit.ts'
import { type DraftRow, openDraft } from '../../server/domain/drafts/read.ts'
import { draftFor } from '../support/drafts.ts'
import { type Drafting, useDrafting } from './stage.ts'

const ADA = { name: 'Ada Lovelace', email: 'ada@example.com' }

let { server, olga, anna } = {} as Drafting
useDrafting((drafting) => {
  ;({ server, olga, anna } = drafting)
})

const TOLD = 'Somebody else has changed this meanwhile.'
const pathOf = ({ id }: DraftRow) => `/documents/drafts/${id}`
const revisionIn = (page: string) => /name="revision" value="(\d+)"/.exec(page)?.[1] ?? ''

/** A draft that Anna has open, and its revision there; Olga has changed the message since. */
async function changedMeanwhile() {
  const draft = await draftFor(server, olga, [ADA])
  const { id, revision } = draft
  await editDraft(server.ctx, olga, id, { revision, model: { ...draft.model, message: 'By Olga' }, titles: {} })
  return { draft, opened: String(revision) }
}

test('fields that were refused are still those of the draft that was opened', async () => {
  const { draft, opened } = await changedMeanwhile()
  const path = `${pathOf(draft)}/files/${draft.files[0]!.id}`
  const typed = { do: 'save', revision: opened, placement: 'explicit', boxes: '1', 'boxes[0].page': '1' }
  const refused = await anna.post(path, { ...typed, 'boxes[0].w': '0', 'boxes[0].h': '10' })
  expect(refused.status).toBe(422)
  const revision = revisionIn(await refused.text())
  const corrected = await anna.post(path, { ...typed, revision, 'boxes[0].w': '50', 'boxes[0].h': '10' })
  expect(await anna.follow(corrected)).toContain(TOLD)
  expect((await openDraft(server.ctx, olga, draft.id)).draft.files[0]).toMatchObject({ boxes: [] })
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
