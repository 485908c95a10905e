import { spawnSync } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadImage } from '@napi-rs/canvas'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createReader, type ReaderLimits } from '../../server/pdf/view/reader.ts'
import { plan } from '../support/documents.ts'
import { makePdf } from '../support/pdf-fixtures.ts'
import { startServer, type TestKey, type TestServer } from '../support/server.ts'
import { tool } from '../support/tools.ts'
import { ADA, CONTRACT, type Sent, send } from './story.ts'

let server: TestServer
let key: TestKey

/** The documents of which something was drawn or read, in order. */
const drawn: string[] = []

beforeAll(async () => {
  server = await startServer({ draws: true })
  const { reader } = server.ctx
  const { run } = reader
  const seen = new WeakSet<Promise<unknown>>()
  reader.run = (owner, key, ...rest) => {
    const made = run(owner, key, ...rest)
    // Two who ask at the same moment are handed the same drawing.
    if (!seen.has(made)) drawn.push(key.split(' ')[0]!)
    seen.add(made)
    return made
  }
  key = await server.key({ workspaceId: (await server.workspace({ retention_days: 1 })).id })
})
afterAll(() => server.stop())

const linkOf = ({ signers }: Sent) => signers[0]!.signingUrl
const pictureOf = (sent: Sent, init: RequestInit = {}) => fetch(`${linkOf(sent)}/first-page`, init)

/** A busy server has none at first. */
async function drawnPictureOf(sent: Sent): Promise<Response> {
  const response = await pictureOf(sent)
  return response.status === 200 ? response : drawnPictureOf(sent)
}

const timesDrawn = ({ documentId }: Sent) => drawn.filter((id) => id === documentId).length

describe('the picture of the first page', () => {
  test('is small, shows the page in its shape, and is made once', async () => {
    const sent = await send(server, key)
    expect(await (await fetch(linkOf(sent))).text()).toContain('/first-page"')
    const response = await drawnPictureOf(sent)
    expect(response.headers.get('content-type')).toBe('image/png')
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(bytes.length).toBeLessThanOrEqual(48 * 1024)
    const picture = await loadImage(bytes)
    expect(picture.width / picture.height).toBeCloseTo(595 / 842, 2)
    expect(Buffer.from(await (await pictureOf(sent)).arrayBuffer()).equals(bytes)).toBe(true)
    expect(timesDrawn(sent)).toBe(1)
  })

  test('of a large plan is small too', async () => {
    const sent = await send(server, key, { file: await plan(), fields: signatureOnPageOne })
    const bytes = Buffer.from(await (await drawnPictureOf(sent)).arrayBuffer())
    expect(bytes.length).toBeLessThanOrEqual(48 * 1024)
    expect((await loadImage(bytes)).width).toBeGreaterThan(300)
  })

  test('a HEAD of the page or the picture draws nothing', async () => {
    const sent = await send(server, key)
    expect((await fetch(linkOf(sent), { method: 'HEAD' })).status).toBe(200)
    const head = await pictureOf(sent, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-type')]).toEqual([204, null])
    expect(timesDrawn(sent)).toBe(0)
  })

  test('with before_view there is none before the code', async () => {
    const phone = { phone_e164: '+41791234567', require_sms_verification: true, sms_gate: 'before_view' }
    const sent = await send(server, key, { signers: [{ ...ADA, ...phone }] })
    expect(await (await fetch(linkOf(sent))).text()).not.toContain('first-page')
    const refused = await pictureOf(sent)
    expect([refused.status, await refused.json()]).toMatchObject([403, { code: 'sms_required' }])
    expect(timesDrawn(sent)).toBe(0)
  })

  test('does not count as viewing', async () => {
    const sent = await send(server, key)
    await fetch(linkOf(sent))
    await drawnPictureOf(sent)
    const { body } = await server.call<{ status: string }>(
      key,
      'GET',
      `/v1/signing-requests/${sent.signers[0]!.signingRequestId}`,
    )
    expect(body.status).toBe('pending')
  })

  test('a page that takes seconds to be drawn has none, and is not tried again', async () => {
    // Each mixes its colour with every pixel of the page.
    const content = `/G gs ${'0.2 0.5 0.9 rg 0 0 595 842 re f '.repeat(10_000)}`
    const resources = '/ExtGState << /G << /ca 0.5 >> >>'
    const sent = await send(server, key, { file: makePdf({ content, resources }), fields: signatureOnPageOne })
    expect((await pictureOf(sent)).status).toBe(204)
    expect((await pictureOf(sent)).status).toBe(204)
    expect(timesDrawn(sent)).toBe(1)
  })
})

const signatureOnPageOne = (role: string) => [{ role, kind: 'signature', page: 1, x: 0.1, y: 0.6, w: 0.3, h: 0.07 }]

describe('the process that reads documents', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'reader-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  async function picture(
    file: Uint8Array,
    options: ReaderLimits = {},
    sha256 = hashOf(file),
  ): Promise<Uint8Array | null> {
    const path = join(folder, randomUUID())
    await writeFile(path, file)
    const reader = createReader(options)
    try {
      return await reader.run('owner', 'key', 'picture', { parts: [{ path }], sha256 })
    } finally {
      await reader.close()
    }
  }

  const hashOf = (file: Uint8Array) => createHash('sha256').update(file).digest('hex')

  test('is ended when it needs too much memory or time', async () => {
    await expect(picture(CONTRACT, { memoryBytes: 1 })).rejects.toThrow('needs too much memory')
    await expect(picture(CONTRACT, { timeoutMs: 1 })).rejects.toThrow('took longer than')
  })

  test('refuses a file that is not the one that was stored', async () => {
    await expect(picture(CONTRACT, {}, '0'.repeat(64))).rejects.toThrow('have changed')
  })

  test.skipIf(!tool('ps'))('leaves no process behind when it replaces one after each job', async () => {
    const path = join(folder, 'replaced')
    await writeFile(path, CONTRACT)
    const input = { parts: [{ path }], sha256: hashOf(CONTRACT) }
    const processes = () => {
      const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' })
      const rows = stdout.split('\n').map((line) => line.trim().split(/\s+/, 2).concat(line))
      return rows
        .filter(([, parent, line]) => Number(parent) === process.pid && line!.includes('view/child'))
        .map(([id]) => id)
    }
    const before = processes()
    const reader = createReader({ recycledBytes: 1 })
    for (const key of ['first', 'second', 'third']) await reader.run('owner', key, 'picture', input)
    await reader.close()
    await expect.poll(() => processes().filter((id) => !before.includes(id))).toEqual([])
  })

  test('goes on after a file that it cannot read, and after its own end', async () => {
    const [good, bad] = [join(folder, 'good'), join(folder, 'bad')]
    const broken = Buffer.from('%PDF-1.7 nothing more')
    await writeFile(good, CONTRACT)
    await writeFile(bad, broken)
    const reader = createReader()
    try {
      const read = (job: 'picture' | 'text', path: string, file: Uint8Array) =>
        reader.run('owner', `${job} ${path}`, job, { parts: [{ path }], sha256: hashOf(file) })
      await expect(read('text', bad, broken)).rejects.toThrow('InvalidPDFException')
      expect(await read('picture', bad, broken)).toBeNull()
      expect((await read('picture', good, CONTRACT))!.length).toBeGreaterThan(1000)
    } finally {
      await reader.close()
    }
    await expect(
      reader.run('owner', 'late', 'picture', { parts: [{ path: good }], sha256: hashOf(CONTRACT) }),
    ).rejects.toThrow('closed')
  })
})
