import { describe, expect, test } from 'vitest'
import { axeViolations, sidewaysScroll } from '../support/browser.ts'
import { dashboardVisit, signIn } from '../support/dashboard.ts'
import { readDocument } from '../support/flow.ts'
import {
  FILE_MODEL,
  importTemplate,
  itemsTable,
  LEASE_FIELDS,
  leaseModel,
  leaseOfRooms,
  lockedTemplate,
  signature,
  text,
} from '../support/templates.ts'
import { type Office, useOffice } from './stage.ts'

let { server, browser, key, ada } = {} as Office
let templateId: string
useOffice(
  async (office) => {
    ;({ server, browser, key, ada } = office)
    templateId = (await lockedTemplate(server, key)).id
  },
  { name: 'Ada Sender' },
)

const ONCE = '7b6c1f5e-3f0a-4c39-9d1a-0d6f3a5b8c21'
const filled = (more: Record<string, string> = {}) => ({
  once: ONCE,
  version: '1',
  'slot1.name': 'Hedy Lamarr',
  'slot1.email': 'hedy@example.com',
  'slot1.phone_e164': '',
  'slot1.locale': 'de',
  'slot1.signing_order': '1',
  'slot2.name': '',
  'slot2.email': 'grace@example.com',
  'slot2.phone_e164': '',
  'slot2.locale': 'en',
  'slot2.signing_order': '2',
  'value.tenant_name': 'Hedy Lamarr',
  'value.monthly_rent': '1850.00',
  'value.pets': 'true',
  'value.iban': 'CH93 0076 2011 6238 5295 7',
  'rows.items': '2',
  'value.items.0.what': 'Desk',
  'value.items.0.amount': '120',
  do: 'send',
  ...more,
})
const send = (more: Record<string, string> = {}, id = templateId) => ada.post(`/templates/${id}/send`, filled(more))
const documents = () =>
  server.ctx.db.selectFrom('documents').selectAll().where('workspace_id', '=', key.workspaceId).execute()
const events = (id: string) =>
  server.ctx.db.selectFrom('events').select(['type', 'payload']).where('document_id', '=', id).orderBy('seq').execute()

