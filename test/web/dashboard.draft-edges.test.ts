import { expect, test } from 'vitest'
import type { UserActor } from '../../server/domain/actor.ts'
import { createDraft, editDraft, newPerson, placeDraftFields, placementState } from '../../server/domain/drafts/edit.ts'
import { type DraftRow, openDraft } from '../../server/domain/drafts/read.ts'
import { draftFor, draftForm, uploaded, uploadForm } from '../support/drafts.ts'
import { makePdf } from '../support/pdf-fixtures.ts'
import { type Drafting, useDrafting } from './stage.ts'

const ADA = { name: 'Ada Lovelace', email: 'ada@example.com' }

let { server, olga, anna } = {} as Drafting
useDrafting((drafting) => {
  ;({ server, olga, anna } = drafting)
})

const pathOf = ({ id }: DraftRow) => `/documents/drafts/${id}`

/** A draft of a page so large in points, which Ada signs. */
async function draftOf(actor: UserActor, width: number, height: number): Promise<DraftRow> {
  const file = await uploaded(server, makePdf({ mediaBox: [0, 0, width, height] }))
  const { draft } = await createDraft(server.ctx, actor, [file])
  const { id, revision, model } = draft!
  const signers = [{ ...newPerson(''), ...ADA }]
  return editDraft(server.ctx, actor, id, { revision, model: { ...model, signers }, titles: {} })
}

/** The numbers that the page sends for a field of so many points in the lower right corner. */
function cornerOf(width: number, height: number, [w, h]: [number, number]): Record<string, string> {
  const mm = (points: number) => String(Math.round((points / 72) * 254) / 10)
  return {
    ...{ 'boxes[0].x': mm(width - w), 'boxes[0].y': mm(height - h) },
    ...{ 'boxes[0].w': mm(w), 'boxes[0].h': mm(h) },
  }
}

test.each([
  ['A4', 595, 842, 150, 18],
  ['A4, its whole width', 595.28, 841.89, 595.28, 18],
  ['A5', 419.5, 595.3, 160, 42],
  ['Letter', 612, 792, 90, 18],
  ['a label', 144, 73, 60, 30.2],
  ['A0', 2383.9, 3370.4, 150.2, 18.4],
])('a field in the corner of a page is sent as it was saved: %s', async (_, width, height, ...size) => {
  const draft = await draftOf(olga, width, height)
  const path = `${pathOf(draft)}/files/${draft.files[0]!.id}`
  const form = {
    ...{ do: 'save', placement: 'explicit', boxes: '1', was: placementState(draft.files[0]!) },
    ...{ 'boxes[0].page': '1', 'boxes[0].kind': 'signature', 'boxes[0].signer': draft.model.signers[0]!.id },
    ...cornerOf(width, height, size),
  }
  expect(await anna.follow(await anna.post(path, form))).toContain('Saved.')
  const saved = (await openDraft(server.ctx, olga, draft.id)).draft
  const [box] = saved.files[0]!.boxes
  expect(Math.max(box!.x + box!.w, box!.y + box!.h)).toBeLessThanOrEqual(1 + 1e-9)
  expect((await anna.post(pathOf(draft), draftForm(saved, 'send'))).status).toBe(303)
})

test('a field that does reach over the edge is refused where it is placed', async () => {
  const draft = await draftOf(olga, 595, 842)
  const path = `${pathOf(draft)}/files/${draft.files[0]!.id}`
  const form = {
    ...{ do: 'save', placement: 'explicit', boxes: '1', was: placementState(draft.files[0]!) },
    ...{ 'boxes[0].page': '1', 'boxes[0].signer': draft.model.signers[0]!.id },
    ...{ 'boxes[0].x': '20', 'boxes[0].y': '287.3', 'boxes[0].w': '40', 'boxes[0].h': '10' },
  }
  const refused = await anna.post(path, form)
  expect([refused.status, await refused.text()]).toEqual([
    422,
    expect.stringContaining('The field reaches over the end of the page.'),
  ])
})

