import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AuditEvent, verifyPdf } from '../../sdk/src/verify/index.ts'
import { post, validate } from '../support/create.ts'
import { readDocument, Signer } from '../support/flow.ts'
import { CLEAN, pdftotext, popplerText, qpdf, qpdfCheck } from '../support/pdf-checks.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { instantiate, leaseModel, lockedTemplate, signature, text } from '../support/templates.ts'

const fixture = (name: string) => readFileSync(join(import.meta.dirname, '../fixtures/encrypted', `${name}.pdf`))
const signers = [{ email: 'ada@example.com', name: 'Ada Lovelace' }]

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server?.stop())

it.each([
  ['rc4-40', 'RC4, 40 bits'],
  ['aes-128', 'AES, 128 bits'],
  ['aes-256-object-streams', 'AES, 256 bits'],
])('an encrypted PDF that opens without a password is sent, signed and sealed: %s', async (name, method) => {
  const upload = fixture(name)
  const key = await server.key()
  const { status, body } = await post(server, { signers, placement: 'auto_append' }, upload)
  const warning = { field: 'file', code: 'encryption_removed', message: expect.stringContaining(`(${method})`) }
  expect(status).toBe(201)
  expect(body.warnings).toContainEqual(warning)
  const originalSha256 = createHash('sha256').update(upload).digest('hex')
  expect(body.originalSha256).toBe(originalSha256)
  expect((await new Signer(server, body.signers[0]!.signingUrl).sign({ name: 'Ada Lovelace' })).status).toBe(200)
  await server.work()
  expect(await readDocument(server, key, body.documentId)).toMatchObject({ status: 'signed', originalSha256 })

  const path = `/v1/documents/${body.documentId}`
  const { body: signed } = await server.call<Buffer>(key, 'GET', `${path}/signed`)
  expect(signed.includes('/Encrypt')).toBe(false)
  if (qpdf) expect(qpdfCheck(signed)).toMatch(CLEAN)
  if (pdftotext) expect(popplerText(signed)).toContain('Rent: 1,200 francs')
  const { body: audit } = await server.call<{ events: AuditEvent[] }>(key, 'GET', `${path}/audit-events`)
  expect(audit.events[0]).toMatchObject({
    meta: { original_sha256: originalSha256, original_length: upload.length, encryption_removed: method },
  })
  const { ok, checks } = await verifyPdf(signed, {
    roots: server.ctx.sealer.certificates().roots,
    audit: audit.events,
  })
  expect(checks.filter((check) => !check.ok)).toEqual([])
  expect(ok).toBe(true)
  if (!pdftotext) return
  const trail = await server.call<Buffer>(key, 'GET', `${path}/audit-trail`)
  expect(popplerText(trail.body)).toContain(`encryption removed: ${method}`)
})

it('the dry run warns as the real call does', async () => {
  const { status, body } = await validate(server, { signers }, fixture('aes-128'))
  expect([status, body.warnings.map(({ code }) => code)]).toEqual([200, ['encryption_removed', 'attachments_removed']])
})

it('a template of a PDF that opens without a password is stored without its encryption, filled, signed and sealed', async () => {
  const key = await server.key()
  const pdf = fixture('aes-128')
  const boxes = [text('tenant_name', 0.5), text('monthly_rent', 0.55), signature(1), signature(2)]
  const template = leaseModel({ boxes, signing_mode: 'parallel' })
  const { id } = await lockedTemplate(server, key, { pdf, template })
  const { body: stored } = await server.call<Buffer>(key, 'GET', `/v1/templates/${id}/file`)
  expect([pdf.includes('/Encrypt'), stored.includes('/Encrypt')]).toEqual([true, false])
  if (pdftotext) expect(popplerText(stored)).toContain('Rent: 1,200 francs')

  const { status, body } = await instantiate(server, key, id)
  expect(status).toBe(201)
  for (const { signing_url } of body.recipients) {
    expect((await new Signer(server, signing_url!).sign()).status).toBe(200)
  }
  await server.work()
  const { body: signed } = await server.call<Buffer>(key, 'GET', `/v1/documents/${body.document_id}/signed`)
  const { ok } = await verifyPdf(signed, { roots: server.ctx.sealer.certificates().roots })
  expect(ok).toBe(true)
  if (qpdf) expect(qpdfCheck(signed)).toMatch(CLEAN)
})

it.each(['locked-rc4-40', 'locked-aes-128', 'locked-aes-256'])('%s needs a password and is refused', async (name) => {
  const { status, body } = await post(server, { signers }, fixture(name))
  expect([status, body]).toMatchObject([422, { code: 'pdf_unsupported', meta: { reason: 'encrypted' } }])
})
