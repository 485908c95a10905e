import { createHash } from 'node:crypto'
import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { timeStamps } from '../../server/cli/doctor/trials.ts'
import type { AuditEvent, Verification } from '../../server/pdf/verify.ts'
import { verifyPdf } from '../../server/pdf/verify.ts'
import { damageFile, storedFile } from '../support/altered-file.ts'
import { type ChangingTsa, startChangingTsa } from '../support/changing-tsa.ts'
import { useCommands } from '../support/cli.ts'
import { testClock } from '../support/clock.ts'
import { signIn } from '../support/dashboard.ts'
import { type Created, readDocument, Signer, send } from '../support/flow.ts'
import { startServer, type TestKey, type TestServer } from '../support/server.ts'
import { folderOfTest, run } from '../support/tools.ts'
import { unzipped } from '../support/unzip.ts'
import { takeDocumentTimestamp, validators } from '../support/validators.ts'

// Sealed files outlive the certificates of their time stamps, if the operator switches it on. One story, in order.
const DAY_MS = 86_400_000
const YEAR_MS = 365 * DAY_MS
const clock = testClock()
const start = clock.now()
const inYears = (years: number) => new Date(start.getTime() + years * YEAR_MS)

let server: TestServer
let tsa: ChangingTsa
let key: TestKey
let created: Created
let sealed: Buffer
let once: Buffer
let roots: string[]

beforeAll(async () => {
  tsa = await startChangingTsa(() => clock.now())
  await tsa.use(inYears(2))
  server = await startServer({ clock, config: { tsaUrls: [tsa.url] } })
  roots = [...server.ctx.sealer.certificates().roots, tsa.ca.pem]
  key = await server.key({ workspaceId: (await server.workspace({ retention_days: 10 * 365 })).id })
  created = await sealOne()
  sealed = (await get('signed')).body
})
afterAll(async () => {
  await server.stop()
  await tsa.close()
})
beforeEach(async () => {
  // Sixty calls a minute are enough for no loop.
  key = { ...(await server.key({ workspaceId: key.workspaceId })) }
})

async function sealOne(): Promise<Created> {
  const sent = await send(server, key, { signers: [{ email: 'ada@example.com', name: 'Ada' }], send_emails: false })
  expect((await new Signer(server, sent.signers[0]!.signingUrl).sign()).status).toBe(200)
  await server.work()
  return sent
}

const get = (verb: string, headers: Record<string, string> = {}) =>
  server.call<Buffer>(key, 'GET', `/v1/documents/${created.documentId}/${verb}`, { headers })
const trail = async () =>
  (await server.call<{ events: AuditEvent[] }>(key, 'GET', `/v1/documents/${created.documentId}/audit-events`)).body
    .events
const verify = async (file: Buffer) => verifyPdf(file, { roots, at: clock.now(), audit: await trail() })
const failed = ({ checks }: Verification) => checks.filter(({ ok }) => !ok)
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

const countersign = useCommands()
const settings = (): Record<string, string> => ({
  DATABASE_URL: server.ctx.db.url,
  DATA_DIR: server.ctx.config.dataDir,
  MASTER_KEY: server.ctx.config.masterKey!.toString('hex'),
  TSA_URLS: tsa.url,
})

it('there is no renewed file before the first renewal, nor before completion', async () => {
  expect(await get('renewed')).toMatchObject({ status: 409, body: { code: 'not_renewed' } })
  const person = await signIn(server, { workspaceId: key.workspaceId, role: 'member' })
  const page = `/documents/${created.documentId}`
  expect(await (await person.get(page)).text()).not.toContain(`${page}/renewed`)
  expect((await person.get(`${page}/renewed`)).status).toBe(409)
  const open = await send(server, key, { signers: [{ email: 'bob@example.com', name: 'Bob' }], send_emails: false })
  const answer = await server.call(key, 'GET', `/v1/documents/${open.documentId}/renewed`)
  expect(answer).toMatchObject({ status: 409, body: { code: 'not_complete', meta: { remaining: 1 } } })
})

it('the command lists what would be renewed, and changes nothing', async () => {
  const list = (...more: string[]) => countersign(['documents', 'renew', '--dry-run', ...more], settings())
  expect((await list('--days', '30')).stdout).toBe('')
  const { stdout, code } = await list('--days', '800')
  const until = new Date(Math.floor(inYears(2).getTime() / 1000) * 1000).toISOString()
  expect([code, stdout]).toEqual([0, `due\t${created.documentId}\t${until}\n`])
  const json = await list('--days', '800', '--json')
  expect(JSON.parse(json.stdout)).toEqual([{ state: 'due', documentId: created.documentId, detail: until }])
  const without = await list()
  expect([without.code, without.stderr]).toEqual([2, expect.stringContaining('RENEWAL_DAYS is not set')])
  expect((await get('renewed')).status).toBe(409)
})

