import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Browser, Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { axeViolations, sidewaysScroll, visit } from '../support/browser.ts'
import { carryCookie, type DashboardUser, signIn } from '../support/dashboard.ts'
import { Signer } from '../support/flow.ts'
import { waitForLock } from '../support/locks.ts'
import { readCode } from '../support/qr-code.ts'
import type { TestKey, TestServer } from '../support/server.ts'
import { LEASE_FIELDS, leaseModel, lockedTemplate, type ModelInput, signature, text } from '../support/templates.ts'
import { useStage } from './stage.ts'
import { openLink } from './story.ts'

// Issue 44, section 2: a page where anybody who opens it becomes the signer of a new document from a template.

const HOUR_MS = 3_600_000
let server: TestServer
let browser: Browser
let key: TestKey

useStage((stage) => ({ server, browser, key } = stage), { workspace: 'Northwind <b>&</b> Sons' })

// All tests are from one network, whose codes of an hour are limited.
beforeEach(() => void server.clock.advance(HOUR_MS))

/** What one person fills in and signs. */
const WAIVER = leaseModel({
  name: 'Waiver <i>2026</i>',
  signing_mode: 'parallel',
  slots: [{ slot: 1, role: 'guest' }],
  boxes: [
    text('start_date', 0.25, { required: false }),
    text('iban', 0.34, { slot: 1, required: false }),
    signature(1),
  ],
})

interface Linked {
  owner: DashboardUser
  templateId: string
  /** Of the page of the dashboard. */
  path: string
  /** The direct link, at the server of the test. */
  url: string
}

const setting = (workspaceId: string, direct_links: boolean) =>
  server.ctx.db.updateTable('workspaces').set({ direct_links }).where('id', '=', workspaceId).execute()

/** A template of the stage's workspace, with a direct link unless it is refused. */
async function linked(template: ModelInput = WAIVER): Promise<Linked> {
  const { workspaceId } = key
  await setting(workspaceId, true)
  const owner = await signIn(server, { workspaceId, name: 'Olga Owner' })
  const { id: templateId } = await lockedTemplate(server, key, { template, fields: LEASE_FIELDS })
  const path = `/templates/${templateId}/direct-link`
  const html = await owner.follow(await owner.post(path))
  return { owner, templateId, path, url: linkIn(html) }
}

const linkIn = (html: string) =>
  (/http\S+\/direct\/[\w-]{64}/.exec(html)?.[0] ?? '').replace(server.ctx.config.publicUrl, server.url)

/** The mails with a code to the address, oldest first. */
async function codeMails(email: string) {
  await server.work()
  return (await server.outbox()).flatMap(({ recipient, subject, body }) => {
    const code = recipient === email && /^\u2068?([0-9A-Z]{6})\b/.exec(subject ?? '')?.[1]
    return code ? [{ code, subject, body }] : []
  })
}

const codeFor = async (email: string) => (await codeMails(email)).at(-1)!.code

const posted = (url: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(url, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { accept: 'text/html', ...headers },
    redirect: 'manual',
  })

/** Asks for a code. @returns the page that takes it */
async function ask(url: string, email: string, name = 'Ada Lovelace'): Promise<string> {
  const answer = await posted(url, { name, email })
  expect(answer.status).toBe(303)
  return server.url + answer.headers.get('location')!
}

/** From the link to the signer's own page. */
async function begin(url: string, email: string): Promise<string> {
  const entry = await ask(url, email)
  const answer = await posted(entry, { code: await codeFor(email) })
  expect(answer.status).toBe(303)
  return answer.headers.get('location')!
}

const documentsOf = (templateId: string) =>
  server.ctx.db.selectFrom('documents').selectAll().where('template_id', '=', templateId).execute()

const address = () => `ada-${randomUUID().slice(0, 8)}@example.com`

async function enter(page: Page, email: string): Promise<void> {
  await page.getByLabel('Your full name').fill('Ada Lovelace')
  await page.getByLabel('Your email address').fill(email)
  await page.getByRole('button', { name: 'Send the code' }).click()
  await page.getByText(`A code is on its way to ${email}`).waitFor()
}

