import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { axeViolations, sidewaysScroll, type Visit } from '../support/browser.ts'
import { dashboardVisit, signIn } from '../support/dashboard.ts'
import { waitForLock } from '../support/locks.ts'
import { makePdf, textAt } from '../support/pdf-fixtures.ts'
import { countryForm, tenantForm } from '../support/pdf-forms.ts'
import {
  importTemplate,
  LEASE_FIELDS,
  leaseModel,
  leasePdf,
  lockedTemplate,
  type ModelInput,
  signature,
} from '../support/templates.ts'
import { type Office, useOffice } from './stage.ts'

const LONG = 'Mietvertrag für Wohnräume mit einem sehr langen Namen '.repeat(4).slice(0, 200)

let { server, browser, key, ada, workspaceId } = {} as Office
useOffice((office) => {
  ;({ server, browser, key, ada, workspaceId } = office)
})

/** The form of an upload. */
function upload(pdf: Uint8Array | null, name = '', filename = 'Lease 2026.pdf'): FormData {
  const form = new FormData()
  if (pdf) form.set('file', new Blob([new Uint8Array(pdf)], { type: 'application/pdf' }), filename)
  form.set('name', name)
  return form
}
const uploaded = async (pdf: Uint8Array, name = '') => {
  const answer = await ada.post('/templates', upload(pdf, name))
  expect(answer.status).toBe(303)
  return answer.headers.get('location')!.split('/')[2]!
}
async function expectSound({ page, complaints, foreign }: Visit): Promise<void> {
  expect(await axeViolations(page)).toEqual([])
  expect(await sidewaysScroll(page)).toBe(0)
  expect([...complaints, ...foreign]).toEqual([])
}
const draft = async (template = leaseModel()) =>
  (await importTemplate(server, key, { template, fields: LEASE_FIELDS })).body.id
const text = async (path: string) => {
  const answer = await ada.get(path)
  expect(answer.status).toBe(200)
  return answer.text()
}
const log = () => text('/settings/log')