test.each([1, 2])('a field that sending refuses names its PDF, and leads to it: %i PDFs', async (count) => {
  const draft = await draftFor(server, olga, [ADA], { names: ['a.pdf', 'b.pdf'].slice(0, count) })
  const [signer] = draft.model.signers
  // As one was saved before the edges were kept.
  const box = {
    ...{ kind: 'signature' as const, signer: signer!.id, page: 1, x: 0.1, w: 0.3, h: 0.1, required: true, label: null },
  }
  for (const [at, file] of draft.files.entries()) {
    const isLast = at === count - 1
    const boxes = [{ ...box, id: crypto.randomUUID(), y: isLast ? 0.9003 : 0.5 }]
    const edit = { was: placementState(file), placement: 'explicit' as const, boxes }
    await placeDraftFields(server.ctx, olga, draft.id, file.id, edit)
  }
  const saved = (await openDraft(server.ctx, olga, draft.id)).draft
  const { id } = saved.files.at(-1)!
  const refused = await anna.post(pathOf(draft), draftForm(saved, 'send'))
  const page = await refused.text()
  expect(refused.status).toBe(422)
  const title = count > 1 ? 'b' : 'a'
  expect(page).toMatch(new RegExp(`href="#title.${id}"[^>]*>\\s*Field 1 of ${title} is not within a page`))
})

test('beside a field that is removed, the problem of a later one stands at that one', async () => {
  const draft = await draftOf(olga, 595, 842)
  const path = `${pathOf(draft)}/files/${draft.files[0]!.id}`
  const box = (at: number, x: string, more: Record<string, string> = {}) =>
    Object.fromEntries(
      Object.entries({ page: '1', x, y: '20', w: '40', h: '10', ...more }).map(([part, value]) => [
        `boxes[${at}].${part}`,
        value,
      ]),
    )
  const form = {
    ...{ do: 'save', placement: 'explicit', boxes: '3', was: placementState(draft.files[0]!) },
    ...box(0, '20', { remove: '1' }),
    ...box(1, '30'),
    ...box(2, '400'),
  }
  const refused = await anna.post(path, form)
  const page = await refused.text()
  expect(refused.status).toBe(422)
  expect(page).toMatch(/href="#boxes\[1\]\.x"[^>]*>\s*The field reaches over the side of the page\./)
  expect(page).toMatch(/name="boxes\[1\]\.x"[^>]* value="400"/)
  expect(page).not.toContain('id="boxes[2].x-problem"')
})

test('as many fields as there can be, with long labels in Thai, are saved', async () => {
  const draft = await draftOf(olga, 595, 842)
  const path = `${pathOf(draft)}/files/${draft.files[0]!.id}`
  const label = 'ลายมือชื่อผู้เช่า'.repeat(8).slice(0, 120)
  const boxes = Array.from({ length: 500 }, (_, at) =>
    Object.entries({
      page: '1',
      kind: 'text',
      signer: draft.model.signers[0]!.id,
      x: '20',
      y: '20',
      w: '40',
      h: '10',
      label,
    }).map(([part, value]) => [`boxes[${at}].${part}`, value] as const),
  )
  const head = { do: 'save', placement: 'explicit', boxes: '500', was: placementState(draft.files[0]!) }
  const answer = await anna.post(path, { ...head, ...Object.fromEntries(boxes.flat()) })
  expect(await anna.follow(answer)).toContain('Saved.')
  const saved = (await openDraft(server.ctx, olga, draft.id)).draft.files[0]!.boxes
  expect([saved.length, saved.at(-1)!.label]).toEqual([500, label])
})

test('an empty file is left out by its name, alone and among others', async () => {
  const named = 'empty.pdf: the file is empty.'
  const empty: [string, Buffer] = ['empty.pdf', Buffer.alloc(0)]
  const alone = await anna.post('/documents/new', uploadForm({}, empty))
  expect([alone.status, await alone.text()]).toEqual([422, expect.stringContaining(named)])
  const one = await anna.post('/documents/new', uploadForm({}, ['lease.pdf', makePdf()], empty))
  expect(await anna.follow(one)).toContain(`Left out: ${named}`)
})
