import type { Browser, Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { signIn } from '../support/dashboard.ts'
import { uploadForm } from '../support/drafts.ts'
import { dragBy, EMPTY_MODEL, openEditor, savedBoxes } from '../support/editor.ts'
import { makePdf, textAt } from '../support/pdf-fixtures.ts'
import type { TestKey, TestServer } from '../support/server.ts'
import { useStage } from './stage.ts'

let server: TestServer
let browser: Browser
let key: TestKey

useStage((stage) => {
  ;({ server, browser } = stage)
})
beforeEach(async () => {
  key = await server.key({ workspaceId: (await server.workspace()).id })
})

const BOX = { kind: 'text', field: null, slot: 1, page: 1, x: 0.2, y: 0.3, w: 0.25, h: 0.04 }
const [WIDTH, HEIGHT] = [595, 842]
const stroke = (x0: number, y0: number, x1: number, y1: number) => `1 w ${x0} ${y0} m ${x1} ${y1} l S\n`
const middleOf = async (page: Page, selector: string) => {
  const { x, y, width, height } = (await page.locator(selector).boundingBox())!
  return { x: x + width / 2, y: y + height / 2 }
}

describe('boxes that a shorter PDF has left without a page', () => {
  /** The template's page, after its two pages became one. */
  async function shortened(boxes: Record<string, unknown>[]) {
    const template = { ...EMPTY_MODEL, boxes }
    const opened = await openEditor({ server, browser, key }, { template, pdf: makePdf({ pages: 2 }), height: 1200 })
    const grace = await signIn(server, { workspaceId: key.workspaceId, name: 'Grace Editor' })
    const replaced = await grace.post(`/templates/${opened.id}/pdf`, uploadForm({}, ['short.pdf', makePdf()]))
    expect(replaced.status).toBe(303)
    await opened.page.goto(`${server.url}/templates/${opened.id}`)
    return opened
  }

  test('are shown on the last one, where the problem leads, and edited there in every way', async () => {
    const { page, id, complaints, close } = await shortened([{ ...BOX, page: 2 }])
    const problem = page.getByRole('listitem').filter({ hasText: 'The box is on page 2 of 1' })
    await problem.getByRole('link').click()
    await expect.poll(() => page.locator('#page-1 canvas').count()).toBe(1)
    const box = page.locator('#page-1 .box')
    await expect.poll(() => box.getAttribute('aria-pressed')).toBe('true')
    const left = page.getByLabel('Left', { exact: true })
    await expect.poll(() => left.inputValue()).toBe('42.0')
    const pages = async () => (await savedBoxes(server, id)).map((one) => one.page)
    const ways: Record<string, () => Promise<unknown>> = {
      'moved by key': () => page.keyboard.press('Shift+ArrowRight'),
      'resized by key': () => page.keyboard.press('Alt+ArrowRight'),
      dragged: async () => dragBy(page, await middleOf(page, '#page-1 .box'), 40, 40),
      'resized by a handle': async () => dragBy(page, await middleOf(page, '.handle.se'), 20, 10),
      'placed by numbers': async () => {
        await left.fill('50')
        await page.keyboard.press('Tab')
      },
      'moved by the choice of a page': () => page.locator('#p-page').selectOption('1'),
    }
    for (const [way, act] of Object.entries(ways)) {
      await box.focus()
      await act()
      await expect.poll(pages, { message: way }).toEqual([1])
      await page.getByRole('button', { name: 'Undo' }).click()
      await expect.poll(pages, { message: way }).toEqual([2])
    }
    await box.focus()
    await page.keyboard.press('Control+c')
    await page.keyboard.press('Control+v')
    await expect.poll(pages).toEqual([1, 2])
    await page.getByRole('button', { name: 'Undo' }).click()
    await box.focus()
    await page.keyboard.press('Control+d')
    await expect.poll(pages).toEqual([1, 2])
    expect(complaints).toEqual([])
    await close()
  })

  test('are chosen together with those of that page', async () => {
    const { page, id, close } = await shortened([BOX, { ...BOX, page: 2, y: 0.5 }])
    await page.goto(`${server.url}/templates/${id}/edit`)
    await page.locator('#page-1 .box').first().focus()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('ArrowRight')
    await expect.poll(async () => (await savedBoxes(server, id)).map((one) => one.page)).toEqual([1, 1])
    await page.keyboard.press('Control+z')
    const sheet = (await page.locator('#page-1').boundingBox())!
    await dragBy(page, { x: sheet.x + 20, y: sheet.y + 100 }, sheet.width - 40, sheet.height * 0.6)
    await expect.poll(() => page.locator('.box[aria-pressed="true"]').count()).toBe(2)
    await close()
  })
})

describe('what would reach over the edge of a page is placed within it', () => {
  test('blanks of rules that do, and of what stands beside the page', async () => {
    const crop = [20, 20, 575, 822]
    const content =
      stroke(17, 100, 578, 100) + stroke(100, 10, 200, 10) + stroke(5, 300, 40, 300) + stroke(590, 400, 640, 400)
    const pdf = makePdf({ cropBox: crop, content: textAt(72, 700, 'Agreement') + content })
    const { page, id, close } = await openEditor({ server, browser, key }, { template: EMPTY_MODEL, pdf })
    await page.getByText('1 place to fill in was found.').waitFor()
    await page.getByRole('button', { name: 'Place a box on each' }).click()
    await page.getByText(/^Saved /).waitFor()
    const boxes = await savedBoxes(server, id)
    expect(boxes.map(({ x, w }) => [x, w])).toEqual([[0, 1]])
    await close()
  })

  test('a table on a phone, wider than the page', async () => {
    const pdf = makePdf({ mediaBox: [0, 0, 419.5, 595] })
    const phone = { width: 375, height: 740, phone: true }
    const { page, id, close } = await openEditor({ server, browser, key }, { template: EMPTY_MODEL, pdf, ...phone })
    await page.getByRole('button', { name: 'Table', exact: true }).tap()
    await page.getByText(/^Saved /).waitFor()
    expect(await savedBoxes(server, id)).toMatchObject([{ kind: 'table', x: 0, w: 1 }])
    await close()
  })
})

test('on a turned page that is cropped, boxes are where they are seen', async () => {
  // As displayed it is 842 wide and 595 high, with a line across half of its width, in its middle.
  const crop = { x: 50, y: 30 }
  const line = stroke(crop.x + WIDTH * 0.5, crop.y + HEIGHT * 0.3, crop.x + WIDTH * 0.5, crop.y + HEIGHT * 0.8)
  const pdf = makePdf({
    ...{ mediaBox: [0, 0, 700, 900], cropBox: [crop.x, crop.y, crop.x + WIDTH, crop.y + HEIGHT] },
    ...{ rotate: 90, content: line },
  })
  const { page, id, close } = await openEditor({ server, browser, key }, { template: EMPTY_MODEL, pdf, height: 1000 })
  await page.locator('#page-1 canvas').waitFor()
  const sheet = (await page.locator('#page-1').boundingBox())!
  expect(sheet.width / sheet.height).toBeCloseTo(HEIGHT / WIDTH, 2)
  // Where the line is on the picture, in the column of its middle.
  const darkest = () =>
    page.locator('#page-1 canvas').evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext('2d')!.getImageData(Math.round(canvas.width * 0.55), 0, 1, canvas.height)
      const rows = Array.from({ length: canvas.height }, (_, row) => data[row * 4]!)
      return Math.min(...rows) < 128 ? rows.indexOf(Math.min(...rows)) / canvas.height : null
    })
  await expect.poll(darkest).not.toBeNull()
  expect(await darkest()).toBeCloseTo(0.5, 2)
  await page.getByRole('button', { name: /^Blank, page 1/ }).click()
  await expect.poll(() => savedBoxes(server, id)).toHaveLength(1)
  const [blank] = await savedBoxes(server, id)
  expect([blank!.x, blank!.w]).toEqual([expect.closeTo(0.3, 2), expect.closeTo(0.5, 2)])
  expect(blank!.y + blank!.h).toBeCloseTo(0.5, 2)
  await page.getByRole('button', { name: 'Text', exact: true }).click()
  const from = { x: sheet.x + sheet.width * 0.1, y: sheet.y + sheet.height * 0.6 }
  await dragBy(page, from, sheet.width * 0.2, sheet.height * 0.1)
  await expect.poll(() => savedBoxes(server, id)).toHaveLength(2)
  const drawn = (await savedBoxes(server, id)).find((box) => box.id !== blank!.id)!
  const near = (share: number) => expect.closeTo(share, 2)
  expect([drawn.x, drawn.y, drawn.w, drawn.h]).toEqual([near(0.1), near(0.6), near(0.2), near(0.1)])
  await close()
})
