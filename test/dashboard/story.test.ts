import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AuditEvent, verifyPdf } from '../../sdk/src/verify/index.ts'
import { newMasterKey } from '../../server/config.ts'
import { closeProfiles, sharedBrowser, type Visit, visit } from '../support/browser.ts'
import { type TestDatabase, testDatabase } from '../support/database.ts'
import { sized } from '../support/full-size.ts'
import { type Hand, keyboard, pointer } from '../support/hands.ts'
import { makePdf, textAt } from '../support/pdf-fixtures.ts'
import { pdfJsTexts } from '../support/pdfjs.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { folderOfTest, run, tool } from '../support/tools.ts'

// The whole way from a server's first start to a sealed document, by what people and programs really use: the link that
// the server prints, its pages, calls with the key that a page showed once, the mail, and a webhook.

const PHONE = { width: 375, height: 740, phone: true }
const SIGNER = 'Ada Lovelace'
const EVENTS = [
  'template_instance.staged',
  'template_instance.confirmed',
  'signing_request.sent',
  'signing_request.viewed',
  'signing_request.signed',
  'document.completed',
]
const AGREEMENT = {
  name: 'Agreement.pdf',
  mimeType: 'application/pdf',
  buffer: makePdf({ content: `${textAt(72, 770, 'Agreement')}\n${textAt(72, 700, 'Tenant:')}` }),
}
const pdfsig = tool('pdfsig')

interface Stage {
  server: ServerProcess
  receiver: Receiver
}

let browser: Browser
let database: TestDatabase
let dataDir: string
let stage: Stage

beforeAll(async () => {
  browser = await sharedBrowser()
})
afterAll(() => closeProfiles(browser))

/** A server that has never been started before, for one story. */
async function withServer(tell: () => Promise<void>): Promise<void> {
  database = await testDatabase()
  dataDir = await mkdtemp(join(tmpdir(), 'countersign-story-'))
  const receiver = await startReceiver()
  const server = await startServerProcess({
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    MASTER_KEY: newMasterKey(),
  })
  stage = { server, receiver }
  try {
    await tell()
  } finally {
    await server.stop()
    await database.close()
    await rm(dataDir, { recursive: true, force: true })
  }
  await receiver.close()
}

interface Way {
  hand(page: Page, options?: { phone?: boolean }): Hand
  /** Places a box at a height of the first page, in points from its top, and leaves it selected. */
  place(page: Page, hand: Hand, tool: string, top: number): Promise<void>
}

async function draw(page: Page, hand: Hand, kind: string, top: number): Promise<void> {
  await hand.press('button', kind)
  const { x, y, width } = (await page.locator('#page-1').boundingBox())!
  const scale = width / 595
  await page.mouse.move(x + 150 * scale, y + top * scale)
  await page.mouse.down()
  await page.mouse.move(x + 200 * scale, y + (top + 20) * scale)
  await page.mouse.move(x + 350 * scale, y + (top + 40) * scale)
  await page.mouse.up()
}

/** A tool that is pressed by a key places its box at once, with the focus on it; arrows move it. */
async function place(page: Page, hand: Hand, kind: string, top: number): Promise<void> {
  await hand.press('button', kind)
  const box = page.locator('.box:focus')
  await box.waitFor()
  const from = await box.evaluate((element) => Number.parseFloat((element as HTMLElement).style.top) * 8.42)
  const steps = Math.round(Math.abs(top - from) / 10)
  for (let step = 0; step < steps; step++) await page.keyboard.press(`Shift+Arrow${top < from ? 'Up' : 'Down'}`)
  // Into its properties: on the way there by Tab, the boxes that follow would be selected.
  await page.keyboard.press('Enter')
}

const WAYS: [way: string, Way][] = [
  ['by the keyboard alone, with the focus always in sight', { hand: keyboard, place }],
  ['with a mouse and a finger', { hand: pointer, place: draw }],
]

test.each(sized(WAYS.slice(1), WAYS))('from the first start to a sealed document, %s', (_, way) =>
  withServer(() => tell(way)),
)

async function tell(way: Way): Promise<void> {
  const { server, receiver } = stage
  const desk = await visit(browser, server.url)
  const { page } = desk
  const hand = way.hand(page)

  const printed = () => /Sign in +(\S+)/.exec(server.printed())?.[1] ?? null
  await expect.poll(printed).not.toBeNull()
  await page.goto(printed()!)
  await hand.press('button', 'Sign in on this device')
  // Whoever starts a server is shown how to send, not an empty list.
  await page.waitForURL(`${server.url}/start`)
  await hand.press('link', 'Webhooks')
  await hand.press('link', 'Add a webhook')
  await hand.fill('Address', `${receiver.url}/events`)
  await hand.press('button', 'Add the webhook')
  receiver.secrets.set('/events', await page.locator('#secret').innerText())

  const templateId = await lockedTemplate(page, hand, way)
  await hand.press('link', 'API keys')
  await hand.press('link', 'New key')
  await hand.fill('Name', 'Lettings')
  await hand.press('button', 'Make the key')
  const key = { key: await page.locator('#key').innerText(), id: '', workspaceId: '' }

  const documentId = await staged(server, key, templateId)
  await page.reload()
  await hand.press('link', /^Review\s*1$/)
  await hand.press('link', 'Agreement')
  await hand.fill('Tenant', 'Ada, Countess of Lovelace')
  await hand.press('button', 'Save changes')
  await page.getByText('Saved.').waitFor()
  await hand.press('button', 'Confirm and send to 1')
  await page.getByText('Confirmed and on its way.').waitFor()

  const signer = await signed(way)
  await signer.page.getByRole('heading', { name: 'The document is complete' }).waitFor()
  quiet(signer)
  await signer.close()

  await hand.press('link', 'Open the document')
  await page.getByText(/ signed on a (phone|computer)$/).waitFor()
  await page.getByText('chain intact').waitFor()
  const download = await hand.download('link', 'Signed and sealed')
  const file = join(folderOfTest(), 'sealed.pdf')
  await download.saveAs(file)
  quiet(desk)
  await desk.close()
  await proven(key, documentId, file)
}

