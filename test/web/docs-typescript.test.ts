import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Countersign } from '../../sdk/src/index.ts'
import { operationsOf } from '../../server/openapi.ts'
import { codeBlocks } from '../../server/web/docs/markdown.tsx'
import { compileWithSdk } from '../support/compile.ts'
import { loadSpec } from '../support/contract.ts'
import { startServer, type TestServer } from '../support/server.ts'

const places = operationsOf(loadSpec()).filter(({ operation }) => operation.security?.length !== 0)
const helpers = { fromPath: async () => new File(['%PDF-'], 'lease.pdf'), saveTo: async () => undefined }

/** The TypeScript of each operation, from the reference as a reader gets it. */
const samples = new Map<string, string>()
let server: TestServer
beforeAll(async () => {
  server = await startServer()
  for (const path of (await (await server.fetch('/llms.txt')).text()).match(/\/docs\/api\/[\w-]+\.md/g) ?? []) {
    for (const section of (await (await server.fetch(path)).text()).split(/^## /m)) {
      const [, id] = section.match(/^`[A-Z]+ [^`]+` \((\w+)\)$/m) ?? []
      const sample = codeBlocks(section).find(({ info }) => info === 'ts')
      if (id && sample) samples.set(id, sample.code)
    }
  }
})
afterAll(() => server.stop())

describe('the TypeScript of the reference', () => {
  it('is there for every call that reads a key, and compiles against the SDK', async () => {
    expect([...samples.keys()].sort()).toEqual(places.map(({ operation }) => operation.operationId).sort())
    const folder = await mkdtemp(join(tmpdir(), 'countersign-test-'))
    try {
      const client = "declare const client: import('@countersign/sdk').Countersign\n"
      const files = [...samples].map(([id, code]) => [`${id}.ts`, `${client}${code}\nexport {}\n`])
      expect(await compileWithSdk(folder, Object.fromEntries(files), { snippets: true })).toBe('')
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })

  it.each(places.map(({ method, path, operation }) => [operation.operationId, method, path] as const))(
    'of %s makes that call',
    async (id, method, path) => {
      const calls: string[] = []
      const client = new Countersign({
        apiKey: 'key',
        baseUrl: 'http://localhost/v1',
        fetch: async (url, init) => {
          calls.push(`${init?.method} ${new URL(String(url)).pathname}`)
          return Response.json({})
        },
      })
      const code = samples.get(id)!.replace(/^import .*$/m, '')
      const program = new Function('client', ...Object.keys(helpers), `return (async () => { ${code} })()`)
      await program(client, ...Object.values(helpers))
      const filled = path.replace('{seq}', String.raw`\d+`).replaceAll(/\{\w+\}/g, '[0-9a-f-]{36}')
      const address = new RegExp(`^${method.toUpperCase()} /v1${filled}$`)
      expect(calls.at(-1)).toMatch(address)
    },
  )
})
