import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page, Route } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { axeViolations, sidewaysScroll } from '../support/browser.ts'
import { dashboardVisit, signIn } from '../support/dashboard.ts'
import { dragBy, EMPTY_MODEL as EMPTY, openEditor, savedBoxes } from '../support/editor.ts'
import { makePdf, textAt } from '../support/pdf-fixtures.ts'
import { tenantForm } from '../support/pdf-forms.ts'
import type { TestKey, TestServer } from '../support/server.ts'
import { importTemplate, itemsTable, LEASE_FIELDS, type ModelInput } from '../support/templates.ts'
import { useStage } from './stage.ts'

let server: TestServer
let browser: Browser
let key: TestKey
let workspaceId: string

useStage((stage) => {
  ;({ server, browser } = stage)
})
beforeEach(async () => {
  workspaceId = (await server.workspace()).id
  key = await server.key({ workspaceId })
})

/** A line for a signature, with its word, a line of print and a second page. */
const pdf = (): Buffer =>
  makePdf({
    pages: 2,
    content: (index) =>
      `${textAt(72, 770, `Agreement, page ${index + 1}`)}\n${textAt(72, 205, 'Signature:')}\n1 w 140 200 m 340 200 l S`,
  })

const SIGNATURE = { kind: 'signature', slot: 1, page: 1, x: 0.2, y: 0.6, w: 0.3, h: 0.06 }
const BOX = { kind: 'text', field: null, slot: 1, page: 1, x: 0.2, y: 0.3, w: 0.25, h: 0.04 }

async function templateOf(template: ModelInput, file = pdf()): Promise<string> {
  return (await importTemplate(server, key, { template, fields: LEASE_FIELDS, pdf: file })).body.id
}

const open = (
  template: ModelInput,
  size: { width?: number; height?: number; phone?: boolean } = {},
  file: Buffer = pdf(),
) => openEditor({ server, browser, key }, { template, pdf: file, ...size })

const boxesOf = (id: string) => savedBoxes(server, id)
const placesOf = async (id: string) =>
  (await boxesOf(id)).map(({ page, x, y, w, h }) => [page, ...[x, y, w, h].map((n) => Number(n.toFixed(3)))])
const sheet = (page: Page, number = 1) => page.locator(`#page-${number}`)

