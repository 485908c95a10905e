import type { Browser, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeViolations, sidewaysScroll, visit } from '../support/browser.ts'
import { Signer } from '../support/flow.ts'
import type { TestKey, TestServer } from '../support/server.ts'
import { instantiate, LEASE_RECIPIENTS, leaseModel, lockedTemplate, signature } from '../support/templates.ts'
import { useStage } from './stage.ts'
import { go, openLink } from './story.ts'

let server: TestServer
let browser: Browser
let key: TestKey
useStage((stage) => {
  ;({ server, browser, key } = stage)
})

const COLUMNS = [
  { key: 'what', type: 'text', required: true, labels: { en: 'Item', ar: 'البند' } },
  { key: 'amount', type: 'money', currency: 'CHF', labels: { en: 'Amount', ar: 'المبلغ' } },
  { key: 'since', type: 'date', labels: { en: 'Since', ar: 'منذ' } },
  { key: 'state', type: 'enum', options: ['new', 'used'], labels: { en: 'State', ar: 'الحالة' } },
  { key: 'broken', type: 'boolean', labels: { en: 'Broken', ar: 'معطل' } },
]

async function open(options: Parameters<typeof visit>[2] = {}, locale = 'en') {
  const shares = [0.36, 0.16, 0.2, 0.14, 0.14]
  const table = { columns: COLUMNS.map(({ key }, i) => ({ key, share: shares[i] })), max_rows: 4 }
  const place = { page: 1, x: 0.08, y: 0.2, w: 0.84, h: 0.3 }
  const { id } = await lockedTemplate(server, key, {
    template: leaseModel({
      slots: [{ slot: 1, role: 'tenant' }],
      boxes: [{ kind: 'table', field: 'inventory', slot: 1, ...place, table }, signature(1)],
    }),
    fields: [{ key: 'inventory', kind: 'collection', max_rows: 10, labels: { en: 'Inventory' }, columns: COLUMNS }],
  })
  const recipients = [{ ...LEASE_RECIPIENTS[0], locale }]
  const { body } = await instantiate(server, key, id, { field_values: {}, recipients })
  const link = body.recipients[0]!.signing_url!
  const visited = await visit(browser, server.url, options)
  await openLink(visited.page, link)
  return { ...visited, link, document: body.document_id! }
}

/** What the server has. */
async function stored(link: string) {
  const fields = await new Signer(server, link).fields()
  const value = fields.find(({ kind }) => kind === 'table')!.value
  return value?.type === 'rows' ? value.rows.map(({ what }) => what) : null
}

const cell = (page: Page, row: number, label: string) =>
  page.locator('#rows .row').nth(row).getByLabel(label, { exact: false }).first()

