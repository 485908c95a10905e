import { describe, expect, test } from 'vitest'
import { emailOf, phoneOf } from '../../server/domain/signers/typed-contact.ts'
import { wasShown } from '../support/dashboard.ts'
import { draftForm, uploadForm } from '../support/drafts.ts'
import { send } from '../support/flow.ts'
import { makePdf } from '../support/pdf-fixtures.ts'
import { LEASE_VALUES, lockedTemplate, staged } from '../support/templates.ts'
import { type Office, useOffice } from './stage.ts'

/** Names, phones and addresses as people type and paste them, in every form that takes one. */

const EMAIL = '\u200bada@Bücher.de '
const PHONE = '\u202a+49 (0)171/123–45.67\u202c'
const TYPED_NAME = 'Ada\u0007\r\n\u2028Lovelace'
const MEANT = { email: 'ada@xn--bcher-kva.de', phone_e164: '+491711234567' }

let { server, key, ada } = {} as Office
useOffice((office) => {
  ;({ server, key, ada } = office)
})

const NAME = 'Ada Lovelace'
/** As her document has her. */
const sent = () =>
  server.ctx.db
    .selectFrom('signing_requests')
    .select(['email', 'phone_e164'])
    .where('workspace_id', '=', key.workspaceId)
    .where('name', '=', NAME)
    .execute()
const lease = async () => (await lockedTemplate(server, key)).id

test('what divides a phone is left out, and the zero that is dialled within a country', () => {
  for (const [typed, phone] of [
    ['+49 (0)171 1234567', '+491711234567'],
    ['+44 (0)20 7946 0958', '+442079460958'],
    ['(+41) (0)79 123 45 67', '+41791234567'],
    ['+41\u00a079\u2011123\u200b45/67', '+41791234567'],
    ['+41 [79] 123.45.67', '+41791234567'],
    ['+1 (079) 123', '+1079123'],
    ['0171 (0) 12', '0171012'],
    ['call me', 'callme'],
  ]) {
    expect([typed, phoneOf(typed!)]).toEqual([typed, phone])
  }
})

test('an address is written as mail is sent to it, and one that is none is left as it is', () => {
  expect(emailOf('Ada@Bücher.de')).toBe('Ada@xn--bcher-kva.de')
  expect(emailOf('ada@bücher。example')).toBe('ada@xn--bcher-kva.example')
  for (const mark of ['/', '?', '#', '\\', '%41', ':', ':80', '\t', '\n', ' ', '&', '_', ',', '|', '／', '？']) {
    for (const typed of [`ada@bücher.de${mark}evil`, `ada@bücher${mark}.de`]) {
      expect(emailOf(typed)).toBe(typed)
    }
  }
})

describe('somebody is sent a document by the name, and at the address and phone, that were meant', () => {
  test('from a draft', async () => {
    const made = await ada.post('/documents/new', uploadForm({}, ['lease.pdf', makePdf()]))
    const path = made.headers.get('location')!
    const drafts = server.ctx.db.selectFrom('drafts').selectAll().where('workspace_id', '=', key.workspaceId)
    const form = draftForm(await drafts.executeTakeFirstOrThrow(), 'send')
    const typed = { 'signers[0].name': TYPED_NAME, 'signers[0].email': EMAIL, 'signers[0].phone_e164': PHONE }
    expect((await ada.post(path, { ...form, ...typed })).status).toBe(303)
    expect(await sent()).toEqual([MEANT])
  })

  test('instead of another person', async () => {
    const grace = { email: 'grace@example.com', phone_e164: '+41791234567', require_sms_verification: true }
    const { documentId, signers } = await send(server, key, { signers: [grace] })
    const path = `/documents/${documentId}/signers/${signers[0]!.signingRequestId}/reassign`
    const form = { name: TYPED_NAME, email: EMAIL, phone: PHONE, locale: 'en', was: await wasShown(ada, path) }
    expect((await ada.post(path, form)).status).toBe(303)
    expect(await sent()).toEqual([MEANT])
  })

  test('from a template by hand', async () => {
    const form = {
      ...{ once: '7b6c1f5e-3f0a-4c39-9d1a-0d6f3a5b8c23', version: '1', do: 'send', 'rows.items': '1' },
      ...{ 'slot1.name': NAME, 'slot1.email': EMAIL, 'slot1.phone_e164': PHONE, 'slot1.locale': 'de' },
      ...{ 'slot2.email': 'grace@example.com', 'slot2.locale': 'en' },
      ...{ 'value.tenant_name': 'Ada', 'value.monthly_rent': '1850.00', 'value.items.0.what': 'Desk' },
      ...{ 'value.items.0.amount': '120' },
    }
    expect((await ada.post(`/templates/${await lease()}/send`, form)).status).toBe(303)
    expect(await sent()).toEqual([MEANT])
  })

  test('after a review', async () => {
    const { document_id: id } = await staged(server, key, await lease(), { send_emails: true })
    const form = {
      ...{ revision: '0', do: 'send', 'slot1.name': NAME, 'slot1.email': EMAIL, 'slot1.phone_e164': PHONE },
      ...{ 'slot2.name': 'Grace Hopper', 'slot2.email': 'grace@example.com' },
      ...{ 'value.tenant_name': LEASE_VALUES.tenant_name, 'value.monthly_rent': LEASE_VALUES.monthly_rent },
    }
    expect((await ada.post(`/review/${id}`, form)).status).toBe(303)
    expect(await sent()).toEqual([MEANT])
  })

  test('from a CSV file', async () => {
    const heading = 'slot1.email;slot1.name;slot1.phone_e164;slot2.email;tenant_name;monthly_rent;items.1.what'
    const row = `${EMAIL};${NAME};${PHONE};grace@example.com;Ada;1850.00;Desk`
    const form = new FormData()
    form.set('file', new Blob([`${heading}\r\n${row}`], { type: 'text/csv' }), 'leases.csv')
    const answer = await ada.post(`/templates/${await lease()}/csv`, form)
    await server.work()
    await ada.post(`${answer.headers.get('location')}/send`)
    await server.work()
    expect(await sent()).toEqual([MEANT])
  })
})

test('titles and messages are kept without what the contract takes in none', async () => {
  const made = await ada.post('/documents/new', uploadForm({}, ['lease.pdf', makePdf()]))
  const drafts = server.ctx.db.selectFrom('drafts').selectAll().where('workspace_id', '=', key.workspaceId)
  const draft = await drafts.executeTakeFirstOrThrow()
  const typed = { [`title.${draft.files[0]!.id}`]: 'The\r\nlease', message: 'Dear Ada\r\n\u0007\tPlease sign' }
  const person = { 'signers[0].name': NAME, 'signers[0].email': MEANT.email }
  const form = { ...draftForm(draft, 'send'), ...person, ...typed }
  expect((await ada.post(made.headers.get('location')!, form)).status).toBe(303)
  const documents = server.ctx.db.selectFrom('documents').select(['title', 'message'])
  expect(await documents.where('workspace_id', '=', key.workspaceId).execute()).toEqual([
    { title: 'The lease', message: 'Dear Ada\n \tPlease sign' },
  ])
})
