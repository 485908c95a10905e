import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { REVIEW } from '../../server/limits.ts'
import { axeViolations, hurry, sidewaysScroll, type Visit } from '../support/browser.ts'
import { dashboardVisit, signIn } from '../support/dashboard.ts'
import { Signer, send } from '../support/flow.ts'
import { waitForLock } from '../support/locks.ts'
import { makePdf } from '../support/pdf-fixtures.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import type { TestServer } from '../support/server.ts'
import { lockedTemplate, staged } from '../support/templates.ts'
import { useStage } from './stage.ts'

let server: TestServer
let browser: Browser
let receiver: Receiver
let folder: string
useStage((stage) => {
  ;({ server, browser } = stage)
})
beforeAll(async () => {
  receiver = await startReceiver({ clock: server.clock })
  folder = await mkdtemp(join(tmpdir(), 'countersign-start-'))
  await writeFile(join(folder, 'lease.pdf'), makePdf())
})
afterAll(async () => {
  await receiver.close()
  await rm(folder, { recursive: true })
})

async function expectSound({ page, complaints, foreign }: Visit): Promise<void> {
  expect(await axeViolations(page)).toEqual([])
  expect(await sidewaysScroll(page)).toBe(0)
  expect([...complaints, ...foreign]).toEqual([])
}