async function middleOf(page: Page, name: RegExp | string) {
  const box = (await page.getByRole('button', { name }).boundingBox())!
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

describe('editor.keyboard-only', () => {
  test('a whole template without a pointer: boxes, slot, field, place, lock', async () => {
    const { page, id, complaints, foreign, close } = await open({
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
    await close()
  })

  test('a box whose making is undone gives the focus to its neighbour', async () => {
    const { page, close } = await open({ ...EMPTY, boxes: [BOX] })
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
    await close()
  })

  test('undo, redo, delete, copy and paste; Esc leads back from the form', async () => {
    const { page, id, close } = await open({ ...EMPTY, boxes: [BOX] })
    await page.locator('.box').focus()
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
    await close()
  })

  test('a box is pasted as large as it was, on a page of another size', async () => {
    const { page, close } = await open({ ...EMPTY, boxes: [BOX] })
    await page.locator('.box').focus()
    await page.keyboard.press('Control+c')
    const large = await templateOf(
      EMPTY,
      makePdf({ mediaBox: [0, 0, 2384, 3370], content: () => textAt(72, 770, 'Plan') }),
    )
    await page.goto(`${server.url}/templates/${large}/edit`)
    await page.getByRole('button', { name: 'Signature', exact: true }).waitFor()
    await page.keyboard.press('Control+v')
    await expect.poll(async () => (await boxesOf(large)).length).toBe(1)
    const [box] = await boxesOf(large)
    expect([box!.x, box!.y]).toEqual([0.2, 0.3])
    expect(box!.w * 2384).toBeCloseTo(0.25 * 595, 0)
    expect(box!.h * 3370).toBeCloseTo(0.04 * 842, 0)
    await close()
  })

  test('boxes go to another page: by the form, and by paste onto the page in view', async () => {
    const { page, id, close } = await open({ ...EMPTY, boxes: [BOX] })
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
    await close()
  })

  test('a recipient who was undone fills in nothing', async () => {
    const { page, id, close } = await open(EMPTY)
    await page.getByLabel('Add a recipient').fill('buyer')
    await page.getByLabel('Add a recipient').press('Enter')
    await page.getByRole('radio', { name: /buyer/ }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: 'Signature', exact: true }).press('Enter')
    await expect.poll(async () => (await boxesOf(id)).map(({ slot }) => slot)).toEqual([1])
    await close()
  })

  test('the list of pages shows each as a picture, and leads to it', async () => {
    const { page, id, close } = await open(EMPTY)
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
    expect((await page.request.get(`${server.url}/templates/${id}/edit/page-3.webp`)).status()).toBe(404)
    await close()
  })

  test('a signature in a template without recipients says that it waits for one', async () => {
    const { page, close } = await open({ ...EMPTY, slots: [] })
    await page.getByRole('button', { name: 'Signature', exact: true }).press('Enter')
    await page.getByRole('button', { name: 'Signature, no recipient yet, page 1, required', exact: true }).waitFor()
    await page.getByText('The same by API: POST /v1/templates/import').waitFor()
    await page.getByText('a signature box needs a slot, the recipient who fills it in').waitFor()
    const sender = page.locator('label', { hasText: 'Sender' }).locator('small')
    expect(await sender.textContent()).toBe('0')
    await page.getByRole('button', { name: 'Text', exact: true }).press('Enter')
    await expect.poll(() => sender.textContent()).toBe('1')
    await close()
  })
})

describe('by pointer', () => {
  test('a box is dragged, and sticks to the line that the document has', async () => {
    const { page, id, close } = await open({ ...EMPTY, boxes: [BOX] })
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
    await close()
  })

  test('a box sticks where the gaps to its neighbours are equal, below them and between them; Alt frees it', async () => {
    const [above, below] = [
      { ...BOX, kind: 'checkbox', y: 0.12, h: 0.03 },
      { ...BOX, kind: 'checkbox', y: 0.22, h: 0.03 },
    ]
    const { page, id, close } = await open({ ...EMPTY, boxes: [above, below, { ...BOX, y: 0.4, h: 0.02 }] })
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
    await close()
  })

  test('the blank for a signature is offered, and accepted by a press', async () => {
    const { page, id, close } = await open(EMPTY)
    await page.getByRole('button', { name: /^Blank Signature.*page 1/ }).click()
    await expect
      .poll(() => boxesOf(id))
      .toMatchObject([{ kind: 'signature', slot: 1, page: 1, label: { en: 'Signature' } }])
    await page.getByRole('button', { name: 'Place a box on each' }).click()
    await expect.poll(async () => (await boxesOf(id)).map((box) => box.page)).toEqual([1, 2])
    await expect.poll(() => page.locator('.ghost').count()).toBe(0)
    await close()
  })

  test('the fields of the PDF’s own form are offered as what they are', async () => {
    const { page, id, close } = await open(EMPTY, {}, Buffer.from(await tenantForm()))
    await page.getByText('8 blanks have no box.').waitFor()
    await page.getByRole('button', { name: 'Blank pets, page 1: place checkbox' }).click()
    await expect.poll(async () => (await boxesOf(id)).map(({ kind, page }) => [kind, page])).toEqual([['checkbox', 1]])
    await page.getByText('7 blanks have no box.').waitFor()
    await close()
  })

  test('a tool is drawn as a rectangle, or dropped; handles resize; a rectangle selects', async () => {
    const { page, id, close } = await open(EMPTY)
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
    await close()
  })
})

describe('saving', () => {
  test('what somebody else saved meanwhile can be taken, or mine kept as a copy', async () => {
    const ada = await open({ ...EMPTY, boxes: [BOX] })
    const grace = await dashboardVisit(browser, server, { workspaceId, name: 'Grace Editor' })
    await grace.page.goto(`${server.url}/templates/${ada.id}/edit`)
    await grace.page.locator('.box').focus()
    await grace.page.keyboard.press('Shift+ArrowDown')
    await expect.poll(async () => (await placesOf(ada.id))[0]![2]).toBeCloseTo(0.312, 3)
    await ada.page.locator('.box').focus()
    await ada.page.keyboard.press('Shift+ArrowRight')
    await ada.page.getByText('Grace Editor has saved this template').waitFor()
    await ada.page.getByRole('button', { name: 'Save mine as a copy' }).click()
    await ada.page.waitForURL((url) => !url.pathname.includes(ada.id))
    const copy = ada.page.url().split('/').at(-2)!
    expect(await placesOf(copy)).toEqual([[1, 0.217, 0.3, 0.25, 0.04]])
    expect(await placesOf(ada.id)).toEqual([[1, 0.2, 0.312, 0.25, 0.04]])
    await ada.close()
    await grace.close()
  })

  test('a template that was opened in another workspace says where one is now, and is saved once back there', async () => {
    const { page, id, close } = await open({ ...EMPTY, boxes: [BOX, SIGNATURE] })
    const other = await server.workspace({ name: 'Beta' })
    const me = await server.ctx.db
      .selectFrom('memberships')
      .innerJoin('users', 'users.id', 'memberships.user_id')
      .select('email')
      .where('workspace_id', '=', workspaceId)
      .executeTakeFirstOrThrow()
    await signIn(server, { ...me, workspaceId: other.id })
    const tab = await page.context().newPage()
    const goTo = async (name: string) => {
      await tab.goto(`${server.url}/documents`)
      await tab.locator('details.switch summary').click()
      await tab.locator('details.switch').getByRole('button', { name, exact: true }).click()
      await tab.locator('summary', { hasText: name }).waitFor()
    }
    await goTo('Beta')
    await page.locator('.box').first().focus()
    await page.keyboard.press('Shift+ArrowRight')
    const told = 'Not saved: the template was opened in another workspace; you are in Beta now'
    await expect.poll(() => page.locator('#saved').textContent()).toBe(told)
    const own = await server.ctx.db
      .selectFrom('workspaces')
      .select('name')
      .where('id', '=', workspaceId)
      .executeTakeFirst()
    await goTo(own!.name)
    await page.keyboard.press('Shift+ArrowRight')
    await expect.poll(() => page.locator('#saved').textContent()).toMatch(/^Saved /)
    expect((await placesOf(id))[0]![1]).toBeCloseTo(0.234, 3)
    await close()
  })

  test('what is refused stays unsaved: it is not locked without it, and offered again', async () => {
    const { page, id, close } = await open({ ...EMPTY, boxes: [BOX, SIGNATURE] })
    const grace = await signIn(server, { workspaceId, name: 'Grace Editor' })
    await grace.post(`/templates/${id}/lock`)
    await page.locator('.box').first().focus()
    await page.keyboard.press('Shift+ArrowRight')
    await expect.poll(() => page.locator('#saved').textContent()).toContain('Not saved: the template is locked')
    await page.getByRole('button', { name: 'Lock as version 1' }).click()
    const told = 'Not locked. Not saved: the template is locked'
    await expect.poll(() => page.locator('#announce').textContent()).toContain(told)
    expect(await page.locator('#saved').textContent()).toContain(told)
    expect(page.url()).toContain('/edit')
    await grace.post(`/templates/${id}/unlock`)
    await page.reload()
    await page.getByRole('button', { name: 'Restore them' }).click()
    await expect.poll(async () => (await placesOf(id))[0]).toEqual([1, 0.217, 0.3, 0.25, 0.04])
    await close()
  })

  describe('what was kept', () => {
    /** A change of Ada's that only her browser has; the editor is closed. */
    async function changedOffline() {
      const ada = await open({ ...EMPTY, boxes: [BOX] })
      await ada.page.context().setOffline(true)
      await ada.page.locator('.box').focus()
      await ada.page.keyboard.press('Shift+ArrowRight')
      await expect.poll(() => ada.page.locator('#saved').textContent()).toContain('Offline')
      await ada.page.goto('about:blank')
      await ada.page.context().setOffline(false)
      return ada
    }

    const keptIn = (page: Page) =>
      page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            const opened = indexedDB.open('countersign-editor')
            opened.onsuccess = () => {
              const count = opened.result.transaction('drafts').objectStore('drafts').count()
              count.onsuccess = () => resolve(count.result)
            }
          }),
      )

    async function changedBy(name: string, id: string, keys: string) {
      const { page, close } = await dashboardVisit(browser, server, { workspaceId, name })
      await page.goto(`${server.url}/templates/${id}/edit`)
      await page.locator('.box').focus()
      await page.keyboard.press(keys)
      await page.getByText(/^Saved /).waitFor()
      await close()
    }

    test('does not go over what somebody else saved meanwhile', async () => {
      const { page, id, close } = await changedOffline()
      await changedBy('Grace Editor', id, 'Shift+ArrowDown')
      const theirs = await placesOf(id)
      await page.goto(`${server.url}/templates/${id}/edit`)
      await page.getByText('Grace Editor has saved this template').waitFor()
      await page.getByRole('button', { name: 'Save mine as a copy' }).click()
      await page.waitForURL((url) => !url.pathname.includes(id))
      expect(await placesOf(page.url().split('/').at(-2)!)).toEqual([[1, 0.217, 0.3, 0.25, 0.04]])
      expect(await placesOf(id)).toEqual(theirs)
      await close()
    })

    test('is dropped for theirs', async () => {
      const { page, id, close } = await changedOffline()
      await changedBy('Grace Editor', id, 'Shift+ArrowDown')
      await page.goto(`${server.url}/templates/${id}/edit`)
      await page.getByRole('button', { name: 'Take theirs' }).click()
      await expect.poll(() => keptIn(page)).toBe(0)
      await close()
    })

    test('is dropped without a question if it was saved, and only the answer was lost', async () => {
      const { page, id, close } = await open({ ...EMPTY, boxes: [BOX] })
      const lost = async (route: Route) => {
        await route.fetch()
        await route.abort()
      }
      await page.route('**/draft', lost, { times: 1 })
      await page.locator('.box').focus()
      await page.keyboard.press('Shift+ArrowRight')
      await expect.poll(() => keptIn(page)).toBe(1)
      await expect.poll(() => keptIn(page)).toBe(0)
      await page.getByText('All changes are saved').waitFor()
      expect(await page.locator('.notice').count()).toBe(0)
      expect(await placesOf(id)).toEqual([[1, 0.217, 0.3, 0.25, 0.04]])
      await close()
    })
  })

  test('changes after the session has ended are kept until somebody is signed in again', async () => {
    const { page, id, close } = await open({ ...EMPTY, boxes: [BOX] })
    const session = await page.context().cookies()
    await page.context().clearCookies()
    await page.locator('.box').focus()
    await page.keyboard.press('Shift+ArrowRight')
    await expect.poll(() => page.locator('#saved').textContent()).toContain('your changes are kept here')
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Shift+ArrowDown')
    await page.context().addCookies(session)
    await page.reload()
    await page.getByRole('button', { name: 'Restore them' }).click()
    await expect.poll(() => placesOf(id)).toEqual([[1, 0.217, 0.324, 0.25, 0.04]])
    await close()
  })

  describe('in a browser whose storage', () => {
    /** The editor, with this done first in its page. */
    async function openWith(script: () => void) {
      const ada = await open({ ...EMPTY, boxes: [BOX] })
      await ada.page.addInitScript(script)
      await ada.page.reload()
      return ada
    }

    /** None of its requests reaches the server, also while it is left. */
    const cutOff = (page: Page) => page.route('**/draft', (route) => route.abort())

    async function change(page: Page, told: string) {
      await page.locator('.box').focus()
      await page.keyboard.press('Shift+ArrowRight')
      await expect.poll(() => page.locator('#saved').textContent()).toContain(told)
    }

    test('is slow, a change is said to be kept only once it is', async () => {
      const { page, id, close } = await openWith(() => {
        const { put } = IDBObjectStore.prototype
        IDBObjectStore.prototype.put = function (...args) {
          // Its transaction is not committed before these are read.
          for (let read = 0; read < 3_000; read += 1) this.count()
          return put.apply(this, args)
        }
      })
      await cutOff(page)
      await change(page, 'Offline. Your changes are kept here')
      const crashed = page.waitForEvent('crash')
      await page.goto('chrome://crash').catch(() => {})
      await crashed
      const again = await page.context().newPage()
      await again.goto(`${server.url}/templates/${id}/edit`)
      await again.getByRole('button', { name: 'Restore them' }).click()
      await expect.poll(() => placesOf(id)).toEqual([[1, 0.217, 0.3, 0.25, 0.04]])
      await close()
    })

    test('keeps nothing, its page is to be left open', async () => {
      const { page, id, close } = await openWith(() => {
        IDBFactory.prototype.open = () => {
          throw new Error('no storage')
        }
      })
      const session = await page.context().cookies()
      const saved = () => page.locator('#saved').textContent()
      await cutOff(page)
      await change(page, 'Offline. Leave this page open')
      await page.context().clearCookies()
      await page.unroute('**/draft')
      await expect.poll(saved, { timeout: 20_000 }).toContain('You are signed out. Leave this page open')
      await page.context().addCookies(session)
      await expect.poll(() => placesOf(id), { timeout: 20_000 }).toEqual([[1, 0.217, 0.3, 0.25, 0.04]])
      await close()
    })
  })

  test('theirs is taken with their PDF', async () => {
    const { page, id, close } = await open({ ...EMPTY, boxes: [BOX] })
    const template = { ...EMPTY, boxes: [{ ...BOX, x: 0.5 }] }
    await importTemplate(server, key, { template, template_id: id, pdf: makePdf({ content: textAt(72, 770, 'New') }) })
    await page.locator('.box').focus()
    await page.keyboard.press('Shift+ArrowRight')
    await page.getByRole('button', { name: 'Take theirs' }).click()
    await expect.poll(() => page.locator('.sheet').count()).toBe(1)
    await page.locator('.box').focus()
    await page.keyboard.press('Shift+ArrowRight')
    await expect.poll(() => placesOf(id)).toEqual([[1, 0.517, 0.3, 0.25, 0.04]])
    expect(await page.locator('.notice').count()).toBe(0)
    await close()
  })

  test('a draft that is not the one in the editor is not locked', async () => {
    const { page, id, close } = await open({ ...EMPTY, boxes: [SIGNATURE] })
    await importTemplate(server, key, { template: { ...EMPTY, boxes: [{ ...SIGNATURE, x: 0.5 }] }, template_id: id })
    await page.getByRole('button', { name: 'Lock as version 1' }).click()
    await page.getByText('The draft has changed meanwhile').waitFor()
    await page.getByText('Draft', { exact: true }).first().waitFor()
    await close()
  })

  test('a table without columns is saved, and cannot be locked', async () => {
    const { page, id, close } = await open(EMPTY)
    await page.getByRole('button', { name: 'Table', exact: true }).press('Enter')
    await page.getByText('a table needs a field that is a collection').waitFor()
    await expect.poll(() => boxesOf(id)).toMatchObject([{ kind: 'table', table: null }])
    expect((await page.request.get(`${server.url}/templates/${id}/preview.pdf`)).status()).toBe(200)
    const field = page.getByLabel('Field', { exact: true })
    expect(await page.getByRole('link', { name: 'New table' }).getAttribute('href')).toBe(
      '/fields/-/new?type=collection',
    )
    await field.selectOption('items')
    const columns = async () => (await boxesOf(id))[0]!.table?.columns.map((column) => column.key)
    await expect.poll(columns).toEqual(['what', 'amount', 'note'])
    await field.selectOption('')
    await expect.poll(columns).toBeUndefined()
    await close()
  })

  test('what the server would refuse is not taken: a size, a width, a name', async () => {
    const { page, id, close } = await open({ ...EMPTY, boxes: [BOX, itemsTable()] })
    const enter = async (label: string, value: string) => {
      await page.getByLabel(label, { exact: true }).fill(value)
      await page.keyboard.press('Tab')
    }
    await page.locator('.box').first().focus()
    await enter('Text size, pt', '9')
    await enter('Text size, pt', '4')
    expect(await page.getByLabel('Text size, pt', { exact: true }).inputValue()).toBe('9')
    await page.locator('.box').last().focus()
    await enter('what, width in %', '200')
    expect(await page.getByLabel('what, width in %', { exact: true }).inputValue()).toBe('70')
    await enter('Add a recipient', 'Buyer & Seller')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await enter('Add a recipient', 'Buyer')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.locator('#owners').getByText('2 Buyer', { exact: true }).waitFor()
    await expect.poll(() => page.locator('#saved').textContent()).toMatch(/^Saved /)
    const boxes = await boxesOf(id)
    expect(boxes).toMatchObject([{ style: { size: 9 } }, { table: { columns: [{ share: 0.7 }, {}] } }])
    expect(await page.locator('#owners label').count()).toBe(3)
    await close()
  })

  test('of a template too large to be saved while the page is left, the last change is asked about', async () => {
    const boxes = Array.from({ length: 300 }, (_, at) => ({
      ...BOX,
      x: 0.05 + (at % 5) * 0.18,
      w: 0.1,
      h: 0.01,
      y: at / 320,
    }))
    const { page, id, close } = await open({ ...EMPTY, boxes })
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/draft', async (route) => {
      await held
      await route.continue()
    })
    const asked: string[] = []
    page.on('dialog', async (dialog) => {
      asked.push(dialog.type())
      await dialog.dismiss()
    })
    await page.locator('.box').first().click()
    await page.keyboard.press('Shift+ArrowRight')
    await page.locator(`a[href="/templates/${id}"]`).first().click()
    await expect.poll(() => asked).toEqual(['beforeunload'])
    release()
    await page.getByText(/^Saved /).waitFor()
    await page.locator(`a[href="/templates/${id}"]`).first().click()
    await page.waitForURL(`**/templates/${id}`)
    expect(asked).toHaveLength(1)
    expect((await placesOf(id))[0]).toEqual([1, 0.067, 0, 0.1, 0.01])
    await close()
  })

  test('offline, changes wait for the connection', async () => {
    const { page, id, close } = await open({ ...EMPTY, boxes: [BOX] })
    await page.context().setOffline(true)
    await page.locator('.box').focus()
    await page.keyboard.press('Shift+ArrowRight')
    await expect.poll(() => page.locator('#saved').textContent()).toContain('Offline')
    await page.context().setOffline(false)
    await expect.poll(() => placesOf(id)).toEqual([[1, 0.217, 0.3, 0.25, 0.04]])
    await expect.poll(() => page.locator('#announce').textContent()).toMatch(/^Saved \d/)
    // Not read out again each time.
    await page.keyboard.press('Shift+ArrowDown')
    await expect.poll(() => placesOf(id)).toEqual([[1, 0.217, 0.312, 0.25, 0.04]])
    await expect.poll(() => page.locator('#announce').textContent()).toMatch(/^Move/)
    await close()
  })
})

test('on a phone boxes are placed and moved by the form', async () => {
  const { page, id, close } = await open(EMPTY, { width: 375, height: 740, phone: true })
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
  const { page, id, close } = await open({ ...EMPTY, boxes: [BOX] }, { width: 700, height: 900 })
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
