import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AuditEvent, verifyPdf } from '../../sdk/src/verify/index.ts'
import { post } from '../support/create.ts'
import { readDocument, Signer } from '../support/flow.ts'
import { CLEAN, qpdf, qpdfCheck } from '../support/pdf-checks.ts'
import { sample, source } from '../support/pdf-source.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server?.stop())

it.each([
  ['from the header', true],
  ['from the first byte', false],
])('bytes before the header are cut off; offsets count %s', async (_, fromHeader) => {
  const junk = 'HTTP/1.1 200 OK\r\n\r\n'
  const upload = source(sample(), { junk, fromHeader })
  const key = await server.key()
  const signers = [{ email: 'ada@example.com', name: 'Ada Lovelace' }]
  const { status, body } = await post(server, { signers, placement: 'auto_append' }, upload)
  expect([status, body.warnings]).toEqual([
    201,
    [{ field: 'file', code: 'leading_bytes_removed', message: expect.stringContaining(`${junk.length} bytes`) }],
  ])
  const originalSha256 = createHash('sha256').update(upload).digest('hex')
  expect(body.originalSha256).toBe(originalSha256)
  expect((await new Signer(server, body.signers[0]!.signingUrl).sign({ name: 'Ada Lovelace' })).status).toBe(200)
  await server.work()
  expect((await readDocument(server, key, body.documentId)).originalSha256).toBe(originalSha256)

  const path = `/v1/documents/${body.documentId}`
  const { body: signed } = await server.call<Buffer>(key, 'GET', `${path}/signed`)
  const rest = upload.subarray(junk.length)
  expect(signed.subarray(0, rest.length).equals(rest)).toBe(true)
  if (qpdf) expect(qpdfCheck(signed)).toMatch(CLEAN)
  const { body: audit } = await server.call<{ events: AuditEvent[] }>(key, 'GET', `${path}/audit-events`)
  expect(audit.events[0]).toMatchObject({
    meta: { original_sha256: originalSha256, original_length: upload.length, leading_bytes_removed: junk.length },
  })
  const { ok } = await verifyPdf(signed, { roots: server.ctx.sealer.certificates().roots, audit: audit.events })
  expect(ok).toBe(true)
})
