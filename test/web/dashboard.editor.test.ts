import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { axeViolations, sidewaysScroll } from '../support/browser.ts'
import { agreement, BOX, type Desk, EMPTY_MODEL as EMPTY, savedBoxes, savedPlaces } from '../support/editor.ts'
import { makePdf, textAt } from '../support/pdf-fixtures.ts'
import type { TestServer } from '../support/server.ts'
import { drawing, useDesk } from './stage.ts'

let desk: Desk
let server: TestServer
useDesk((started) => {
  desk = started
  server = desk.server
}, drawing)

const boxesOf = (id: string) => savedBoxes(server, id)
const placesOf = (id: string) => savedPlaces(server, id)

const sheet = (page: Page, number = 1) => page.locator(`#page-${number}`)

describe('editor.keyboard-only', () => {
  test('a whole template without a pointer: boxes, slot, field, place, lock', async () => {
    const { page, id, complaints, foreign } = await desk.open({
      ...EMPTY,
      slots: [
        { slot: 1, role: 'tenant' },
        { slot: 2, role: 'landlord' },
      ],
    })
    const press = (...keys: string[]) =>
      keys.reduce((done, one) => done.then(() => page.keyboard.press(one)), Promise.resolve())
    // A signature for each, the second one moved and given to the landlord in the form.
    await page.getByRole('button', { name: 'Signature', exact: true }).focus()
    await press('Enter')
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Signature, tenant, page 1, required')
    await press('Control+d', 'Shift+ArrowDown', 'Shift+ArrowDown', 'ArrowRight', 'Alt+ArrowRight', 'Enter')
    await page.getByLabel('For', { exact: true }).focus()
    await press('ArrowDown')
    await expect.poll(async () => (await boxesOf(id)).map(({ slot }) => slot)).toEqual([1, 2])
    // A text of the sender's.
    await page.getByRole('button', { name: 'Text', exact: true }).focus()
    await press('Space')
    await expect.poll(() => page.locator('.box').count()).toBe(3)
    await press('Enter')
    await page.getByLabel('For', { exact: true }).focus()
    await press('Home')
    await page.getByLabel('Field', { exact: true }).focus()
    // The only one with that letter; more of them would be another search if they came slowly.
    await press('t')
    await page.getByLabel('Top', { exact: true }).focus()
    await press('Control+a')
    await page.keyboard.type('30')
    await press('Tab')
    await expect
      .poll(async () => (await boxesOf(id)).find(({ kind }) => kind === 'text'))
      .toMatchObject({
        slot: null,
        field: 'tenant_name',
        y: expect.closeTo(((30 / 25.4) * 72) / 842, 2),
      })
    await page.getByText('It can be locked').waitFor()
    expect(await axeViolations(page)).toEqual([])
    // With a change that is not saved yet, which is saved first.
    await page.getByLabel('Top', { exact: true }).focus()
    await press('Control+a', '4', '0', 'Tab')
    await page.getByRole('button', { name: 'Lock as version 1' }).focus()
    await press('Enter')
    await expect
      .poll(
        async () =>
          (await server.ctx.db.selectFrom('templates').select('status').where('id', '=', id).executeTakeFirstOrThrow())
            .status,
      )
      .toBe('locked')
    await page.getByText('Locked as version 1').waitFor()
    const { y } = (await boxesOf(id)).find(({ kind }) => kind === 'text')!
    expect(y).toBeCloseTo(((40 / 25.4) * 72) / 842, 2)
    expect([complaints, foreign]).toEqual([[], []])
  })

  test('undo, redo, delete, copy and paste, also in another template; Esc leads back from the form', async () => {
    const { page, id } = await desk.open({ ...EMPTY, boxes: [BOX] })
    // A box whose making is undone gives the focus to its neighbour.
    const focused = () => page.evaluate(() => document.activeElement?.id)
    await page.locator('.box').focus()
    const first = await focused()
    await page.keyboard.press('Control+d')
    await page.locator('.box').nth(1).waitFor()
    expect(await focused()).not.toBe(first)
    await page.keyboard.press('Control+z')
    await page.locator('.box').nth(1).waitFor({ state: 'detached' })
    expect([await focused(), await page.locator('.box').getAttribute('aria-pressed')]).toEqual([first, 'true'])
    await page.keyboard.press('Control+Shift+z')
    await page.locator('.box').nth(1).waitFor()
    expect(await focused()).toBe(first)
    await page.keyboard.press('Control+z')
    await page.locator('.box').nth(1).waitFor({ state: 'detached' })

    await page.keyboard.press('Shift+ArrowRight')
    await expect.poll(() => placesOf(id)).toEqual([[1, 0.217, 0.3, 0.25, 0.04]])
    await page.keyboard.press('Control+z')
    await expect.poll(() => placesOf(id)).toEqual([[1, 0.2, 0.3, 0.25, 0.04]])
    await page.keyboard.press('Control+Shift+z')
    await expect.poll(() => placesOf(id)).toEqual([[1, 0.217, 0.3, 0.25, 0.04]])
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toContain('box')
    await page.keyboard.press('Control+c')
    await page.keyboard.press('Control+v')
    await expect.poll(async () => (await boxesOf(id)).length).toBe(2)
    await page.keyboard.press('Delete')
    await expect.poll(async () => (await boxesOf(id)).length).toBe(1)

    // Pasted on a page of another size, it is as large as it was.
    const { id: large } = await desk.open(
      EMPTY,
      makePdf({ mediaBox: [0, 0, 2384, 3370], content: () => textAt(72, 770, 'Plan') }),
    )
    await page.keyboard.press('Control+v')
    await expect.poll(async () => (await boxesOf(large)).length).toBe(1)
    const [box] = await boxesOf(large)
    expect([box!.x, box!.y].map((n) => Number(n.toFixed(3)))).toEqual([0.217, 0.3])
    expect(box!.w * 2384).toBeCloseTo(0.25 * 595, 0)
    expect(box!.h * 3370).toBeCloseTo(0.04 * 842, 0)
  })

  test('boxes go to another page: by the form, and by paste onto the page in view', async () => {
    const { page, id } = await desk.open({ ...EMPTY, boxes: [BOX] }, agreement(2))
    await page.locator('.box').focus()
    await page.keyboard.press('Enter')
    await page.locator('#p-page').selectOption('2')
    await expect.poll(() => placesOf(id)).toEqual([[2, 0.2, 0.3, 0.25, 0.04]])
    const moved = page.getByRole('button', { name: /, page 2, / })
    await moved.waitFor()
    await moved.focus()
    await page.keyboard.press('Control+c')
    await sheet(page, 1).scrollIntoViewIfNeeded()
    await page.evaluate(() => scrollTo(0, 0))
    await page.keyboard.press('Control+v')
    await expect.poll(async () => (await placesOf(id)).map(([at]) => at)).toEqual([1, 2])
  })

  test('a recipient who was undone fills in nothing', async () => {
    const { page, id } = await desk.open(EMPTY)
    await page.getByLabel('Add a recipient').fill('buyer')
    await page.getByLabel('Add a recipient').press('Enter')
    await page.getByRole('radio', { name: /buyer/ }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: 'Signature', exact: true }).press('Enter')
    await expect.poll(async () => (await boxesOf(id)).map(({ slot }) => slot)).toEqual([1])
  })

  test('the list of pages shows each as a picture, and leads to it', async () => {
    const { page, id } = await desk.open(EMPTY, agreement(2))
    const links = page.getByRole('navigation', { name: 'Pages' }).getByRole('link')
    expect(await links.count()).toBe(2)
    await links.nth(1).scrollIntoViewIfNeeded()
    const widthOf = () =>
      links
        .nth(1)
        .locator('img')
        .evaluate((image: HTMLImageElement) => image.naturalWidth)
    await expect.poll(widthOf).toBeGreaterThan(100)
    await links.nth(1).press('Enter')
    await expect.poll(() => sheet(page, 2).evaluate((element) => element.getBoundingClientRect().top)).toBeLessThan(200)
    expect((await page.request.get(`${server.url}/templates/${id}/edit/page-3`)).status()).toBe(404)
  })

  test('a signature in a template without recipients says that it waits for one', async () => {
    const { page } = await desk.open({ ...EMPTY, slots: [] })
    await page.getByRole('button', { name: 'Signature', exact: true }).press('Enter')
    await page.getByRole('button', { name: 'Signature, no recipient yet, page 1, required', exact: true }).waitFor()
    await page.getByText('The same by API: POST /v1/templates/import').waitFor()
    await page.getByText('choose who fills in this signature').waitFor()
    const sender = page.locator('label', { hasText: 'Sender' }).locator('small')
    expect(await sender.textContent()).toBe('0')
    await page.getByRole('button', { name: 'Text', exact: true }).press('Enter')
    await expect.poll(() => sender.textContent()).toBe('1')
  })
})

