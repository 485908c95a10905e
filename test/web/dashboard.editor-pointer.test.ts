import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { agreement, BOX, type Desk, dragBy, EMPTY_MODEL as EMPTY, savedBoxes, savedPlaces } from '../support/editor.ts'
import { tenantForm } from '../support/pdf-forms.ts'
import type { TestServer } from '../support/server.ts'
import { useDesk } from './stage.ts'

let desk: Desk
let server: TestServer
useDesk((started) => {
  desk = started
  server = desk.server
})

const boxesOf = (id: string) => savedBoxes(server, id)
const placesOf = (id: string) => savedPlaces(server, id)

const sheet = (page: Page, number = 1) => page.locator(`#page-${number}`)

async function middleOf(page: Page, name: RegExp | string) {
  const box = (await page.getByRole('button', { name }).boundingBox())!
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

test('a box is dragged, and sticks to the line that the document has', async () => {
  const { page, id } = await desk.open({ ...EMPTY, boxes: [BOX] })
  await page.locator('.ghost').first().waitFor()
  const { height, width } = (await sheet(page).boundingBox())!
  // Its lower edge comes within four pixels of the line at 200 points, its left one of the line's beginning.
  await sheet(page).evaluate((element) => element.scrollIntoView({ block: 'end' }))
  const from = await middleOf(page, /^Text, tenant/)
  const dy = (642 / 842 - 0.34) * height + 4
  const dx = (140 / 595 - 0.2) * width - 3
  const fits = from.y + dy < 790
  if (!fits) await page.setViewportSize({ width: 1280, height: 1400 })
  await dragBy(page, await middleOf(page, /^Text, tenant/), dx, dy)
  await expect.poll(async () => (await placesOf(id))[0]![1]).toBeCloseTo(140 / 595, 2)
  const [box] = await boxesOf(id)
  expect(Math.abs((box!.y + box!.h) * 842 - 642)).toBeLessThan(1.5)
  await page.keyboard.press('Control+z')
  await expect.poll(() => placesOf(id)).toEqual([[1, 0.2, 0.3, 0.25, 0.04]])
})

test('a box sticks where the gaps to its neighbours are equal, below them and between them; Alt frees it', async () => {
  const [above, below] = [
    { ...BOX, kind: 'checkbox', y: 0.12, h: 0.03 },
    { ...BOX, kind: 'checkbox', y: 0.22, h: 0.03 },
  ]
  const { page, id } = await desk.open({ ...EMPTY, boxes: [above, below, { ...BOX, y: 0.4, h: 0.02 }] })
  await page.setViewportSize({ width: 1280, height: 1400 })
  const { height } = (await sheet(page).boundingBox())!
  const drag = async (from: number, to: number) =>
    dragBy(page, await middleOf(page, /^Text, tenant/), 0, (to - from) * height)
  const tops = async () => (await placesOf(id)).map(([, , y]) => y)
  // The gap between the two is 0.07.
  await drag(0.4, 0.323)
  await expect.poll(tops).toEqual([0.12, 0.22, 0.32])
  await drag(0.32, 0.178)
  await expect.poll(async () => (await tops()).toSorted()).toEqual([0.12, 0.175, 0.22])
  const { x, y } = await middleOf(page, /^Text, tenant/)
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x, y + 0.146 * height, { steps: 3 })
  await expect.poll(() => page.locator('.gap').count()).toBe(2)
  await page.keyboard.down('Alt')
  await page.mouse.move(x, y + 0.147 * height)
  await expect.poll(() => page.locator('.gap').count()).toBe(0)
  await page.mouse.up()
  await page.keyboard.up('Alt')
  await expect.poll(async () => (await tops()).toSorted()).toEqual([0.12, 0.22, 0.322])
})

test('the blank for a signature is offered, and accepted by a press', async () => {
  const { page, id } = await desk.open(EMPTY, agreement(2))
  await page.getByRole('button', { name: /^Blank Signature.*page 1/ }).click()
  await expect
    .poll(() => boxesOf(id))
    .toMatchObject([{ kind: 'signature', slot: 1, page: 1, label: { en: 'Signature' } }])
  await page.getByRole('button', { name: 'Place a box on each' }).click()
  await expect.poll(async () => (await boxesOf(id)).map((box) => box.page)).toEqual([1, 2])
  await expect.poll(() => page.locator('.ghost').count()).toBe(0)
})

test('the fields of the PDF’s own form are offered as what they are', async () => {
  const { page, id } = await desk.open(EMPTY, Buffer.from(await tenantForm()))
  await page.getByText('8 places to fill in were found.').waitFor()
  await page.getByRole('button', { name: 'Blank pets, page 1: place checkbox' }).click()
  await expect.poll(async () => (await boxesOf(id)).map(({ kind, page }) => [kind, page])).toEqual([['checkbox', 1]])
  await page.getByText('7 places to fill in were found.').waitFor()
})

test('a tool is drawn as a rectangle, or dropped; handles resize; a rectangle selects', async () => {
  const { page, id } = await desk.open(EMPTY)
  const { x, y, width } = (await sheet(page).boundingBox())!
  await page.getByRole('button', { name: 'Text', exact: true }).click()
  await dragBy(page, { x: x + 60, y: y + 200 }, 150, 40)
  await expect.poll(async () => (await boxesOf(id)).length).toBe(1)
  const [drawn] = await boxesOf(id)
  expect(drawn!.w).toBeCloseTo(150 / width, 2)
  const handle = (await page.locator('.handle.se').boundingBox())!
  await dragBy(page, { x: handle.x + 5, y: handle.y + 5 }, 50, 0)
  await expect.poll(async () => (await boxesOf(id))[0]!.w).toBeCloseTo(200 / width, 2)
  const tool = await middleOf(page, /^Checkbox$/)
  await dragBy(page, tool, x + 400 - tool.x, y + 300 - tool.y)
  await expect.poll(async () => (await boxesOf(id)).map(({ kind }) => kind)).toEqual(['text', 'checkbox'])
  await dragBy(page, { x: x + 20, y: y + 150 }, 450, 200)
  await expect.poll(() => page.locator('.box[aria-pressed="true"]').count()).toBe(2)
})
