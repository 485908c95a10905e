import type { Browser } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import type { TemplateModel } from '../../server/domain/templates/model.ts'
import { axeViolations, sidewaysScroll } from '../support/browser.ts'
import { type DashboardUser, dashboardVisit, signIn } from '../support/dashboard.ts'
import type { TestKey, TestServer } from '../support/server.ts'
import { importTemplate, LEASE_FIELDS, leaseModel } from '../support/templates.ts'
import { useStage } from './stage.ts'

let server: TestServer
let browser: Browser
let key: TestKey
let workspaceId: string
let ada: DashboardUser
let id: string

useStage((stage) => {
  ;({ server, browser } = stage)
})
beforeEach(async () => {
  workspaceId = (await server.workspace()).id
  key = await server.key({ workspaceId })
  ada = await signIn(server, { workspaceId, name: 'Ada Author', role: 'member' })
  id = (await importTemplate(server, key, { template: leaseModel(), fields: LEASE_FIELDS })).body.id
})

const stored = () => server.ctx.db.selectFrom('templates').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const model = async () => (await stored()).draft as TemplateModel
const path = () => `/templates/${id}/settings`

/** What the form sends of the lease, with some of it changed; null takes a name away. */
function form(changes: Record<string, string | null> = {}, slots = [1, 2]): FormData {
  const data = new FormData()
  const entries: Record<string, string | null> = {
    ...{ revision: '1', do: 'save', name: 'Lease', locale: 'en', signing_mode: 'sequential' },
    ...{
      'slot.1.role': 'tenant',
      'slot.1.labels': 'en: Tenant',
      'slot.1.signing_order': '1',
      'slot.1.channel': 'email',
    },
    ...{
      'slot.2.role': 'landlord',
      'slot.2.labels': 'Landlord',
      'slot.2.signing_order': '2',
      'slot.2.channel': 'email',
    },
    ...changes,
  }
  for (const slot of slots) data.append('slot', String(slot))
  for (const [name, value] of Object.entries(entries)) if (value !== null) data.append(name, value)
  return data
}

describe('the settings of a template', () => {
  test('are changed by a form, by keyboard, signers too', async () => {
    const visit = await dashboardVisit(browser, server, { workspaceId, width: 375, height: 740, phone: true })
    const { page } = visit
    await page.goto(`${server.url}/templates/${id}`)
    await page.getByRole('link', { name: 'Settings', exact: true }).last().click()
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
    expect(await axeViolations(page)).toEqual([])
    expect(await sidewaysScroll(page)).toBe(0)
    await page.getByRole('button', { name: 'Add a signer' }).click()
    await expect.poll(async () => (await model()).slots.length).toBe(3)
    await page.getByLabel('Name', { exact: true }).fill('賃貸借契約 عقد إيجار')
    await page.getByLabel('Message').fill('Good day,\nplease sign.')
    await page.getByLabel('Days to sign').fill('30')
    const third = page.getByRole('group', { name: 'Slot 3 · 0 boxes' })
    await third.getByLabel('Role').fill('وكيل')
    await third.getByLabel('Always this address').fill('agent@example.com')
    await third.getByLabel('Code by SMS').selectOption('Before the document is shown')
    await third.getByLabel('Place in the order').fill('1')
    await page.getByRole('group', { name: 'Slot 1' }).getByLabel('Place in the order').fill('3')
    expect(await axeViolations(page)).toEqual([])
    expect(await sidewaysScroll(page)).toBe(0)
    await page.getByLabel('Days to sign').press('Enter')
    await page.getByText('The settings are saved.').waitFor()
    const { boxes, slots, ...rest } = await model()
    expect(rest).toMatchObject({
      name: '賃貸借契約 عقد إيجار',
      message: 'Good day,\nplease sign.',
      expires_in_days: 30,
      signing_mode: 'sequential',
      locale: 'en',
    })
    expect(boxes).toHaveLength(8)
    expect(slots.map(({ slot, role, signing_order }) => [slot, role, signing_order])).toEqual([
      [1, 'tenant', 3],
      [2, 'landlord', 2],
      [3, 'وكيل', 1],
    ])
    expect(slots[2]).toMatchObject({
      ...{ pinned_email: 'agent@example.com', require_sms_verification: true, sms_gate: 'before_view' },
      channel: 'email',
    })
    expect(slots[0]!.labels).toEqual({ en: 'Tenant' })
    await page.goto(server.url + path())
    await page.getByRole('button', { name: 'Remove وكيل' }).click()
    await expect.poll(async () => (await model()).slots.map(({ slot }) => slot)).toEqual([1, 2])
    expect([...visit.complaints, ...visit.foreign]).toEqual([])
  })

  test('sent as they are change nothing but the revision', async () => {
    const before = await model()
    const answer = await ada.post(path(), form())
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `/templates/${id}`])
    expect(await model()).toEqual(before)
    expect((await stored()).revision).toBe(2)
  })

  test.each<[string, Record<string, string | null>, string, string]>([
    ['no name', { name: ' ' }, 'name', 'A name has 1 to 200 characters.'],
    ['a language that is none', { locale: 'xx' }, 'locale', 'Choose one of the languages.'],
    ['days that are none', { expires_in_days: '91' }, 'expires_in_days', 'Enter a number of days'],
    ['an endless message', { message: 'x'.repeat(2001) }, 'message', 'at most 2,000 characters'],
    ['a role with a sign', { 'slot.2.role': '<b>' }, 'slot.2.role', 'A role has 1 to 64 letters'],
    ['the same role', { 'slot.2.role': 'tenant' }, 'slot.2.role', 'is the role of another signer too.'],
    ['the same place', { 'slot.2.signing_order': '1' }, 'slot.2.signing_order', 'is the place of another too.'],
    ['an address that is none', { 'slot.1.pinned_email': 'me' }, 'slot.1.pinned_email', 'Enter an email address'],
    ['a channel that is none', { 'slot.1.channel': null }, 'slot.1.channel', 'Choose one of these.'],
    ['the removal of somebody with boxes', { do: 'drop 1' }, 'slot.1.role', 'This signer still has 2 boxes'],
  ])('refuse %s, and show what was typed', async (_, changes, field, words) => {
    const answer = await ada.post(path(), form({ description: 'Kept “as typed”', ...changes }))
    expect(answer.status).toBe(422)
    const page = await answer.text()
    expect(page).toContain(words)
    expect(page).toContain(`href="#${field}"`)
    expect(page).toContain('Kept “as typed”')
    expect((await stored()).revision).toBe(1)
  })

  test('take any form', async () => {
    const odd = ['0', '21', '1e1', '１', '-1', 'constructor', '1']
    const data = form({ name: 'Odd\u0001 \u001b name', 'slot.1.sms': 'never' }, [])
    for (const slot of [...odd, '2', '2']) data.append('slot', slot)
    const before = await model()
    expect((await ada.post(path(), form({ name: 'Odd\u0000name' }))).status).toBe(400)
    expect(await model()).toEqual(before)
    expect((await ada.post(path(), data)).status).toBe(303)
    expect((await model()).name).not.toMatch(/\p{Cc}/u)
    expect((await model()).slots.map(({ slot }) => slot)).toEqual([1, 2])
    for (const sent of [{}, { do: 'drop x', revision: '2' }, { revision: 'x'.repeat(500), name: 'x' }]) {
      expect((await ada.post(path(), sent as Record<string, string>)).status).toBeOneOf([409, 422])
    }
  })
})