describe('an upload', () => {
  test('template.upload: makes a draft; what the PDF marks is accepted with one click, locked, and used by a call', async () => {
    const visit = await dashboardVisit(browser, server, { workspaceId, width: 1280, height: 900 })
    const { page } = visit
    await page.goto(`${server.url}/templates`)
    await expectSound(visit)
    await page.getByRole('link', { name: 'New template' }).click()
    await expectSound(visit)
    const file = { name: 'Lease 2026.pdf', mimeType: 'application/pdf', buffer: Buffer.from(await tenantForm()) }
    await page.getByLabel('PDF').setInputFiles(file)
    await page.getByRole('button', { name: 'Upload' }).click()
    await page.getByText('The PDF is uploaded').waitFor()
    await page.getByText('1 marker and 8 form fields').waitFor()
    await expectSound(visit)
    await page.getByRole('button', { name: 'Accept all 9' }).click()
    await page.getByText('9 boxes added').waitFor()
    await expectSound(visit)
    await page.getByRole('button', { name: 'Lock', exact: true }).click()
    await page.getByText('Locked as version 1').waitFor()
    await expectSound(visit)
    const id = new URL(page.url()).pathname.split('/')[2]!
    const { body } = await server.call<Record<string, unknown>>(key, 'GET', `/v1/templates/${id}`)
    expect(body).toMatchObject({ status: 'locked', version: 1, recipients: [{ role: 'landlord' }] })
    const keys = (body.field_values as { key: string; type: string; owner: string }[]).map(({ key: name }) => name)
    expect(keys.sort()).toEqual(['field', 'heating', 'notes', 'pets', 'stockwerk', 'tenant_s_name'])
    const recorded = await log()
    for (const what of ['created the template', 'changed the draft of the template', 'locked the template']) {
      expect(recorded).toContain(what)
    }
  })

  test('accepted with one click, can be locked and imported again, whatever the form lists and the registry archived', async () => {
    await importTemplate(server, key, { template: leaseModel(), fields: LEASE_FIELDS })
    expect((await ada.post('/fields/iban/archive')).status).toBe(303)
    const pdf = await countryForm()
    const id = await uploaded(pdf)
    expect(await ada.follow(await ada.post(`/templates/${id}/accept`))).toContain('2 boxes added')
    expect(await ada.follow(await ada.post(`/templates/${id}/lock`))).toContain('Locked as version 1')
    const exported = await server.call<{ template: ModelInput; fields: { key: string; type: string }[] }>(
      key,
      'GET',
      `/v1/templates/${id}/export`,
    )
    const { template, fields } = exported.body
    expect(fields.map((field) => [field.key, field.type])).toEqual([
      ['country', 'text'],
      ['iban_2', 'text'],
    ])
    expect((await importTemplate(server, key, { template, fields, pdf })).status).toBe(200)
  })

  test('nothing is accepted of a draft that was changed meanwhile, and the page says so', async () => {
    const id = await uploaded(await countryForm())
    const press = server.ctx.db.transaction().execute(async (tx) => {
      await sql`update templates set revision = revision + 1 where id = ${id}`.execute(tx)
      const pressed = ada.post(`/templates/${id}/accept`)
      await waitForLock(server.ctx.db, { statement: '%"templates"%for update%' })
      return { pressed }
    })
    const page = await ada.follow(await (await press).pressed)
    expect(page).toContain('The template was changed meanwhile, so that nothing was added.')
    expect(page).toContain('Accept all 2')
    expect(await ada.follow(await ada.post(`/templates/${id}/accept`))).toContain('2 boxes added')
    expect(await ada.follow(await ada.post(`/templates/${id}/accept`))).toContain('There was nothing to accept.')
  })

  test('is named after its file, or as the form says; the PDF is stored as it was sent', async () => {
    const pdf = leasePdf()
    const id = await uploaded(pdf)
    expect(await text(`/templates/${id}`)).toContain('<h1>Lease 2026</h1>')
    expect(Buffer.from(await (await ada.get(`/templates/${id}/pdf`)).arrayBuffer()).equals(pdf)).toBe(true)
    const other = await uploaded(pdf, '  賃貸借契約 عقد إيجار ')
    expect(await text(`/templates/${other}`)).toContain('<h1>賃貸借契約 عقد إيجار</h1>')
  })

  test.each([
    ['no file', () => null, 'Choose a PDF.'],
    ['no PDF', () => Buffer.from('hello'), 'The file must be application/pdf.'],
    ['a damaged one', () => Buffer.from('%PDF-1.7\nno'), 'The PDF is damaged'],
    ['no pages', () => makePdf({ pages: 0 }), 'The PDF has no pages.'],
    ['too large', () => Buffer.alloc(26_214_401, '%PDF-'), 'The PDF is larger than 25 MB.'],
  ])('of %s is refused in words', async (_, pdf, words) => {
    const answer = await ada.post('/templates', upload(pdf(), 'Kept'))
    expect(answer.status).toBe(422)
    const page = await answer.text()
    expect(page).toContain(words)
    expect(page).toContain('href="#file"')
    expect(page).toContain('value="Kept"')
    expect(await text('/templates')).toContain('No templates yet')
  })
})

test('a form that is too large to be read is shown again, for a new PDF as for another one', async () => {
  const large = Buffer.alloc(30 * 1024 * 1024, '%PDF-')
  const id = (await lockedTemplate(server, key)).id
  for (const [path, title] of [
    ['/templates', 'New template'],
    [`/templates/${id}/pdf`, 'Replace'],
  ] as const) {
    const answer = await ada.post(path, upload(large, 'Large'))
    const page = await answer.text()
    expect([path, answer.status, page]).toEqual([path, 422, expect.stringContaining('The PDF is larger than 25 MB.')])
    expect(page).toContain(title)
  }
})

test('texts that are too large are not called a large PDF', async () => {
  const long = 'x'.repeat(300_000)
  const id = (await lockedTemplate(server, key)).id
  for (const path of ['/templates', `/templates/${id}/pdf`, '/documents/new']) {
    const answer = await ada.post(path, upload(makePdf(), long))
    const page = await answer.text()
    expect([path, answer.status, page]).toEqual([
      path,
      413,
      expect.stringContaining('The texts of the form are larger'),
    ])
    expect(page).not.toContain('The PDF is larger')
  }
})

