import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { createDraft, editDraft, newPerson } from '../../server/domain/drafts/edit.ts'
import { axeViolations, sidewaysScroll } from '../support/browser.ts'
import { dashboardVisit } from '../support/dashboard.ts'
import { markedPdf, pressSend, uploaded } from '../support/drafts.ts'
import { makePdf } from '../support/pdf-fixtures.ts'
import { personOf } from '../support/people.ts'
import type { TestServer } from '../support/server.ts'
import { drawing, useStage } from './stage.ts'

let server: TestServer
let browser: Browser
useStage((stage) => {
  ;({ server, browser } = stage)
}, drawing)

const ADA = { name: 'Ada Lovelace', email: 'ada@example.com' }
const LONG = { name: 'شركة الإنشاءات المتحدة ذات المسؤولية المحدودة', email: 'legal@example.com' }

interface Opened {
  width?: number
  height?: number
  pdf?: Buffer
  people?: { name: string; email: string }[]
}

async function open({ pdf = makePdf(), people = [ADA, LONG], ...size }: Opened = {}) {
  const workspace = await server.workspace()
  const olga = await personOf(server, workspace)
  const { draft: made } = await createDraft(server.ctx, olga, [await uploaded(server, pdf)])
  const signers = people.map((person) => ({ ...newPerson(''), ...person }))
  const edit = { revision: made!.revision, model: { ...made!.model, signers }, titles: {} }
  const draft = await editDraft(server.ctx, olga, made!.id, edit)
  const visit = await dashboardVisit(browser, server, { workspaceId: workspace.id, ...size })
  await visit.page.goto(`${server.url}/documents/drafts/${draft.id}/files/${draft.files[0]!.id}`)
  const boxes = async () => {
    const row = await server.ctx.db
      .selectFrom('drafts')
      .selectAll()
      .where('id', '=', draft.id)
      .executeTakeFirstOrThrow()
    return row.files[0]!.boxes.map(({ kind, signer, page, x, y }) => {
      const who = row.model.signers.findIndex(({ id }) => id === signer)
      return [kind, who, page, Number(x.toFixed(2)), Number(y.toFixed(2))]
    })
  }
  return { ...visit, boxes, path: `/documents/drafts/${draft.id}` }
}
const sheet = (page: Page) => page.locator('.page').first()

test('fields are dragged onto a page, moved, undone and saved', async () => {
  const { page, boxes, close } = await open({ width: 1280, height: 1400 })
  const picture = page.locator('.page img').first()
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(100)
  await page.getByLabel('Fields', { exact: true }).selectOption('explicit')
  const tool = page.getByRole('button', { name: 'Signature', exact: true })
  const at = (await sheet(page).boundingBox())!
  const from = (await tool.boundingBox())!
  await page.mouse.move(from.x + 5, from.y + 5)
  await page.mouse.down()
  await page.mouse.move(at.x + at.width * 0.3, at.y + at.height * 0.3, { steps: 4 })
  await page.mouse.move(at.x + at.width * 0.5, at.y + at.height * 0.4, { steps: 4 })
  await page.mouse.up()
  const box = page.getByRole('button', { name: 'Signature, Ada Lovelace, page 1, required' })
  await box.waitFor()
  await page.getByLabel('New fields are for').selectOption({ label: LONG.name })
  await page.getByRole('button', { name: 'Date', exact: true }).click()
  await page.mouse.click(at.x + at.width * 0.5, at.y + at.height * 0.6)
  const date = page.getByRole('button', { name: `Date, ${LONG.name}, page 1, required` })
  await date.waitFor()
  const start = (await date.boundingBox())!
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2)
  await page.mouse.down()
  await page.mouse.move(start.x + start.width / 2, start.y + at.height * 0.2, { steps: 6 })
  await page.mouse.up()
  await expect.poll(async () => (await date.boundingBox())!.y).toBeGreaterThan(start.y + at.height * 0.15)
  await page.keyboard.press('Control+z')
  await expect.poll(async () => Math.round((await date.boundingBox())!.y)).toBe(Math.round(start.y))
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(async () => (await boxes()).map(([kind, who, number]) => [kind, who, number]))
    .toEqual([
      ['signature', 0, 1],
      ['date', 1, 1],
    ])
  const [, , , x, y] = (await boxes())[0]!
  expect([Math.abs(Number(x) - 0.37) < 0.05, Math.abs(Number(y) - 0.37) < 0.05]).toEqual([true, true])
  await page.getByText('Saved.').waitFor()
  await box.waitFor()
  await close()
})

test('a field that is dragged into the corner of the page is sent as it was saved', async () => {
  const { page, boxes, path, close } = await open({ width: 1280, height: 1400, people: [ADA] })
  await page.getByLabel('Fields', { exact: true }).selectOption('explicit')
  await page.getByRole('button', { name: 'Signature', exact: true }).press('Enter')
  await page.getByRole('button', { name: 'Date', exact: true }).press('Enter')
  const date = page.getByRole('button', { name: 'Date, Ada Lovelace, page 1, required' })
  const start = (await date.boundingBox())!
  const at = (await sheet(page).boundingBox())!
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2)
  await page.mouse.down()
  await page.mouse.move(at.x + at.width - 4, at.y + at.height - 4, { steps: 6 })
  await page.mouse.up()
  await expect.poll(async () => (await date.boundingBox())!.y + start.height).toBeGreaterThan(at.y + at.height - 2)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
  expect((await boxes()).map(([kind]) => kind).sort()).toEqual(['date', 'signature'])
  await page.goto(server.url + path)
  await pressSend(page)
  await page.waitForURL((url) => !url.pathname.includes('/drafts/'))
  await close()
})