test('from the link on a phone to a signed document that its sender finds', async () => {
  const { owner, templateId, url } = await linked()
  const email = address()
  const { page, complaints, foreign, close } = await visit(browser, server.url, {
    width: 390,
    height: 780,
    phone: true,
  })
  await page.goto(url)
  await page.getByText('Northwind <b>&</b> Sons asks you to review and sign Waiver <i>2026</i>.').waitFor()
  expect([await axeViolations(page), await sidewaysScroll(page)]).toEqual([[], 0])
  await enter(page, email)
  expect([await axeViolations(page), await sidewaysScroll(page)]).toEqual([[], 0])
  await page.getByLabel('Code from the email').fill('000000')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('This is not the right code. You have 4 more tries.').waitFor()
  // As people type it.
  const code = await codeFor(email)
  await page.getByLabel('Code from the email').fill(` ${code.slice(0, 3).toLowerCase()} ${code.slice(3)}`)
  await page.getByRole('button', { name: 'Confirm' }).dblclick()
  await page.waitForURL(/\/sign\//)
  const link = page.url()
  await openLink(page, link)
  expect([complaints.filter((one) => !one.includes('422')), foreign]).toEqual([[], []])
  await close()
  await new Signer(server, link).sign()
  await server.work()

  const [document, ...others] = await documentsOf(templateId)
  expect(others).toEqual([])
  expect(document).toMatchObject({ source: 'dashboard', seal_state: 'sealed' })
  const list = await (await owner.get('/documents')).text()
  expect(list).toContain(`/documents/${document!.id}`)
  const told = (await server.outbox()).filter(({ recipient }) => recipient === owner.email)
  expect(told.map(({ subject }) => subject)).toEqual(['Signed by everyone: Waiver <i>2026</i>'])
  const story = (await (await owner.get(`/documents/${document!.id}`)).text()).replace(/<[^>]+>/g, ' ')
  expect(story).toContain('Ada Lovelace came by the direct link, and entered the code sent to the address')
  const { body } = await server.call<{ events: { type: string; actor: string; meta: object; ip: string | null }[] }>(
    key,
    'GET',
    `/v1/documents/${document!.id}/audit-events`,
  )
  const verified = body.events.filter(({ type }) => type === 'email_verified')
  expect(verified).toMatchObject([{ actor: 'signer', meta: { email, access: 'direct_link' } }])
  expect(JSON.stringify(body)).not.toContain(code)
  // Olga was not there.
  expect(body.events[0]).toMatchObject({ type: 'created', actor: 'user', ip: null, meta: { user_name: 'Olga Owner' } })
})

test('a page to print has the code of the link, in the language of those who read it', async () => {
  const { owner, path, url } = await linked()
  const { page, complaints, close } = await visit(browser, server.url, { width: 1280, height: 900 })
  await carryCookie(page.context(), server, owner.cookie)
  for (const [colorScheme, to] of [
    ['dark', ''],
    ['light', '/print'],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await page.goto(server.url + path + to)
    const read = await readCode(page, '.qr')
    expect(read.replace(server.ctx.config.publicUrl, server.url)).toBe(url)
    expect(await axeViolations(page)).toEqual([])
  }
  await page.emulateMedia({ media: 'print' })
  // Nothing of the dashboard around it.
  expect(await page.locator('main').innerText()).toMatch(/^Northwind <b>&<\/b> Sons\s+Waiver <i>2026<\/i>/)
  expect(complaints).toEqual([])
  await close()
  const inGerman = server.ctx.db
    .updateTable('workspaces')
    .set({ signer_locale: 'de' })
    .where('id', '=', key.workspaceId)
  await inGerman.execute()
  expect(await (await owner.get(`${path}/print`)).text()).toContain('Richten Sie die Kamera Ihres Telefons')
  await owner.post(`${path}/end`)
  expect((await owner.get(`${path}/print`)).headers.get('location')).toBe(path)
})

test('who comes back goes on with what they began; after it is signed, another one begins', async () => {
  const { templateId, url } = await linked()
  const email = address()
  const first = await begin(url, email)
  expect(await begin(url, email.toUpperCase().replace('@EXAMPLE.COM', '@example.com'))).toBe(first)
  expect(await documentsOf(templateId)).toHaveLength(1)
  await new Signer(server, first).sign()
  expect(await begin(url, email)).not.toBe(first)
  expect(await documentsOf(templateId)).toHaveLength(2)
})

test('two windows of one person begin one document, at the same moment too', async () => {
  const { templateId, url } = await linked()
  const email = address()
  const entries = [await ask(url, email), await ask(url, email)]
  const mails = await codeMails(email)
  const { db } = server.ctx
  const asked = await db.transaction().execute(async (tx) => {
    // Both have rendered their document before either is stored.
    await sql`lock table direct_documents in share mode`.execute(tx)
    const both = entries.map((entry, at) => posted(entry, { code: mails[at]!.code }))
    await waitForLock(db, { sessions: 2 })
    return both
  })
  const answers = await Promise.all(asked)
  const places = answers.map((answer) => answer.headers.get('location'))
  expect([answers.map(({ status }) => status), new Set(places).size]).toEqual([[303, 303], 1])
  expect(await documentsOf(templateId)).toHaveLength(1)
})

test('a code works once, for 15 minutes, five times wrong at most, and only where it was asked for', async () => {
  const { url } = await linked()
  const email = address()
  const entry = await ask(url, email)
  const code = await codeFor(email)
  expect((await posted(entry, { code })).status).toBe(303)
  const again = await posted(entry, { code })
  expect([again.status, await again.text()]).toEqual([422, expect.stringContaining('This code no longer works')])
  expect(await (await fetch(entry)).text()).toContain('This code no longer works')

  const late = await ask(url, email)
  const lateCode = await codeFor(email)
  server.clock.advance(15 * 60_000)
  expect([(await posted(late, { code: lateCode })).status, (await fetch(late)).status]).toEqual([422, 200])

  const other = address()
  const guessed = await ask(url, other)
  const right = await codeFor(other)
  // Of another start.
  expect((await posted(guessed, { code: lateCode })).status).toBe(422)
  for (let at = 0; at < 4; at++) expect((await posted(guessed, { code: 'WRONG1' })).status).toBe(422)
  const over = await posted(guessed, { code: right })
  expect([over.status, await over.text()]).toEqual([422, expect.stringContaining('This code no longer works')])

  const elsewhere = await linked()
  const foreign = `${elsewhere.url}/${guessed.split('/').at(-1)!}`
  const lost = await posted(foreign, { code: right })
  expect([lost.status, lost.headers.get('location')]).toEqual([303, new URL(elsewhere.url).pathname])
  for (const id of ['nonsense', randomUUID()]) expect((await posted(`${url}/${id}`, { code: right })).status).toBe(303)
})

test('too many codes are refused for an address, a network and a link, until an hour later', async () => {
  const { url } = await linked()
  const email = address()
  for (let at = 0; at < 5; at++) await ask(url, email)
  // Windows of an hour outlive the clean-up.
  server.clock.advance(120_000)
  await server.run('prune', {})
  const refused = await posted(url, { name: 'Ada', email: email.toUpperCase().replace('@EXAMPLE.COM', '@example.com') })
  expect([refused.status, Number(refused.headers.get('retry-after')) > 3_000]).toEqual([429, true])
  expect(await refused.text()).toContain('Too many codes were asked for.')
  await ask(url, address())
  server.clock.advance(HOUR_MS)
  await ask(url, email)

  // All of them from one network.
  for (let at = 1; at < 30; at++) await ask(url, address())
  expect((await posted(url, { name: 'Ada', email: address() })).status).toBe(429)
  server.clock.advance(HOUR_MS)
  await ask(url, address())
  const used = server.ctx.db.updateTable('rate_windows').set({ used: 200 }).where('bucket', 'like', 'direct:of:%')
  await used.execute()
  expect((await posted(url, { name: 'Ada', email: address() })).status).toBe(429)
})

test('what is no name or no address is refused where it stands, and markup is text', async () => {
  const { url } = await linked()
  for (const [fields, why] of [
    [{ name: ' \u200b ', email: 'ada@example.com' }, 'Please enter your full name.'],
    [{ name: 'x'.repeat(121), email: 'ada@example.com' }, 'Please enter your full name.'],
    [{ name: '<b>Ada</b>', email: 'nobody' }, 'Please enter an email address'],
    [{ name: 'Ada', email: 'a@b\r\nBcc: c@d.example' }, 'Please enter an email address'],
    [{}, 'Please enter your full name.'],
  ] as const) {
    const answer = await posted(url, fields)
    const html = await answer.text()
    expect([answer.status, html.includes(why), html.includes('<b>')]).toEqual([422, true, false])
  }
  const email = address()
  const answer = await posted(await ask(url, email, '<script>alert(1)</script>'), { code: await codeFor(email) })
  const page = await (await fetch(answer.headers.get('location')!, { headers: { accept: 'text/html' } })).text()
  expect(page).toContain('&lt;script&gt;alert(1)')
  // The mail does not repeat what a stranger typed.
  const [mail] = await codeMails(email)
  expect(mail!.body).not.toContain('alert(1)')
})

test('a form from another site sends no code', async () => {
  const { url } = await linked()
  const answer = await posted(url, { name: 'Ada', email: address() }, { 'sec-fetch-site': 'cross-site' })
  expect(answer.status).toBe(403)
})

const CLOSED = 'This link is not in use'
const closed = async (url: string) => {
  const [page, form] = [await fetch(url), await posted(url, { name: 'Ada', email: address() })]
  const texts = [await page.text(), await form.text()]
  expect([page.status, form.status, ...texts.map((html) => html.includes(CLOSED))]).toEqual([404, 404, true, true])
}

test('it takes nobody once it is replaced, switched off, or its template, workspace or maker is gone', async () => {
  const { owner, templateId, path, url } = await linked()
  const email = address()
  const entry = await ask(url, email)
  const code = await codeFor(email)
  const begun = await begin(url, address())
  const renewed = linkIn(await owner.follow(await owner.post(path)))
  expect(renewed).not.toBe(url)
  await closed(url)
  // Also with a code; what was begun goes on.
  expect((await posted(entry, { code })).status).toBe(404)
  expect((await fetch(begun)).status).toBe(200)

  await setting(key.workspaceId, false)
  await closed(renewed)
  expect(await (await owner.get(path)).text()).toContain('Direct links are off in this workspace')
  await setting(key.workspaceId, true)
  expect((await fetch(renewed)).status).toBe(200)
  for (const to of ['unlock', 'archive']) {
    await owner.post(`/templates/${templateId}/${to}`)
    await closed(renewed)
  }
  await owner.post(`/templates/${templateId}/restore`)
  await owner.post(`/templates/${templateId}/lock`)
  expect((await fetch(renewed)).status).toBe(200)

  await server.ctx.db.deleteFrom('memberships').where('workspace_id', '=', key.workspaceId).execute()
  await closed(renewed)
  const heir = await signIn(server, { workspaceId: key.workspaceId })
  expect(await (await heir.get(path)).text()).toContain('does not belong to this workspace any more')
  await heir.post(`${path}/end`)
  await closed(renewed)
  const log = (await (await heir.get('/settings/log')).text()).replace(/<[^>]+>/g, ' ')
  expect(log).toMatch(/switched off the direct link of\s+Waiver.*made a direct link of\s+Waiver/s)

  const unknown = await fetch(`${server.url}/direct/${'A'.repeat(64)}`)
  expect([unknown.status, await unknown.text()]).toEqual([404, expect.stringContaining('This link does not work')])
})

test('a plan that is used up, or lacks templates, is a page that says whom to tell', async () => {
  const { url, templateId } = await linked()
  const email = address()
  const entry = await ask(url, email)
  const code = await codeFor(email)
  const tier = (tier: string) => server.ctx.db.updateTable('workspaces').set({ tier }).where('id', '=', key.workspaceId)
  await tier('basic').execute()
  await closed(url)
  await tier('self_hosted').execute()
  const { plans } = server.ctx.config
  const before = plans.self_hosted!.document_cap
  plans.self_hosted!.document_cap = 0
  try {
    for (const answer of [await posted(url, { name: 'Ada', email: address() }), await posted(entry, { code })])
      expect([answer.status, await answer.text()]).toEqual([503, expect.stringContaining('Nothing was signed or sent')])
  } finally {
    plans.self_hosted!.document_cap = before
  }
  expect(await documentsOf(templateId)).toEqual([])
  // The code was not used up.
  expect((await posted(entry, { code })).status).toBe(303)
})

test.each([
  ['two signers', leaseModel(), 'A direct link is for a single signer'],
  ['nobody who signs', leaseModel({ slots: [], boxes: [text('tenant_name', 0.15)] }), 'Nobody signs this template'],
  [
    'a value that somebody must give',
    { ...WAIVER, boxes: [text('tenant_name', 0.15), text('monthly_rent', 0.2), signature(1)] },
    'You would have to fill in Tenant, Monthly rent before it is sent',
  ],
  [
    'a signer who is pinned',
    { ...WAIVER, slots: [{ slot: 1, role: 'guest', pinned_email: 'ada@example.com' }] },
    'is pinned to ada@example.com',
  ],
  [
    'a signer who needs a phone',
    { ...WAIVER, slots: [{ slot: 1, role: 'guest', require_sms_verification: true }] },
    'needs a phone number',
  ],
] as const)('a template with %s has none, and the page says why', async (_, template, why) => {
  const { owner, path, url } = await linked(template as ModelInput)
  expect(url).toBe('')
  expect(await (await owner.get(path)).text()).toContain(why)
})

test('off by default; of another workspace neither the page nor the link is to be had', async () => {
  const { path, url } = await linked()
  const stranger = await signIn(server)
  const own = await server.key({ workspaceId: stranger.workspaceId })
  const { id } = await lockedTemplate(server, own, { template: WAIVER, fields: LEASE_FIELDS })
  const off = await stranger.follow(await stranger.post(`/templates/${id}/direct-link`))
  expect([off.includes('Direct links are off'), linkIn(off)]).toEqual([true, ''])
  const settings = new FormData()
  const basics = { name: 'Other', slug: `other-${id.slice(0, 8)}`, locale: 'en', signer_locale: 'en', region: 'eu' }
  for (const [name, value] of Object.entries({ ...basics, direct_links: '1' })) settings.set(name, value)
  expect((await stranger.post('/settings', settings)).status).toBe(303)
  expect(await (await stranger.get('/settings/log')).text()).toContain('direct links')
  expect(linkIn(await stranger.follow(await stranger.post(`/templates/${id}/direct-link`)))).not.toBe('')
  for (const to of ['', '/print', '/renew', '/end']) expect((await stranger.get(path + to)).status).toBe(404)
  for (const to of ['', '/end']) expect((await stranger.post(path + to)).status).toBe(404)
  expect((await fetch(url)).status).toBe(200)
})

test('the page in the language of whoever opens it, which the document is then in', async () => {
  const { url, templateId } = await linked()
  const page = await fetch(url, { headers: { 'accept-language': 'de-CH,en;q=0.5' } })
  expect(await page.text()).toContain('bittet Sie, Waiver')
  const email = address()
  const entry = await ask(`${url}?lang=ar`, email)
  expect(await (await fetch(entry)).text()).toContain('dir="rtl"')
  const [mail] = await codeMails(email)
  expect(mail!.subject).toContain('رمزكم')
  expect((await posted(entry, { code: mail!.code })).status).toBe(303)
  const [document] = await documentsOf(templateId)
  const signer = server.ctx.db.selectFrom('signing_requests').select('locale').where('document_id', '=', document!.id)
  expect(await signer.executeTakeFirstOrThrow()).toEqual({ locale: 'ar' })
})

test('New document leads to the templates, and from there to what each way of sending begins with', async () => {
  const { owner, templateId } = await linked()
  const page = await (await owner.get('/documents/new')).text()
  for (const [way, begins] of [
    ['Use a template', '/send'],
    ['Send to a list', '/csv'],
    ['Direct link', '/direct-link'],
  ]) {
    const list = new RegExp(`href="(/templates[^"]+)"[^>]*>${way}<`).exec(page)![1]!.replaceAll('&amp;', '&')
    const href = `/templates/${templateId}${begins}`
    expect(await (await owner.get(`${list}&q=Waiver`)).text()).toContain(`href="${href}"`)
    expect((await owner.get(href)).status).toBe(200)
  }
})
