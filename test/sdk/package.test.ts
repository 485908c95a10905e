import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { VERSION } from '../../sdk/src/version.ts'
import { installBuiltSdk } from '../support/built-sdk.ts'

const run = promisify(execFile)
const sdk = resolve(import.meta.dirname, '../../sdk')
const manifest = JSON.parse(await readFile(join(sdk, 'package.json'), 'utf8')) as Record<string, unknown>

/** By how much of the measured size a published one may differ, and at least by how many bytes. */
const SIZE_TOLERANCE = { part: 0.03, bytes: 100 }

/** A project with nothing installed but the built package: whatever it does not bundle is missing. */
let project: string
let dist: string

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'countersign-test-'))
  dist = join(await installBuiltSdk(project, { types: false }), 'dist')
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

  it('is readable where somebody steps into it, and leads to its sources', async () => {
    const code = (await readdir(dist)).filter((name) => /\.c?js$/.test(name))
    expect(code.length).toBeGreaterThanOrEqual(10)
    for (const name of code) {
      const text = await readFile(join(dist, name), 'utf8')
      const map = JSON.parse(await readFile(join(dist, `${name}.map`), 'utf8')) as { sourcesContent: (string | null)[] }
      expect([name, text.includes(`//# sourceMappingURL=${name}.map`), map.sourcesContent.includes(null)]).toEqual([
        name,
        true,
        false,
      ])
      const lines = text.split('\n')
      expect(lines.length).toBeGreaterThan(text.length / 200)
    }
    const texts = code.map((name) => readFile(join(dist, name), 'utf8'))
    expect((await Promise.all(texts)).join('')).toContain('/** Client of the Countersign API.')
  })

  it('is as small as its README says, once it is minified and gzipped', async () => {
    const readme = await readFile(join(sdk, 'README.md'), 'utf8')
    const rows = [...readme.matchAll(/^\| `import (.+?) from '(@countersign\/sdk.*?)'` \| ([\d.]+) KB \|$/gm)]
    const entries = Object.keys(manifest.exports as object).filter((entry) => !entry.endsWith('.json'))
    expect(rows.map(([, , from]) => from)).toEqual(entries.map((entry) => entry.replace('.', '@countersign/sdk')))
    const sizes = await Promise.all(
      rows.map(async ([, names, from, said]) => {
        const measured = gzipSync(await bundled(`export ${names} from '${from}'`)).length
        return { from, said: Number(said) * 1_000, measured }
      }),
    )
    const { part, bytes } = SIZE_TOLERANCE
    const wrong = sizes.filter(
      ({ said, measured }) => Math.abs(said - measured) > Math.max(bytes, Math.round(measured * part)),
    )
    expect(wrong).toEqual([])
  })

  it('has no dependency, and reports its own version', () => {
    expect([manifest.dependencies, manifest.peerDependencies, manifest.version]).toEqual([
      undefined,
      undefined,
      VERSION,
    ])
  })
})

let bundles = 0

/** What a bundler makes of a module of the project. */
async function bundled(source: string): Promise<string> {
  const input = join(project, `entry-${bundles++}.js`)
  await writeFile(input, source)
  const rolldownOptions = { input, external: /^node:/, preserveEntrySignatures: 'strict' as const }
  const result = await build({
    root: project,
    configFile: false,
    logLevel: 'silent',
    build: { write: false, minify: true, target: 'es2022', modulePreload: false, rolldownOptions },
  })
  const [{ output }] = [result].flat() as [Extract<typeof result, { output: unknown }>]
  return output[0].code
}