describe('settings that somebody else has changed meanwhile', () => {
  beforeEach(async () => {
    const grace = await signIn(server, { workspaceId, name: 'Grace Editor' })
    const theirs = form({ name: 'Lease of Grace', do: 'add' })
    expect((await grace.post(path(), theirs)).status).toBe(303)
  })

  test('are shown beside what was typed, and replaced if that is wanted', async () => {
    const refused = await ada.post(path(), form({ name: 'Lease of Ada' }))
    expect(refused.status).toBe(409)
    const page = await refused.text()
    for (const words of ['Grace Editor', 'Lease of Grace', 'Slot 3: <bdi>signer</bdi>', 'value="Lease of Ada"']) {
      expect(page).toContain(words)
    }
    expect(page).toMatch(/name="revision" value="2"/)
    expect(page).toContain('Take theirs')
    const again = await ada.post(path(), form({ name: 'Lease of Ada', revision: '2' }))
    expect(again.status).toBe(303)
    const { name, slots, boxes } = await model()
    expect([name, boxes.length]).toEqual(['Lease of Ada', 8])
    // The signer whom Grace has added was not on Ada's page.
    expect(slots.map(({ slot }) => slot)).toEqual([1, 2, 3])
  })

  test('stay if theirs is taken', async () => {
    await ada.post(path(), form({ name: 'Lease of Ada' }))
    expect(await (await ada.get(path())).text()).toContain('value="Lease of Grace"')
    expect((await model()).name).toBe('Lease of Grace')
  })
})

describe('who may change them', () => {
  test('nobody of another workspace; nobody, while the template is locked', async () => {
    const stranger = await signIn(server)
    expect((await stranger.get(path())).status).toBe(404)
    expect((await stranger.post(path(), form())).status).toBe(404)
    expect((await ada.post(`/templates/${id}/lock`)).status).toBe(303)
    for (const answer of [await ada.get(path()), await ada.post(path(), form({ name: 'Changed' }))]) {
      expect(answer.status).toBe(303)
      expect(await ada.follow(answer)).toContain('The template is locked.')
    }
    expect((await model()).name).toBe('Lease')
  })
})
