import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { VERSION } from '../../sdk/src/version.ts'

const run = promisify(execFile)
const sdk = resolve(import.meta.dirname, '../../sdk')
const tsdown = resolve(sdk, '../node_modules/tsdown/dist/run.mjs')
const manifest = JSON.parse(await readFile(join(sdk, 'package.json'), 'utf8')) as Record<string, unknown>

/** Bytes after gzip of what a bundler keeps for `new Countersign()`. */
const CLIENT_MAX_BYTES = 8_000
/** Of what `import '@countersign/sdk'` loads without one. */
const INDEX_MAX_BYTES = 9_500
/** The helpers for files, with what they share with the index. */
const NODE_MAX_BYTES = 2_000
/** What a site that embeds the signing frame adds to its page. */
const EMBED_MAX_BYTES = 1_500
/** The verifier carries its own ASN.1. */
const VERIFY_MAX_BYTES = 27_000
/** An example of every event, for tests of a receiver. */
const TEST_MAX_BYTES = 4_000

/** A project with nothing installed but the built package: whatever it does not bundle is missing. */
let project: string
let dist: string

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'countersign-test-'))
  const installed = join(project, 'node_modules/@countersign/sdk')
  dist = join(installed, 'dist')
  await mkdir(installed, { recursive: true })
  // The types are built by `npm run build -w sdk`, which also judges the package as a whole.
  await run(process.execPath, [tsdown, '--no-dts', '--out-dir', dist], { cwd: sdk })
  await writeFile(join(installed, 'package.json'), JSON.stringify(manifest))
})
afterAll(() => rm(project, { recursive: true, force: true }))

async function evaluated(kind: 'module' | 'commonjs', source: string): Promise<string> {
  const { stdout } = await run(process.execPath, [`--input-type=${kind}`, '--eval', source], { cwd: project })
  return stdout.trim()
}

const USE = `
  const client = new Countersign({ apiKey: 'key', baseUrl: 'http://localhost/v1', fetch: async (_url, { headers }) =>
    Response.json({ error: 'no', code: 'invalid_key', authorization: headers.authorization }, { status: 401 }) })
  const error = await client.me.get().catch((thrown) => thrown)
  const header = await signWebhook('{"event":"x"}', 'whsec_1')
  const { event } = await verifyWebhook('{"event":"x"}', header, 'whsec_1')
  const ping = await testWebhook('ping', 'whsec_1')
  const { ok, checks } = await verifyPdf(new Uint8Array(8))
  const file = await fromPath('node_modules/@countersign/sdk/package.json')
  console.log([error instanceof ApiError, error.code, error.body.authorization, event, ping.event.event, ok, checks[0].name, file.name, readFrameMessage('{}')].join())
`
const EXPECTED = 'true,invalid_key,Bearer key,x,ping,false,structure,package.json,'
const NAMES = 'ApiError, Countersign, signWebhook, verifyWebhook'

describe('the package', () => {
  it('works as ECMAScript modules, with nothing else installed', async () => {
    const source = `import { ${NAMES} } from '@countersign/sdk'
      import { fromPath } from '@countersign/sdk/node'
      import { verifyPdf } from '@countersign/sdk/verify'
      import { readFrameMessage } from '@countersign/sdk/embed'
      import { testWebhook } from '@countersign/sdk/test'
      ${USE}`
    expect(await evaluated('module', source)).toBe(EXPECTED)
  })

  it('works as CommonJS, with nothing else installed', async () => {
    const source = `const { ${NAMES} } = require('@countersign/sdk')
      const { fromPath } = require('@countersign/sdk/node')
      const { verifyPdf } = require('@countersign/sdk/verify')
      const { readFrameMessage } = require('@countersign/sdk/embed')
      const { testWebhook } = require('@countersign/sdk/test')
      ;(async () => { ${USE} })()`
    expect(await evaluated('commonjs', source)).toBe(EXPECTED)
  })

  it('contains the contract that its comments cite', async () => {
    expect(await readFile(join(dist, 'contract.md'), 'utf8')).toContain('### 6.5 ')
  })

  it('is small', async () => {
    const entries = ['index', 'node', 'verify', 'embed', 'test']
    const [index, node, verify, embed, test] = await Promise.all(entries.map(gzipped))
    const client = gzipSync(await bundled("export { Countersign } from '@countersign/sdk'")).length
    console.log('gzipped bytes of the SDK:', { client, index, node, verify, embed, test })
    expect({ client, index, node, verify, embed, test }).toSatisfy(
      () =>
        client <= CLIENT_MAX_BYTES &&
        index! <= INDEX_MAX_BYTES &&
        node! <= NODE_MAX_BYTES &&
        verify! <= VERIFY_MAX_BYTES &&
        embed! <= EMBED_MAX_BYTES &&
        test! <= TEST_MAX_BYTES,
    )
  })

  it('has no dependency, and reports its own version', () => {
    expect([manifest.dependencies, manifest.peerDependencies, manifest.version]).toEqual([
      undefined,
      undefined,
      VERSION,
    ])
  })
})

/** What a bundler makes of a module of the project. */
async function bundled(source: string): Promise<string> {
  const input = join(project, 'entry.js')
  await writeFile(input, source)
  const rolldownOptions = { input, preserveEntrySignatures: 'strict' as const }
  const result = await build({
    root: project,
    configFile: false,
    logLevel: 'silent',
    build: { write: false, minify: true, target: 'es2022', modulePreload: false, rolldownOptions },
  })
  const [{ output }] = [result].flat() as [Extract<typeof result, { output: unknown }>]
  return output[0].code
}

/** The size of an entry with the parts it shares with others. */
async function gzipped(entry: string): Promise<number> {
  const text = await readFile(join(dist, `${entry}.js`), 'utf8')
  const shared = [...text.matchAll(/from\s*["']\.\/([^"']+)["']/g)].map(([, name]) =>
    readFile(join(dist, name!), 'utf8'),
  )
  return [text, ...(await Promise.all(shared))].reduce((sum, part) => sum + gzipSync(part).length, 0)
}
