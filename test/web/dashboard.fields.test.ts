import { describe, expect, test } from 'vitest'
import { axeViolations, sidewaysScroll } from '../support/browser.ts'
import { dashboardVisit, signIn } from '../support/dashboard.ts'
import { importTemplate, leaseModel, lockedTemplate, text } from '../support/templates.ts'
import { type Office, useOffice } from './stage.ts'

let { server, browser, key, ada, workspaceId } = {} as Office
useOffice((office) => {
  ;({ server, browser, key, ada, workspaceId } = office)
})

interface Listed {
  key: string
  type: string | null
  labels: Record<string, string>
  columns: { key: string; type: string; required: boolean }[]
}
const registry = async () => (await server.call<{ fields: Listed[] }>(key, 'GET', '/v1/fields')).body.fields

const wasIn = async (key: string) =>
  /name="was" value="([^"]+)"/.exec(await (await ada.get(`/fields/${key}`)).text())![1]!
/** Sends the form of a field as it stands now. */
const saveAs = async (key: string, fields: Record<string, string>) =>
  ada.post(`/fields/${key}`, { ...fields, was: await wasIn(key) })

test('a field and a table are added on a phone, changed, archived and restored; the log says so', async () => {
  const visit = await dashboardVisit(browser, server, { workspaceId, width: 375, height: 700, phone: true })
  const { page } = visit
  const expectSound = async () => {
    expect(await axeViolations(page)).toEqual([])
    expect(await sidewaysScroll(page)).toBe(0)
    // The browser itself notes a form that was refused.
    expect([...visit.complaints.filter((text) => !text.includes('status of 422')), ...visit.foreign]).toEqual([])
  }
  await page.goto(`${server.url}/fields`)
  await expectSound()
  await page.getByRole('link', { name: 'New field' }).click()
  await page.getByLabel('Key').fill('monthly_rent')
  await page.getByLabel('Type').selectOption('money')
  expect(await page.getByLabel('Currency').isVisible()).toBe(true)
  for (const other of ['Choices', 'Digits after the point', 'Longest text'])
    expect(await page.getByLabel(other).isVisible()).toBe(false)
  await page.getByLabel('Labels').fill('Monthly rent\nde: Monatsmiete\nar: الإيجار الشهري')
  await expectSound()
  await page.getByRole('button', { name: 'Add the field' }).click()
  await page.getByText('an amount of money needs its currency').first().waitFor()
  await expectSound()
  await page.getByLabel('Currency').fill('chf')
  await page.getByRole('button', { name: 'Add the field' }).click()
  await page.getByText('The field is in the registry.').waitFor()
  await expectSound()
  await page.goto(`${server.url}/fields/-/new?type=collection`)
  await page.getByLabel('Key').first().fill('items')
  await page.getByText('New column').first().waitFor()
  await page.locator('[id="column.0.key"]').fill('what')
  await page.locator('[id="column.0.required"]').check()
  await page.getByText('New column').nth(1).click()
  await page.locator('[id="column.1.key"]').fill('due')
  await page.locator('[id="column.1.type"]').selectOption('date')
  await expectSound()
  await page.getByRole('button', { name: 'Add the field' }).click()
  await page.getByText('The field is in the registry.').waitFor()
  const fields = await registry()
  expect(fields).toMatchObject([
    {
      key: 'items',
      columns: [
        { key: 'what', type: 'text', required: true },
        { key: 'due', type: 'date' },
      ],
    },
    { key: 'monthly_rent', type: 'money', currency: 'CHF', labels: { en: 'Monthly rent', de: 'Monatsmiete' } },
  ])
  expect(await ada.follow(await ada.post('/fields/items/archive'))).toContain('The field is archived.')
  expect((await registry()).map((field) => field.key)).toEqual(['monthly_rent'])
  expect(await (await ada.get('/fields?tab=archived')).text()).toContain('href="/fields/items"')
  expect(await ada.follow(await ada.post('/fields/items/restore'))).toContain('in use again')
  const log = await (await ada.get('/settings/log')).text()
  for (const what of ['added', 'archived', 'restored'])
    expect(log).toContain(`${what} the field <strong>items</strong>`)
})

