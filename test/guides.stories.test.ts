import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { signWebhook } from '../sdk/src/index.ts'
import { startWorker } from '../server/jobs/index.ts'
import { closeProfiles, sharedBrowser } from './support/browser.ts'
import { compileWithSdk } from './support/compile.ts'
import { testDatabaseUrl } from './support/database.ts'
import { startEmbedHost } from './support/embed-host.ts'
import { readDocument, Signer, send } from './support/flow.ts'
import { type Reader, readPage } from './support/pages.ts'
import { makePdf, textAt } from './support/pdf-fixtures.ts'
import { startServer, type TestKey, type TestServer } from './support/server.ts'
import { installServerPackage } from './support/server-package.ts'
import { LEASE_FIELDS, lockedTemplate, signature, text } from './support/templates.ts'
import { openTerminal, type Terminal } from './support/terminal.ts'
import { tool } from './support/tools.ts'

// Each guide but the quickstart, read from top to bottom beside a running server: what is typed, and what is run.
const root = resolve(import.meta.dirname, '..')
const loader = join(root, 'node_modules/tsx/dist/loader.mjs')
const typing = tool('bash') && tool('curl')

let server: TestServer
let key: TestKey
let terminal: Terminal
let page: Reader
/** The settings of the server, and what its callers set. */
let settings: Record<string, string>

beforeAll(async () => {
  server = await startServer()
  key = await server.key()
  const { config, db } = server.ctx
  const api = config.apiUrl.replace('localhost', '127.0.0.1')
  settings = {
    DATABASE_URL: db.url,
    DATA_DIR: config.dataDir,
    MASTER_KEY: config.masterKey!.toString('hex'),
    PUBLIC_URL: config.publicUrl,
    COUNTERSIGN_BASE_URL: api,
    COUNTERSIGN_API_KEY: key.key,
  }
  terminal = await openTerminal(settings)
  terminal.typed = {
    'https://sign.example.com/v1': api,
    'https://sign.example.com': config.publicUrl,
    'cs_live_...': key.key,
  }
  const markers = ['[[ls:signature:tenant]]', '[[ls:signature:landlord]]']
  const printed = markers.map((marker, index) => textAt(72, 700 - 100 * index, marker)).join('')
  await writeFile(join(terminal.folder, 'lease.pdf'), makePdf({ content: printed }))
  await writeFile(join(terminal.folder, 'plain.pdf'), makePdf())
  // Where the SDK is; npm would install it.
  expect(await compileWithSdk(terminal.folder, { 'project.ts': 'export {}' })).toBe('')
})
afterAll(async () => {
  await terminal.close()
  await server.stop()
})
afterEach(() => page.end())

/** Runs a program of the page. @param use an expression about it, `page`; @returns its value */
async function program<Value>(code: string, use: string): Promise<Value> {
  await writeFile(join(terminal.folder, 'block.ts'), code)
  const main = `import { Countersign } from '@countersign/sdk'
import { readFile } from 'node:fs/promises'
import * as page from './block.ts'
const value = await (${use})
console.log()
console.log(JSON.stringify(value))
export { Countersign, readFile }
`
  await writeFile(join(terminal.folder, 'main.ts'), main)
  const lines = (await terminal.node(['--import', loader, 'main.ts'])).trim().split('\n')
  return JSON.parse(lines.at(-1)!) as Value
}

/** A document that everybody has signed. */
async function sealed(): Promise<string> {
  const { documentId, signers } = await send(server, key, { signers: [{ email: 'ada@example.com', name: 'Ada' }] })
  expect((await new Signer(server, signers[0]!.signingUrl).sign()).status).toBe(200)
  await server.work()
  return documentId
}

