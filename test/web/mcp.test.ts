import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makePdf } from '../support/pdf-fixtures.ts'
import { startServer, type TestKey, type TestServer } from '../support/server.ts'

let server: TestServer
let live: TestKey
let test: TestKey

beforeAll(async () => {
  server = await startServer()
  live = await server.key()
  test = await server.key({ workspaceId: (await server.sandbox(live.workspaceId)).id })
})
afterAll(() => server.stop())

interface Listed {
  name: string
  inputSchema: { properties: Record<string, unknown>; required: string[] }
  annotations: { readOnlyHint: boolean }
}

/** A request of the revision before, which is one POST; the library's own tests cover both. */
async function ask<Result>(key: TestKey | null, method: string, params: object = {}, query = ''): Promise<Result> {
  const response = await fetch(`${server.url}/mcp${query}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      ...(key && { Authorization: `Bearer ${key.key}` }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const text = await response.text()
  const data = /^data: (.*)$/m.exec(text)?.[1] ?? text
  return (JSON.parse(data) as { result: Result }).result ?? (JSON.parse(data) as Result)
}

const names = async (key: TestKey, query = '') =>
  (await ask<{ tools: Listed[] }>(key, 'tools/list', {}, query)).tools.map(({ name }) => name)

async function use(key: TestKey, name: string, args: object) {
  const { content, isError } = await ask<{
    content: { text?: string; resource?: { blob: string } }[]
    isError?: boolean
  }>(key, 'tools/call', { name, arguments: args }, '?write=true')
  const [first] = content
  const body = first!.text?.startsWith('{') ? (JSON.parse(first!.text) as Record<string, unknown>) : {}
  return { isError: isError ?? false, body, text: first!.text, blob: first!.resource?.blob }
}

it('offers what the key may do: reading, writing when it is asked for, and a sandbox to its own key', async () => {
  expect(await names(live)).toEqual(expect.arrayContaining(['getDocument', 'listEvents', 'listSandboxes']))
  expect(await names(live)).not.toEqual(expect.arrayContaining(['createSigningRequest']))
  expect(await names(live, '?write=true')).toContain('createSigningRequest')
  expect(await names(live, '?write=true')).not.toContain('actAsSigner')
  expect(await names(test, '?write=true')).toEqual(expect.arrayContaining(['actAsSigner', 'moveClock']))
  expect(await names(test)).not.toContain('listSandboxes')
  const { tools } = await ask<{ tools: Listed[] }>(live, 'tools/list')
  expect(tools.every(({ annotations }) => annotations.readOnlyHint)).toBe(true)
  expect(tools.find(({ name }) => name === 'getDocument')!.inputSchema).toMatchObject({ required: ['id'] })
  expect(JSON.stringify(tools)).not.toContain('"x-')
  expect(JSON.stringify(tools)).not.toContain('#/components')
})

it('sends, follows and downloads a document with nothing but tools, and passes refusals on', async () => {
  const created = await use(test, 'createSigningRequest', {
    file_base64: Buffer.from(makePdf()).toString('base64'),
    filename: 'lease.pdf',
    signers: [{ email: 'ada@example.com', name: 'Ada' }],
    title: 'Lease',
  })
  expect(created).toMatchObject({ isError: false, body: { documentId: expect.any(String) } })
  const [{ signingRequestId }] = created.body.signers as [{ signingRequestId: string }]
  expect((await use(test, 'actAsSigner', { id: signingRequestId, do: 'sign' })).body).toMatchObject({
    status: 'signed',
  })
  await server.work()
  const id = created.body.documentId
  expect((await use(test, 'getDocument', { id })).body).toMatchObject({ title: 'Lease', status: 'signed' })
  const { blob } = await use(test, 'getSignedDocument', { id })
  expect(Buffer.from(blob!, 'base64').subarray(0, 5).toString()).toBe('%PDF-')

  expect(await use(test, 'getDocument', { id: 'x' })).toMatchObject({ isError: true, body: { code: 'not_found' } })
  expect(await use(test, 'createSandbox', {})).toMatchObject({ isError: true })
  expect(await use(live, 'createSigningRequest', { signers: [] })).toMatchObject({ isError: true })
})

it('refuses whoever has no key', async () => {
  expect(await ask(null, 'tools/list')).toMatchObject({ code: 'invalid_key' })
  const nobody = { ...live, key: `cs_live_${'0'.repeat(32)}` }
  expect(await use(nobody, 'getMe', {})).toMatchObject({ isError: true, body: { code: 'invalid_key' } })
})

it('is the same on standard input and output', async () => {
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/cli.ts', 'mcp'], {
    cwd: new URL('../..', import.meta.url),
    env: { ...process.env, COUNTERSIGN_BASE_URL: `${server.url}/v1`, COUNTERSIGN_API_KEY: live.key },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const said = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const tell = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  const heard = async () => JSON.parse((await said.next()).value as string) as { result: Record<string, unknown> }
  const client = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } }
  tell({ id: 1, method: 'initialize', params: client })
  expect((await heard()).result).toMatchObject({ serverInfo: { name: 'countersign' } })
  tell({ method: 'notifications/initialized' })
  tell({ id: 2, method: 'tools/call', params: { name: 'getMe', arguments: {} } })
  expect(JSON.stringify((await heard()).result)).toContain(live.workspaceId)
  child.stdin.end()
  expect(await once(child, 'exit')).toEqual([0, null])
})