describe('a template sent by hand', () => {
  test('a problem names its field whatever characters its label has', async () => {
    const label = "Cost in $'000 or $&"
    const fields = LEASE_FIELDS.map((field) =>
      field.columns
        ? { ...field, labels: { en: label }, columns: field.columns.map((one) => ({ ...one, labels: { en: label } })) }
        : { ...field, labels: { en: label } },
    )
    const { id } = await lockedTemplate(server, key, { fields })
    const answer = await send({ 'value.monthly_rent': 'much', 'value.items.0.amount': 'much' }, id)
    expect(answer.status).toBe(422)
    const page = (await answer.text()).replaceAll('&#39;', "'").replaceAll('&amp;', '&')
    expect(page).toContain(`${label} must be a number`)
    expect(page).toContain(`${label}, row 1, ${label} must be a number`)
  })

  test('a field and a column can be called as a part of a recipient', async () => {
    const called = 'signing_order'
    const fields = [
      ...LEASE_FIELDS,
      { key: called, kind: 'scalar', type: 'text' },
      { key: 'steps', kind: 'collection', max_rows: 5, columns: [{ key: called, type: 'text' }] },
    ]
    const table = itemsTable({ field: 'steps', table: { columns: [{ key: called, share: 1 }], max_rows: 5 } })
    const template = leaseModel({ boxes: [text(called, 0.15), table, signature(1), signature(2)] })
    const { id } = await lockedTemplate(server, key, { template, fields })
    const values = { [`value.${called}`]: 'as agreed', [`value.steps.0.${called}`]: 'first', 'rows.steps': '1' }
    expect((await send({ ...values, 'slot2.signing_order': 'last' }, id)).status).toBe(422)
    expect((await send(values, id)).status).toBe(303)
    expect(await documents()).toHaveLength(1)
  })

  test('goes out at once, with the source of the dashboard and an event without one', async () => {
    const page = await (await ada.get(`/templates/${templateId}/send`)).text()
    expect(page).toContain('Send to the first of 2')
    expect(page).toContain('name="value.monthly_rent"')
    const sent = await send()
    const [document] = await documents()
    expect(sent.headers.get('location')).toBe(`/documents/${document!.id}`)
    expect(document).toMatchObject({ source: 'dashboard', title: 'Lease', api_key_id: null, template_version: 1 })
    expect(await readDocument(server, key, document!.id)).toMatchObject({
      status: 'pending',
      signers: [
        { email: 'hedy@example.com', status: 'pending' },
        { email: 'grace@example.com', status: 'queued' },
      ],
    })
    const [event] = await events(document!.id)
    expect(event!.type).toBe('signing_request.sent')
    expect(event!.payload).not.toHaveProperty('source')
    expect(event!.payload).toMatchObject({ template_id: templateId, locale: 'de' })
    await server.work()
    expect((await server.outbox()).some(({ recipient }) => recipient === 'hedy@example.com')).toBe(true)
  })

  test('two presses send once, also at the same time; a change after going back is another document', async () => {
    const answers = await Promise.all([send(), send(), send()])
    const id = (await documents())[0]!.id
    expect(answers.map((answer) => answer.headers.get('location'))).toEqual(Array(3).fill(`/documents/${id}`))
    expect(await ada.follow(await send())).toContain('nothing was sent twice')
    expect(await documents()).toHaveLength(1)
    await send({ 'slot1.email': 'other@example.com' })
    expect(await documents()).toHaveLength(2)
  })

  test('a dry run and a refusal name every problem beside its field, and create nothing', async () => {
    const wrong = { 'value.monthly_rent': 'much', 'value.start_date': '2026-02-30', 'value.items.0.amount': 'x' }
    for (const wanted of ['check', 'send', 'stage']) {
      const refused = await send({ ...wrong, do: wanted })
      expect(refused.status).toBe(422)
      const page = await refused.text()
      expect(page).toContain('Monthly rent must be')
      expect(page).toMatch(/aria-describedby="[^"]*value.monthly_rent-problem"/)
      expect(page).toMatch(/id="value.start_date-problem"/)
      expect(page).toContain('href="#value.items.0.amount"')
      expect(page).toContain('value="much"')
    }
    const nobody = await send({ 'slot2.email': '' })
    expect([nobody.status, await nobody.text()]).toEqual([422, expect.stringContaining('The address of Landlord is')])
    const texts = {
      'slot1.email': 'hedy',
      'slot2.phone_e164': '079',
      'slot1.name': 'x'.repeat(121),
      title: 'x'.repeat(300),
    }
    const many = await send(texts)
    const page = await many.text()
    expect(many.status).toBe(422)
    expect(page).toContain('The address of Tenant must be an email address')
    expect(page).toContain('The phone number of Landlord must be in E.164 form, with + and the country code')
    expect(page).toContain('href="#slot1.name"')
    expect(page).toContain('href="#title"')
    const misplaced = await (await send({ 'slot1.signing_order': '2' })).text()
    expect(misplaced).toContain('The place in the order of Landlord: 2 is given twice')
    expect(await (await send({ do: 'check' })).text()).toContain('Nothing is wrong.')
    expect(await documents()).toEqual([])
  })

  test('takes amounts as people write them, unless they could be two', async () => {
    const [label] = LEASE_FIELDS.filter(({ key }) => key === 'monthly_rent').map(({ labels }) => labels?.en)
    for (const typed of ['1850,50', "1'850.50", '1\u2019850,5', '1 850,50', '1,850.50', '1.850,50']) {
      const checked = await (await send({ do: 'check', 'value.monthly_rent': typed })).text()
      expect([typed, checked.includes('Nothing is wrong.')]).toEqual([typed, true])
    }
    for (const typed of ['1,850', '1.850', '1,85,50', 'CHF 1850']) {
      const refused = await send({ do: 'check', 'value.monthly_rent': typed })
      expect([typed, refused.status, await refused.text()]).toEqual([
        typed,
        422,
        expect.stringContaining(`${label ?? 'monthly_rent'} must be a number`),
      ])
    }
    const sent = await ada.post(`/templates/${templateId}/send`, filled({ 'value.monthly_rent': '1.850,50' }))
    expect(sent.status).toBe(303)
    const [document] = await documents()
    const kept = server.ctx.db.selectFrom('document_values').select('value').where('document_id', '=', document!.id)
    expect(await kept.where('key', '=', 'monthly_rent').execute()).toEqual([{ value: '1850.50' }])
  })

  test('of many problems the first are listed, with how many more there are', async () => {
    const cells = Array.from({ length: 300 }, (_, row) => [`value.items.${row}.amount`, 'x'] as const)
    for (const wanted of ['check', 'send']) {
      const refused = await send({ 'rows.items': '300', ...Object.fromEntries(cells), do: wanted })
      expect(refused.status).toBe(422)
      const page = await refused.text()
      // Each row lacks what it is, too; the first row has it.
      expect(page).toContain('<a class="text" href="#send">There are 399 more, which are not listed.</a>')
      expect(page.match(/<li><a class="text" href="#/g)).toHaveLength(201)
      expect(page).toContain('href="#value.items.99.amount"')
      expect(page).toContain('name="value.items.299.amount" value="x"')
    }
  })

  test('a field called as a part of the form has its own place for what is wrong with it', async () => {
    const keys = ['title', 'message']
    const template = leaseModel({
      boxes: [...keys.map((key, at) => text(key, 0.15 + at / 10)), signature(1), signature(2)],
    })
    const fields = [...LEASE_FIELDS, ...keys.map((key) => ({ key, kind: 'scalar', type: 'number' }))]
    const { id } = await lockedTemplate(server, key, { template, fields })
    const values = { 'value.title': 'much', 'value.message': 'more' }
    const page = await (await send({ ...values, title: 'Lease', message: 'Please sign.' }, id)).text()
    for (const key of keys) {
      expect(page).toContain(`href="#value.${key}"`)
      expect(page).not.toContain(`href="#${key}"`)
    }
  })

  test('a table has a control for each kind of value, and names the row of a problem as the form counts it', async () => {
    const { id } = await lockedTemplate(server, key, leaseOfRooms())
    const page = await (await ada.get(`/templates/${id}/send`)).text()
    expect(page).toMatch(/<textarea id="value.rooms.0.room"/)
    expect(page).toMatch(
      /<select id="value.rooms.0.painted"[^>]*><option value=""[^>]*><\/option><option value="true">Yes</,
    )
    expect(page).toMatch(/<select id="value.rooms.0.floor"[^>]*><option value=""[^>]*><\/option><option value="oak">/)
    const rooms = { 'rows.rooms': '3', 'value.rooms.1.room': 'Hall\r\n2nd floor', 'value.rooms.1.painted': 'true' }
    expect(await (await send({ ...rooms, do: 'check' }, id)).text()).toContain('Nothing is wrong.')
    for (const [name, wrong] of [
      ['value.rooms.1.painted', 'Yes'],
      ['value.rooms.1.rent', 'much'],
    ] as const) {
      const refused = await (await send({ ...rooms, [name]: wrong, do: 'check' }, id)).text()
      expect(refused).toContain(`href="#${name}"`)
      expect(refused).toContain('row 2, ')
      // All of its lines are seen.
      expect(refused).toMatch(/<textarea id="value.rooms.1.room"[^>]* rows="2"[^>]*>Hall\n2nd floor<\/textarea>/)
    }
  })

  test.each(['-1', '-Infinity', '2', 'x'])('a button that removes the row "%s" of two leaves both', async (row) => {
    const page = await (await send({ 'value.items.1.what': 'Lamp', do: `less:items:${row}` })).text()
    expect(page).toContain('name="rows.items" value="2"')
    expect(page).toMatch(/name="value.items.0.what" value="Desk"/)
    expect(page).toMatch(/name="value.items.1.what" value="Lamp"/)
  })

  test('review first stages it, and reports nothing before it is confirmed', async () => {
    const staged = await send({ do: 'stage' })
    const [document] = await documents()
    expect(staged.headers.get('location')).toBe(`/review/${document!.id}`)
    expect(document).toMatchObject({ review_state: 'staged', api_key_id: null })
    // The event of a staging names a key, and there is none.
    expect(await events(document!.id)).toEqual([])
    expect(await ada.follow(staged)).toContain('Confirm and send')
  })

  test('a pinned slot is shown and cannot be changed', async () => {
    const slots = [
      { slot: 1, role: 'tenant' },
      { slot: 2, role: 'landlord', pinned_email: 'owner@example.com', pinned_name: 'Olga Owner' },
    ]
    const { id } = await lockedTemplate(server, key, { template: leaseModel({ slots }) })
    const page = await (await ada.get(`/templates/${id}/send`)).text()
    expect(page).toContain('landlord, pinned to this address')
    expect(page).not.toContain('name="slot2.email"')
    await send({ 'slot2.email': 'evil@example.com' }, id)
    const [document] = await documents()
    expect(await readDocument(server, key, document!.id)).toMatchObject({
      signers: [{}, { email: 'owner@example.com' }],
    })
  })
})

describe('what cannot be sent', () => {
  test('a draft, a template without signers, one of another workspace, one that is none', async () => {
    const draft = await importTemplate(server, key, { template: leaseModel(), fields: LEASE_FIELDS })
    expect(await (await ada.get(`/templates/${draft.body.id}/send`)).text()).toContain('It is a draft.')
    expect((await send({ version: '' }, draft.body.id)).status).toBe(409)
    const file = await lockedTemplate(server, key, { template: FILE_MODEL })
    expect(await (await ada.get(`/templates/${file.id}/send`)).text()).toContain('Nobody signs it.')
    const other = await signIn(server)
    expect((await other.get(`/templates/${templateId}/send`)).status).toBe(404)
    expect((await other.post(`/templates/${templateId}/send`, filled())).status).toBe(404)
    expect((await ada.get('/templates/nothing/send')).status).toBe(404)
    expect(await documents()).toEqual([])
  })

  test('a form of another site, and one of a version that is not the newest any more', async () => {
    const foreign = await ada.post(`/templates/${templateId}/send`, filled(), { 'sec-fetch-site': 'cross-site' })
    expect(foreign.status).toBe(403)
    expect((await ada.post(`/templates/${templateId}/send`, filled({ version: '9' }))).status).toBe(404)
  })
})

test('on a phone the form of a template whose name is one long word stays narrow', async () => {
  const name = 'Donaudampfschifffahrtsgesellschaft'.repeat(4)
  const { id } = await lockedTemplate(server, key, { template: leaseModel({ name }) })
  const { page, close } = await dashboardVisit(browser, server, { workspaceId: key.workspaceId, width: 375 })
  await page.goto(`${server.url}/templates/${id}/send`)
  await page.getByText(`Without one: ${name}`).waitFor()
  expect(await sidewaysScroll(page)).toBe(0)
  await close()
})

test('in a browser: filled in by keyboard, checked by Enter, sent; accessible, and narrow', async () => {
  const { page, close } = await dashboardVisit(browser, server, { workspaceId: key.workspaceId })
  await page.goto(`${server.url}/templates/${templateId}/send`)
  expect(await axeViolations(page)).toEqual([])
  const tenant = page.getByRole('group', { name: 'Tenant' })
  await tenant.getByLabel('Name').fill('山田 花子')
  await tenant.getByLabel('Email').fill('hanako@example.com')
  await page.getByRole('group', { name: 'Landlord' }).getByLabel('Email').fill('grace@example.com')
  await page.getByLabel('Tenant', { exact: true }).fill('مستأجر بشقة كبيرة')
  await page.getByLabel('Monthly rent').fill('much')
  await page.getByLabel('Monthly rent').press('Enter')
  await page.getByText('One thing needs your attention').waitFor()
  expect(await axeViolations(page)).toEqual([])
  await page.getByLabel('Monthly rent').fill('1850.00')
  await page.getByRole('button', { name: 'Add rows' }).click()
  await page.getByLabel('Item, row 12').waitFor()
  await page.getByLabel('Item, row 12').fill('Desk')
  await page.setViewportSize({ width: 375, height: 800 })
  expect(await sidewaysScroll(page)).toBe(0)
  await page.getByRole('button', { name: 'Send to the first of 2' }).click()
  await page.waitForURL('**/documents/*')
  await page.getByText('Sent.', { exact: true }).waitFor()
  await close()
})