describe('what is refused', () => {
  const money = { key: 'rent', type: 'money', currency: 'CHF' }
  test.each([
    ['a key with capitals', { key: 'Rent', type: 'text' }, 'key', 'must be a lowercase letter'],
    ['an amount without a currency', { key: 'rent', type: 'money' }, 'currency', 'needs its currency'],
    ['a choice without options', { key: 'heating', type: 'enum' }, 'options', 'a choice needs what can be chosen'],
    ['a choice with one option twice', { key: 'heating', type: 'enum', options: 'gas\r\ngas' }, 'options', 'twice'],
    ['a length that is no number', { key: 'name', type: 'text', max_length: 'long' }, 'max_length', 'Invalid input'],
    ['no such type', { key: 'name', type: 'colour' }, 'type', 'Invalid'],
    ['a day as it is printed', { key: 'due', type: 'date', example: '31.12.2026' }, 'example', 'as YYYY-MM-DD'],
    ['a number with a comma', { key: 'size', type: 'number', example: '1,5' }, 'example', 'must be a number'],
    ['an amount with a currency', { ...money, example: 'CHF 12.345' }, 'example', 'must be a number'],
    ['a long example', { key: 'code', type: 'text', max_length: '3', example: 'abcd' }, 'example', 'has 4 characters'],
    ['an example of neither', { key: 'pets', type: 'boolean', example: 'yes' }, 'example', 'must be true or false'],
    [
      'an example that is no option',
      { key: 'heat', type: 'enum', options: 'gas', example: 'oil' },
      'example',
      'one of',
    ],
    ['a table without columns', { key: 'items', type: 'collection' }, 'columns', 'a table needs a column'],
  ])('%s', async (_, fields, at, words) => {
    const answer = await ada.post('/fields', fields)
    expect(answer.status).toBe(422)
    const page = await answer.text()
    expect(page).toContain(`href="#${at}"`)
    expect(page).toContain(words)
    expect(await registry()).toEqual([])
  })

  test('the tabs keep what is searched for', async () => {
    await ada.post('/fields', money)
    const pages = ['/fields?q=re%26nt', '/fields?tab=archived&q=re%26nt']
    for (const path of pages) {
      const page = await (await ada.get(path)).text()
      for (const each of pages) expect(page).toContain(`href="${each.replace('&', '&amp;')}"`)
    }
  })

  test('a second press says the same as the first, and changes nothing', async () => {
    const field = { ...money, labels: 'Rent\nde: Miete' }
    const words = async () => ada.follow(await ada.post('/fields', field))
    expect([await words(), await words()]).toEqual(Array(2).fill(expect.stringContaining('is in the registry.')))
    const log = server.ctx.db.selectFrom('workspace_log').select('action').where('workspace_id', '=', workspaceId)
    expect(await log.where('action', 'like', 'field.%').execute()).toEqual([{ action: 'field.created' }])
    await ada.post('/fields/rent/archive')
    expect(await (await ada.post('/fields', field)).text()).toContain('has &quot;rent&quot; already, archived')
  })

  test('a table with thousands of columns, of which the form shows one too many', async () => {
    const columns = Array.from({ length: 19_000 }, () => ['column.key', 'a'])
    const answer = await ada.post(
      '/fields',
      new URLSearchParams([['key', 'items'], ['type', 'collection'], ...columns]),
    )
    expect(answer.status).toBe(422)
    const page = await answer.text()
    expect(page).toContain('href="#columns"')
    expect(page.match(/name="column\.key"/g)).toHaveLength(21)
    expect(await registry()).toEqual([])
  })

  test('a key that is taken; another type of a field that exists; another workspace', async () => {
    expect((await ada.post('/fields', money)).status).toBe(303)
    const again = await ada.post('/fields', { key: 'rent', type: 'date' })
    expect([again.status, await again.text()]).toEqual([422, expect.stringContaining('has &quot;rent&quot; already')])
    // The type that a form names is not looked at.
    await saveAs('rent', { type: 'date', currency: 'EUR', labels: 'Rent' })
    expect(await registry()).toMatchObject([{ key: 'rent', type: 'money', currency: 'EUR', labels: { en: 'Rent' } }])
    const other = await signIn(server)
    expect((await other.get('/fields/rent')).status).toBe(404)
    expect((await other.post('/fields/rent', money)).status).toBe(404)
    expect((await other.post('/fields/rent/archive')).status).toBe(404)
    expect((await ada.post('/fields', money, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await ada.get('/fields/nothing')).status).toBe(404)
  })
})

describe('an older form of a field', () => {
  const stored = async () => (await registry()).find(({ key }) => key === 'deposit')
  const save = (labels: string, was: string) =>
    ada.post('/fields/deposit', { type: 'text', labels, example: 'Two rents', was })
  const opened = async () => {
    expect((await ada.post('/fields', { key: 'deposit', type: 'text', labels: 'Deposit' })).status).toBe(303)
    return wasIn('deposit')
  }
  const refusedBy = async (answer: Response) => {
    const page = await answer.text()
    expect([answer.status, page]).toEqual([409, expect.stringContaining('It has changed meanwhile')])
    return page
  }

  test('keeps what is typed where somebody else was first, and can be saved over it', async () => {
    const was = await opened()
    // Twice, as by a double click.
    for (const _ of [1, 2]) expect(await ada.follow(await save('Caution', was))).toContain('Saved.')
    const page = await refusedBy(await save('Pledge', was))
    expect(page).toMatch(/Labels: <bdi>en: Caution</)
    expect(page).toMatch(/<textarea id="labels"[^>]*>Pledge</)
    expect(page).toContain('value="Two rents"')
    expect(await stored()).toMatchObject({ labels: { en: 'Caution' } })
    const [, fresh] = /name="was" value="([^"]+)"/.exec(page)!
    expect(await ada.follow(await save('Pledge', fresh!))).toContain('Saved.')
    expect(await stored()).toMatchObject({ labels: { en: 'Pledge' } })
  })

  test('changes nothing of one that was archived', async () => {
    const was = await opened()
    expect((await ada.post('/fields/deposit/archive')).status).toBe(303)
    const page = await refusedBy(await save('Pledge', was))
    expect(page).toMatch(/<textarea id="labels"[^>]*>Pledge</)
    expect(page).not.toContain('Save mine')
    expect(await (await ada.get('/fields?tab=archived')).text()).toContain('deposit')
  })
})

