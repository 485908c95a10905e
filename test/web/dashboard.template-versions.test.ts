import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { axeViolations, sidewaysScroll } from '../support/browser.ts'
import { dashboardVisit, signIn } from '../support/dashboard.ts'
import { makePdf, textAt } from '../support/pdf-fixtures.ts'
import {
  FILE_MODEL,
  importTemplate,
  LEASE_FIELDS,
  leaseModel,
  lockedTemplate,
  signature,
  text,
} from '../support/templates.ts'
import { type Office, useOffice } from './stage.ts'

let { server, browser, key, ada, workspaceId } = {} as Office
useOffice((office) => {
  ;({ server, browser, key, ada, workspaceId } = office)
})

const read = async (path: string) => {
  const answer = await ada.get(path)
  expect(answer.status).toBe(200)
  return answer.text()
}

/** The commands of a template's page, as a reader copies them. */
async function shown(id: string): Promise<{ curl: string; typescript: string }> {
  const { page } = await dashboardVisit(browser, server, { workspaceId })
  await page.goto(`${server.url}/templates/${id}`)
  const curl = (await page.locator('#call-curl').textContent()) ?? ''
  const typescript = (await page.locator('#call-typescript').textContent()) ?? ''
  return { curl, typescript }
}

/** The path and the body that a shell makes of a curl command. */
function callOf(curl: string): { path: string; body: Record<string, unknown> } {
  const { apiUrl } = server.ctx.config
  const script = `curl() { printf '%s\\0' "$@"; }\n${curl}`
  const env = { ...process.env, COUNTERSIGN_API_KEY: 'a key' }
  const words = execFileSync('sh', ['-c', script], { encoding: 'utf8', env }).split('\0')
  const [address = ''] = words
  expect(address.startsWith(`${apiUrl}/`)).toBe(true)
  expect(words).toContain('Authorization: Bearer a key')
  return { path: `/v1${address.slice(apiUrl.length)}`, body: JSON.parse(words[words.indexOf('--data') + 1]!) }
}

describe('the call of a template', () => {
  test('goes through as it is shown, with every type of field, and creates nothing', async () => {
    const fields = [
      { key: 'tenant_name', kind: 'scalar', type: 'text', example: "Aoife O'Brien \\ 田中" },
      { key: 'monthly_rent', kind: 'scalar', type: 'money', currency: 'JPY' },
      { key: 'code', kind: 'scalar', type: 'text', max_length: 3, example: 'too long for it' },
      { key: 'note', kind: 'scalar', type: 'multiline' },
      { key: 'rooms', kind: 'scalar', type: 'number', decimals: 0, example: '3' },
      { key: 'start_date', kind: 'scalar', type: 'date' },
      { key: 'mail', kind: 'scalar', type: 'email' },
      { key: 'phone', kind: 'scalar', type: 'phone' },
      { key: 'pets', kind: 'scalar', type: 'boolean', example: 'false' },
      { key: 'heating', kind: 'scalar', type: 'enum', options: ['gas', 'oil'], example: 'coal' },
      ...LEASE_FIELDS.filter((field) => field.key === 'items' || field.key === 'iban'),
    ]
    const lines = ['tenant_name', 'monthly_rent', 'code', 'note', 'rooms', 'start_date', 'mail', 'phone', 'heating']
    const tick = { kind: 'checkbox', field: 'pets', page: 1, x: 0.7, y: 0.1, w: 0.03, h: 0.02 }
    const table = leaseModel().boxes!.filter(({ kind }) => kind === 'table')
    const placed = lines.map((name, index) => text(name, 0.05 + 0.035 * index))
    const template = leaseModel({
      slots: [
        { slot: 1, role: 'tenant' },
        { slot: 4, role: 'landlord', pinned_email: 'grace@example.com', pinned_name: 'Grace Hopper' },
      ],
      boxes: [...placed, tick, ...table, text('iban', 0.75, { slot: 1 }), signature(1), { ...signature(2), slot: 4 }],
    })
    const { id } = await lockedTemplate(server, key, { template, fields })
    const { curl, typescript } = await shown(id)
    const { path, body } = callOf(curl)
    expect(path).toBe(`/v1/templates/${id}/instantiate`)
    expect(body).toEqual({
      validate_only: true,
      recipients: [{ slot: 1, email: 'signer1@example.com' }],
      field_values: {
        tenant_name: "Aoife O'Brien \\ 田中",
        monthly_rent: '1850',
        code: 'Exa',
        note: 'Example',
        rooms: '3',
        start_date: '2026-11-01',
        mail: 'ada@example.com',
        phone: '+41791234567',
        heating: 'gas',
        pets: false,
        items: [{ what: 'Example', amount: '1850.00' }],
      },
    })
    const answer = await server.call<{ problems: unknown[] }>(key, 'POST', path, { json: body })
    expect(answer).toMatchObject({ status: 200, body: { ok: true, document_id: null, problems: [] } })
    expect(typescript).toContain(`client.templates.validate('${id}', params)`)
    expect(typescript).toContain('monthly_rent: "1850"')
    expect(await read('/documents')).not.toContain('Lease')
  })

  test('of signers who sign at the same time gives the rows of their tables', async () => {
    const [table] = leaseModel().boxes!.filter(({ kind }) => kind === 'table')
    const template = leaseModel({
      signing_mode: 'parallel',
      boxes: [{ ...table, slot: 1 }, text('iban', 0.1, { slot: 1 }), signature(1), signature(2)],
    })
    const { id } = await lockedTemplate(server, key, { template })
    const { path, body } = callOf((await shown(id)).curl)
    expect(body.field_values).toEqual({ items: [{ what: 'Example', amount: '1850.00' }] })
    const answer = await server.call(key, 'POST', path, { json: body })
    expect(answer).toMatchObject({ status: 200, body: { ok: true, problems: [] } })
    // In turn they enter the rows themselves.
    const inTurn = await lockedTemplate(server, key, { template: { ...template, signing_mode: 'sequential' } })
    expect(callOf((await shown(inTurn.id)).curl).body.field_values).toEqual({})
  })

  test('of a file answers the PDF', async () => {
    const { id } = await lockedTemplate(server, key, { template: FILE_MODEL })
    const { curl, typescript } = await shown(id)
    const { path, body } = callOf(curl)
    expect(path).toBe(`/v1/templates/${id}/generate`)
    const answer = await server.call(key, 'POST', path, { json: body })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect(typescript).toContain(`client.templates.generate('${id}', {`)
  })

  test('is not shown while the template is a draft', async () => {
    const { id } = await lockedTemplate(server, key)
    expect(await read(`/templates/${id}`)).toContain('Use it by API')
    await ada.post(`/templates/${id}/unlock`)
    expect(await read(`/templates/${id}`)).not.toContain('Use it by API')
  })
})

