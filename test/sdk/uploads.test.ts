import { createReadStream } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Countersign, FileInput } from '../../sdk/src/index.ts'
import { fromPath } from '../../sdk/src/node.ts'
import { readDocument } from '../support/flow.ts'
import { makePdf } from '../support/pdf-fixtures.ts'
import { sdkFor, watched } from '../support/sdk.ts'
import { startServer, type TestKey, type TestServer } from '../support/server.ts'

const pdf = makePdf()
const bytes = new Uint8Array(pdf)
const signers = [{ email: 'ada@example.com' }]

let server: TestServer
let key: TestKey
let client: Countersign
let folder: string
let path: string

beforeAll(async () => {
  server = await startServer()
  key = await server.key()
  client = sdkFor(server, key)
  folder = await mkdtemp(join(tmpdir(), 'countersign-test-'))
  path = join(folder, 'Mietvertrag Ö.pdf')
  await writeFile(path, pdf)
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

const halves = () => [bytes.subarray(0, 100), bytes.subarray(100)]
const kinds: [string, () => FileInput | Promise<FileInput>, filename: string][] = [
  ['Blob', () => new Blob([bytes]), 'document.pdf'],
  ['File', () => new File([bytes], 'lease.pdf'), 'lease.pdf'],
  ['Buffer', () => pdf, 'document.pdf'],
  [
    'part of a larger Uint8Array',
    () => new Uint8Array([1, 2, ...bytes, 3]).subarray(2, 2 + bytes.length),
    'document.pdf',
  ],
  ['ArrayBuffer', () => Uint8Array.from(bytes).buffer, 'document.pdf'],
  ['web stream', () => new Blob([bytes]).stream(), 'document.pdf'],
  ['Node.js stream', () => Readable.from(halves()), 'document.pdf'],
  ['file stream', () => createReadStream(path), 'Mietvertrag Ö.pdf'],
  ['Response', () => new Response(bytes), 'document.pdf'],
  ['path', () => fromPath(path), 'Mietvertrag Ö.pdf'],
]

describe('an upload', () => {
  it.each(kinds)('from a %s arrives byte for byte', async (_kind, file, filename) => {
    const { documentId, originalSha256 } = await client.signingRequests.create({ file: await file(), signers })
    const expected = await crypto.subtle.digest('SHA-256', bytes)
    expect(originalSha256).toBe(Buffer.from(expected).toString('hex'))
    expect((await readDocument(server, key, documentId)).filename).toBe(filename)
  })

  it('takes the name it is given', async () => {
    const { documentId } = await client.signingRequests.create({ file: pdf, filename: 'Vertrag.pdf', signers })
    expect((await readDocument(server, key, documentId)).filename).toBe('Vertrag.pdf')
  })

  it('takes its name from the URL it was fetched from', async () => {
    const site = createServer((_request, response) => response.end(pdf)).listen(0, '127.0.0.1')
    await new Promise((resolve) => site.once('listening', resolve))
    const { port } = site.address() as AddressInfo
    const file = await fetch(`http://127.0.0.1:${port}/files/terms.pdf?v=2`)
    const { documentId } = await client.signingRequests.create({ file, signers })
    expect((await readDocument(server, key, documentId)).filename).toBe('terms.pdf')
    await new Promise((resolve) => site.close(resolve))
  })

  it('from a value without bytes is refused before anything is sent', async () => {
    const sent: Request[] = []
    const idle = sdkFor(server, key, { fetch: watched((request) => sent.push(request)) })
    const upload = (file: unknown) => idle.signingRequests.create({ file: file as FileInput, signers })
    await expect(upload('contract.pdf')).rejects.toThrow('use fromPath() of @countersign/sdk/node')
    await expect(upload({ path: 'contract.pdf' })).rejects.toThrow(TypeError)
    await expect(upload(null)).rejects.toThrow(TypeError)
    await expect(upload(createReadStream(path, 'latin1'))).rejects.toThrow('do not set an encoding')
    await expect(upload(new Response('gone', { status: 404 }))).rejects.toThrow('failed with status 404')
    await expect(fromPath(join(folder, 'missing.pdf'))).rejects.toThrow('ENOENT')
    expect(sent).toEqual([])
  })
})