test('an example that an import has brought stays until it is changed', async () => {
  const imported = { key: 'due', kind: 'scalar', type: 'date', example: 'soon' }
  const template = leaseModel({ boxes: [text('due', 0.2)] })
  expect((await importTemplate(server, key, { template, fields: [imported] })).status).toBe(200)
  expect((await saveAs('due', { type: 'date', labels: 'Due', example: 'soon' })).status).toBe(303)
  expect((await saveAs('due', { type: 'date', labels: 'Due', example: 'later' })).status).toBe(422)
})

test('a field may have the key "new"', async () => {
  expect((await ada.post('/fields', { key: 'new', type: 'text', labels: 'News' })).status).toBe(303)
  expect(await (await ada.get('/fields/new')).text()).toMatch(/<textarea id="labels"[^>]*>en: News</)
  expect((await saveAs('new', { type: 'text', labels: 'Fresh' })).status).toBe(303)
  expect(await registry()).toMatchObject([{ key: 'new', labels: { en: 'Fresh' } }])
})

test('a column has decimal places and a greatest length', async () => {
  const columns = {
    ...{ key: 'sizes', type: 'collection', 'column.key': 'width' },
    ...{ 'column.0.type': 'number', 'column.0.decimals': '3', 'column.0.max_length': '12' },
  }
  const wrong = await ada.post('/fields', { ...columns, 'column.0.decimals': '7' })
  expect([wrong.status, await wrong.text()]).toEqual([422, expect.stringContaining('href="#column.0.decimals"')])
  expect((await ada.post('/fields', columns)).status).toBe(303)
  const page = await (await ada.get('/fields/sizes')).text()
  expect(page).toMatch(/<input id="column\.0\.decimals"[^>]* type="number"[^>]* value="3"/)
  expect(page).toMatch(/<input id="column\.0\.max_length"[^>]* type="number"[^>]* value="12"/)
})