test('on a phone boxes are placed and moved by the form', async () => {
  const { page, id, close } = await desk.openAlone(EMPTY, { pdf: agreement(2), width: 375, height: 740, phone: true })
  expect(await sidewaysScroll(page)).toBe(0)
  await page.getByLabel('Page', { exact: true }).selectOption('2')
  await page.getByRole('button', { name: 'Signature', exact: true }).tap()
  await page.getByRole('button', { name: 'Move down' }).tap()
  await expect.poll(() => boxesOf(id)).toMatchObject([{ kind: 'signature', page: 2, slot: 1 }])
  await page.getByRole('button', { name: 'Signature, tenant, page 2, required' }).waitFor()
  expect(await axeViolations(page)).toEqual([])
  await close()
})

test('a window that becomes small and large again has the list, then the pages', async () => {
  const { page, id, close } = await desk.openAlone({ ...EMPTY, boxes: [BOX] }, { width: 700, height: 900 })
  await page.setViewportSize({ width: 1280, height: 900 })
  await expect.poll(() => page.locator('#page-1 canvas').count()).toBe(1)
  await page.getByRole('button', { name: 'Signature', exact: true }).press('Enter')
  await expect.poll(async () => (await boxesOf(id)).length).toBe(2)
  await page.setViewportSize({ width: 640, height: 900 })
  await page.locator('#list button').first().click()
  await page.getByRole('button', { name: 'Move down' }).click()
  await close()
})

test('the script of the editor is at most 12 kB, its styles 3 kB, compressed, beside what shows the pages', async () => {
  const assets = join(import.meta.dirname, '../../dist/web/assets')
  const names = await readdir(assets)
  const sizeOf = async (name: RegExp) => (await stat(join(assets, names.find((one) => name.test(one))!))).size
  expect(await sizeOf(/^editor-.*\.js\.gz$/)).toBeLessThan(12 * 1024)
  expect(await sizeOf(/^editorStyles-.*\.css\.gz$/)).toBeLessThan(3 * 1024)
})
