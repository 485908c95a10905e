import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeBlocks } from '../server/web/docs/markdown.tsx'
import { compileWithSdk } from './support/compile.ts'
import { Signer } from './support/flow.ts'
import { makePdf } from './support/pdf-fixtures.ts'
import { startServer, type TestServer } from './support/server.ts'
import { tool } from './support/tools.ts'

const root = resolve(import.meta.dirname, '..')
const blocksOf = async (path: string, info: string) =>
  codeBlocks(await readFile(join(root, path), 'utf8'))
    .filter((block) => block.info === info)
    .map(({ code }) => code)

let folder: string
let server: TestServer
/** What the reader of a README replaces. */
let typed: Record<string, string>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-test-'))
  server = await startServer()
  const { key } = await server.key()
  const origin = server.url.replace('localhost', '127.0.0.1')
  typed = { 'http://localhost:3000': origin, 'localhost:3000': origin, 'cs_live_...': key }
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

const fill = (code: string) =>
  Object.entries(typed).reduce((text, [written, value]) => text.replaceAll(written, value), code)

/** What a program prints in the folder of the PDF. */
function run(command: string, args: string[], env: Record<string, string> = {}): Promise<string> {
  return new Promise((done, reject) =>
    execFile(command, args, { cwd: folder, env: { ...process.env, ...env } }, (error, stdout, stderr) =>
      error ? reject(new Error(`${error.message}\n${stdout}${stderr}`)) : done(stdout),
    ),
  )
}

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

describe('the TypeScript of the READMEs', () => {
  it('compiles strictly', async () => {
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
    const files: Record<string, string> = { 'templates.ts': TEMPLATES }
    for (const path of ['README.md', 'sdk/README.md']) {
      const blocks = await blocksOf(path, 'ts')
      expect(blocks.length).toBeGreaterThan(2)
      const name = path.replace('/', '-').replace('.md', '')
      for (const [index, code] of blocks.entries()) files[`${name}-${index}.ts`] = programOf(code)
    }
    expect(await compileWithSdk(join(folder, 'readmes'), files, { snippets: true })).toBe('')
  }, 180_000)

  it('sends a PDF, as it is written', async () => {
    await writeFile(join(folder, 'lease.pdf'), makePdf())
    const loader = join(root, 'node_modules/tsx/dist/loader.mjs')
    const env = { TSX_TSCONFIG_PATH: join(root, 'tsconfig.json'), COUNTERSIGN_API_KEY: typed['cs_live_...']! }
    const client = { apiKey: "'…'", baseUrl: "'https://sign.example.com/v1'" }
    for (const path of ['README.md', 'sdk/README.md']) {
      const [code = ''] = await blocksOf(path, 'ts')
      const program = fill(code)
        .replace(client.apiKey, 'process.env.COUNTERSIGN_API_KEY')
        .replace(client.baseUrl, `'${server.url}/v1'`)
      await writeFile(join(folder, 'send.mts'), `${program}\nconsole.log(documentId, signers[0].signingUrl)\n`)
      const [documentId, url] = (await run(process.execPath, ['--import', loader, 'send.mts'], env)).trim().split(' ')
      expect(new URL(url!).pathname).toMatch(/^\/sign\//)
      const own = await server.key()
      expect((await server.call(own, 'GET', `/v1/documents/${documentId}`)).body).toMatchObject({ status: 'pending' })
    }
  }, 180_000)
})

const shell = tool('bash')
const curl = tool('curl')

it.skipIf(!shell || !curl).each(['README.md', 'server/README.md'])(
  'the commands of %s lead from a key to VALID, as they are written',
  async (path) => {
    await writeFile(
      join(folder, 'lease.pdf'),
      makePdf({ content: 'BT /F1 12 Tf 72 700 Td ([[ls:signature:tenant]]) Tj ET' }),
    )
    const [, ...blocks] = await blocksOf(path, 'sh')
    const [send, fetchAll] = blocks
    const cli = `${process.execPath} --import ${join(root, 'node_modules/tsx/dist/loader.mjs')} ${join(root, 'server/cli.ts')}`
    const sent = JSON.parse(await run(shell!, ['-ec', fill(send!)])) as {
      documentId: string
      signers: { signingUrl: string }[]
    }
    const signer = new Signer(server, sent.signers[0]!.signingUrl)
    await signer.view()
    expect((await signer.sign()).status).toBe(200)
    await server.work()
    const commands = fill(fetchAll!)
      .replace(/ID=\.\.\..*/, `ID=${sent.documentId} KEY=${typed['cs_live_...']}`)
      .replace('npx countersign', cli)
    expect(await run(shell!, ['-ec', commands])).toMatch(/^VALID/m)

    const subscribe = blocks.find((code) => code.includes('/v1/hooks'))
    if (!subscribe) return
    const made = JSON.parse(await run(shell!, ['-ec', `KEY=${typed['cs_live_...']}\n${fill(subscribe)}`]))
    expect(made).toMatchObject({
      target_url: 'https://app.example.com/webhooks/signing',
      events: ['document.completed'],
    })
  },
  180_000,
)