describe('the list', () => {
  test('has tabs and a search by name and by field key; none of another workspace', async () => {
    await lockedTemplate(server, key)
    await draft(leaseModel({ name: LONG }))
    const archived = await draft(leaseModel({ name: 'Old 100%' }))
    await ada.post(`/templates/${archived}/archive`)
    const other = await server.key()
    await lockedTemplate(server, other, { template: leaseModel({ name: 'Foreign' }) })
    const names = async (query: string) =>
      [...(await text(`/templates${query}`)).matchAll(/class="title" href="[^"]*"><bdi>([^<]*)/g)].map(
        ([, name]) => name,
      )
    expect((await names('')).sort()).toEqual(['Lease', LONG.trim()])
    expect(await names('?tab=locked')).toEqual(['Lease'])
    expect(await names('?tab=draft')).toEqual([LONG.trim()])
    expect(await names('?tab=archived')).toEqual(['Old 100%'])
    expect(await names('?q=wohnR')).toEqual([LONG.trim()])
    expect(await names('?q=monthly_rent&tab=locked')).toEqual(['Lease'])
    expect(await names('?tab=archived&q=0%25')).toEqual(['Old 100%'])
    expect(await names('?tab=archived&q=%25d')).toEqual([])
    expect(await names('?tab=nothing')).toHaveLength(2)
    expect((await ada.get('/templates?cursor=x')).status).toBe(400)
    const visit = await dashboardVisit(browser, server, { workspaceId, width: 375, height: 700, phone: true })
    await visit.page.goto(`${server.url}/templates`)
    await expectSound(visit)
  })

  test('has pages', async () => {
    await importTemplate(server, key, { template: leaseModel({ boxes: [] }) })
    await sql`
      insert into templates
      select copy.* from templates, generate_series(1, 50) as n,
        jsonb_populate_record(templates, jsonb_build_object('id', gen_random_uuid(), 'name', 'T' || n)) as copy
      where templates.workspace_id = ${key.workspaceId}`.execute(server.ctx.db)
    const first = await text('/templates')
    const older = /href="(\/templates\?cursor=[^"]*)" rel="next"/.exec(first)![1]!.replaceAll('&amp;', '&')
    expect(await text(older)).toContain('1 template on this page')
  })
})