it('nothing is renewed while the setting is off, or while no authority lasts longer', async () => {
  expect(await timeStamps(server.ctx)).toMatchObject({ status: 'ok', subject: 'time stamps' })
  clock.set(inYears(1.9))
  expect(await timeStamps(server.ctx)).toMatchObject({
    status: 'warning',
    detail: expect.stringMatching(/ 1 end within a year, the first on .*, and RENEWAL_DAYS is not set$/),
  })
  await server.run('renew', {})
  expect(server.log()).not.toContain('renewing failed')
  server.ctx.config.renewalDays = 90
  expect(await timeStamps(server.ctx)).toMatchObject({ status: 'ok' })
  await server.run('renew', {})
  expect(await timeStamps(server.ctx)).toMatchObject({
    status: 'warning',
    detail: expect.stringMatching(/ 1 could not be renewed so far, the first ends on .* \(no_longer_timestamp\)$/),
  })
  expect(server.log()).toContain('no_longer_timestamp')
  expect((await get('renewed')).status).toBe(409)
})

it('an authority that is down is asked again later, and the document is not blamed', async () => {
  await tsa.use(inYears(11))
  tsa.down = true
  clock.advance(DAY_MS)
  await server.run('renew', {})
  expect(server.log()).toContain('timestamp_unavailable')
  expect((await get('renewed')).status).toBe(409)
  const { body } = await server.call<{ fileProblem: null; sealProblem: null; status: string }>(
    key,
    'GET',
    `/v1/documents/${created.documentId}`,
  )
  expect(body).toMatchObject({ fileProblem: null, sealProblem: null, status: 'signed' })
  tsa.down = false
  // Not before its time.
  await server.run('renew', {})
  expect((await get('renewed')).status).toBe(409)
})

it('a renewed file begins with the sealed one, is valid, and lasts longer', async () => {
  clock.advance(DAY_MS)
  await server.run('renew', {})
  const { status, body, headers } = await get('renewed')
  once = body
  expect([status, headers.get('etag')]).toEqual([200, `"${sha256(body)}"`])
  expect(headers.get('content-disposition')).toContain('lease-renewed.pdf')
  expect(body.subarray(0, sealed.length).equals(sealed)).toBe(true)
  const result = await verify(body)
  expect(failed(result)).toEqual([])
  expect(result.seal).toMatchObject({ level: 'B-LTA', trusted: true })
  expect(result.seal?.holdsUntil?.slice(0, 4)).toBe(String(inYears(11).getUTCFullYear()))
  const person = await signIn(server, { workspaceId: key.workspaceId, role: 'member' })
  const page = `/documents/${created.documentId}`
  expect(await (await person.get(page)).text()).toContain(`href="${page}/renewed?download"`)
  const download = await person.get(`${page}/renewed?download`)
  expect(download.headers.get('content-disposition')).toMatch(/^attachment; .*lease-renewed\.pdf/)
  expect(Buffer.from(await download.arrayBuffer()).equals(body)).toBe(true)
  const archive = unzipped(Buffer.from(await (await person.get(`${page}/files.zip`)).arrayBuffer()))
  expect([archive.get('signed.pdf'), archive.get('renewed.pdf')]).toEqual([sealed, body])
  expect((await get('renewed', { Range: 'bytes=0-4' })).body.toString()).toBe('%PDF-')
  expect((await get('renewed', { 'If-None-Match': headers.get('etag')! })).status).toBe(304)
  const beyond = await get('renewed', { Range: `bytes=${body.length}-` })
  expect(beyond.status).toBe(416)
})

it('/signed and its hash stay as they were, and verify with the newest trail', async () => {
  const { body, headers } = await get('signed')
  expect([body.equals(sealed), headers.get('etag')]).toEqual([true, `"${sha256(sealed)}"`])
  expect((await readDocument(server, key, created.documentId)).signedSha256).toBe(sha256(sealed))
  const result = await verify(body)
  expect(failed(result)).toEqual([])
  expect(result.checks.find(({ name }) => name === 'audit_revisions')?.detail).toContain('1 renewals after this file')
})

it('the audit trail has an entry of its own', async () => {
  const last = (await trail()).at(-1)!
  expect(last).toMatchObject({
    type: 'renewed',
    actor: 'system',
    meta: { sha256: sha256(once), length: once.length, tsa_provider: new URL(tsa.url).host },
  })
  const pdf = (await get('audit-trail')).body
  if (!validators.pdfsig) return
  const folder = folderOfTest()
  await writeFile(join(folder, 'trail.pdf'), pdf)
  const text = run('pdftotext', [join(folder, 'trail.pdf'), '-']).stdout.replace(/\s+/g, ' ')
  expect(text).toContain('Time-stamped again')
  expect(text.replaceAll(' ', '')).toContain(sha256(once))
})

it('no event is sent, and nothing more is due', async () => {
  await server.work()
  const types = await server.ctx.db.selectFrom('events').select('type').distinct().execute()
  expect(types.map(({ type }) => type).filter((type) => /renew/.test(type))).toEqual([])
  await server.run('renew', {})
  expect((await trail()).filter(({ type }) => type === 'renewed')).toHaveLength(1)
})

