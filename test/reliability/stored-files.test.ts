import { randomBytes } from 'node:crypto'
import { readdir, readlink, stat } from 'node:fs/promises'
import { get as httpGet, type IncomingMessage } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { serveMetrics } from '../../server/http/metrics-server.ts'
import { type Damage, damageFile, pathOfBlob, storedFile } from '../support/altered-file.ts'
import { useCommands } from '../support/cli.ts'
import { signIn } from '../support/dashboard.ts'
import { type Created, createForm, readDocument, Signer, send } from '../support/flow.ts'
import { makePdf } from '../support/pdf-fixtures.ts'
import { type S3StandIn, startS3 } from '../support/s3.ts'
import { scrape } from '../support/scrape.ts'
import { startServer, type TestKey, type TestServer } from '../support/server.ts'
import { instantiate, LEASE_VALUES, lockedTemplate } from '../support/templates.ts'

// Every byte served was compared with what was stored: wrong ones never leave, and the document says so.
let server: TestServer
let key: TestKey
/** Sealed: upload, preparation (with a signature page), one signer, seal. */
let sealed: Created
/** The same, and large enough for many chunks. */
let large: Created

const signers = [{ email: 'ada@example.com', name: 'Ada' }]
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

async function sealOne(owner: TestServer, pdf?: Uint8Array): Promise<Created> {
  const created = await send(owner, key, { signers, placement: 'auto_append' }, pdf)
  expect((await new Signer(owner, created.signers[0]!.signingUrl).sign()).status).toBe(200)
  await owner.work()
  return created
}

/** A PDF with an attachment-like stream that nothing shows, about a megabyte. */
function largePdf(): Uint8Array {
  const comment = Buffer.concat([
    Buffer.from('%'),
    Buffer.from(randomBytes(500_000).toString('hex')),
    Buffer.from('\n'),
  ])
  const pdf = Buffer.from(makePdf())
  const end = pdf.lastIndexOf('startxref')
  return Buffer.concat([pdf.subarray(0, end), comment, pdf.subarray(end)])
}

beforeAll(async () => {
  server = await startServer()
  key = await server.key()
  sealed = await sealOne(server)
  large = await sealOne(server, largePdf())
})
afterAll(() => server.stop())
beforeEach(async () => {
  // Sixty calls a minute are enough for no loop.
  key = await server.key()
})

/** What a client gets: status, headers, the bytes until the end or the break. */
async function download(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    httpGet(server.url + path, { method, headers: { Authorization: `Bearer ${key.key}`, ...headers } }, resolve).on(
      'error',
      reject,
    )
  })
  const chunks: Buffer[] = []
  let broken = false
  try {
    for await (const chunk of response) chunks.push(chunk as Buffer)
  } catch {
    broken = true
  }
  return { status: response.statusCode!, headers: response.headers, body: Buffer.concat(chunks), broken }
}

const fileProblem = async (id: string) => (await readDocument(server, key, id)).fileProblem
const codeIn = (body: Buffer) => (JSON.parse(body.toString()) as { code: string }).code

const run = useCommands()
/** For a command beside the server. */
const environment = () => ({
  DATA_DIR: server.ctx.config.dataDir,
  DATABASE_URL: server.ctx.db.url,
  MASTER_KEY: server.ctx.config.masterKey!.toString('hex'),
})

/** Where the PDF of a template is stored. */
const pdfOf = async (id: string) => {
  const { blob_key, region } = await server.ctx.db
    .selectFrom('template_files')
    .select(['blob_key', 'region'])
    .where('template_id', '=', id)
    .executeTakeFirstOrThrow()
  return pathOfBlob(server.ctx.storage.region(region), blob_key)
}

/** A check that is due finds every file in order again. */
async function expectHealed(id: string) {
  server.clock.advance(HOUR_MS)
  await server.run('check-files', {})
  expect(await fileProblem(id)).toBeNull()
}

const KINDS = [
  ['upload', 0],
  ['preparation', 1],
  ['signer', 2],
  ['seal', 3],
] as const
const DAMAGES: [Damage, string][] = [
  ['bit', 'altered'],
  ['last bit', 'altered'],
  ['short', 'altered'],
  ['empty', 'altered'],
  ['longer', 'altered'],
  ['missing', 'missing'],
  ['folder', 'unreadable'],
  ['EIO', 'unreadable'],
]

