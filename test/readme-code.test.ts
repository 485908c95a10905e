import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { compileWithSdk } from './support/compile.ts'
import { type Created, Signer, send } from './support/flow.ts'
import { blocksOf, type Reader, readPage } from './support/pages.ts'
import { makePdf, textAt } from './support/pdf-fixtures.ts'
import { startServer, type TestKey, type TestServer } from './support/server.ts'
import { LEASE_FIELDS, lockedTemplate, signature, text } from './support/templates.ts'
import { openTerminal, type Terminal } from './support/terminal.ts'
import { tool } from './support/tools.ts'

const root = resolve(import.meta.dirname, '..')
const loader = join(root, 'node_modules/tsx/dist/loader.mjs')

let server: TestServer
let key: TestKey
let terminal: Terminal
beforeAll(async () => {
  server = await startServer()
  key = await server.key({ embedOrigins: ['https://app.example.com'] })
  const { config, db } = server.ctx
  const origin = server.url.replace('localhost', '127.0.0.1')
  terminal = await openTerminal({
    DATABASE_URL: db.url,
    DATA_DIR: config.dataDir,
    MASTER_KEY: config.masterKey!.toString('hex'),
    PUBLIC_URL: config.publicUrl,
    RENEWAL_DAYS: '90',
    TSX_TSCONFIG_PATH: join(root, 'examples/tsconfig.json'),
    COUNTERSIGN_API_KEY: key.key,
    COUNTERSIGN_BASE_URL: `${origin}/v1`,
  })
  await writeFile(join(terminal.folder, 'package.json'), '{ "type": "module" }')
  terminal.typed = {
    'http://localhost:3000': origin,
    'localhost:3000': origin,
    'https://sign.example.com': origin,
    'cs_live_...': key.key,
    "apiKey: '…'": `apiKey: '${key.key}'`,
    'COUNTERSIGN_API_KEY=…': `COUNTERSIGN_API_KEY=${key.key}`,
  }
})
beforeEach(() => savePdf('[[ls:signature:tenant]]'))
afterAll(async () => {
  await terminal.close()
  await server.stop()
})

/** What a block uses of the text before it, or of the reader's own program. */
const GIVEN: Record<string, string> = {
  Countersign: "import { Countersign } from '@countersign/sdk'",
  client: "declare const client: import('@countersign/sdk').Countersign",
  countersign: "declare const countersign: import('@countersign/sdk').Countersign",
  params: "declare const params: Parameters<import('@countersign/sdk').Countersign['signingRequests']['create']>[0]",
  signers: 'declare const signers: { signingRequestId: string }[]',
  documentId: 'declare const documentId: string',
  signing_request_id: 'declare const signing_request_id: string',
  embed_url: 'declare const embed_url: string',
  sha256: 'declare const sha256: string',
  secret: 'declare const secret: string',
  sendLease: "declare function sendLease(client: import('@countersign/sdk').Countersign): Promise<string>",
  lastEventId: 'declare const lastEventId: string | undefined',
  signal: 'declare const signal: AbortSignal',
  remember: 'declare function remember(eventId: string): Promise<void>',
  store: 'declare function store(documentId: string, sha256: string): Promise<void>',
  bytes: 'declare const bytes: Uint8Array',
  pem: 'declare const pem: string',
  app: "declare const app: import('hono').Hono",
}

/** The block as a program of its own. */
function programOf(code: string): string {
  const declared = [...code.matchAll(/(?:const|import) (?:\{([^}]*)\}|(\w+))/g)].flatMap(([, names, name]) =>
    (names ?? name)!.split(',').map((one) => one.trim()),
  )
  const given = Object.keys(GIVEN).filter((name) => !declared.includes(name))
  return [...given.map((name) => GIVEN[name]), code, 'export {}'].join('\n')
}

/** In the form that `countersign templates types` writes. */
const TEMPLATES = `import type { SlotRecipient, TemplateId } from '@countersign/sdk'
export type LeaseValues = { tenant_name: string; monthly_rent: string }
export const Lease = '00000000-0000-4000-8000-000000000001' as TemplateId<{
  recipients: SlotRecipient<1, 'email'>[]
  field_values: LeaseValues
}>
`

it('the TypeScript of the READMEs compiles strictly', async () => {
  const files: Record<string, string> = { 'templates.ts': TEMPLATES }
  for (const path of ['README.md', 'sdk/README.md']) {
    const blocks = blocksOf(path).filter(({ info }) => /^ts\b/.test(info))
    expect(blocks.length).toBeGreaterThan(2)
    const name = path.replace('/', '-').replace('.md', '')
    for (const [index, { code }] of blocks.entries()) files[`${name}-${index}.ts`] = programOf(code)
  }
  const project = join(terminal.folder, 'readmes')
  await mkdir(project)
  await symlink(join(root, 'node_modules'), join(project, 'node_modules'))
  expect(await compileWithSdk(project, files, { snippets: true })).toBe('')
})