it('it is renewed again before the next certificate expires', async () => {
  clock.set(inYears(10.9))
  await tsa.use(inYears(19))
  await server.run('renew', {})
  // Retention of ten years: the files are gone only when its job runs.
  const { body } = await get('renewed')
  expect(body.subarray(0, once.length).equals(once)).toBe(true)
  expect(body.length).toBeGreaterThan(once.length)
  const result = await verify(body)
  expect(failed(result)).toEqual([])
  expect(result.seal?.timestamps.map(({ kind }) => kind)).toEqual(['seal', 'document', 'document'])
  expect(result.seal?.holdsUntil?.slice(0, 4)).toBe(String(inYears(19).getUTCFullYear()))
  for (const earlier of [sealed, once]) expect(failed(await verify(earlier))).toEqual([])
  expect((await get('signed')).body.equals(sealed)).toBe(true)
})

it.skipIf(!validators.qpdf || !validators.pdfsig || !validators.openssl)(
  'qpdf, pdfsig and openssl ts accept it',
  async () => {
    const { body } = await get('renewed')
    const folder = folderOfTest()
    const put = async (name: string, bytes: Uint8Array | string) => {
      await writeFile(join(folder, name), bytes)
      return join(folder, name)
    }
    const file = await put('renewed.pdf', body)
    expect(run(validators.qpdf, ['--check', file]).stdout).toContain('No syntax or stream encoding errors found')
    const pdfsig = run(validators.pdfsig, ['-nocert', file]).stdout
    expect(pdfsig).toMatch(/Signature #1:[\s\S]*Signature is Valid/)
    expect(pdfsig.match(/Signature Field Name: Archive timestamp/g)).toHaveLength(2)
    const { token, content } = takeDocumentTimestamp(body)
    const at = String(Math.floor(clock.now().getTime() / 1000))
    const checked = run(validators.openssl, [
      ...['ts', '-verify', '-data', await put('content.bin', content), '-in', await put('token.der', token)],
      ...['-token_in', '-CAfile', await put('root.pem', tsa.ca.pem), '-attime', at],
    ])
    expect(checked.stdout + checked.stderr).toContain('Verification: OK')
  },
)

it('a renewal that is damaged on the disk is not served, the sealed file still is', async () => {
  const { seq } = await server.ctx.db
    .selectFrom('document_revisions')
    .select('seq')
    .where('document_id', '=', created.documentId)
    .orderBy('seq', 'desc')
    .executeTakeFirstOrThrow()
  const repair = await damageFile(await storedFile(server, created.documentId, seq), 'short')
  expect(await get('renewed')).toMatchObject({ status: 500, body: { code: 'file_damaged' } })
  expect((await get('signed')).body.equals(sealed)).toBe(true)
  await repair()
  clock.advance(31 * DAY_MS)
  await server.run('check-files', {})
  expect(await readDocument(server, key, created.documentId)).toMatchObject({ fileProblem: null })
  expect((await get('renewed')).status).toBe(200)

  const folder = join(server.ctx.config.dataDir, 'blobs/eu')
  await rename(folder, `${folder}-away`)
  await writeFile(folder, 'a file')
  expect(await get('renewed')).toMatchObject({ status: 500, body: { code: 'storage_failed' } })
  await rename(`${folder}-away`, `${folder}-back`)
  await rename(folder, `${folder}-file`)
  await rename(`${folder}-back`, folder)
})

it('files of older versions are read once to find out until when they hold', async () => {
  const { db } = server.ctx
  await db
    .updateTable('renewals')
    .set({ holds_until: null, due_at: new Date(0) })
    .execute()
  const folder = join(server.ctx.config.dataDir, 'blobs/eu')
  await rename(folder, `${folder}-away`)
  await server.run('renew', {})
  const unread = await db.selectFrom('renewals').select(['holds_until', 'error']).execute()
  expect(unread).toEqual([{ holds_until: null, error: 'unreadable' }])
  await rm(folder, { recursive: true, force: true })
  await rename(`${folder}-away`, folder)
  // A store that was away is no lasting reason.
  clock.advance(DAY_MS)
  await server.run('renew', {})
  const [row] = await db.selectFrom('renewals').select(['document_id', 'holds_until']).execute()
  expect([row?.document_id, row?.holds_until?.getUTCFullYear()]).toEqual([
    created.documentId,
    inYears(19).getUTCFullYear(),
  ])
})

it('orphan collection keeps it; retention deletes it with the rest: 410', async () => {
  server.ctx.config.renewalDays = null
  await server.ctx.db.updateTable('workspaces').set({ retention_days: null }).execute()
  await server.run('prune', {})
  expect((await get('renewed')).status).toBe(200)
  await server.ctx.db.updateTable('workspaces').set({ retention_days: 1 }).execute()
  await server.run('prune', {})
  const answer = await get('renewed')
  expect(answer).toMatchObject({ status: 410, body: { code: 'deleted_by_retention' } })
  expect((await trail()).map(({ type }) => type).slice(-1)).toEqual(['deleted_by_retention'])
  const left: string[] = []
  for await (const { key: blob } of server.ctx.storage.region('eu').list()) left.push(blob)
  expect(left.filter((blob) => blob.includes(created.documentId))).toEqual([])
})
