import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeViolations, sidewaysScroll } from '../support/browser.ts'
import { dashboardVisit } from '../support/dashboard.ts'
import { send } from '../support/flow.ts'
import { sized } from '../support/full-size.ts'
import { makePdf, textAt } from '../support/pdf-fixtures.ts'
import { signerOf, signWith } from '../support/tables.ts'
import {
  instantiate,
  itemsTable,
  LEASE_RECIPIENTS,
  leaseModel,
  lockedTemplate,
  signature,
} from '../support/templates.ts'
import { drawing, type Office, useOffice } from './stage.ts'

let office: Office
useOffice((opened) => {
  office = opened
}, drawing)

const SIGNERS = [{ email: 'grace@example.com', name: 'Grace Hopper', role: 'landlord' }]
const PAGES = 3
// With a marker, so that no page is appended for the signature.
const lease = makePdf({
  pages: PAGES,
  content: (index) => textAt(60, 770, `Article ${index + 1}`) + textAt(60, 700, '[[ls:signature:landlord]]'),
})

async function sent(): Promise<string> {
  const { documentId } = await send(office.server, office.key, { signers: SIGNERS }, lease)
  return `/documents/${documentId}`
}

/** The picture that is shown, once it has arrived. */
async function picture(page: Page, number: number): Promise<void> {
  const image = page.getByRole('img', { name: `Page ${number} as it is now` })
  await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(100)
}

test.each(sized([375], [1280, 375]))('all pages of a document can be looked at, %i pixels wide', async (width) => {
  const { browser, server, workspaceId } = office
  const { page, complaints, close } = await dashboardVisit(browser, server, { workspaceId, width })
  await page.goto(server.url + (await sent()))
  await picture(page, 1)
  await page.getByText('Page 1 of 3').waitFor()
  await page.getByRole('link', { name: 'Next page' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('Page 2 of 3').waitFor()
  await picture(page, 2)
  // The focus is still on the button, for the next one.
  await page.keyboard.press('Enter')
  await picture(page, PAGES)
  expect(await page.getByRole('link', { name: 'Next page' }).count()).toBe(0)
  expect([await axeViolations(page), await sidewaysScroll(page), complaints]).toEqual([[], 0, []])
  await page.goBack()
  await picture(page, 2)
  await page.reload()
  await picture(page, 2)
  await close()
})

test('each page has a picture of its own, and only pages that exist', async () => {
  const { ada } = office
  const base = await sent()
  const pictures = new Set<string>()
  for (let page = 1; page <= PAGES; page++) {
    const answer = await ada.get(`${base}/page-${page}`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
    pictures.add(Buffer.from(await answer.arrayBuffer()).toString('base64'))
  }
  expect(pictures.size).toBe(PAGES)
  for (const name of ['page-4', 'page-0', 'page-99999', 'page-x'])
    expect([name, (await ada.get(`${base}/${name}`)).status]).toEqual([name, 404])
  for (const asked of ['0', '4', 'x', '1.5', '-1', '1e1000'])
    expect(await (await ada.get(`${base}?page=${asked}`)).text()).toContain('Page 1 as it is now')
})

test('shows the pages that a signer has added, with what was signed', async () => {
  const { ada, key, server } = office
  const template = leaseModel({ boxes: [itemsTable({ slot: 1 }), signature(1), signature(2, 2)] })
  const { id } = await lockedTemplate(server, key, { template })
  const { body } = await instantiate(server, key, id, { field_values: {}, recipients: LEASE_RECIPIENTS })
  const base = `/documents/${body.document_id}`
  const html = async (page: number) => (await ada.get(`${base}?page=${page}`)).text()
  const pictureOf = async (page: number) => {
    const answer = await ada.get(`${base}/page-${page}`)
    expect([page, answer.status]).toEqual([page, 200])
    return Buffer.from(await answer.arrayBuffer()).toString('base64')
  }
  expect(await html(1)).toContain('Page 1 of 2')
  expect(await html(2)).toContain(`${base}/file#page=2`)
  const before = [await pictureOf(1), await pictureOf(2)]

  const rows = Array.from({ length: 120 }, (_, index) => ({ what: `Item ${index + 1}`, amount: '1.50' }))
  expect((await signWith(signerOf(server, body, 1), rows)).status).toBe(200)
  const count = Number(/Page 1 of (\d+)/.exec(await html(1))?.[1])
  expect(count).toBeGreaterThan(3)
  const after = await Promise.all(Array.from({ length: count }, (_, index) => pictureOf(index + 1)))
  expect(new Set([...before, ...after.slice(0, -1)]).size).toBe(count + 1)
  // What followed the table follows it still.
  expect(after.at(-1)).toBe(before[1])
  // No file that can be opened has these pages until it is sealed.
  expect(await html(count)).not.toContain(`#page=${count}`)

  expect((await signerOf(server, body, 2).sign()).status).toBe(200)
  await server.work()
  expect(await html(count)).toContain(`${base}/signed#page=${count}`)
  expect(await pictureOf(count)).not.toBe(before[1])
})
