import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { closeProfiles, sharedBrowser } from '../support/browser.ts'
import { Signer, send } from '../support/flow.ts'
import { makePdf } from '../support/pdf-fixtures.ts'
import { bundle, RUNTIMES } from '../support/runtimes.ts'
import { startServer, type TestServer } from '../support/server.ts'

/** A `node_modules` with every runtime: `npm run test:runtimes` makes it. */
const FETCHED = process.env.RUNTIMES
const sdk = resolve(import.meta.dirname, '../../sdk')

/** What a caller does in every runtime; `file` as the runtime has it. */
const USE = `
import { Countersign, signWebhook, verifyWebhook } from '@countersign/sdk'
import { verifyPdf } from '@countersign/sdk/verify'

export async function use({ baseUrl, apiKey, signedId }, file) {
  const client = new Countersign({ apiKey, baseUrl })
  const signers = [{ email: 'ada@example.com', name: 'Łukasz Żółć' }]
  const sent = await client.signingRequests.create({ file, filename: 'Mietvertrag.pdf', signers, send_emails: false })
  const document = await client.documents.get(sent.documentId)
  const report = await verifyPdf(await (await client.documents.downloadSigned(signedId)).bytes())
  const refused = await client.documents.get('nothing').catch((error) => error.code)
  const webhook = await verifyWebhook('{"event":"ping"}', await signWebhook('{"event":"ping"}', 'whsec_1'), 'whsec_1')
  const forged = await verifyWebhook('{}', 't=1,v1=00', 'whsec_1').catch((error) => error.name)
  return { status: document.status, ok: report.ok, refused, event: webhook.event, forged }
}
`
const EXPECTED = { status: 'pending', ok: true, refused: 'not_found', event: 'ping', forged: 'WebhookSignatureError' }

let server: TestServer
let folder: string
let signed: Uint8Array

beforeAll(async () => {
  server = await startServer()
  folder = await mkdtemp(join(tmpdir(), 'countersign-test-'))
  const installed = join(folder, 'node_modules/@countersign/sdk')
  await mkdir(installed, { recursive: true })
  await copyFile(join(sdk, 'package.json'), join(installed, 'package.json'))
  const tsdown = resolve(sdk, '../node_modules/tsdown/dist/run.mjs')
  const options = ['--no-dts', '--out-dir', join(installed, 'dist')]
  await promisify(execFile)(process.execPath, [tsdown, ...options], { cwd: sdk })

  const key = await server.key()
  const { documentId, signers } = await send(server, key, { signers: [{ email: 'ada@example.com' }] })
  await new Signer(server, signers[0]!.signingUrl!).sign()
  await server.work()
  signed = (await server.call<Buffer>(key, 'GET', `/v1/documents/${documentId}/signed`)).body
  const lease = makePdf()
  const input = { baseUrl: `${server.url}/v1`, apiKey: key.key, signedId: documentId }
  const encoded = JSON.stringify({ ...input, lease: Buffer.from(lease).toString('base64') })
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await writeFile(join(folder, 'lease.pdf'), lease)
  await writeFile(join(folder, 'use.js'), USE)
  await writeFile(join(folder, 'input.js'), `export const input = ${encoded}`)
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

it.each(Object.entries(RUNTIMES))(
  'in %s the SDK sends a PDF, checks a sealed one and a webhook',
  async (name, runtime) => {
    if (!FETCHED) return console.info(`skipped: ${name}; npm run test:runtimes fetches and tries it`)
    expect(JSON.parse(await runtime.run({ folder, packages: FETCHED }))).toEqual(EXPECTED)
  },
)

it('in a browser the SDK checks a sealed PDF and a webhook, and reads what a frame says', async () => {
  const source = `
import { signWebhook, verifyWebhook } from '@countersign/sdk'
import { readFrameMessage } from '@countersign/sdk/embed'
import { verifyPdf } from '@countersign/sdk/verify'
globalThis.use = async (encoded) => {
  const report = await verifyPdf(Uint8Array.from(atob(encoded), (char) => char.charCodeAt(0)))
  const webhook = await verifyWebhook('{"event":"ping"}', await signWebhook('{"event":"ping"}', 'whsec_1'), 'whsec_1')
  return { ok: report.ok, event: webhook.event, message: readFrameMessage('{}') }
}`
  await bundle(folder, source, 'iife')
  const browser = await sharedBrowser()
  try {
    const page = await browser.newPage({ bypassCSP: true })
    // WebCrypto exists only where the origin is secure, as http://localhost is.
    await page.goto(`${server.url}/health/live`)
    await page.addScriptTag({ content: await readFile(join(folder, 'bundle.js'), 'utf8') })
    const encoded = Buffer.from(signed).toString('base64')
    const result = await page.evaluate(`use(${JSON.stringify(encoded)})`)
    expect(result).toEqual({ ok: true, event: 'ping', message: null })
  } finally {
    await closeProfiles(browser)
  }
})