describe('the versions', () => {
  test('say who locked each and what changed', async () => {
    const { id } = await lockedTemplate(server, key)
    const exported = await server.call<{ template: { boxes: Record<string, unknown>[] } }>(
      key,
      'GET',
      `/v1/templates/${id}/export`,
    )
    const [name, ...rest] = exported.body.template.boxes
    const boxes = [{ ...name, y: 0.12, required: false }, ...rest.filter(({ field }) => field !== 'start_date')]
    const pdf = makePdf({ pages: 2, content: textAt(72, 770, 'Second') })
    await ada.post(`/templates/${id}/unlock`)
    const template = { ...exported.body.template, boxes }
    expect((await importTemplate(server, key, { template, template_id: id, pdf })).status).toBe(200)
    expect(await ada.follow(await ada.post(`/templates/${id}/lock`))).toContain('Locked as version 2')

    const visit = await dashboardVisit(browser, server, { workspaceId, width: 375, height: 800, phone: true })
    const { page } = visit
    await page.goto(`${server.url}/templates/${id}`)
    expect(await axeViolations(page)).toEqual([])
    expect(await sidewaysScroll(page)).toBe(0)
    await page.getByRole('link', { name: '2 versions' }).click()
    await page.getByRole('heading', { name: 'Version 2' }).waitFor()
    expect(await axeViolations(page)).toEqual([])
    expect(await sidewaysScroll(page)).toBe(0)
    const lines = await page.locator('.lines li').allInnerTexts()
    expect(lines.map((line) => line.replace(/\s+/g, ' '))).toEqual([
      'Replaced the PDF, now "lease.pdf"',
      'Removed text box "start_date" on page 1',
      'Moved text box "tenant_name" on page 1',
      'Changed text box "tenant_name" on page 1: required',
      'Removed field "start_date"',
    ])
    const cards = await page.locator('main section').allInnerTexts()
    expect(cards[0]).toContain('by Ada Author')
    expect(cards[1]).toContain('The first version.')
    expect([...visit.complaints, ...visit.foreign]).toEqual([])
  })

  test('have pages, and none before the first lock; another workspace finds nothing', async () => {
    const { id } = await lockedTemplate(server, key)
    for (let n = 2; n <= 22; n++) {
      await ada.post(`/templates/${id}/unlock`)
      const template = leaseModel({ name: `Lease ${n}`, boxes: [signature(1), signature(2)] })
      const { status } = await importTemplate(server, key, { template, template_id: id, lock: true })
      expect(status).toBe(200)
    }
    const first = await read(`/templates/${id}/versions`)
    expect(first).toContain('<h2>Version 3</h2>')
    expect(first).not.toContain('<h2>Version 2</h2>')
    expect(first).toContain(`href="/templates/${id}/versions?before=3" rel="next"`)
    const second = await read(`/templates/${id}/versions?before=3`)
    expect(second.match(/<h2>Version \d+<\/h2>/g)).toEqual(['<h2>Version 2</h2>', '<h2>Version 1</h2>'])
    expect(await read(`/templates/${id}/versions?before=1`)).toContain('There is none before.')
    expect(await read(`/templates/${id}/versions?before=x`)).toContain('<h2>Version 22</h2>')
    const draft = await importTemplate(server, key, { template: leaseModel(), fields: LEASE_FIELDS })
    expect(await read(`/templates/${draft.body.id}/versions`)).toContain('The first lock makes version 1.')
    const other = await signIn(server)
    expect((await other.get(`/templates/${id}/versions`)).status).toBe(404)
  })
})
