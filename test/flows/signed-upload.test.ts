import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AuditEvent, verifyPdf } from '../../sdk/src/verify/index.ts'
import { post, validate } from '../support/create.ts'
import { readDocument, Signer } from '../support/flow.ts'
import { CLEAN, pdftotext, popplerText, qpdf, qpdfCheck } from '../support/pdf-checks.ts'
import { createCa, Purpose } from '../support/pki.ts'
import { builtInTsa, keyOf } from '../support/sealing.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { type Signing, signedFile } from '../support/signed-files.ts'

const signers = [
  { email: 'ada@example.com', name: 'Ada Lovelace', role: 'tenant' },
  { email: 'bob@example.com', name: 'Bob Stone', role: 'landlord' },
]
const box = { kind: 'signature', page: 1, x: 0.1, w: 0.3, h: 0.1 }
const explicit = {
  signers,
  placement: 'explicit',
  fields: [
    { ...box, role: 'tenant', y: 0.3 },
    { ...box, role: 'landlord', y: 0.6 },
  ],
}

let server: TestServer
let sign: (signings: Signing[]) => Promise<Buffer>
beforeAll(async () => {
  server = await startServer()
  const ca = await createCa()
  const key = await keyOf(await ca.issue({ name: 'Notary', purposes: [Purpose.emailProtection] }))
  const tsa = await builtInTsa(ca)
  sign = (signings) => signedFile({ key, tsa }, signings)
})
afterAll(() => server?.stop())

it('a signed PDF is signed by two more and sealed; its signatures stay valid and are in the audit trail', async () => {
  const upload = await sign([{ certify: 2 }, { visible: true }])
  const key = await server.key()
  const { status, body } = await post(server, explicit, upload)
  expect([status, body.warnings.map(({ code }) => code)]).toEqual([201, ['marks_as_fields']])
  for (const [i, { name }] of signers.entries())
    expect((await new Signer(server, body.signers[i]!.signingUrl).sign({ name })).status).toBe(200)
  await server.work()
  expect(await readDocument(server, key, body.documentId)).toMatchObject({ status: 'signed', removed: [] })

  const path = `/v1/documents/${body.documentId}`
  const { body: signed } = await server.call<Buffer>(key, 'GET', `${path}/signed`)
  expect(signed.subarray(0, upload.length).equals(upload)).toBe(true)
  if (qpdf) expect(qpdfCheck(signed)).toMatch(CLEAN)
  const { body: audit } = await server.call<{ events: AuditEvent[] }>(key, 'GET', `${path}/audit-events`)
  const earlier = [
    expect.stringMatching(/^Signature1 \(certification\) valid by .*Notary/),
    expect.stringMatching(/^Signature2 \(approval\) valid by .*Notary/),
  ]
  expect(audit.events[0]).toMatchObject({ type: 'created', meta: { earlier_signatures: earlier } })
  const { checks } = await verifyPdf(signed, { roots: server.ctx.sealer.certificates().roots, audit: audit.events })
  expect(checks.filter((check) => !check.ok)).toEqual([])
  expect(checks.find(({ name }) => name === 'earlier_signatures')?.detail).toMatch(/^2 before the seal; 3 signature/)
  if (pdftotext) {
    const trail = await server.call<Buffer>(key, 'GET', `${path}/audit-trail`)
    expect(popplerText(trail.body).replace(/\s+/g, ' ')).toContain(
      'earlier signatures: Signature1 (certification) valid',
    )
  }
  const again = await post(server, explicit, signed)
  expect([again.status, again.body]).toMatchObject([422, { meta: { reason: 'no_further_signatures' } }])
})

it('the signatures that a file brings along are listed, with a warning of those that are not valid', async () => {
  const upload = await sign([{}, { visible: true }])
  const altered = Buffer.from(upload)
  altered.write('%PDF-1.6', 'latin1')
  const key = await server.key()
  for (const [file, states] of [
    [upload, ['valid', 'valid']],
    [altered, ['invalid', 'invalid']],
  ] as const) {
    const earlierSignatures = states.map((state, i) => ({
      field: `Signature${i + 1}`,
      kind: 'approval',
      state,
      signer: expect.stringContaining('Notary'),
    }))
    const warned = states.filter((state) => state === 'invalid')
    for (const attempt of [validate, post]) {
      const { body } = await attempt(server, explicit, file)
      expect(body).toMatchObject({ earlierSignatures })
      expect(body.warnings.map(({ code }) => code)).toEqual([
        'marks_as_fields',
        ...warned.map(() => 'earlier_signature'),
      ])
      if (warned.length > 0) expect(body.warnings[1]!.message).toMatch(/"Signature1" by .*Notary.* is not valid/)
      if (attempt === post)
        expect(await readDocument(server, key, body.documentId)).toMatchObject({ earlierSignatures })
    }
  }
})

it.each([
  ['no_further_signatures', [{ certify: 1 as const }], explicit],
  ['signed_append', [{}], { signers }],
  ['signed_append', [{}], { signers, placement: 'auto_append' }],
])('a signed PDF is refused with the reason: %s', async (reason, signings, call) => {
  const upload = await sign(signings)
  for (const send of [validate, post]) {
    const { status, body } = await send(server, call, upload)
    expect([status, body]).toMatchObject([422, { code: 'pdf_unsupported', meta: { reason } }])
  }
})