describe('Start', () => {
  test('makes one key of a double click, and shows it', async () => {
    const { page } = await dashboardVisit(browser, server)
    await page.goto(`${server.url}/start`)
    const keys = async () => (await server.ctx.db.selectFrom('api_keys').select('id').execute()).length
    const before = await keys()
    const { x, y } = (await page.getByRole('button', { name: 'Make a key' }).boundingBox())!
    await server.ctx.db.transaction().execute(async (tx) => {
      await sql`lock table api_keys in share mode`.execute(tx)
      await page.mouse.click(x + 5, y + 5)
      await waitForLock(server.ctx.db, { statement: '%insert into "api_keys"%' })
      await page.mouse.click(x + 5, y + 5)
    })
    await page.getByText('It is shown only now.').waitFor()
    expect(await keys()).toBe(before + 1)
  })

  test.each([
    ['/start', '/start', {}],
    ['/keys/new', '/keys', { name: 'CI', scope: 'full' }],
  ])('makes one key of two presses of %s without a script: the one shown last', async (path, action, fields) => {
    const person = await signIn(server)
    const form = await (await person.get(path)).text()
    const hidden = [...form.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [
      name!,
      value!,
    ])
    const press = async () => (await person.post(action, { ...fields, ...Object.fromEntries(hidden) })).text()
    const secrets = async (text: Promise<string>) => /cs_live_[0-9a-f]{32}/.exec(await text)![0]
    const statusOf = async (key: string) =>
      (await fetch(`${server.url}/v1/me`, { headers: { authorization: `Bearer ${key}` } })).status
    const made = () =>
      server.ctx.db.selectFrom('api_keys').select('id').where('workspace_id', '=', person.workspaceId).execute()
    const before = (await made()).length
    const [first, last] = [await secrets(press()), await secrets(press())]
    expect(await made()).toHaveLength(before + 1)
    expect([await statusOf(first), await statusOf(last)]).toEqual([401, 200])
    const logged = server.ctx.db.selectFrom('workspace_log').select('id').where('action', '=', 'key.created')
    expect(await logged.where('workspace_id', '=', person.workspaceId).execute()).toHaveLength(1)
    // Used, or sent again later: another key.
    const third = await secrets(press())
    server.clock.advance(6_000)
    const fourth = await secrets(press())
    for (const secret of [last, third, fourth]) expect(await statusOf(secret)).toBe(200)
  })

  test('asks for another document when the first one was declined, and tells a member who makes keys', async () => {
    const owner = await signIn(server)
    const { workspaceId } = owner
    const member = await signIn(server, { workspaceId, role: 'member' })
    expect(await (await member.get('/start')).text()).toContain('An owner of the workspace can make one.')
    const created = await send(server, await server.key({ workspaceId }), { signers: [{ email: 'ada@example.com' }] })
    await new Signer(server, created.signers[0]!.signingUrl).decline('no')
    const page = await (await owner.get('/start')).text()
    expect(page).toContain('its signer is declined. Nobody can sign it now.')
    expect(page).not.toContain('Sign it as your signer would<span class="unseen"> (done)')
    expect(page).toContain('Make an API key<span class="unseen"> (done)')
    expect(page).toContain('This page is here until a document is signed; webhooks can be added at any time.')
  })

  test('says of a document that waits for its review where it is, and then has the link', async () => {
    const owner = await signIn(server)
    const key = await server.key({ workspaceId: owner.workspaceId })
    const { id } = await lockedTemplate(server, key)
    const waiting = async () =>
      /<ol class="steps" start="3".*?<\/ol>/s.exec(await (await owner.get('/start')).text())![0]
    const { document_id: documentId } = await staged(server, key, id)
    const text = await waiting()
    expect(text).toContain(`<a class="text" href="/review/${documentId}">its review</a>`)
    expect(text).not.toMatch(/Nobody can sign|Repeat the call|queued|>Sign</)
    const confirmed = await server.call(key, 'POST', `/v1/documents/${documentId}/confirm`, { json: {} })
    expect(confirmed.status).toBe(200)
    expect(await waiting()).toMatch(/href="[^"]+\/sign\/.*its signer is pending\./s)
    server.clock.advance(1_000)
    await staged(server, key, id)
    server.clock.advance(REVIEW.windowMs)
    expect(await (await (await signIn(server, owner)).get('/start')).text()).toContain(
      'it was discarded in its review.',
    )
  })

  test('follows several signers in their order, until one of them ends it or lets the time pass', async () => {
    const owner = await signIn(server)
    const key = await server.key({ workspaceId: owner.workspaceId })
    const signers = [
      { email: 'second@example.com', signing_order: 2 },
      { email: 'first@example.com', signing_order: 1 },
    ]
    const sent = await send(server, key, { signers, signing_mode: 'sequential', expires_in_days: 1 })
    const [second, first] = sent.signers.map(({ signingUrl }) => signingUrl)
    const text = async (by = owner) => (await by.get('/start')).text()
    expect(await text()).toContain(`href="${first}"`)
    await new Signer(server, first!).sign()
    expect(await text()).toContain(`href="${second}"`)
    await new Signer(server, second!).decline('no')
    expect(await text()).toMatch(/its signer is declined\. Nobody can sign it now\./)
    // One has declined: the other can sign no more either.
    server.clock.advance(1_000)
    const both = await send(server, key, { signers: signers.map(({ email }) => ({ email })) })
    await new Signer(server, both.signers[0]!.signingUrl).decline('no')
    expect(await text()).not.toContain(both.signers[1]!.signingUrl)
    server.clock.advance(1_000)
    const late = await send(server, key, { signers: [{ email: 'late@example.com' }], expires_in_days: 1 })
    expect(await text()).toContain(`href="${late.signers[0]!.signingUrl}"`)
    server.clock.advance(86_400_000)
    expect(await text()).toMatch(/its signer is expired\. Nobody can sign it now\./)
  })

  test('leads from a key in the code over the first call to its link and a webhook, then shows the month', async () => {
    const visit = await dashboardVisit(browser, server, { width: 375, height: 700, phone: true })
    const { page, email } = visit
    await hurry(page)
    await page.goto(`${server.url}/start`)
    expect(await page.locator('#curl').innerText()).toContain('$COUNTERSIGN_API_KEY')
    await expectSound(visit)
    await page.getByRole('button', { name: 'Make a key' }).click()
    await page.getByText('It is shown only now.').waitFor()
    await expectSound(visit)

    await page.getByLabel('Address of your server').fill(`${receiver.url}/start`)
    await page.locator('#curl').click()

    // As it is in the page, by the reader's own shell.
    const command = await page.locator('#curl').innerText()
    const { stdout } = await promisify(execFile)('sh', ['-c', `${command} --silent --show-error`], { cwd: folder })
    const { signers } = JSON.parse(stdout) as { signers: { email: string; signingUrl: string }[] }
    expect(signers[0]!.email).toBe(email)

    // The page finds out by itself, and keeps the key.
    const link = page.getByRole('link', { name: 'Sign lease' })
    await link.waitFor()
    expect(await link.getAttribute('href')).toBe(signers[0]!.signingUrl)
    expect(await page.locator('#curl').innerText()).toBe(command)
    await expectSound(visit)

    expect(await page.getByLabel('Address of your server').inputValue()).toBe(`${receiver.url}/start`)
    await page.getByRole('button', { name: 'Add a webhook' }).click()
    receiver.secrets.set('/start', await page.locator('#secret').innerText())
    await page.goto(`${server.url}/start`)
    expect(await page.locator('#curl').innerText()).not.toBe(command)
    await page.getByRole('button', { name: 'Send ping' }).click()
    await page.getByText('The ping was answered with 200').waitFor()
    await page.goto(`${server.url}/start`)
    await page.getByRole('heading', { name: 'Receive a webhook (done)' }).waitFor()
    await expectSound(visit)

    await new Signer(server, signers[0]!.signingUrl).sign()
    await server.work()
    // The steps go away by themselves, too.
    await page.getByRole('heading', { name: 'This month' }).waitFor()
    expect(await page.getByText('all answering').isVisible()).toBe(true)
    expect(await page.getByText('Nothing.').isVisible()).toBe(true)
    expect(await page.getByRole('link', { name: 'lease' }).getAttribute('href')).toContain('/documents/')

    // The person's own part of the next one is at hand, and gone from here once it is done or too late.
    const key = await server.key({ workspaceId: visit.workspaceId })
    const next = await send(server, key, { signers: [{ email: email.toUpperCase() }, { email: 'ada@example.com' }] })
    await page.reload()
    const sign = page.getByRole('link', { name: 'Sign lease' })
    expect(await sign.getAttribute('href')).toBe(next.signers[0]!.signingUrl)
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/start.png`, fullPage: true })
    await expectSound(visit)
    server.clock.advance(15 * 86_400_000)
    await page.reload()
    await page.getByRole('heading', { name: 'This month' }).waitFor()
    expect(await sign.count()).toBe(0)
    expect(await page.getByRole('link', { name: 'lease', exact: true }).count()).toBe(0)
    await visit.close()
  })

  test('works without a script, and keeps keys and webhooks for owners', async () => {
    const owner = await signIn(server)
    const member = await signIn(server, { workspaceId: owner.workspaceId, role: 'member' })
    const page = await (await member.get('/start')).text()
    expect(page).not.toContain('Make a key')
    expect(page).not.toContain('Add a webhook')
    expect((await member.post('/start')).status).toBe(403)

    const made = await owner.post('/start')
    const secret = /cs_live_[0-9a-f]{32}/.exec(await made.text())?.[0]
    expect(made.status).toBe(201)
    const key = { id: '', key: secret!, workspaceId: owner.workspaceId }
    const sent = await send(server, key, { signers: [{ email: 'ada@example.com' }], send_emails: false, title: 'عقد' })
    const seen = await (await owner.get('/start')).text()
    expect(seen).toContain(sent.signers[0]!.signingUrl)
    expect(seen).not.toContain(secret)
    const stranger = await signIn(server)
    expect(await (await stranger.get('/start')).text()).not.toContain('/sign/')
  })

  test('shows a long title within a phone', async () => {
    const visit = await dashboardVisit(browser, server, { width: 375, height: 700, phone: true })
    const key = await server.key({ workspaceId: visit.workspaceId })
    await send(server, key, {
      signers: [{ email: 'ada@example.com' }],
      send_emails: false,
      title: 'Mietvertrag'.repeat(18),
    })
    await visit.page.goto(`${server.url}/start`)
    await visit.page.getByRole('link', { name: 'Sign Mietvertrag' }).waitFor()
    await expectSound(visit)
    await visit.close()
  })

  test('names what needs attention', async () => {
    const owner = await signIn(server)
    const key = await server.key({ workspaceId: owner.workspaceId })
    const sendOne = (title: string) =>
      send(server, key, { signers: [{ email: 'ada@example.com' }], send_emails: false, title })
    const first = await sendOne('Signed')
    await new Signer(server, first.signers[0]!.signingUrl).sign()
    await server.work()
    const declined = await sendOne('Declined <b>')
    await new Signer(server, declined.signers[0]!.signingUrl).decline()
    const page = await (await owner.get('/start')).text()
    const [attention = '', done = ''] = page.split('Signed in the last seven days')
    expect([attention.includes('Declined &lt;b&gt;'), attention.includes('>Signed<')]).toEqual([true, false])
    expect([done.includes('Declined &lt;b&gt;'), done.includes('>Signed<')]).toEqual([false, true])
  })
})