describe.each(KINDS)('the stored %s', (kind, seq) => {
  it.each(DAMAGES)('%s: no wrong byte is served; the document says %s', async (damage, problem) => {
    const { documentId } = sealed
    const path = `/v1/documents/${documentId}/signed`
    const whole = (await download(path)).body
    const repair = await damageFile(await storedFile(server, documentId, seq), damage)
    try {
      const wrong = await download(path)
      // Small enough to be judged before the headers, unless the first revision is sound.
      if (wrong.status === 500) expect([codeIn(wrong.body), wrong.broken]).toEqual(['file_damaged', false])
      else expect([wrong.status, wrong.broken]).toEqual([200, true])
      expect(wrong.status === 500 || whole.subarray(0, wrong.body.length).equals(wrong.body)).toBe(true)
      expect(wrong.body.length).toBeLessThan(whole.length)
      expect(await fileProblem(documentId)).toEqual({ code: problem, since: server.clock.now().toISOString() })
      expect(server.log()).toContain(`"problem":"${problem}","revision":"${seq} (${kind})"`)
      // A client that has the right bytes is told that it has them.
      expect(
        (await download(path, { 'If-None-Match': String((await download(path, {}, 'HEAD')).headers.etag ?? '*') }))
          .status,
      ).toBe(304)
      if (damage !== 'bit' && damage !== 'last bit') expect((await download(path, {}, 'HEAD')).status).toBe(500)
    } finally {
      await repair()
    }
    expect((await download(path)).body.equals(whole)).toBe(true)
    await expectHealed(documentId)
  })
})

describe('a flipped bit in the middle of a large file', () => {
  it('breaks the connection at the chunk, whose bytes never leave', async () => {
    const path = `/v1/documents/${large.documentId}/file`
    const whole = (await download(path)).body
    expect(whole.length).toBeGreaterThan(1_000_000)
    const repair = await damageFile(await storedFile(server, large.documentId, 0), 'bit')
    const printed = vi.spyOn(console, 'error')
    onTestFinished(() => printed.mockRestore())
    const wrong = await download(path)
    expect([wrong.status, wrong.broken]).toEqual([200, true])
    // In the log, under its rules, and nowhere else.
    expect(server.log()).toContain('a download broke off')
    expect(printed).not.toHaveBeenCalled()
    expect(wrong.body.length).toBeLessThan(whole.length / 2)
    expect(wrong.body.equals(whole.subarray(0, wrong.body.length))).toBe(true)
    expect(await fileProblem(large.documentId)).toMatchObject({ code: 'altered' })
    await repair()
    await expectHealed(large.documentId)
  })

  it('is found by the ranges that contain it, and by no others', async () => {
    const path = `/v1/documents/${large.documentId}/file`
    const whole = (await download(path)).body
    const file = await storedFile(server, large.documentId, 0)
    const repair = await damageFile(file, 'bit')
    const middle = Math.floor((await stat(file)).size / 2)
    const right = async (range: string, start: number, end?: number) => {
      const part = await download(path, { Range: range })
      expect([range, part.status, part.body.equals(whole.subarray(start, end))]).toEqual([range, 206, true])
    }
    await right('bytes=0-99', 0, 100)
    await right('bytes=65530-65545', 65_530, 65_546)
    await right('bytes=-70000', -70_000)
    expect(await fileProblem(large.documentId)).toBeNull()
    for (const range of [`bytes=${middle}-${middle}`, `bytes=${middle - 10}-${middle - 1}`]) {
      const part = await download(path, { Range: range })
      expect([part.status, codeIn(part.body)]).toEqual([500, 'file_damaged'])
    }
    for (const range of ['bytes=0-', `bytes=-${whole.length - 5}`]) {
      const part = await download(path, { Range: range })
      expect([part.status, part.broken]).toEqual([206, true])
    }
    // Several ranges are answered with the whole file, as RFC 9110, 14.2 allows; it breaks too.
    const several = await download(path, { Range: 'bytes=0-1,5-6' })
    expect([several.status, several.broken]).toEqual([200, true])
    await repair()
    expect((await download(path, { Range: 'bytes=0-1,5-6' })).body.equals(whole)).toBe(true)
    await expectHealed(large.documentId)
  })
})

