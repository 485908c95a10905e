import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asMeant, toPublish } from '../../server/openapi-published.ts'
import { loadSpec } from '../support/contract.ts'
import { GENERATORS, tryGenerator } from '../support/generators.ts'
import { makePdf } from '../support/pdf-fixtures.ts'
import { startServer, type TestServer } from '../support/server.ts'

/** A `node_modules` with every generator: `npm run test:generators` makes it. Without it only what we install ourselves is tried. */
const FETCHED = process.env.GENERATORS
const OURS = fileURLToPath(new URL('../../node_modules', import.meta.url))

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

describe('clients generated from the published spec', () => {
  it.each(Object.keys(GENERATORS))('%s sends a PDF, registers a hook and reads the document', async (name) => {
    const packages = FETCHED ?? (name === 'openapi-typescript' ? OURS : null)
    if (packages === null) return console.info(`skipped: ${name}; npm run test:generators fetches and tries it`)
    const { key } = await server.key()
    const folder = await mkdtemp(join(tmpdir(), 'countersign-test-'))
    try {
      const subject = { baseUrl: `${server.url}/v1`, key, pdf: makePdf() }
      const { sent, hook, read } = await tryGenerator(name, { folder, packages }, subject)
      expect(sent).toMatchObject({ status: 'pending' })
      expect(hook.target_url).toBe('https://example.com/webhooks')
      expect(read).toMatchObject({ id: sent.documentId, status: 'pending' })
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})

describe('the published spec', () => {
  it('gives no operation two bodies that a generator could choose from', () => {
    const bodies = Object.entries(toPublish(loadSpec()).paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, { requestBody }]) => {
        const media = Object.entries(requestBody?.content ?? {}).filter(([, { schema }]) => schema)
        return [`${method} ${path}`, media.map(([type]) => type)] as const
      }),
    )
    expect(bodies.filter(([, types]) => types.length > 1)).toEqual([])
    expect(Object.fromEntries(bodies)['post /signing-requests']).toEqual(['multipart/form-data'])
  })

  it('is meant to take what the server takes', () => {
    const spec = loadSpec()
    expect(asMeant(toPublish(spec))).toEqual(spec)
    expect(Object.keys(spec.paths['/signing-requests']!.post!.requestBody!.content)).toEqual([
      'multipart/form-data',
      'application/json',
    ])
  })
})
