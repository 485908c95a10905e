import { rename } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { type DraftRow, openDraft } from '../../server/domain/drafts/read.ts'
import { scheduleDraft } from '../../server/domain/drafts/schedule.ts'
import { damageFile, pathOfBlob } from '../support/altered-file.ts'
import { draftFor, draftForm, uploadForm } from '../support/drafts.ts'
import { makePdf } from '../support/pdf-fixtures.ts'
import { type Drafting, useDrafting } from './stage.ts'

const ADA = { name: 'Ada Lovelace', email: 'ada@example.com' }
const HOUR_MS = 3_600_000
const GONE = 'The stored file of b is gone. Remove it and add it again.'

let { server, olga, anna } = {} as Drafting
useDrafting((drafting) => {
  ;({ server, olga, anna } = drafting)
})

const pathOf = ({ id }: DraftRow) => `/documents/drafts/${id}`
const now = async ({ id }: DraftRow) => (await openDraft(server.ctx, olga, id)).draft

/** A draft of two PDFs, and where the second is stored. */
async function draftOfTwo() {
  const draft = await draftFor(server, olga, [ADA], { names: ['a.pdf', 'b.pdf'] })
  const { id, blob_key: key } = draft.files[1]!
  const path = await pathOfBlob(server.ctx.storage.region(draft.region), key)
  return { draft, id, path, folder: path.slice(0, -key.length - 1) }
}

test.each([
  ['missing', GONE],
  ['bit', 'The stored file of b is damaged. Remove it and add it again.'],
] as const)('a stored PDF that is lost is named, and sent once it was added again: %s', async (damage, words) => {
  const { draft, id, path } = await draftOfTwo()
  await damageFile(path, damage)
  const sent = await anna.post(pathOf(draft), draftForm(draft, 'send'))
  for (const refused of [sent, await anna.get(`${pathOf(draft)}/later`)]) {
    expect(refused.status).toBe(422)
    expect(await refused.text()).toContain(`<p id="title.${id}-problem" class="problem">${words}<`)
  }
  await anna.post(pathOf(draft), draftForm(await now(draft), `without ${id}`))
  await anna.post(`/documents/new?draft=${draft.id}`, uploadForm({}, ['b.pdf', makePdf()]))
  const again = await anna.post(pathOf(draft), draftForm(await now(draft), 'send'))
  expect(await anna.follow(again)).toContain('2 documents are on the way')
})

test('a draft that was scheduled says at its time which PDF is lost', async () => {
  const { draft, path } = await draftOfTwo()
  const at = new Date(server.clock.now().getTime() + HOUR_MS)
  await scheduleDraft(server.ctx, olga, draft.id, { revision: draft.revision, at, zone: 'UTC' })
  await damageFile(path, 'missing')
  server.clock.advance(HOUR_MS)
  await server.work()
  expect(await now(draft)).toMatchObject({ send_at: null, send_problem: GONE })
})

test('while no stored file can be read, sending fails and names none', async () => {
  const { draft, folder } = await draftOfTwo()
  await rename(folder, `${folder}-away`)
  const failed = await anna.post(pathOf(draft), draftForm(draft, 'send'))
  await rename(`${folder}-away`, folder)
  expect([failed.status, await failed.text()]).toEqual([500, expect.not.stringContaining('is gone')])
  const sent = await anna.post(pathOf(draft), draftForm(await now(draft), 'send'))
  expect(await anna.follow(sent)).toContain('2 documents are on the way')
})
