import { expect, test } from 'vitest'
import { sidewaysScroll } from '../support/browser.ts'
import { dashboardVisit } from '../support/dashboard.ts'
import { send } from '../support/flow.ts'
import { sized } from '../support/full-size.ts'
import { makePdf } from '../support/pdf-fixtures.ts'
import { LEASE_FIELDS, LEASE_VALUES, leaseModel, lockedTemplate, staged } from '../support/templates.ts'
import { type Office, useOffice } from './stage.ts'

let office: Office
useOffice((opened) => {
  office = opened
})

const PERSON = 'Maximiliane Featherstonehaugh-Cholmondeley of the Department of Tenancy'
const KEY = 'Production server of the tenancy department, customer_relations_and_archive'
/** Two lines of text and the space around them. */
const ROW_PIXELS = 64

/** The rows that are taller than two lines, and the labels that are broken, of the table that is shown. */
function broken(most: number): string[] {
  const tall = [...document.querySelectorAll('tbody tr')].filter((row) => row.getBoundingClientRect().height > most)
  const labels = [...document.querySelectorAll('tbody .pill, tbody .whole')].filter((label) => {
    const text = document.createRange()
    text.selectNodeContents(label)
    const bottoms = [...text.getClientRects()].map(({ bottom }) => bottom)
    return Math.max(...bottoms) - Math.min(...bottoms) > 10
  })
  return [...tall, ...labels].map(({ textContent }) => textContent)
}

test('long names leave the lists in order', async () => {
  const { browser, server, workspaceId } = office
  const key = await server.key({ workspaceId, name: KEY })
  const { page, complaints, close } = await dashboardVisit(browser, server, { workspaceId, name: PERSON, width: 1280 })
  const { body: hook } = await server.call<{ id: string }>(key, 'POST', '/v1/hooks', {
    json: { target_url: 'https://hooks.example.com/in' },
  })
  await send(server, key, { title: 'Lease of the flat on the third floor', signers: [{ email: 'a@example.com' }] })
  const mistyped = await server.call(key, 'GET', `/v1${'/tenancy-agreements-of-the-region'.repeat(9)}`)
  expect(mistyped.status).toBe(404)
  await page.goto(`${server.url}/documents/new`)
  await page
    .getByLabel('Drop a PDF here')
    .setInputFiles({ name: 'lease.pdf', mimeType: 'application/pdf', buffer: makePdf() })
  await page.getByLabel('Name').fill(PERSON)
  await page.getByLabel('Email').fill('max@example.com')
  await page.getByText(/Saved \d/).waitFor()
  const paths = ['/documents', '/documents/drafts', '/log', `/webhooks/${hook.id}`]
  for (const path of paths) {
    await page.goto(server.url + path)
    expect([path, await page.locator('tbody tr').count(), await page.evaluate(broken, ROW_PIXELS)]).toEqual([
      path,
      path === '/log' ? 3 : 1,
      [],
    ])
  }
  await page.goto(`${server.url}/keys`)
  expect(await page.evaluate(broken, Number.POSITIVE_INFINITY)).toEqual([])
  for (const width of sized([769, 320], [1100, 1024, 820, 769, 375, 320])) {
    await page.setViewportSize({ width, height: 800 })
    for (const path of [...paths, '/keys']) {
      await page.goto(server.url + path)
      expect([path, width, await sidewaysScroll(page)]).toEqual([path, width, 0])
    }
  }
  expect(complaints).toEqual([])
  await close()
})

test('long words widen neither the page of a document nor the forms of a template', async () => {
  const { browser, server, workspaceId, key } = office
  const word = 'Donaudampfschiff'.repeat(4).slice(0, 60)
  const document = await send(server, key, { signers: [{ email: 'a@example.com', name: `${word} B` }] })
  const columns = [
    { key: 'what', type: 'text', required: true, labels: { en: word } },
    { key: 'amount', type: 'money', currency: 'CHF', labels: { en: 'Amount' } },
  ]
  const slots = [
    { slot: 1, role: word.toLowerCase().slice(0, 48) },
    { slot: 2, role: 'landlord', labels: { en: word } },
  ]
  const { id } = await lockedTemplate(server, key, {
    template: leaseModel({ slots }),
    fields: [...LEASE_FIELDS.slice(0, -1), { ...LEASE_FIELDS.at(-1)!, labels: { en: word }, columns }],
  })
  const { document_id: review } = await staged(server, key, id, {
    field_values: { ...LEASE_VALUES, tenant_name: word },
  })
  const { page, complaints, close } = await dashboardVisit(browser, server, { workspaceId })
  const paths = [`/documents/${document.documentId}`, `/templates/${id}/send`, `/review/${review}`]
  // Of the page, and of the tables in which columns are out of view.
  const wide: [path: string, width: number, hidden: number[]][] = []
  for (const width of [1280, 375]) {
    await page.setViewportSize({ width, height: 800 })
    for (const path of paths) {
      await page.goto(server.url + path)
      const tables = page.locator('.rows .scroll')
      const hidden = await tables.evaluateAll((all) => all.map((one) => one.scrollWidth - one.clientWidth))
      const pixels = [await sidewaysScroll(page), ...hidden]
      if (pixels.some((each) => each > 0)) wide.push([path, width, pixels])
    }
  }
  expect(wide).toEqual([])
  expect(complaints).toEqual([])
  await close()
})
