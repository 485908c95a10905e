import type { Browser, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeViolations, sidewaysScroll, visit } from '../support/browser.ts'
import { Signer } from '../support/flow.ts'
import type { TestKey, TestServer } from '../support/server.ts'
import {
  HEATING,
  heatingModel,
  instantiate,
  LEASE_RECIPIENTS,
  leaseModel,
  lockedTemplate,
  signature,
  text,
} from '../support/templates.ts'
import { useStage } from './stage.ts'
import { go, openLink } from './story.ts'

/** Fields of templates, as the signer sees them. */

let server: TestServer
let browser: Browser
let key: TestKey

useStage((stage) => {
  ;({ server, browser, key } = stage)
})

const picture = async (page: Page, name: string) => {
  const folder = process.env.PICTURES
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` })
}

test('of the options of a choice one is ticked, in all of its boxes, and one must be', async () => {
  const { id } = await lockedTemplate(server, key, { template: heatingModel(true), fields: HEATING })
  const { body } = await instantiate(server, key, id, { field_values: {} })
  const { page, close } = await visit(browser, server.url)
  await openLink(page, body.recipients[0]!.signing_url!)
  const boxes = page.locator('.field.checkbox')
  const names = () => boxes.evaluateAll((all) => all.map((box) => box.getAttribute('aria-label')))
  const ticks = () => boxes.evaluateAll((all) => all.map((box) => box.querySelector('path') !== null))
  const progress = () => page.locator('#progress-text').textContent()
  /** How many boxes are stored as ticked: the line "Saved" may be that of the change before. */
  const kept = async () => {
    const rows = await server.ctx.db
      .selectFrom('fields')
      .select('value')
      .where('document_id', '=', body.document_id!)
      .execute()
    return rows.filter(({ value }) => JSON.stringify(value).includes('true')).length
  }
  // A choice and a signature: two steps.
  await expect.poll(progress).toBe('0 of 2 required fields done')
  await go(page).click()
  await go(page).click()
  await expect.poll(() => page.locator('#step-error').textContent()).toBe('Please tick one of the options.')
  await boxes.nth(0).click()
  await expect.poll(ticks).toEqual([true, false, true])
  await expect
    .poll(names)
    .toEqual(['Heating: gas, done: ticked', 'Heating: oil, done: not ticked', 'Heating: gas, done: ticked'])
  await boxes.nth(1).click()
  await expect.poll(ticks).toEqual([false, true, false])
  await expect.poll(progress).toBe('1 of 2 required fields done')
  // The panel's own box, which takes the tick away again.
  await expect.poll(() => page.locator('#tick-input').isChecked()).toBe(true)
  await page.locator('#tick-input').uncheck()
  await expect.poll(ticks).toEqual([false, false, false])
  await expect.poll(progress).toBe('0 of 2 required fields done')
  await expect.poll(kept).toBe(0)
  await page.locator('#tick-input').check()
  await expect.poll(progress).toBe('1 of 2 required fields done')
  await expect.poll(kept).toBe(1)
  await openLink(page, body.recipients[0]!.signing_url!)
  await expect.poll(ticks).toEqual([false, true, false])
  await close()
})

test('of a template one entry fills in all boxes of a key, an option is chosen from a list, and examples are said', async () => {
  const options = Array.from({ length: 40 }, (_, index) => `Land ${index + 1}`)
  const fields = [
    { key: 'iban', kind: 'scalar', type: 'text', labels: { en: 'Bank account' } },
    { key: 'country', kind: 'scalar', type: 'enum', options, labels: { en: 'Country' } },
    { key: 'income', kind: 'scalar', type: 'money', currency: 'CHF', labels: { en: 'Income' } },
  ]
  const own = { slot: 1, required: true }
  const boxes = [
    text('iban', 0.1, { ...own, required: false }),
    ...Array.from({ length: 11 }, (_, n) => text('iban', 0.05 + n * 0.08, { ...own, page: 2, max_length: 40 - n })),
    text('country', 0.2, own),
    text('income', 0.3, own),
    signature(1),
  ]
  const template = leaseModel({ slots: [{ slot: 1, role: 'tenant' }], boxes })
  const { id } = await lockedTemplate(server, key, { template, fields })
  const { body } = await instantiate(server, key, id, { field_values: {}, recipients: [LEASE_RECIPIENTS[0]] })
  const { page, complaints, close } = await visit(browser, server.url, { width: 375, height: 740, phone: true })
  const link = body.recipients[0]!.signing_url!
  await openLink(page, link)
  const progress = () => page.locator('#progress-text').textContent()
  const entry = page.locator('#step-input')
  const hint = page.locator('#step-hint')
  await expect.poll(progress).toBe('0 of 4 required fields done')
  await go(page).click()
  expect(await entry.getAttribute('aria-required')).toBe('true')
  // The shortest limit of its boxes.
  expect(await hint.textContent()).toBe('At most 30 characters.')
  await entry.fill('CH93 0076 2011 6238 5295 7')
  await go(page).click()
  await expect.poll(progress).toBe('1 of 4 required fields done')
  expect(await page.locator('.field.text.done').count()).toBe(12)
  expect(await entry.evaluate((input) => input.tagName)).toBe('SELECT')
  expect(await entry.locator('option').allTextContents()).toEqual(['', ...options])
  await picture(page, 'panel-list')
  await entry.selectOption('Land 37')
  await go(page).click()
  await expect.poll(progress).toBe('2 of 4 required fields done')
  expect(await hint.textContent()).toBe('Please write it like this: 1,850.00')
  expect(await entry.getAttribute('inputmode')).toBe('decimal')
  await picture(page, 'panel-money')
  await entry.fill('98,500.00')
  await go(page).click()
  await expect.poll(progress).toBe('3 of 4 required fields done')
  expect(await sidewaysScroll(page)).toBe(0)
  expect(await axeViolations(page)).toEqual([])
  const stored = async () => {
    const now = await new Signer(server, link).fields()
    return now.flatMap(({ kind, value }) => (kind === 'text' && value?.type === 'text' ? [value.text] : []))
  }
  await expect
    .poll(async () => (await stored()).sort())
    .toEqual(['98,500.00', ...Array.from({ length: 12 }, () => 'CH93 0076 2011 6238 5295 7'), 'Land 37'])
  // After a reload what was chosen is still chosen.
  await openLink(page, link)
  await page.getByRole('button', { name: 'Country' }).first().click()
  expect(await entry.inputValue()).toBe('Land 37')
  expect(complaints).toEqual([])
  await close()
})
