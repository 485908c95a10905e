import { describe, expect, test } from 'vitest'
import { axeViolations, sidewaysScroll } from '../support/browser.ts'
import { dashboardVisit, signIn } from '../support/dashboard.ts'
import { sized } from '../support/full-size.ts'
import { pdfJsTexts } from '../support/pdfjs.ts'
import { importTemplate, itemsTable, LEASE_FIELDS, leaseModel, lockedTemplate, text } from '../support/templates.ts'
import { drawing, type Office, useOffice } from './stage.ts'

let { server, browser, key, ada, workspaceId } = {} as Office
useOffice((office) => {
  ;({ server, browser, key, ada, workspaceId } = office)
}, drawing)

/** The text of each page of the preview. */
async function preview(id: string, values: string): Promise<string[]> {
  const answer = await ada.get(`/templates/${id}/preview.pdf?values=${values}`)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  const pages = await pdfJsTexts(Buffer.from(await answer.arrayBuffer()))
  return pages.map((page) => page.map((one) => one.text).join(' '))
}
async function page(path: string): Promise<string> {
  const answer = await ada.get(path)
  expect(answer.status).toBe(200)
  return answer.text()
}

describe('the preview', () => {
  test('prints example values, and says whose the boxes of signers are', async () => {
    const fields = LEASE_FIELDS.map((field) => (field.key === 'iban' ? { ...field, example: 'CH93 0076' } : field))
    const boxes = [text('tenant_name', 0.15), text('monthly_rent', 0.2), text('iban', 0.34), itemsTable()]
    const template = leaseModel({ boxes: [...boxes, ...(leaseModel().boxes ?? []).slice(-2)] })
    const { id } = await lockedTemplate(server, key, { template, fields })
    const [first = '', ...more] = await preview(id, 'example')
    for (const word of ['Tenant', '1,250.99', 'CH93 0076', 'Item 1', 'Item 3']) expect(first).toContain(word)
    for (const word of ['[Signature, tenant]', '[Signature, landlord]']) expect(first).toContain(word)
    expect(first).not.toContain('Item 4')
    expect(more).toHaveLength(1)
    expect(await page(`/templates/${id}/preview`)).toContain('Every value fits')
    expect(await page(`/templates/${id}`)).toContain(`/templates/${id}/preview`)
  })

  test('prints long ones over added pages, and names what does not fit', async () => {
    const fields = LEASE_FIELDS.map((field) => (field.key === 'iban' ? { ...field, max_length: 2_000 } : field))
    const boxes = [text('tenant_name', 0.15, { w: 0.8 }), text('iban', 0.34), itemsTable()]
    const template = leaseModel({ boxes: [...boxes, ...(leaseModel().boxes ?? []).slice(-2)] })
    const { id } = await lockedTemplate(server, key, { template, fields })
    const pages = await preview(id, 'long')
    expect(pages.length).toBeGreaterThan(3)
    const all = pages.join(' ')
    for (const name of ['Παπακωνσταντίνου', '長谷川', 'Hohenstein-Waldburg']) expect(all).toContain(name)
    // Arabic comes out in the order and the forms in which it is drawn.
    expect(all.normalize('NFKC')).toMatch(/\p{Script=Arabic}{4}/u)
    expect(all.match(/999,999,999\.99/g)).toHaveLength(60)
    const shown = await page(`/templates/${id}/preview?values=long`)
    expect(shown).toMatch(/<code>iban<\/code>: \d+ characters of it fit/)
    expect(shown).toContain('text box &quot;iban&quot; on page 1')
    // As much as fits is there, and no more.
    const fits = Number(/<code>iban<\/code>: (\d+) /.exec(shown)?.[1])
    expect(fits).toBeGreaterThan(20)
    expect(fits).toBeLessThan(2_000)
  })

  test('of a draft leaves out the boxes that cannot be drawn, and says why', async () => {
    const boxes = [
      text('tenant_name', 0.15, { w: 0.15 }),
      text('monthly_rent', 0.2, { page: 9 }),
      text('start_date', 0.99),
    ]
    const { body } = await importTemplate(server, key, { template: leaseModel({ boxes }), fields: LEASE_FIELDS })
    expect(body.status).toBe('draft')
    const [first = ''] = await preview(body.id, 'example')
    expect(first).toContain('Tenant')
    expect(first).not.toContain('1,250.99')
    const shown = await page(`/templates/${body.id}/preview`)
    expect(shown).toContain('Boxes that are missing')
    const [long = ''] = await preview(body.id, 'long')
    expect(long).toContain('Παναγ')
    expect(long).not.toContain('Hohenstein')
    expect(shown).toContain('text box &quot;monthly_rent&quot; on page 9</a>')
  })

  test('draws its pages with the values in them, the added ones too, and the list shows the first', async () => {
    const { id } = await lockedTemplate(server, key, { fields: LEASE_FIELDS })
    const pictures = [...(await page(`/templates/${id}/preview?values=long`)).matchAll(/src="([^"]+page-\d+[^"]+)"/g)]
    expect(pictures.length).toBe((await preview(id, 'long')).length)
    const drawn = async (path: string) => {
      const answer = await ada.get(path.replaceAll('&amp;', '&'))
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expect.stringMatching(/^image\//)])
      return Buffer.from(await answer.arrayBuffer())
    }
    const first = await drawn(pictures[0]![1]!)
    expect(first.equals(await drawn(`/templates/${id}/edit/page-1`))).toBe(false)
    expect((await drawn(pictures.at(-1)![1]!)).length).toBeGreaterThan(500)
    expect((await ada.get(`/templates/${id}/preview/page-99`)).status).toBe(404)
    expect(await page('/templates')).toContain(`src="/templates/${id}/edit/page-1`)
  })

  test('of another workspace is not found', async () => {
    const { id } = await lockedTemplate(server, key)
    const other = await signIn(server)
    for (const path of ['preview', 'preview.pdf', 'preview/page-1', 'preview?values=long']) {
      expect([path, (await other.get(`/templates/${id}/${path}`)).status]).toEqual([path, 404])
    }
    expect((await ada.get('/templates/nothing/preview.pdf')).status).toBe(404)
    const download = await ada.get(`/templates/${id}/preview.pdf?download`)
    expect(download.headers.get('content-disposition')).toBe('attachment; filename="Lease (preview).pdf"')
  })

  test('is a page without sideways scroll, on a phone too', async () => {
    const fields = LEASE_FIELDS.map((field) => (field.key === 'iban' ? { ...field, max_length: 2_000 } : field))
    const boxes = [text('tenant_name', 0.15), text('iban', 0.34), itemsTable()]
    const template = leaseModel({
      name: 'عقد إيجار 賃貸借契約',
      boxes: [...boxes, ...(leaseModel().boxes ?? []).slice(-2)],
    })
    const { id } = await lockedTemplate(server, key, { template, fields })
    const phone = { width: 375, height: 700, phone: true }
    for (const size of sized([phone], [phone, { width: 1280, height: 900 }])) {
      const visit = await dashboardVisit(browser, server, { workspaceId, ...size })
      await visit.page.goto(`${server.url}/templates/${id}`)
      await visit.page.getByRole('link', { name: 'Preview' }).click()
      await visit.page.getByRole('link', { name: 'Long values' }).click()
      await visit.page.getByText('Too long', { exact: true }).first().waitFor()
      const first = visit.page.getByRole('img', { name: /^Page 1 of \d+$/ })
      await expect.poll(() => first.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(300)
      expect(await visit.page.getByRole('link', { name: 'Open the PDF' }).getAttribute('href')).toContain('values=long')
      expect(await axeViolations(visit.page)).toEqual([])
      expect(await sidewaysScroll(visit.page)).toBe(0)
      expect([...visit.complaints, ...visit.foreign]).toEqual([])
    }
  })
})
