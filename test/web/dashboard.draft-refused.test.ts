import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { DraftPerson } from '../../server/db/schema.ts'
import { placeDraftFields, placementState } from '../../server/domain/drafts/edit.ts'
import { type DraftRow, openDraft } from '../../server/domain/drafts/read.ts'
import { draftFor, draftForm, markedPdf } from '../support/drafts.ts'
import { createCa, Purpose } from '../support/pki.ts'
import { builtInTsa, keyOf } from '../support/sealing.ts'
import { signedFile } from '../support/signed-files.ts'
import { type Drafting, useDrafting } from './stage.ts'

const ADA = { name: 'Ada Lovelace', email: 'ada@example.com' }
const GRACE = { name: 'Grace Hopper', email: 'grace@example.com' }

let { server, olga, anna } = {} as Drafting
useDrafting((drafting) => {
  ;({ server, olga, anna } = drafting)
})

const pathOf = ({ id }: DraftRow) => `/documents/drafts/${id}`

/** What the page says beside its controls, by the control. */
async function problemsOf(answer: Response): Promise<[number, Record<string, string>]> {
  const found = [...(await answer.text()).matchAll(/<p id="([^"]+)-problem" class="problem">([^<]*)</g)]
  return [answer.status, Object.fromEntries(found.map(([, control, words]) => [control, words]))]
}

/** Presses Send now, then sends it later; both are refused. @param more of the form */
async function refusals(draft: DraftRow, more: Record<string, string> = {}) {
  const now = await problemsOf(await anna.post(pathOf(draft), { ...draftForm(draft, 'send'), ...more }))
  const { revision } = (await openDraft(server.ctx, olga, draft.id)).draft
  const at = new Date(server.clock.now().getTime() + 86_400_000).toISOString().slice(0, 16)
  const form = { at, zone: 'UTC', revision: String(revision) }
  const later = await problemsOf(await anna.post(`${pathOf(draft)}/later`, form))
  const { send_at, sending_until } = (await openDraft(server.ctx, olga, draft.id)).draft
  expect([send_at, sending_until]).toEqual([null, null])
  return { now, later }
}
const both = (control: string, words: string) => {
  const problems = [422, { [control]: words }]
  return { now: problems, later: problems }
}

const CODE = 'Enter the phone of Signer 1 to send the code to.'
const LETTERS = 'A role has only letters, digits, spaces, and _ . or -'
const DAYS = 'Enter a number of days, 1 to 90.'
const TENANT = { ...ADA, role: 'tenant' }
const SECOND = { ...ADA, role: 'Signer 2' }
type Case = [
  what: string,
  people: Partial<DraftPerson>[],
  control: string,
  words: string,
  more?: Record<string, string>,
]
const CASES: Case[] = [
  ['a code by SMS without a phone', [ADA], 'signers[0].phone_e164', CODE, { 'signers[0].sms_code': '1' }],
  ['a role of two', [TENANT, { ...GRACE, role: 'tenant' }], 'signers[1].role', '“tenant” is the role of another too.'],
  ['a role that another is given', [SECOND, GRACE], 'signers[1].role', '“Signer 2” is the role of another too.'],
  ['too many days', [ADA], 'expires_in_days', DAYS, { expires_in_days: '200' }],
  ['half a day', [ADA], 'expires_in_days', DAYS, { expires_in_days: '0.5' }],
  ['a role with a slash', [{ ...ADA, role: 'Käufer/in' }], 'signers[0].role', LETTERS],
]
test.each(CASES)(
  '%s is refused beside its control, now and for later',
  async (_, people, control, words, more = {}) => {
    const draft = await draftFor(server, olga, people)
    expect(await refusals(draft, more)).toEqual(both(control, words))
  },
)

test('days that cannot be sent hold up nobody who adds a signer, and stay as they were typed', async () => {
  const draft = await draftFor(server, olga, [ADA])
  const added = await anna.post(pathOf(draft), { ...draftForm(draft, 'add-me'), expires_in_days: '200' })
  expect(await anna.follow(added)).toMatch(/name="expires_in_days"[^>]* value="200"/)
})

test('what keeps a draft from being sent is said before a time is chosen for it', async () => {
  const draft = await draftFor(server, olga, [{ name: ADA.name }])
  const pressed = await anna.post(pathOf(draft), draftForm(draft, 'later'))
  const answer = await anna.get(pressed.headers.get('location')!)
  const words = 'The email address of Signer 1 is missing.'
  expect(await problemsOf(answer)).toEqual([422, { 'signers[0].email': words }])
  const { draft: kept } = await openDraft(server.ctx, olga, draft.id)
  const form = { ...draftForm(kept, 'later'), 'signers[0].email': ADA.email }
  expect(await anna.follow(await anna.post(pathOf(draft), form))).toContain('Send then')
})

test('fields without a signature are refused at their PDF, now and for later', async () => {
  const draft = await draftFor(server, olga, [ADA])
  const file = draft.files[0]!
  const place = { page: 1, x: 0.1, y: 0.1, w: 0.3, h: 0.05, required: true, label: null }
  const box = { id: randomUUID(), kind: 'text' as const, signer: draft.model.signers[0]!.id, ...place }
  const edit = { was: placementState(file), placement: 'explicit' as const, boxes: [box] }
  const placed = await placeDraftFields(server.ctx, olga, draft.id, file.id, edit)
  const words = 'lease has no signature and no initials for Signer 1. Place one under Fields.'
  expect(await refusals(placed)).toEqual(both(`title.${file.id}`, words))
})

test('a marker for nobody is refused at its PDF, now and for later', async () => {
  const pdf = markedPdf('tenant', 'landlord')
  const draft = await draftFor(server, olga, [TENANT], { pdf })
  const words = 'lease has a marker for “landlord” on page 1, and no signer has this role.'
  expect(await refusals(draft)).toEqual(both(`title.${draft.files[0]!.id}`, words))
})

test('a PDF that is signed already has no page at its end, now and for later', async () => {
  const ca = await createCa()
  const key = await keyOf(await ca.issue({ name: 'Notary', purposes: [Purpose.emailProtection] }))
  const pdf = await signedFile({ key, tsa: await builtInTsa(ca) }, [{}])
  const draft = await draftFor(server, olga, [ADA], { pdf, names: ['a.pdf', 'b.pdf'] })
  const words =
    'a is already signed, so no page can be added at its end. Choose “In fields placed by hand” under Fields.'
  expect(await refusals(draft)).toEqual(both(`title.${draft.files[0]!.id}`, words))
})

test('a field at the edge of its page, which the form gives in tenths of a millimetre, is sent', async () => {
  const draft = await draftFor(server, olga, [ADA])
  const file = draft.files[0]!
  const tab = `${pathOf(draft)}/files/${file.id}`
  // The page is 209.9 mm by 297.0 mm.
  const box = { signer: draft.model.signers[0]!.id, page: '1', x: '150', y: '287.1', w: '60', h: '10' }
  const fields = Object.fromEntries(Object.entries(box).map(([name, value]) => [`boxes[0].${name}`, value]))
  const form = { do: 'save', placement: 'explicit', boxes: '1', was: placementState(file), ...fields }
  expect(await anna.follow(await anna.post(tab, form))).toContain('Saved.')
  const { draft: placed } = await openDraft(server.ctx, olga, draft.id)
  const sent = await anna.post(pathOf(draft), draftForm(placed, 'send'))
  expect(await anna.follow(sent)).toContain('It is on the way to 1 person.')
})
