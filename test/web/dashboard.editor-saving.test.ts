import { expect, test } from 'vitest'
import { signIn } from '../support/dashboard.ts'
import { BOX, type Desk, EMPTY_MODEL as EMPTY, savedBoxes, savedPlaces } from '../support/editor.ts'
import { makePdf, textAt } from '../support/pdf-fixtures.ts'
import type { TestServer } from '../support/server.ts'
import { importTemplate, itemsTable } from '../support/templates.ts'
import { useDesk } from './stage.ts'

let desk: Desk
let server: TestServer
useDesk((started) => {
  desk = started
  server = desk.server
})

const SIGNATURE = { kind: 'signature', slot: 1, page: 1, x: 0.2, y: 0.6, w: 0.3, h: 0.06 }

const boxesOf = (id: string) => savedBoxes(server, id)
const placesOf = (id: string) => savedPlaces(server, id)

test('what somebody else saved meanwhile can be taken, or mine kept as a copy', async () => {
  const { page, id } = await desk.open({ ...EMPTY, boxes: [BOX] })
  await desk.changedByOlga(id)
  await page.locator('.box').focus()
  await page.keyboard.press('Shift+ArrowRight')
  await page.getByText('Olga has saved this template').waitFor()
  await page.getByRole('button', { name: 'Save mine as a copy' }).click()
  await page.waitForURL((url) => !url.pathname.includes(id))
  const copy = page.url().split('/').at(-2)!
  expect(await placesOf(copy)).toEqual([[1, 0.217, 0.3, 0.25, 0.04]])
  expect(await placesOf(id)).toEqual([[1, 0.2, 0.4, 0.25, 0.04]])
})

test('a template that was opened in another workspace says where one is now, and is saved once back there', async () => {
  const { page, id } = await desk.open({ ...EMPTY, boxes: [BOX, SIGNATURE] })
  const other = await server.workspace({ name: 'Beta' })
  await signIn(server, { email: desk.email, workspaceId: other.id })
  const goTo = async (workspace: string) => {
    const headers = { origin: server.url, 'sec-fetch-site': 'same-origin' }
    const sent = { headers, form: { workspace }, maxRedirects: 0 }
    expect((await page.request.post(`${server.url}/account/workspace`, sent)).status()).toBe(303)
  }
  await goTo(other.id)
  await page.locator('.box').first().focus()
  await page.keyboard.press('Shift+ArrowRight')
  const told = 'Not saved: the template was opened in another workspace; you are in Beta now'
  await expect.poll(() => page.locator('#saved').textContent()).toBe(told)
  await goTo(desk.workspace.id)
  await page.keyboard.press('Shift+ArrowRight')
  await expect.poll(() => page.locator('#saved').textContent()).toMatch(/^Saved /)
  expect((await placesOf(id))[0]![1]).toBeCloseTo(0.234, 3)
})

test('what is refused stays unsaved: it is not locked without it, and offered again', async () => {
  const { page, id } = await desk.open({ ...EMPTY, boxes: [BOX, SIGNATURE] })
  const grace = await signIn(server, { workspaceId: desk.workspace.id, name: 'Grace Editor' })
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
})

test('theirs is taken with their PDF', async () => {
  const { page, id } = await desk.open({ ...EMPTY, boxes: [BOX] })
  const template = { ...EMPTY, boxes: [{ ...BOX, x: 0.5 }] }
  await importTemplate(server, desk.key, {
    template,
    template_id: id,
    pdf: makePdf({ content: textAt(72, 770, 'New') }),
  })
  await page.locator('.box').focus()
  await page.keyboard.press('Shift+ArrowRight')
  await page.getByRole('button', { name: 'Take theirs' }).click()
  await expect.poll(() => page.locator('.sheet').count()).toBe(1)
  // The script of the page that was loaded anew has started.
  await page.getByRole('button', { name: 'Signature', exact: true }).waitFor()
  await page.locator('.box').focus()
  await page.keyboard.press('Shift+ArrowRight')
  await expect.poll(() => placesOf(id)).toEqual([[1, 0.517, 0.3, 0.25, 0.04]])
  expect(await page.locator('.notice').count()).toBe(0)
})

test('a draft that is not the one in the editor is not locked', async () => {
  const { page, id } = await desk.open({ ...EMPTY, boxes: [SIGNATURE] })
  await importTemplate(server, desk.key, { template: { ...EMPTY, boxes: [{ ...SIGNATURE, x: 0.5 }] }, template_id: id })
  await page.getByRole('button', { name: 'Lock as version 1' }).click()
  await page.getByText('The draft has changed meanwhile').waitFor()
  await page.getByText('Draft', { exact: true }).first().waitFor()
})

test('a table without columns is saved, and cannot be locked', async () => {
  const { page, id } = await desk.open(EMPTY)
  await page.getByRole('button', { name: 'Table', exact: true }).press('Enter')
  await page.getByText('choose the table to show here').waitFor()
  await expect.poll(() => boxesOf(id)).toMatchObject([{ kind: 'table', table: null }])
  expect((await page.request.get(`${server.url}/templates/${id}/preview.pdf`)).status()).toBe(200)
  const field = page.getByLabel('Field', { exact: true })
  await field.selectOption('items')
  const columns = async () => (await boxesOf(id))[0]!.table?.columns.map((column) => column.key)
  await expect.poll(columns).toEqual(['what', 'amount', 'note'])
  await field.selectOption('')
  await expect.poll(columns).toBeUndefined()
})

test('what the server would refuse is not taken: a size, a width, a name', async () => {
  const { page, id } = await desk.open({ ...EMPTY, boxes: [BOX, itemsTable()] })
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
})

test('of a template too large to be saved while the page is left, the last change is asked about', async () => {
  const boxes = Array.from({ length: 300 }, (_, at) => ({
    ...BOX,
    x: 0.05 + (at % 5) * 0.18,
    w: 0.1,
    h: 0.01,
    y: at / 320,
  }))
  const { page, id } = await desk.open({ ...EMPTY, boxes })
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
})
