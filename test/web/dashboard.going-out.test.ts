import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeViolations, sidewaysScroll } from '../support/browser.ts'
import { dashboardVisit } from '../support/dashboard.ts'
import { send } from '../support/flow.ts'
import { FILE_MODEL, generate, LEASE_RECIPIENTS, lockedTemplate, staged } from '../support/templates.ts'
import { type Office, useOffice } from './stage.ts'

let { server, browser, key, ada } = {} as Office
useOffice((office) => {
  ;({ server, browser, key, ada } = office)
})

const [TENANT, LANDLORD] = LEASE_RECIPIENTS
const BY_SMS = {
  ...{ ...TENANT, channel: 'sms', phone_e164: '+41791234567', locale: 'de', company: 'Engines Ltd' },
  ...{ require_sms_verification: true, sms_gate: 'before_view' },
}
const OBSERVER = `${'observer.of.a.very.long.name.'.repeat(2)}x@${'long-'.repeat(11)}name.example.com`
const MARKUP = '<b>Read it</b> & sign it'

async function lease(more: Record<string, unknown> = {}): Promise<string> {
  const { id } = await lockedTemplate(server, key)
  const request = { recipients: [BY_SMS, LANDLORD], send_emails: true, ...more }
  return (await staged(server, key, id, request)).document_id!
}

/** The names and values on a page. */
async function factsOf(path: string): Promise<Record<string, string>> {
  const html = await (await ada.get(path)).text()
  const rows = [...html.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/gs)]
  return Object.fromEntries(
    rows.map(([, name, value]) => [name, value!.replace(/<\/(?:p|li)>/g, '|').replace(/<[^>]+>/g, '')]),
  )
}

test('a review shows what goes out, and the page of the document what went out', async () => {
  const id = await lease({
    ...{ title: 'Lease of May', subject: 'Your lease', message: `${MARKUP}\nby Friday.` },
    ...{ observer_emails: ['obs@example.com', OBSERVER], reply_to: 'desk@example.com' },
    ...{ metadata: { order: '7731' }, callback_url: 'http://127.0.0.1:1/hook' },
  })
  const { name: sender } = await server.ctx.db
    .selectFrom('workspaces')
    .select('name')
    .where('id', '=', key.workspaceId)
    .executeTakeFirstOrThrow()
  const shown = {
    Invited: 'Ada Lovelace: by SMS|Grace Hopper: by email|',
    'Code by SMS': 'Ada Lovelace: asked before the document is shown|',
    Order: 'one after the other',
    Language: 'Ada Lovelace: German|Grace Hopper: English|',
    Subject: 'Your lease|',
    Message: '&lt;b&gt;Read it&lt;/b&gt; &amp; sign it\nby Friday.|',
    'Replies to': 'desk@example.com',
    'Copies to': `obs@example.com|${OBSERVER}|`,
    'Days to sign': '14, from the invitation of each signer',
    Reference: 'Ada Lovelace: cust-17|',
    Company: 'Ada Lovelace: Engines Ltd|',
    order: '7731',
  }
  const review = await factsOf(`/review/${id}`)
  expect(review).toMatchObject({ ...shown, 'Own webhook': 'http://127.0.0.1:1/hook' })
  expect(await factsOf(`/documents/${id}`)).toMatchObject(shown)

  expect((await server.call(key, 'POST', `/v1/documents/${id}/confirm`, { json: {} })).status).toBe(200)
  await server.work()
  const [text] = (await server.outbox()).filter(({ recipient }) => recipient === BY_SMS.phone_e164)
  const [said] = review.SMS!.split('\n')
  expect(said).toContain(sender)
  expect(text!.body.startsWith(said!)).toBe(true)
})

test('only what there is: the subject is ours in each language, and nobody is invited without emails', async () => {
  const both = [{ ...TENANT, locale: 'fr' }, LANDLORD]
  const usual = await factsOf(`/review/${await lease({ recipients: both, title: 'May' })}`)
  expect(usual).toMatchObject({
    Invited: 'by email',
    Subject: expect.stringMatching(/^.+ : May\|.+ asks you to sign: May\|$/),
  })
  const absent = ['Code by SMS', 'SMS', 'Message', 'Replies to', 'Copies to', 'Own webhook', 'Link at the end']
  for (const name of absent) expect(usual).not.toHaveProperty([name])

  const silent = await factsOf(`/review/${await lease({ send_emails: false, observer_emails: ['obs@example.com'] })}`)
  expect(silent).toMatchObject({
    Invited: 'by nobody: you hand out the personal links',
    'Code by SMS': 'Ada Lovelace: asked before the document is shown|',
    'Copies to': 'nobody, as there are no emails:obs@example.com|',
  })
  for (const name of ['Subject', 'SMS']) expect(silent).not.toHaveProperty([name])

  const { id } = await lockedTemplate(server, key, { template: FILE_MODEL })
  const file = (await generate(server, key, id, { review: true })).headers.get('x-document-id')!
  for (const path of [`/review/${file}`, `/documents/${file}`])
    expect(await factsOf(path)).not.toHaveProperty('Invited')

  const alone = { email: 'ada@example.com', name: 'Ada', phone_e164: '+41791234567', require_sms_verification: true }
  const { documentId } = await send(server, key, { signers: [alone] })
  expect(await factsOf(`/documents/${documentId}`)).toMatchObject({
    Invited: 'by email',
    'Code by SMS': 'asked before signing',
  })
})

async function look(page: Page, name: string): Promise<void> {
  for (const [colorScheme, width] of [
    ['light', 1280],
    ['dark', 375],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 900 })
    expect([name, width, await sidewaysScroll(page), await axeViolations(page)]).toEqual([name, width, 0, []])
    if (process.env.PICTURES)
      await page.screenshot({ path: `${process.env.PICTURES}/${name}-${width}.png`, fullPage: true })
  }
}

test('in a browser: a long message and long addresses fit on both pages, and markup is text', async () => {
  const message = `${MARKUP}\n\n${'Please read it. '.repeat(50)}\n${'https://example.com/'.repeat(50)}`.slice(0, 2000)
  const observers = [OBSERVER, 'obs@example.com']
  const id = await lease({ subject: 'Subject '.repeat(20).trim(), message, observer_emails: observers })
  const { page, complaints, close } = await dashboardVisit(browser, server, { workspaceId: key.workspaceId })
  for (const path of ['review', 'documents']) {
    await page.goto(`${server.url}/${path}/${id}`)
    const written = page.locator('.written', { hasText: MARKUP })
    const [first, , third] = (await written.innerText()).split('\n')
    expect([first, third]).toEqual([MARKUP, 'Please read it. '.repeat(50).trim()])
    await look(page, path)
  }
  expect(complaints).toEqual([])
  await close()
})
