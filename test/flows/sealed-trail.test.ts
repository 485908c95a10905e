import { PDFDict, PDFDocument, PDFName } from 'pdf-lib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyPdf } from '../../sdk/src/verify/index.ts'
import { blobKey } from '../../server/storage/index.ts'
import { type Authority, startAuthority } from '../support/authority.ts'
import { type Created, Signer, send } from '../support/flow.ts'
import { pdfJsTexts } from '../support/pdfjs.ts'
import { startServer, type TestKey, type TestServer } from '../support/server.ts'
import { ACCEPTED, allInstalled, askAll } from '../support/validators.ts'

const DAY_MS = 86_400_000

let server: TestServer
let key: TestKey
let authority: Authority
let isUp = true

beforeAll(async () => {
  authority = await startAuthority(async (request) => (isUp ? server.ctx.sealer.timestamp(request) : null))
  server = await startServer({ config: { tsaUrls: [authority.url] } })
  key = await server.key({ workspaceId: (await server.workspace({ retention_days: 30 })).id })
})
afterAll(async () => {
  await server.stop()
  await authority.close()
})

const ADA = { email: 'ada@example.com', name: 'Ada Lovelace' }

const trailOf = async (id: string) => {
  const { status, body } = await server.call<Buffer>(key, 'GET', `/v1/documents/${id}/audit-trail`)
  expect(status).toBe(200)
  return body
}
const textOf = async (pdf: Uint8Array) =>
  (await pdfJsTexts(pdf))
    .flat()
    .map(({ text }) => text)
    .join(' ')
    .replaceAll(/\s+/g, ' ')
const verified = async (pdf: Uint8Array) =>
  verifyPdf(new Uint8Array(pdf), { roots: server.ctx.sealer.certificates().roots, at: server.clock.now() })
const isSealed = (pdf: Buffer) => pdf.includes('/ByteRange')
const headOf = async (id: string) =>
  (await server.call<{ head: { seq: number; hash: string } }>(key, 'GET', `/v1/documents/${id}/audit-events`)).body.head
const signerOf = ({ signers }: Created) => new Signer(server, signers[0]!.signingUrl)

async function signed(): Promise<string> {
  const created = await send(server, key, { signers: [ADA] })
  await server.work()
  await signerOf(created).sign()
  await server.work()
  return created.documentId
}

describe('the audit trail of a document that has ended', () => {
  it('signed: carries the seal of the service, with a time stamp and the head of the chain that it shows', async () => {
    const id = await signed()
    const trail = await trailOf(id)
    const { ok, checks, seal, auditHead } = await verified(trail)
    expect(checks.filter((check) => !check.ok)).toEqual([])
    expect([ok, seal?.level, auditHead]).toEqual([true, 'B-LT', await headOf(id)])
    expect(await textOf(trail)).toContain(
      `with the seal of this service, as it stood after event ${(await headOf(id)).seq}`,
    )
    // A changed letter is noticed.
    const changed = Buffer.from(trail)
    changed[changed.indexOf('/Title') + 12]! ^= 1
    expect((await verified(changed)).ok).toBe(false)
  })

  it.skipIf(!allInstalled)('signed: independent validators accept it', async () => {
    const opinions = askAll(await trailOf(await signed()), server.ctx.sealer.certificates().roots)
    for (const [name, expected] of Object.entries(ACCEPTED))
      for (const line of expected) expect(opinions[name as keyof typeof opinions], name).toMatch(line)
  })

  it('declined: the same', async () => {
    const created = await send(server, key, { signers: [ADA] })
    await signerOf(created).decline('no')
    const trail = await trailOf(created.documentId)
    expect((await verified(trail)).ok).toBe(true)
  })

  it('keeps its bytes until an event is added, for all who ask at once', async () => {
    const id = await signed()
    const first = await Promise.all([trailOf(id), trailOf(id), trailOf(id)])
    server.clock.advance(2 * DAY_MS)
    await server.run('prune', {})
    const later = await trailOf(id)
    for (const trail of first) expect(trail.equals(later)).toBe(true)
  })

  it('is sealed anew where its file was damaged or lost', async () => {
    const id = await signed()
    await trailOf(id)
    const { sha256 } = await keptOf(id)
    await server.ctx.storage.region('eu').delete(blobKey(key.workspaceId, id, sha256))
    const again = await trailOf(id)
    expect((await verified(again)).ok).toBe(true)
    expect((await trailOf(id)).equals(again)).toBe(true)
  })

  it('is sealed anew once its time stamp has ended', async () => {
    const id = await signed()
    const before = await trailOf(id)
    await server.ctx.db
      .updateTable('sealed_trails')
      .set({ holds_until: server.ctx.clock.now() })
      .where('document_id', '=', id)
      .execute()
    expect((await trailOf(id)).equals(before)).toBe(false)
  })

  it('is sealed anew after the files were deleted, without their pictures, and nothing of before stays', async () => {
    const id = await signed()
    const before = await trailOf(id)
    expect(await picturesIn(before)).toBe(1)
    server.clock.advance(30 * DAY_MS)
    await server.run('prune', {})
    expect(
      await server.ctx.db.selectFrom('sealed_trails').select('sha256').where('document_id', '=', id).execute(),
    ).toEqual([])
    const after = await trailOf(id)
    expect([await picturesIn(after), (await verified(after)).ok]).toEqual([0, true])
    expect(await textOf(after)).toContain('Files deleted')
    const keys: string[] = []
    for await (const blob of server.ctx.storage.region('eu').list(`${key.workspaceId}/${id}/`)) keys.push(blob.key)
    expect(keys).toEqual([blobKey(key.workspaceId, id, (await keptOf(id)).sha256)])
    expect((await trailOf(id)).equals(after)).toBe(true)
  })
})

describe('an audit trail without a seal says so', () => {
  it('while the document has not ended', async () => {
    const created = await send(server, key, { signers: [ADA] })
    const trail = await trailOf(created.documentId)
    expect(isSealed(trail)).toBe(false)
    expect(await textOf(trail)).toContain('not sealed: the document has not ended')
  })

  it('while no time-stamp authority answers, and is sealed at the next request after', async () => {
    const id = await signed()
    isUp = false
    try {
      const trail = await trailOf(id)
      expect(isSealed(trail)).toBe(false)
      expect(await textOf(trail)).toContain('not sealed: no seal could be made at that time; fetch it again')
    } finally {
      isUp = true
    }
    expect((await verified(await trailOf(id))).ok).toBe(true)
  })
})

const keptOf = (id: string) =>
  server.ctx.db.selectFrom('sealed_trails').selectAll().where('document_id', '=', id).executeTakeFirstOrThrow()

/** How many pictures it shows: the first page, and what was uploaded as a signature. */
async function picturesIn(trail: Uint8Array): Promise<number> {
  const [page] = (await PDFDocument.load(trail)).getPages()
  return page!.node.Resources()!.lookupMaybe(PDFName.of('XObject'), PDFDict)?.keys().length ?? 0
}
