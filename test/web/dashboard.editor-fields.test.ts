import { expect, test } from 'vitest'
import { axeViolations, sidewaysScroll } from '../support/browser.ts'
import { BOX, type Desk, EMPTY_MODEL as EMPTY, savedBoxes } from '../support/editor.ts'
import type { TestServer } from '../support/server.ts'
import { useDesk } from './stage.ts'

let desk: Desk
let server: TestServer
useDesk((started) => {
  desk = started
  server = desk.server
})

const boxesOf = (id: string) => savedBoxes(server, id)

test('a new field is made where its box is: its key is shown, only its type is asked about, and the box has it', async () => {
  const { page, id, complaints } = await desk.open({ ...EMPTY, boxes: [BOX] })
  await page.locator('.box').focus()
  await page.getByRole('button', { name: 'New field' }).click()
  const dialog = page.getByRole('dialog', { name: 'New field' })
  const name = dialog.getByRole('textbox', { name: 'Name', exact: true })
  expect(await name.evaluate((input) => input === document.activeElement)).toBe(true)
  await name.fill('Jährlicher Lohn')
  expect(await dialog.locator('code').textContent()).toBe('jahrlicher_lohn')
  const type = dialog.getByRole('combobox', { name: 'Type' })
  const asked = async () => [
    await dialog.getByRole('textbox', { name: 'Currency' }).isVisible(),
    await dialog.getByRole('textbox', { name: 'Choices' }).isVisible(),
  ]
  expect(await asked()).toEqual([false, false])
  await type.selectOption('enum')
  expect(await asked()).toEqual([false, true])
  await dialog.getByRole('textbox', { name: 'Choices' }).fill('a')
  await type.selectOption('money')
  expect(await asked()).toEqual([true, false])
  await dialog.getByText('More').click()
  await dialog.getByRole('textbox', { name: 'Name in your code' }).fill('salary')
  expect(await dialog.locator('code').textContent()).toBe('salary')
  expect(await axeViolations(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 800 })
  expect(await sidewaysScroll(page)).toBe(0)
  await page.setViewportSize({ width: 1280, height: 800 })
  // What is refused is said in the dialog; what was typed for another type is not sent.
  await dialog.getByRole('textbox', { name: 'Currency' }).fill('')
  await dialog.getByRole('button', { name: 'Add the field' }).click()
  await dialog.getByText('an amount of money needs its currency').waitFor()
  await dialog.getByRole('textbox', { name: 'Currency' }).fill('chf')
  await dialog.getByRole('button', { name: 'Add the field' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await expect.poll(async () => (await boxesOf(id))[0]?.field).toBe('salary')
  expect(await page.getByLabel('Field', { exact: true }).inputValue()).toBe('salary')
  const registered = await (await page.request.get(`${server.url}/fields/salary`)).text()
  for (const text of ['en: Jährlicher Lohn', 'value="CHF"']) expect(registered).toContain(text)
  expect(complaints.filter((text) => !text.includes('422'))).toEqual([])
})

test('a new table has its columns at once, and its box shows them', async () => {
  const { page, id } = await desk.open(EMPTY)
  await page.getByRole('button', { name: 'Table', exact: true }).press('Enter')
  await page.getByRole('button', { name: 'New table' }).click()
  const dialog = page.getByRole('dialog', { name: 'New field' })
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Rooms')
  await dialog.getByRole('textbox', { name: 'Column 1' }).fill('Room')
  await dialog.getByRole('textbox', { name: 'Column 3' }).fill('Rent of the room')
  await dialog.getByRole('combobox', { name: 'Type' }).nth(3).selectOption('number')
  await dialog.getByRole('button', { name: 'Add the field' }).click()
  await expect
    .poll(async () => (await boxesOf(id))[0])
    .toMatchObject({
      field: 'rooms',
      table: { columns: [{ key: 'room' }, { key: 'rent_of_the_room' }] },
    })
  expect(await page.locator('.box > span').allTextContents()).toEqual(['Room', 'Rent of the room'])
})