describe.skipIf(!tool('bash') || !tool('curl'))('as it is written,', () => {
  it('README.md leads from a key to VALID, to a program, a webhook and a session', async () => {
    const page = readPage('README.md')
    await leadToValid(page)
    const send = page.next('ts', 'signingRequests.create')
    const hook = JSON.parse(await terminal.type(page.next('sh', '/v1/hooks'))) as Record<string, unknown>
    expect(hook).toMatchObject({
      target_url: 'https://app.example.com/webhooks/signing',
      events: ['document.completed'],
    })
    // The second block of the same program.
    const lines = await run(`${send}\n${page.next('ts', 'createSession')}\nconsole.log(documentId, embed_url)`)
    const [documentId, address] = lines.at(-1)!.split(' ')
    expect((await server.call(key, 'GET', `/v1/documents/${documentId}`)).body).toMatchObject({ status: 'pending' })
    expect((await fetch(address!)).status).toBe(200)
    await terminal.type(page.next('sh', 'documents renew'))
    page.end()
  })

  it('server/README.md leads from a key to VALID, to another key and to a check of everything', async () => {
    const page = readPage('server/README.md')
    await leadToValid(page)
    expect(await terminal.type(page.next('sh', 'keys create'))).toMatch(/cs_live_[0-9a-f]{32}/)
    expect(await terminal.type(page.next('sh', 'doctor'))).toContain('database')
    page.end()
  })

  it('sdk/README.md sends, stores, names a missing marker, embeds and proves', async () => {
    const page = readPage('sdk/README.md')
    const created = await send(server, key, { signers: [{ email: 'ada@example.com', name: 'Ada' }] })
    await signAll(created)
    const pending = await send(server, key, { signers: [{ email: 'ada@example.com' }] })
    const document = await server.call<{ signedSha256: string }>(key, 'GET', `/v1/documents/${created.documentId}`)
    const given = `import { Countersign, fromPath } from './given.ts'
const client = new Countersign()
const documentId = '${created.documentId}'
`
    await writeFile(
      join(terminal.folder, 'given.ts'),
      "export { Countersign } from '@countersign/sdk'\nexport { fromPath } from '@countersign/sdk/node'\n",
    )

    await savePdf()
    const sent = await run(`${page.next('ts', 'signingRequests.create')}\nconsole.log(documentId)`)
    expect((await server.call(key, 'GET', `/v1/documents/${sent.at(-1)}`)).status).toBe(200)
    expect(await run(`${given}${page.next('ts', 'withResponse')}\nconsole.log(response.status, data.key.id)`)).toEqual([
      `200 ${key.id}`,
    ])
    await run(`${given}const sha256 = '${document.body.signedSha256}'\n${page.next('ts', 'saveTo')}`)

    const boxes = [text('tenant_name', 0.1), text('monthly_rent', 0.2), signature(1)]
    const template = { format: 1, name: 'Lease', slots: [{ slot: 1, role: 'tenant' }], boxes }
    await lockedTemplate(server, key, { template, fields: LEASE_FIELDS })
    await terminal.type(page.next('sh', 'templates types'))
    await run(given + page.next('ts', 'templates.instantiate'))

    await savePdf('[[ls:signature:tenant]]')
    const params = `const params = {
  file: await fromPath('lease.pdf'),
  signers: [{ email: 'ada@example.com', role: 'tenant' }, { email: 'grace@example.com', role: 'landlord' }],
}
`
    const heard = 'console.error = console.log\n'
    const missing = page.next('ts', 'signer_has_no_anchor')
    expect(await run(given + heard + params + missing)).toEqual(['no marker for landlord'])
    const reader = `const [lastEventId, abort] = [undefined, new AbortController()]
const { signal } = abort
const remember = async (_id: string) => {}
const store = async (id: string) => {
  // Other documents of the workspace were completed before.
  if (id !== '${created.documentId}') return
  console.log(id)
  abort.abort()
}
`
    expect(await run(given + reader + page.next('ts', 'events.follow'))).toEqual([created.documentId])
    const secret = `const secret = 'whsec_1'\n`
    const made = await run(
      `${given}${secret}${page.next('ts', 'testWebhook')}\nconsole.log(body, headers['X-Service-Event'])`,
    )
    expect(made.join()).toMatch(new RegExp(`"document_id":"${created.documentId}".* document\\.completed$`))
    const request = `const signing_request_id = '${pending.signers[0]!.signingRequestId}'\n`
    const [address] = await run(`${given}${request}${page.next('ts', 'createSession')}\nconsole.log(embed_url)`)
    expect((await fetch(address!)).status).toBe(200)
    await terminal.type('curl -s -o ca.pem http://localhost:3000/pki/ca.pem')
    const files = `import { readFile } from 'node:fs/promises'
const [bytes, pem] = [await readFile('signed.pdf'), await readFile('ca.pem', 'utf8')]
`
    expect(await run(`${given}${files}${page.next('ts', 'verifyPdf')}\nconsole.log(ok)`)).toEqual(['true'])
    page.end()
  })
})

const savePdf = (printed = '') =>
  writeFile(join(terminal.folder, 'lease.pdf'), makePdf({ content: textAt(72, 700, printed) }))

/** Sends by curl, signs, fetches everything and verifies it. */
async function leadToValid(page: Reader): Promise<void> {
  const sent = JSON.parse(await terminal.type(page.next('sh', '/v1/signing-requests'))) as Created
  await signAll(sent)
  terminal.typed['ID=...'] = `ID=${sent.documentId}`
  expect(await terminal.type(page.next('sh', 'countersign verify'))).toMatch(/^VALID/m)
}

async function signAll({ signers }: Created): Promise<void> {
  const signer = new Signer(server, signers[0]!.signingUrl)
  await signer.view()
  expect((await signer.sign()).status).toBe(200)
  await server.work()
}

/** Runs a program beside the PDF. @returns the lines that it prints */
async function run(code: string): Promise<string[]> {
  await writeFile(join(terminal.folder, 'program.mts'), terminal.fill(code))
  return (await terminal.node(['--import', loader, 'program.mts'])).trim().split('\n')
}
