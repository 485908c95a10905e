import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Visit } from '../support/browser.ts'
import { makePdf, textAt } from '../support/pdf-fixtures.ts'
import type { TestKey, TestServer } from '../support/server.ts'

/** As most signers hold it. */
export const PHONE = { width: 375, height: 740, phone: true }

/** Nothing went wrong in the browser, and no request went to another origin. */
export function expectQuiet({ complaints, foreign }: Visit): void {
  expect(complaints).toEqual([])
  expect(foreign).toEqual([])
}

/** What the tests of the pages send: a contract of three pages with every kind of field on the last page. */

export interface SentSigner {
  role: string
  signingRequestId: string
  signingUrl: string
}

export interface Sent {
  documentId: string
  sha256: string
  signers: SentSigner[]
}

export interface SendOptions {
  /** Default: `CONTRACT`. */
  file?: Buffer
  signers?: Record<string, unknown>[]
  /** The fields of each role. */
  fields?: (role: string) => Record<string, unknown>[]
  extra?: Record<string, unknown>
}

const PAGES = 3

export const CONTRACT = makePdf({
  pages: PAGES,
  content: (index) =>
    textAt(60, 770, `Services Agreement, page ${index + 1}`, 16) +
    Array.from({ length: 12 }, (_, line) =>
      textAt(60, 730 - line * 18, 'Each party confirms that it has read and understood these terms.'),
    ).join(''),
})

export const ADA = { email: 'ada@reader.test', role: 'client', name: 'Ada Lovelace' }
export const BOB = { email: 'bob@reader.test', role: 'landlord', name: 'Bob Builder' }

/** As it is printed in English, in the zone of the machine: the browsers of the tests are in it. */
export const dateOn = (at: Date) => new Intl.DateTimeFormat('en', { dateStyle: 'long' }).format(at)

/** Only a signature. */
export const signatureOnly = (role: string) => [
  { role, kind: 'signature', page: PAGES, x: role === 'client' ? 0.1 : 0.55, y: 0.6, w: 0.34, h: 0.07 },
]

/** One of each kind; the purchase order is optional. */
export const everyKind = (role: string) => [
  { role, kind: 'initial', page: 1, x: 0.8, y: 0.9, w: 0.1, h: 0.04 },
  ...signatureOnly(role),
  { role, kind: 'date', page: PAGES, x: 0.1, y: 0.7, w: 0.2, h: 0.03 },
  { role, kind: 'name', page: PAGES, x: 0.1, y: 0.75, w: 0.38, h: 0.03 },
  { role, kind: 'checkbox', page: PAGES, x: 0.1, y: 0.8, w: 0.03, h: 0.021, label: 'I have read the annex' },
  {
    role,
    kind: 'text',
    page: PAGES,
    x: 0.1,
    y: 0.85,
    w: 0.3,
    h: 0.03,
    label: 'Purchase order',
    required: false,
    max_length: 20,
  },
]

/** Sends the contract; the invitations are in the outbox after `server.work()`. */
export async function send(server: TestServer, key: TestKey, options: SendOptions = {}): Promise<Sent> {
  const { file = CONTRACT, signers = [ADA], fields = signatureOnly, extra = {} } = options
  const form = new FormData()
  form.set('file', new File([new Uint8Array(file)], 'services-agreement.pdf', { type: 'application/pdf' }))
  form.set('placement', 'explicit')
  form.set('signers', JSON.stringify(signers))
  form.set('fields', JSON.stringify(signers.flatMap(({ role }) => fields(String(role)))))
  for (const [name, value] of Object.entries(extra)) form.set(name, JSON.stringify(value))
  const { status, body } = await server.call<Sent>(key, 'POST', '/v1/signing-requests', { form })
  if (status !== 201) throw new Error(`create answered ${status}: ${JSON.stringify(body)}`)
  return body
}

/** The newest link emailed to this address. */
export async function mailedLink(server: TestServer, email: string): Promise<string> {
  const mail = (await server.outbox()).findLast(({ recipient, body }) => recipient === email && body.includes('/sign/'))
  const link = mail?.body.match(/https?:\/\/\S+\/sign\/\S+/)?.[0]
  if (!link) throw new Error(`no link was mailed to ${email}`)
  return link
}

/** Opens a signing link and waits until the document is displayed and the server knows of it. */
export async function openLink(page: Page, link: string): Promise<void> {
  await Promise.all([page.waitForResponse((answer) => answer.url().endsWith('/viewed')), page.goto(link)])
  await page.locator('.sheet[data-ready]').first().waitFor()
  await page.locator('#pages[data-displayed]').waitFor()
}

/** Draws a wave on the pad of the open signature dialog. */
export async function drawWave(page: Page): Promise<void> {
  const box = (await page.locator('#pad').boundingBox())!
  const at = (step: number): [number, number] => [
    box.x + 20 + (step * (box.width - 40)) / 40,
    box.y + box.height / 2 + Math.sin(step / 4) * 40,
  ]
  await page.mouse.move(...at(0))
  await page.mouse.down()
  for (let step = 1; step <= 40; step++) await page.mouse.move(...at(step))
  await page.mouse.up()
}

export const go = (page: Page) => page.locator('#go')

/** The header's buttons are behind one of them on a phone. */
export async function openTools(page: Page): Promise<void> {
  const more = page.locator('#more')
  if ((await more.isVisible()) && (await more.getAttribute('aria-expanded')) === 'false') await more.click()
}

/** A JSON call as the page makes it. */
export function post(link: string, path: string, body: unknown, init: RequestInit = {}): Promise<Response> {
  return fetch(`${link}/${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    ...init,
    headers: { 'content-type': 'application/json', ...init.headers },
  })
}

/** Signs with a typed name by the calls that the page makes. */
export async function signByCalls(link: string, consentVersion: string): Promise<void> {
  const html = await (await fetch(link)).text()
  const data = JSON.parse(/<script type="application\/json" id="data">(.*?)<\/script>/s.exec(html)![1]!) as {
    fields: { id: string; kind: string }[]
  }
  const values = Object.fromEntries(
    data.fields.flatMap(({ id, kind }) => (kind === 'signature' ? [[id, { type: 'typed', text: 'Signed' }]] : [])),
  )
  await post(link, 'displayed', { view: 'none' })
  const response = await post(link, 'complete', { consentVersion, values })
  if (!response.ok) throw new Error(`complete answered ${response.status}: ${await response.text()}`)
}