/** How many stored files the server has open. */
const openFiles = async () => {
  const links = await Promise.all(
    (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
  )
  return links.filter((link) => link.startsWith(server.ctx.config.dataDir)).length
}

it('a download that is aborted leaves no open file and no problem', async () => {
  const path = `/v1/documents/${large.documentId}/file`
  await Promise.all(
    Array.from(
      { length: 20 },
      () =>
        new Promise<void>((resolve) => {
          const request = httpGet(server.url + path, { headers: { Authorization: `Bearer ${key.key}` } }, (response) =>
            response.once('data', () => void request.destroy()),
          )
          request.on('close', resolve)
          request.on('error', () => {})
        }),
    ),
  )
  await expect.poll(openFiles).toBe(0)
  expect(await fileProblem(large.documentId)).toBeNull()
  expect((await download(path)).status).toBe(200)
})

it('a HEAD of a download leaves no open file', async () => {
  const { get, cookie } = await signIn(server, { workspaceId: key.workspaceId })
  const paths = [`/documents/${large.documentId}/files.zip`, `/review/${large.documentId}/document.pdf`]
  for (const path of [...paths, `/documents/${large.documentId}/signed`, `/v1/documents/${large.documentId}/file`]) {
    const headers = { cookie, authorization: `Bearer ${key.key}` }
    const heads = await Promise.all(
      Array.from({ length: 10 }, () => fetch(server.url + path, { method: 'HEAD', headers })),
    )
    expect(heads.map(({ status }) => status)).toEqual(Array(10).fill(200))
    const whole = path.startsWith('/v1') ? await fetch(server.url + path, { headers }) : await get(path)
    await whole.arrayBuffer()
    expect(heads[0]!.headers.get('content-type')).toBe(whole.headers.get('content-type'))
    await expect.poll(openFiles).toBe(0)
  }
})

describe('on the signer’s page', () => {
  it('wrong bytes are neither shown nor signed: file_damaged, until the file is restored', async () => {
    const created = await send(server, key, { signers, placement: 'auto_append' }, largePdf())
    const url = new URL(created.signers[0]!.signingUrl).pathname
    const signer = new Signer(server, created.signers[0]!.signingUrl)
    const repair = await damageFile(await storedFile(server, created.documentId, 0), 'bit')
    const shown = await download(`${url}/document.pdf`)
    expect([shown.status, shown.broken]).toEqual([200, true])
    expect((await download(`${url}/document.pdf`, { Range: 'bytes=0-99' })).status).toBe(206)
    expect(await fileProblem(created.documentId)).toMatchObject({ code: 'altered' })
    expect(await signer.sign()).toMatchObject({
      status: 500,
      body: { code: 'file_damaged', meta: { problem: 'altered' } },
    })
    await repair()
    expect((await signer.sign()).status).toBe(200)
  })

  it.each(['missing', 'EIO'] as const)('%s: file_damaged before the headers, and nothing is signed', async (damage) => {
    const created = await send(server, key, { signers })
    const url = new URL(created.signers[0]!.signingUrl).pathname
    const signer = new Signer(server, created.signers[0]!.signingUrl)
    const repair = await damageFile(await storedFile(server, created.documentId, 0), damage)
    for (const method of ['GET', 'HEAD']) expect((await download(`${url}/document.pdf`, {}, method)).status).toBe(500)
    const problem = damage === 'missing' ? 'missing' : 'unreadable'
    expect(await signer.sign()).toMatchObject({ status: 500, body: { code: 'file_damaged', meta: { problem } } })
    expect((await readDocument(server, key, created.documentId)).counts.signed).toBe(0)
    await repair()
    expect((await signer.sign()).status).toBe(200)
  })
})

describe('health, metrics and doctor', () => {
  it('name the damage; the server stays ready', async () => {
    const repair = await damageFile(await storedFile(server, sealed.documentId, 3), 'last bit')
    const env = environment()
    const found = await run(['doctor', '--files'], env)
    expect(found.code).toBe(1)
    expect(found.stdout).toContain(
      `failed  document ${sealed.documentId}: revision 3 (seal): its bytes have another SHA-256`,
    )
    expect(found.stdout).toMatch(/failed {2}files: \d+ documents \([\d.]+ MB\) read, 1 damaged/)
    expect(await fileProblem(sealed.documentId)).toMatchObject({ code: 'altered' })

    server.clock.advance(6_000)
    const at = server.clock.now()
    await server.ctx.db.insertInto('worker_heartbeats').values({ worker_id: 'test', at }).execute()
    const ready = await server.fetch('/health/ready')
    expect([ready.status, await ready.json()]).toMatchObject([
      200,
      { status: 'ok', checks: { files: { status: 'ok', note: '1 document has a damaged file' } } },
    ])
    const metrics = await serveMetrics(server.ctx, 0)
    const values = await scrape(metrics.port).finally(() => metrics.close())
    expect(values.get('countersign_documents_damaged')).toBe(1)
    expect(values.get('countersign_file_problems_total{problem="altered"}')).toBeGreaterThan(0)

    await repair()
    const healed = await run(['doctor', '--files'], env)
    expect(healed.stdout).toMatch(/ok {6}files: \d+ documents \([\d.]+ MB\) read, 0 damaged/)
    expect(await fileProblem(sealed.documentId)).toBeNull()
  })
})

describe('the PDF of a template', () => {
  it.each(['bit', 'short', 'missing'] as const)('%s: is neither served nor filled in', async (damage) => {
    const { id } = await lockedTemplate(server, key)
    const call = (method: string, verb: string, json?: object) =>
      server.call(key, method, `/v1/templates/${id}/${verb}`, { json })
    const failed = (status: number, code: string) => ({ status, body: { code } })
    const values = { field_values: LEASE_VALUES }
    const repair = await damageFile(await pdfOf(id), damage)
    expect(await call('GET', 'file')).toMatchObject(failed(500, 'storage_failed'))
    expect(await instantiate(server, key, id)).toMatchObject(failed(502, 'render_failed'))
    expect(await call('POST', 'generate', values)).toMatchObject(failed(502, 'render_failed'))
    await repair()
    expect(await instantiate(server, key, id)).toMatchObject({ status: 201 })
  })

  it('is read by doctor, and compared before it is copied', async () => {
    const { id } = await lockedTemplate(server, key)
    const repair = await damageFile(await pdfOf(id), 'bit')
    const found = await run(['doctor', '--files'], environment())
    expect(found.stdout).toContain(`failed  template ${id}: revision 0 (upload): its bytes have another SHA-256`)
    expect(found.stdout).toMatch(/failed {2}files: \d+ files of templates \([\d.]+ MB\) read, 1 damaged/)
    const count = () => server.ctx.db.selectFrom('templates').select('id').execute()
    const before = (await count()).length
    expect((await run(['templates', 'duplicate', id], environment())).code).toBe(1)
    expect(await count()).toHaveLength(before)
    await repair()
    expect((await run(['templates', 'duplicate', id], environment())).code).toBe(0)
    expect(await count()).toHaveLength(before + 1)
  })
})

describe('the job that checks stored files', () => {
  it('reads every file once in 30 days, and a damaged one every hour', async () => {
    const repair = await damageFile(await storedFile(server, sealed.documentId, 1), 'bit')
    await server.run('check-files', {})
    expect(await fileProblem(sealed.documentId)).toBeNull()
    server.clock.advance(31 * DAY_MS)
    const since = server.clock.now().toISOString()
    await server.run('check-files', {})
    expect(await fileProblem(sealed.documentId)).toEqual({ code: 'altered', since })
    server.clock.advance(2 * HOUR_MS)
    await server.run('check-files', {})
    expect(await fileProblem(sealed.documentId)).toEqual({ code: 'altered', since })
    await repair()
    await server.run('check-files', {})
    expect(await fileProblem(sealed.documentId)).not.toBeNull()
    await expectHealed(sealed.documentId)
  })

  it.each(['bit', 'short', 'missing'] as const)('reads the PDFs of templates too: %s', async (damage) => {
    await server.run('check-files', {})
    const { id } = await lockedTemplate(server, key)
    const repair = await damageFile(await pdfOf(id), damage)
    const note = async () => {
      server.clock.advance(6_000)
      const ready = (await (await server.fetch('/health/ready')).json()) as { checks: { files: { note?: string } } }
      return ready.checks.files.note ?? ''
    }
    server.clock.advance(31 * DAY_MS)
    await server.run('check-files', {})
    expect(await note()).toContain('1 template has a damaged file')
    await repair()
    await server.run('check-files', {})
    expect(await note()).toContain('1 template has a damaged file')
    server.clock.advance(HOUR_MS)
    await server.run('check-files', {})
    expect(await note()).not.toContain('template')
  })
})

describe('documents of before, without hashes of chunks', () => {
  const forget = () => server.ctx.db.updateTable('document_revisions').set({ chunks: null }).execute()
  const known = (documentId: string) =>
    server.ctx.db
      .selectFrom('document_revisions')
      .select('seq')
      .where('document_id', '=', documentId)
      .where('chunks', 'is not', null)
      .execute()

  it('are read as a whole once, at the first range or download, and then by chunks', async () => {
    await forget()
    const path = `/v1/documents/${large.documentId}/signed`
    const part = await download(path, { Range: 'bytes=-10' })
    expect([part.status, part.body.length]).toEqual([206, 10])
    expect(await known(large.documentId)).toHaveLength(4)
  })

  it('are never served wrong, and never learn wrong hashes', async () => {
    await forget()
    const repair = await damageFile(await storedFile(server, large.documentId, 0), 'bit')
    for (const range of ['bytes=0-9', 'bytes=-9']) {
      const part = await download(`/v1/documents/${large.documentId}/signed`, { Range: range })
      expect([part.status, codeIn(part.body)]).toEqual([500, 'file_damaged'])
    }
    expect(await known(large.documentId)).toEqual([])
    await repair()
    expect((await download(`/v1/documents/${large.documentId}/signed`)).status).toBe(200)
    await expectHealed(large.documentId)
  })

  it('are learnt by the job', async () => {
    await forget()
    server.clock.advance(31 * DAY_MS)
    await server.run('check-files', {})
    for (const { documentId } of [sealed, large]) expect(await known(documentId)).toHaveLength(4)
  })
})

describe('in S3', () => {
  let s3: S3StandIn
  let remote: TestServer
  let own: TestKey
  beforeAll(async () => {
    s3 = await startS3()
    remote = await startServer({ config: { storage: { eu: s3.url, ch: s3.url, us: s3.url } } })
    own = await remote.key()
  })
  afterAll(async () => {
    await remote.stop()
    await s3.close()
  })

  it('flipped, short and missing objects are noticed; a store that is down blames no document', async () => {
    const { body } = await remote.call<Created>(own, 'POST', '/v1/signing-requests', {
      form: createForm({ signers }, largePdf()),
    })
    const [name, bytes] = [...s3.objects].find(([, object]) => object.length > 500_000)!
    const path = `/v1/documents/${body.documentId}/file`
    const problem = async () => (await readDocument(remote, own, body.documentId)).fileProblem?.code ?? null
    expect((await remote.call(own, 'GET', path, { headers: { Range: 'bytes=600000-600009' } })).status).toBe(206)

    s3.fail(503)
    expect(await remote.call(own, 'GET', path)).toMatchObject({ status: 500, body: { code: 'storage_failed' } })
    s3.fail(null)
    expect(await problem()).toBeNull()

    s3.objects.set(name, Buffer.from(bytes.map((byte, i) => (i === 600_000 ? byte ^ 1 : byte))))
    await expect(remote.call(own, 'GET', path)).rejects.toThrow()
    expect(await problem()).toBe('altered')
    s3.objects.set(name, bytes.subarray(0, -1))
    expect(await remote.call(own, 'GET', path)).toMatchObject({ status: 500, body: { code: 'file_damaged' } })
    s3.objects.delete(name)
    for (const headers of [{ Range: 'bytes=0-' }, { Range: 'bytes=0-1' }])
      expect(await remote.call(own, 'GET', path, { headers })).toMatchObject({
        status: 500,
        body: { code: 'file_damaged', meta: { problem: 'missing' } },
      })
    s3.objects.set(name, bytes)
    expect((await remote.call(own, 'GET', path)).status).toBe(200)
    remote.clock.advance(2 * HOUR_MS)
    await remote.run('check-files', {})
    expect(await problem()).toBeNull()
  })

  it('a small document is read once, all of it before its first byte is served', async () => {
    const made = makePdf()
    const upload = Buffer.concat([made, Buffer.alloc(65_536 - made.length, '\n')])
    const { body } = await remote.call<Created>(own, 'POST', '/v1/signing-requests', {
      form: createForm({ signers }, upload),
    })
    const path = `/v1/documents/${body.documentId}/file`
    const get = (Range: string) => remote.call(own, 'GET', path, { headers: { Range } })
    const stored = [...s3.objects].filter(([name]) => name.includes(body.documentId))
    s3.methods.length = 0
    expect((await remote.call(own, 'GET', path)).status).toBe(200)
    expect(s3.methods).toEqual(stored.map(() => 'GET'))
    expect((await get('bytes=65530-65549')).status).toBe(206)

    const [name, bytes] = stored.find(([, object]) => object.length === 65_536)!
    const others = [bytes.subarray(0, -1), Buffer.alloc(0), Buffer.concat([bytes, Buffer.from('\n')])]
    for (const altered of [...others, Buffer.from(bytes).fill('0', 65_535)]) {
      s3.objects.set(name, altered)
      const damaged = { status: 500, body: { code: 'file_damaged', meta: { problem: 'altered' } } }
      expect(await get('bytes=0-9')).toMatchObject(damaged)
    }
  })
})