test('labels have lines of any kind, and any number of spaces after their language', async () => {
  const labels = `de:${' '.repeat(200_000)}Miete\u2028fr : loyer\rRent: monthly\r\nit:`
  expect((await ada.post('/fields', { key: 'rent', type: 'text', labels })).status).toBe(303)
  const expected = { de: 'Miete', fr: 'loyer', en: 'Rent: monthly it:' }
  expect(await registry()).toMatchObject([{ key: 'rent', labels: expected }])
})

test('a field names where it is used; a column keeps its type, and what the form does not show', async () => {
  const { id } = await lockedTemplate(server, key)
  const page = await (await ada.get('/fields/items')).text()
  expect(page).toContain(`href="/templates/${id}"`)
  expect(page).toContain('version 1')
  const columns = { 'column.0.type': 'date', 'column.key': 'what', type: 'collection' }
  const refused = await saveAs('items', columns)
  expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining('use another key')])
  // A column that is removed keeps its type for when it comes back.
  const saved = async (columns: Record<string, string>) =>
    (await saveAs('prices', { type: 'collection', ...columns })).status
  const amount = (type: string) => saved({ 'column.key': 'amount', 'column.0.type': type })
  const first = {
    key: 'prices',
    type: 'collection',
    'column.key': 'amount',
    'column.0.type': 'money',
    'column.0.currency': 'EUR',
  }
  expect((await ada.post('/fields', first)).status).toBe(303)
  for (const name of ['other', 'another'])
    expect(await saved({ 'column.key': name, 'column.0.type': 'text' })).toBe(303)
  expect([await amount('text'), await saved({ 'column.key': 'other', 'column.0.type': 'date' })]).toEqual([422, 422])
  expect(await saved({ 'column.key': 'amount', 'column.0.type': 'money', 'column.0.currency': 'EUR' })).toBe(303)
  // Two lines without a language are one label.
  const kept = { labels: 'Name', max_length: '80', type: 'text' }
  expect((await saveAs('tenant_name', { ...kept, labels: 'Name of\nthe tenant' })).status).toBe(303)
  expect(await registry()).toContainEqual(
    expect.objectContaining({ key: 'tenant_name', labels: { en: 'Name of the tenant' } }),
  )
  expect((await saveAs('tenant_name', kept)).status).toBe(303)
  expect(await registry()).toContainEqual(
    expect.objectContaining({ key: 'tenant_name', max_length: 80, labels: { en: 'Name' } }),
  )
})

test('many fields take pages, which keep the search', async () => {
  const fields = Array.from({ length: 240 }, (_, n) => ({
    key: `number_${String(n).padStart(3, '0')}`,
    ...{ kind: 'scalar', type: 'text', labels: { en: n % 2 === 0 ? 'Even' : 'Odd' } },
  }))
  const template = { name: 'Form', slots: [], boxes: [] }
  expect((await importTemplate(server, key, { template: leaseModel(template), fields })).status).toBe(200)
  const { page } = await dashboardVisit(browser, server, { workspaceId, width: 375, height: 700, phone: true })
  const keys = () => page.locator('#fields tbody a.title').allTextContents()
  await page.goto(`${server.url}/fields`)
  expect(await keys()).toEqual(fields.slice(0, 100).map(({ key: name }) => name))
  await page.getByText('1 to 100 of 240 fields').waitFor()
  expect(await page.getByRole('link', { name: 'Previous' }).count()).toBe(0)
  await page.getByRole('link', { name: 'Next' }).click()
  await page.getByText('101 to 200 of 240 fields').waitFor()
  await page.getByRole('link', { name: 'Next' }).click()
  await page.getByText('201 to 240 of 240 fields').waitFor()
  expect([await keys(), await page.getByRole('link', { name: 'Next' }).count()]).toEqual([
    fields.slice(200).map(({ key: name }) => name),
    0,
  ])
  await page.getByRole('searchbox').fill('odd')
  await page.keyboard.press('Enter')
  await page.getByText('1 to 100 of 120 fields').waitFor()
  await page.getByRole('link', { name: 'Next' }).click()
  await page.getByText('101 to 120 of 120 fields').waitFor()
  expect([await axeViolations(page), await sidewaysScroll(page)]).toEqual([[], 0])
  for (const odd of ['0', '-1', '99999', 'two', '1e9']) {
    expect((await ada.get(`/fields?page=${odd}`)).status).toBe(200)
  }
})