const picture = async (page: Page, name: string) => {
  const folder = process.env.PICTURES
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` })
}

test('rows are entered, moved and removed, checked cell by cell, shown as they will be signed, and signed', async () => {
  const { page, link, complaints, close } = await open()
  await go(page).click()
  expect(await go(page).textContent()).toBe('Enter the rows')
  await go(page).click()
  await page.locator('#rows').waitFor()
  await cell(page, 0, 'Item').fill('Fridge')
  await cell(page, 0, 'Amount').fill('ten')
  await expect
    .poll(() => page.locator('#rows .row .error').allTextContents())
    .toContain('Please write it like this: 1,850.00')
  await cell(page, 0, 'Amount').fill("1'850.5")
  await cell(page, 0, 'Since').fill('2026-11-01')
  await cell(page, 0, 'State').selectOption('used')
  await page.locator('#rows-add').click()
  await cell(page, 1, 'Amount').fill('12')
  await page.locator('#rows .primary').click()
  await expect
    .poll(() => page.locator('#rows .row').nth(1).locator('.error').allTextContents())
    .toContain('Please fill in this field.')
  expect(await page.locator('#rows-error').textContent()).toContain('Please check them.')
  await picture(page, 'rows-wide')
  await page.keyboard.type('洗濯機')
  // By the keyboard alone: the row goes up, and its cell keeps what is in it.
  await page.keyboard.press('Alt+ArrowUp')
  await expect.poll(() => stored(link)).toEqual(['洗濯機', 'Fridge'])
  await page.locator('#rows-add').click()
  await cell(page, 2, 'Item').fill('Ladder')
  await page.getByRole('button', { name: 'Remove row 1' }).click()
  await expect.poll(() => stored(link)).toEqual(['Fridge', 'Ladder'])
  for (const item of ['Lamp', 'Desk']) {
    await page.locator('#rows-add').click()
    await page.keyboard.type(item)
  }
  expect(await page.locator('#rows-add').isDisabled()).toBe(true)
  expect(await page.locator('#rows-count').textContent()).toBe('4 rows. At most 4 rows.')
  expect(await axeViolations(page)).toEqual([])
  await page.locator('#rows .primary').click()
  await page.locator('#rows').waitFor({ state: 'hidden' })
  await expect.poll(() => page.locator('.field.table').getAttribute('aria-label')).toBe('Inventory, done: 4 rows')
  await page.locator('.field.signature').click()
  await page.locator('#tab-type').click()
  await page.locator('#signature .primary').click()
  await page.locator('#consent').check()
  await go(page).click()
  await page.locator('#preview .preview-sheet canvas').first().waitFor()
  await expect.poll(() => page.locator('#preview .read-only').first().textContent()).toContain('Fridge')
  expect(await axeViolations(page)).toEqual([])
  await picture(page, 'preview-wide')
  // Going back signs nothing.
  await page.locator('#preview-back').click()
  await expect.poll(() => go(page).isEnabled()).toBe(true)
  await go(page).click()
  await page.locator('#preview .preview-sheet canvas').first().waitFor()
  await page.locator('#preview .primary').click()
  await page.getByRole('heading', { name: /signed|complete/ }).waitFor()
  expect(complaints).toEqual([])
  await close()
})

test('what breaks off on the way can be pressed again', async () => {
  const { page, close } = await open()
  await page.route('**/rows-dialog-*.js', (route) => route.abort())
  await go(page).click()
  await go(page).click()
  await page.locator('#step-error', { hasText: 'That did not work.' }).waitFor()
  // A browser may remember that the script is missing, and an update of the server replaces it: the page comes anew.
  const anew = page.waitForEvent('load')
  await go(page).click()
  await anew
  await page.unroute('**/rows-dialog-*.js')
  await page.reload()
  await page.waitForResponse(/\/preview-dialog-[^/]*\.js$/)
  await page.route('**/preview-dialog-*.js', (route) => route.abort())
  await go(page).click()
  await go(page).click()
  await cell(page, 0, 'Item').fill('Fridge')
  await page.locator('#rows .primary').click()
  await page.locator('.field.signature').click()
  await page.locator('#tab-type').click()
  await page.locator('#signature .primary').click()
  await page.locator('#consent').check()
  await page.route('**/preview.pdf', (route) =>
    route.fulfill({ body: '%PDF-1.7 and no more', contentType: 'application/pdf' }),
  )
  await go(page).click()
  await page.locator('#step-error', { hasText: 'That did not work.' }).waitFor()
  await page.unroute('**/preview.pdf')
  await page.locator('#consent').check()
  await go(page).click()
  await page.locator('#preview .preview-sheet canvas').first().waitFor()
  await page.locator('#preview .primary').click()
  await page.getByRole('heading', { name: /signed|complete/ }).waitFor()
  await close()
})

test('on a phone each row is a card, in right-to-left languages too, and nothing is wider than the screen', async () => {
  const { page, link, complaints, close } = await open({ width: 375, height: 740, phone: true }, 'ar')
  await go(page).click()
  await go(page).click()
  await page.locator('#rows').waitFor()
  await cell(page, 0, 'البند').fill('ثلاجة')
  await page.locator('#rows-add').click()
  await page.keyboard.type('سرير')
  await expect.poll(() => stored(link)).toEqual(['ثلاجة', 'سرير'])
  const boxes = await page
    .locator('#rows .row')
    .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().width))
  expect(boxes.every((width) => width > 250 && width <= 375)).toBe(true)
  expect(await sidewaysScroll(page)).toBe(0)
  expect(await axeViolations(page)).toEqual([])
  await picture(page, 'rows-phone')
  await page.locator('#rows .primary').click()
  await page.locator('#rows').waitFor({ state: 'hidden' })
  expect(complaints).toEqual([])
  await close()
})