test('fields are placed, moved, changed and deleted by keyboard alone', async () => {
  const { page, boxes, close } = await open({ width: 1280, height: 900 })
  await page.getByLabel('Fields', { exact: true }).focus()
  await page.keyboard.press('End')
  await page.getByRole('button', { name: 'Signature', exact: true }).focus()
  await page.keyboard.press('Enter')
  const box = page.getByRole('button', { name: 'Signature, Ada Lovelace, page 1, required' })
  await expect.poll(() => box.evaluate((element) => element === document.activeElement)).toBe(true)
  const top = page.getByLabel('From the top, mm')
  const before = Number(await top.inputValue())
  for (let press = 0; press < 3; press++) await page.keyboard.press('Shift+ArrowDown')
  await expect.poll(async () => Math.round(Number(await top.inputValue()) - before)).toBe(11)
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('boxes[0].kind')
  // The letters of a word that is typed slowly count one by one.
  await page.keyboard.press('I')
  await page.getByRole('button', { name: 'Initials, Ada Lovelace, page 1, required' }).waitFor()
  await page.getByRole('button', { name: 'Date', exact: true }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Date, Ada Lovelace, page 1, required' }).waitFor()
  await page.keyboard.press('Delete')
  await expect.poll(() => page.locator('.box').count()).toBe(1)
  await page.getByRole('button', { name: 'Save' }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await boxes()).map(([kind]) => kind)).toEqual(['initial'])
  await close()
})

test('a field of a late page is drawn there, and stays when another one is placed on an early page', async () => {
  const phone = await open({ width: 375, height: 800, pdf: makePdf({ pages: 300 }) })
  await phone.page.getByRole('button', { name: 'Add a field' }).click()
  await expect.poll(async () => (await phone.boxes()).map(([, , at]) => at)).toEqual([300])
  const { page } = phone
  await page.setViewportSize({ width: 1280, height: 1400 })
  await page.reload()
  const late = page.getByRole('button', { name: 'Signature, Ada Lovelace, page 300, required' })
  await late.focus()
  await page.keyboard.press('ArrowDown')
  const inFigure = late.locator('xpath=ancestor::figure')
  expect(await inFigure.innerText()).toContain('Page 300 of 300')
  await page.getByRole('button', { name: 'Date', exact: true }).click()
  await page.evaluate(() => scrollTo(0, 0))
  const at = (await sheet(page).boundingBox())!
  await page.mouse.click(at.x + at.width * 0.5, at.y + at.height * 0.6)
  await page.getByRole('button', { name: 'Date, Ada Lovelace, page 1, required' }).waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  const saved = async () => (await phone.boxes()).map(([kind, , number]) => [kind, number])
  await expect.poll(saved).toEqual([
    ['date', 1],
    ['signature', 300],
  ])
  await phone.close()
})

test('a phone has the form, and markers are drawn where they were found', async () => {
  const { page, boxes, close } = await open({ width: 375, height: 800 })
  await page.getByRole('button', { name: 'Add a field' }).click()
  await page.getByRole('group', { name: 'Field 1' }).waitFor()
  expect(await page.locator('#tools').isVisible()).toBe(false)
  expect(await sidewaysScroll(page)).toBe(0)
  expect(await axeViolations(page)).toEqual([])
  await expect.poll(async () => (await boxes()).length).toBe(1)
  await close()
  const workspace = await server.workspace()
  const olga = await personOf(server, workspace)
  const { draft } = await createDraft(server.ctx, olga, [await uploaded(server, markedPdf('tenant'))])
  const other = await dashboardVisit(browser, server, { workspaceId: workspace.id })
  await other.page.goto(`${server.url}/documents/drafts/${draft!.id}/files/${draft!.files[0]!.id}`)
  await other.page.getByRole('img', { name: 'Page 1 with 1 fields' }).waitFor()
  const stroke = await other.page.locator('.mark text').evaluate((number) => getComputedStyle(number).stroke)
  expect(stroke).toBe('none')
  await other.close()
})

test('markers are drawn only while the fields are at the markers', async () => {
  const { page, close } = await open({ pdf: markedPdf('tenant', 'landlord') })
  const marks = page.locator('.mark:visible')
  const choose = (value: string) => page.getByLabel('Fields', { exact: true }).selectOption(value)
  expect(await marks.count()).toBe(2)
  for (const other of ['explicit', 'auto_append']) {
    await choose(other)
    expect([other, await marks.count()]).toEqual([other, 0])
    await choose('anchors')
    expect([other, await marks.count()]).toEqual([other, 2])
  }
  await choose('auto_append')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
  expect(await marks.count()).toBe(0)
  await choose('anchors')
  expect(await marks.count()).toBe(2)
  await close()
})

test('the script is at most 5 kB and its styles 1.5 kB, compressed', async () => {
  const assets = join(import.meta.dirname, '../../dist/web/assets')
  const names = await readdir(assets)
  const sizeOf = async (name: RegExp) => (await stat(join(assets, names.find((one) => name.test(one))!))).size
  expect(await sizeOf(/^draft-.*\.js\.br$/)).toBeLessThan(5_000)
  expect(await sizeOf(/^draftStyles-.*\.css\.br$/)).toBeLessThan(1_500)
})
