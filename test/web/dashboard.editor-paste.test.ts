import type { Browser, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { carryCookie, signIn } from '../support/dashboard.ts'
import { EMPTY_MODEL, openEditor, savedBoxes } from '../support/editor.ts'
import { makePdf } from '../support/pdf-fixtures.ts'
import type { TestServer } from '../support/server.ts'
import { importTemplate, itemsTable, text } from '../support/templates.ts'
import { useStage } from './stage.ts'

let server: TestServer
let browser: Browser

useStage((stage) => {
  ;({ server, browser } = stage)
})

/** Boxes with fields of the lease, copied in its workspace, are pasted into a template of another one. */
async function pastedElsewhere(fields: unknown[]) {
  const tick = { kind: 'checkbox', field: 'pets', page: 1, x: 0.1, y: 0.3, w: 0.03, h: 0.02 }
  const boxes = [text('tenant_name', 0.1), text('iban', 0.2, { slot: 1 }), tick, itemsTable()]
  const here = await server.key({ workspaceId: (await server.workspace()).id })
  const opened = await openEditor(
    { server, browser, key: here },
    { template: { ...EMPTY_MODEL, boxes }, pdf: makePdf(), height: 1200 },
  )
  const { page } = opened
  await page.locator('.box').first().focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Control+c')
  await page.getByText('4 boxes copied').waitFor({ state: 'attached' })
  const there = await server.key({ workspaceId: (await server.workspace()).id })
  const { id } = (await importTemplate(server, there, { template: EMPTY_MODEL, fields, pdf: makePdf() })).body
  const { cookie } = await signIn(server, { workspaceId: there.workspaceId })
  await carryCookie(page.context(), server, cookie)
  await page.goto(`${server.url}/templates/${id}/edit`)
  await page.getByRole('button', { name: 'Signature', exact: true }).waitFor()
  await page.keyboard.press('Control+v')
  await page.getByText(/^Saved /).waitFor()
  return { ...opened, id }
}

/** What the form says about the box of this name. */
async function fieldOf(page: Page, name: RegExp): Promise<string> {
  // A press selects it alone.
  await page.getByRole('button', { name }).click()
  const field = page.getByLabel('Field', { exact: true })
  return field.evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.text ?? '')
}

test('boxes are pasted into another workspace with keys that it lacks, and say so', async () => {
  const { page, id, complaints, close } = await pastedElsewhere([])
  expect((await savedBoxes(server, id)).map(({ field }) => field)).toEqual(['tenant_name', 'iban', 'pets', 'items'])
  await page.getByRole('button', { name: 'the registry has no field "iban"' }).waitFor()
  for (const [name, field] of [
    [/^Text tenant_name/, 'tenant_name'],
    [/^Checkbox pets/, 'pets'],
    [/^Table items/, 'items'],
  ] as const) {
    expect(await fieldOf(page, name)).toBe(`${field} (not in the registry)`)
  }
  expect((await page.request.get(`${server.url}/templates/${id}/preview.pdf`)).status()).toBe(200)
  expect((await page.request.get(`${server.url}/templates/${id}`)).status()).toBe(200)
  expect(complaints).toEqual([])
  await close()
})

test('boxes are pasted into another workspace whose keys are of other types, and say so', async () => {
  const { page, id, complaints, close } = await pastedElsewhere([
    { key: 'tenant_name', kind: 'collection', columns: [{ key: 'name', type: 'text' }] },
    { key: 'iban', kind: 'scalar', type: 'number' },
    { key: 'pets', kind: 'scalar', type: 'enum', options: ['cat', 'dog'] },
    { key: 'items', kind: 'scalar', type: 'text' },
  ])
  await page.getByRole('button', { name: '"tenant_name" is a table; place it with a table box' }).waitFor()
  await page.getByRole('button', { name: '"items" is no table; choose one that is' }).waitFor()
  await page.getByRole('button', { name: 'choose which choice of "pets" ticks this checkbox' }).waitFor()
  expect(await fieldOf(page, /^Text tenant_name/)).toBe('tenant_name (of another kind)')
  expect(await fieldOf(page, /^Table items/)).toBe('items (of another kind)')
  expect(await fieldOf(page, /^Text iban/)).toBe('iban')
  expect((await page.request.get(`${server.url}/templates/${id}/preview.pdf`)).status()).toBe(200)
  expect((await page.request.get(`${server.url}/templates/${id}`)).status()).toBe(200)
  expect((await page.request.get(`${server.url}/templates/${id}/send`)).status()).toBeLessThan(500)
  // Chosen anew, each is mended.
  expect(await fieldOf(page, /^Table items/)).not.toBe('')
  await page.getByLabel('Field', { exact: true }).selectOption('tenant_name')
  await expect
    .poll(async () => (await savedBoxes(server, id)).at(-1))
    .toMatchObject({ field: 'tenant_name', table: { columns: [{ key: 'name' }] } })
  expect(complaints).toEqual([])
  await close()
})