describe.skipIf(!typing)('the guide', () => {
  it('placement: markers and boxes', async () => {
    page = readPage('spec/guides/placement.md')
    const marked = await program<string>(page.next('ts', 'sendLease'), `page.sendLease('lease.pdf')`)
    const boxed = await program<string>(page.next('ts', 'sendAtBoxes'), `page.sendAtBoxes('plain.pdf')`)
    const placements = [marked, boxed].map(async (id) => (await readDocument(server, key, id)).placement)
    expect(await Promise.all(placements)).toEqual(['anchors', 'explicit'])
  })

  it('embedding: a key, a session, and the frame in a page', async () => {
    page = readPage('spec/guides/embedding.md')
    const [create, mint, show] = [
      page.next('sh', 'keys create'),
      page.next('ts', 'frameAddress'),
      page.next('ts', 'show'),
    ]
    await writeFile(join(terminal.folder, 'frame.ts'), show)
    const use = "import { show } from './frame.ts'\nshow(new URLSearchParams(location.search).get('url')!)\n"
    await writeFile(join(terminal.folder, 'shop.ts'), use)
    const [shop, browser] = await Promise.all([startEmbedHost(join(terminal.folder, 'shop.ts')), sharedBrowser()])
    terminal.typed['https://app.example.com'] = shop.origin
    try {
      const [own] = /cs_live_\w+/.exec(await terminal.type(create))!
      const signers = [{ email: 'ada@example.com', name: 'Ada Lovelace' }]
      const sent = await send(server, { ...key, key: own }, { signers, send_emails: false })
      await terminal.type(`export COUNTERSIGN_API_KEY=${own}`)
      const { signingRequestId } = sent.signers[0]!
      const address = await program<string>(terminal.fill(mint), `page.frameAddress('${signingRequestId}')`)

      const tab = await browser.newPage({ ignoreHTTPSErrors: true })
      await tab.goto(shop.page(address))
      await tab.frameLocator('iframe').locator('h1').first().waitFor()
      expect((await new Signer(server, address).sign()).status).toBe(200)
      // It tells the page around it before it is loaded, and the page leaves: nobody can wait for the frame itself.
      await tab.frames()[1]!.evaluate((to) => location.assign(to), address)
      await tab.waitForURL(`${shop.origin}/thanks`)
    } finally {
      await Promise.all([closeProfiles(browser), shop.close()])
      await terminal.type(`export COUNTERSIGN_API_KEY=${key.key}`)
    }
  })

  it('templates: a document of one, and calls that the compiler checks', async () => {
    page = readPage('spec/guides/templates.md')
    const boxes = [text('tenant_name', 0.1), text('monthly_rent', 0.2, { required: false }), signature(1)]
    const template = { format: 1, name: 'Lease', slots: [{ slot: 1, role: 'tenant' }], boxes }
    const { id } = await lockedTemplate(server, key, { template, fields: LEASE_FIELDS })
    const documentId = await program<string>(page.next('ts', 'sendLease'), `page.sendLease('${id}')`)
    expect((await readDocument(server, key, documentId)).status).toBe('pending')

    await terminal.type(page.next('sh', 'templates types'))
    const types = await readFile(join(terminal.folder, 'templates.ts'), 'utf8')
    const client = "import { Countersign } from '@countersign/sdk'\nconst client = new Countersign()\n"
    const refused = page.next('ts error', 'tennant_name')
    const compiled = (code: string) =>
      compileWithSdk(join(terminal.folder, 'checked'), { 'templates.ts': types, 'lease.ts': client + code })
    expect(await compiled(refused.replace('tennant', 'tenant'))).toBe('')
    expect(await compiled(refused)).toMatch(/lease\.ts.*'tennant_name' does not exist/)
  })

  it('testing: a server of its own, a sandbox, a message, a dry run, and a receiver', async () => {
    page = readPage('spec/guides/testing.md')
    await installServerPackage(terminal.folder)
    await writeFile(join(terminal.folder, 'lease.test.ts'), page.next('ts lease.test.ts'))
    const whole = await terminal.type('npx tsx --test --test-reporter=tap lease.test.ts')
    expect(whole).toMatch(/^# pass 2$/m)
    const noticed = `readFile('plain.pdf').then(page.isNoticed)`
    const jobs = await startWorker(server.ctx)
    expect(await program<boolean>(page.next('ts', 'isNoticed'), noticed)).toBe(true)
    await jobs.stop()
    const made = JSON.parse(await terminal.type(page.next('sh', '/v1/sandboxes'))) as Record<string, unknown>
    expect(made).toMatchObject({ name: 'CI 4711', key: expect.stringMatching(/^cs_test_/) })
    const { signers } = await send(server, key, { signers: [{ email: 'new@example.com', name: 'Nell' }] })
    await server.work()
    const read = `page.newestMessage('${server.url}', 'new@example.com').then((message) => message?.urls)`
    const urls = await program<string[]>(page.next('ts', 'newestMessage'), read)
    expect(urls).toContain(signers[0]!.signingUrl)
    await writeFile(
      join(terminal.folder, 'tenant.pdf'),
      makePdf({ content: textAt(72, 700, '[[ls:signature:tenant]]') }),
    )
    const check = page.next('ts', 'checkLease')
    await program(check, `page.checkLease(new Countersign(), 'tenant.pdf').then(() => 'done')`)
    await expect(program(check, `page.checkLease(new Countersign(), 'plain.pdf')`)).rejects.toThrow('auto_append')
    await writeFile(join(terminal.folder, 'receiver.test.ts'), page.next('ts receiver.test.ts'))
    const report = await terminal.type('npx tsx --test --test-reporter=tap receiver.test.ts')
    expect(report).toMatch(/^# pass 2$/m)
    expect(report).toMatch(/^# fail 0$/m)
  })

  it('verification: the command and the function', async () => {
    page = readPage('spec/guides/verification.md')
    const documentId = await sealed()
    terminal.typed['ID=...'] = `ID=${documentId}`
    await terminal.type(page.next('sh', '-o signed.pdf'))
    expect(await terminal.type(page.next('sh', 'verify'))).toMatch(/^VALID/m)
    const files = `await readFile('signed.pdf'), await readFile('roots.pem', 'utf8')`
    expect(await program<boolean>(page.next('ts', 'isSealed'), `page.isSealed(${files})`)).toBe(true)
    const lawyer = await server.key({ workspaceId: key.workspaceId, scope: 'disclose' })
    const path = `/v1/documents/${documentId}/audit-events/1/disclose`
    const { body } = await server.call(lawyer, 'POST', path, { json: { reason: 'a lawsuit' } })
    const events = `JSON.parse(await readFile('events.json', 'utf8')).events`
    const genuine = `page.isGenuine(${JSON.stringify(body)}, ${events})`
    expect(await program<boolean>(page.next('ts', 'isGenuine'), genuine)).toBe(true)
  })

  it('webhooks: what is stored before the answer', async () => {
    page = readPage('spec/guides/webhooks.md')
    const secret = `whsec_${'ab'.repeat(24)}`
    await terminal.type(`export COUNTERSIGN_WEBHOOK_SECRET=${secret}`)
    const body = JSON.stringify({ event: 'ping', event_id: 'evt_1' })
    const headers = { 'x-service-signature': await signWebhook(body, secret) }
    const request = `new Request('http://localhost', ${JSON.stringify({ method: 'POST', body, headers })})`
    const status = await program<number>(page.next('ts', 'POST'), `page.POST(${request}).then(({ status }) => status)`)
    expect([status, await readFile(join(terminal.folder, 'events.ndjson'), 'utf8')]).toEqual([204, `${body}\n`])
  })

  it('self-hosting: doctor, a backup and its restoring elsewhere, keys and people', async () => {
    page = readPage('spec/guides/self-hosting.md')
    const documentId = await sealed()
    expect(await terminal.type(page.next('sh', 'doctor'))).toContain('database')
    terminal.typed['/backups/today'] = join(terminal.folder, 'today')
    await terminal.type(page.next('sh', 'backup'))
    const elsewhere = { DATABASE_URL: await testDatabaseUrl(), DATA_DIR: join(terminal.folder, 'elsewhere') }
    const other = await openTerminal({ ...settings, ...elsewhere })
    try {
      other.typed = terminal.typed
      const restored = await other.type(page.next('sh', 'restore'))
      expect(restored).toMatch(/^Verified \d+ documents: [1-9]\d* sealed.*; 0 with problems/m)
    } finally {
      await other.close()
    }
    const printed = await terminal.type(page.next('sh', 'keys create'))
    const [own] = /cs_live_\w+/.exec(printed)!
    expect((await server.call({ ...key, key: own }, 'GET', `/v1/documents/${documentId}`)).status).toBe(404)
    const [link] = new RegExp(`${server.url}/\\S+`).exec(printed)!
    expect((await fetch(link!)).status).toBe(200)
  })
})