describe('a template', () => {
  test('says what keeps it from being locked, each with its box; the lock is refused', async () => {
    const id = await draft(leaseModel({ boxes: [signature(1), { ...signature(2), w: 0.9 }] }))
    const page = await text(`/templates/${id}`)
    expect(page).toContain('1 to fix')
    expect(page).toContain('The box extends beyond page 1.')
    expect(page).toMatch(
      new RegExp(`href="/templates/${id}/edit#box-[0-9a-f-]{36}">signature box of landlord on page 1`),
    )
    expect(page).not.toContain('>Lock<')
    const refused = await ada.post(`/templates/${id}/lock`)
    expect(refused.status).toBe(422)
    expect(await refused.text()).toContain('1 to fix')
  })

  test('is locked as it was shown, not as somebody else has changed it since', async () => {
    const id = await draft(leaseModel())
    const shown = async () => /name="revision" value="(\d+)"/.exec(await text(`/templates/${id}`))?.[1] ?? ''
    const revision = await shown()
    await importTemplate(server, key, { template: leaseModel({ name: 'Lease of Grace' }), template_id: id })
    const refused = await ada.follow(await ada.post(`/templates/${id}/lock`, { revision }))
    expect(refused).toContain('The draft has changed meanwhile')
    expect(refused).toContain('>Lock<')
    expect(await ada.follow(await ada.post(`/templates/${id}/lock`, { revision: await shown() }))).toContain(
      'Locked as version 1',
    )
  })

  test('is unlocked, changed, locked again, archived, restored and duplicated; the log says so', async () => {
    const { id } = await lockedTemplate(server, key)
    const status = async () => (await server.call<{ status: string }>(key, 'GET', `/v1/templates/${id}`)).body.status
    expect(await text(`/templates/${id}/unlock`)).toContain('template_unlocked')
    expect(await ada.follow(await ada.post(`/templates/${id}/unlock`))).toContain('Draft after version 1')
    expect(await status()).toBe('draft')
    expect(await ada.follow(await ada.post(`/templates/${id}/lock`))).toContain('Locked as version 1')
    expect(await ada.follow(await ada.post(`/templates/${id}/archive`))).toContain('The template is archived.')
    expect(await status()).toBe('archived')
    expect(await ada.follow(await ada.post(`/templates/${id}/restore`))).toContain('a draft again')
    const copy = await ada.post(`/templates/${id}/duplicate`)
    expect(copy.headers.get('location')).not.toBe(`/templates/${id}`)
    expect(await ada.follow(copy)).toContain('<h1>Lease (copy)</h1>')
    const recorded = await log()
    for (const what of ['unlocked', 'locked', 'archived', 'restored', 'duplicated']) {
      expect(recorded).toContain(`${what} the template <strong>Lease</strong>`)
    }
  })

  test('whose name is long is duplicated with a name that ends in a whole character', async () => {
    const id = await draft(leaseModel({ name: `x${'😀'.repeat(199)}` }))
    expect(await ada.follow(await ada.post(`/templates/${id}/duplicate`))).toContain(`<h1>x${'😀'.repeat(199)}</h1>`)
  })

  test('template.replace-pdf: gets another PDF as a draft only; boxes that are off it are problems', async () => {
    const id = await draft(leaseModel({ boxes: [signature(1), signature(2, 2)] }))
    const one = makePdf({ content: textAt(72, 700, 'One page') })
    const form = (pdf: Uint8Array | null) => upload(pdf, '', 'Second.pdf')
    expect((await ada.post(`/templates/${id}/pdf`, form(null))).status).toBe(422)
    const refused = await ada.post(`/templates/${id}/pdf`, form(Buffer.from('%PDF-1.7\nno')))
    expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining('The PDF is damaged')])
    const page = await ada.follow(await ada.post(`/templates/${id}/pdf`, form(one)))
    expect(page).toContain('Second.pdf')
    expect(page).toContain('The box is on page 2 of 1.')
    expect(Buffer.from(await (await ada.get(`/templates/${id}/pdf`)).arrayBuffer()).equals(one)).toBe(true)
    const { id: locked } = await lockedTemplate(server, key)
    expect((await ada.post(`/templates/${locked}/pdf`, form(one))).status).toBe(409)
  })

  test('is exported as the files that the import reads', async () => {
    const { id } = await lockedTemplate(server, key)
    const answer = await ada.get(`/templates/${id}/export.zip`)
    expect(answer.headers.get('content-disposition')).toContain('Lease.zip')
    const bytes = Buffer.from(await answer.arrayBuffer())
    for (const name of ['template.json', 'fields.json', 'template.pdf']) expect(bytes.includes(name)).toBe(true)
  })

  test('of another workspace is not found; a form from elsewhere is refused', async () => {
    const { id } = await lockedTemplate(server, key)
    const other = await signIn(server)
    for (const path of ['', '/pdf', '/export.zip', '/unlock', '/archive', '/replace']) {
      expect([path, (await other.get(`/templates/${id}${path}`)).status]).toEqual([path, 404])
    }
    for (const path of ['lock', 'unlock', 'archive', 'restore', 'duplicate', 'accept']) {
      expect([path, (await other.post(`/templates/${id}/${path}`)).status]).toEqual([path, 404])
      const foreign = await ada.post(`/templates/${id}/${path}`, {}, { 'sec-fetch-site': 'cross-site' })
      expect([path, foreign.status]).toEqual([path, 403])
    }
    expect((await other.post(`/templates/${id}/pdf`, upload(leasePdf()))).status).toBe(404)
    expect((await ada.get('/templates/nothing')).status).toBe(404)
    const signedOut = await fetch(`${server.url}/templates/${id}`, { redirect: 'manual' })
    expect(signedOut.status).toBe(303)
  })
})