/** A field in the registry, a PDF, a box for the sender's value and one for the signature; locked. */
async function lockedTemplate(page: Page, hand: Hand, way: Way): Promise<string> {
  await hand.press('link', 'Field registry')
  await hand.press('link', 'New field')
  await hand.fill('Key', 'tenant_name')
  await hand.fill('Labels', 'Tenant')
  await hand.press('button', 'Add the field')
  await page.getByText('The field is in the registry.').waitFor()

  await hand.press('link', 'Templates')
  await hand.press('link', 'New template')
  await hand.upload('PDF', AGREEMENT)
  await hand.press('button', 'Upload')
  await hand.press('link', 'Edit boxes')
  await hand.fill('Add a recipient', 'tenant')
  await hand.press('button', 'Add')
  await way.place(page, hand, 'Signature', 600)
  await page.getByRole('button', { name: 'Signature, tenant, page 1, required' }).waitFor()
  await hand.press('radio', /Sender/)
  await way.place(page, hand, 'Text', 130)
  await hand.choose('Field', 'tenant_name')
  await page.getByText('It can be locked').waitFor()
  await hand.press('button', 'Lock as version 1')
  await page.getByText('Locked as version 1').waitFor()
  return new URL(page.url()).pathname.split('/')[2]!
}

/** What the sender's program does with the key: a document that a person looks at first. */
async function staged(server: ServerProcess, key: Parameters<ServerProcess['call']>[0], id: string): Promise<string> {
  const json = {
    recipients: [{ slot: 1, email: 'ada@example.com', name: SIGNER }],
    field_values: { tenant_name: 'Ada' },
    review: true,
  }
  const path = `/v1/templates/${id}/instantiate`
  const answer = await server.call<{ document_id: string; status: string }>(key, 'POST', path, { json })
  expect(answer).toMatchObject({ status: 201, body: { status: 'staged' } })
  return answer.body.document_id
}

/** The signer's part, on a phone, by the link in the mail. */
async function signed({ hand: handOf }: Way): Promise<Visit> {
  const { server } = stage
  const mailed = async () =>
    /href="([^"]+\/sign\/[^"]+)"/.exec(await (await server.fetch('/dev/outbox')).text())?.[1] ?? null
  await expect.poll(mailed).not.toBeNull()
  const phone = await visit(browser, server.url, PHONE)
  const { page } = phone
  await page.goto((await mailed())!)
  await page.locator('#pages[data-displayed]').waitFor()
  const hand = handOf(page, PHONE)
  await hand.press('button', 'Start')
  await hand.press('button', 'Add signature')
  await hand.press('tab', 'Type')
  await hand.press('button', 'Apply')
  await hand.press('checkbox', /^I agree/)
  await hand.press('button', 'Finish and sign')
  return phone
}

/** The file is what it says to our verifier, to poppler's, and to who has the webhook. */
async function proven(key: Parameters<ServerProcess['call']>[0], documentId: string, file: string): Promise<void> {
  const sealed = await readFile(file)
  const { server, receiver } = stage
  const roots = [await (await server.fetch('/.well-known/countersign-roots.pem')).text()]
  const path = `/v1/documents/${documentId}/audit-events`
  const { body } = await server.call<{ events: AuditEvent[] }>(key, 'GET', path)
  const report = await verifyPdf(new Uint8Array(sealed), { roots, audit: body.events })
  expect(report.checks.filter(({ ok }) => !ok)).toEqual([])
  expect(report.ok).toBe(true)
  const words = (await pdfJsTexts(new Uint8Array(sealed))).flat().map(({ text }) => text)
  expect(words.join(' ')).toContain('Ada, Countess of Lovelace')
  if (pdfsig) expect(run(pdfsig, ['-nocert', file]).stdout).toContain('Signature is Valid.')

  await expect.poll(() => receiver.deliveries.map(({ event }) => event.event).sort()).toEqual([...EVENTS].sort())
  const completed = receiver.deliveries.find(({ event }) => event.event === 'document.completed')!.event
  expect(completed).toMatchObject({
    document_id: documentId,
    sha256: createHash('sha256').update(sealed).digest('hex'),
  })
}

function quiet({ complaints, foreign }: Visit): void {
  expect([complaints, foreign]).toEqual([[], []])
}
