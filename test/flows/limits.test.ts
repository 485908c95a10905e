import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyPdf } from '../../sdk/src/verify/index.ts'
import { post } from '../support/create.ts'
import { readDocument, Signer, send } from '../support/flow.ts'
import { CLEAN, pdftotext, popplerText, qpdf, qpdfCheck } from '../support/pdf-checks.ts'
import { makePdf } from '../support/pdf-fixtures.ts'
import { startServer, type TestKey, type TestServer } from '../support/server.ts'

let server: TestServer
let key: TestKey
beforeAll(async () => {
  server = await startServer()
  key = await server.key()
})
afterAll(() => server?.stop())

const SIGNERS = ['Ada Lovelace', 'Grace Hopper', 'Alan Turing'].map((name) => ({
  email: `${name.split(' ')[0]}@example.com`,
  name,
}))

/** Sends, signs with all signers, and returns the sealed file. */
async function signed(pdf: Buffer): Promise<Buffer> {
  const created = await send(server, key, { signers: SIGNERS }, pdf)
  for (const { signingUrl, name } of created.signers) {
    expect((await new Signer(server, signingUrl).sign({ name: name! })).status).toBe(200)
  }
  await server.work()
  expect((await readDocument(server, key, created.documentId)).status).toBe('signed')
  const { status, body } = await server.call<Buffer>(key, 'GET', `/v1/documents/${created.documentId}/signed`)
  expect(status).toBe(200)
  return body
}

/** As `[what, the largest accepted, the smallest refused, the reason]`. */
const dangling = (number: number) => makePdf({ page: `/Annots [${number} 0 R]` })
describe.each([
  ['pages', makePdf({ pages: 2000, content: '' }), makePdf({ pages: 2001, content: '' }), 'too_many_pages'],
  ['object numbers', dangling(8_000_000), dangling(8_000_001), 'too_complex'],
])('%s', (_, largest, tooLarge, reason) => {
  it('the largest allowed number can be signed by several signers and sealed', async () => {
    const bytes = await signed(largest)
    expect((await verifyPdf(bytes, { roots: server.ctx.sealer.certificates().roots })).ok).toBe(true)
    if (qpdf) expect(qpdfCheck(bytes)).toMatch(CLEAN)
    if (pdftotext) for (const { name } of SIGNERS) expect(popplerText(bytes)).toContain(`${name}, `)
  })

  it('one more is refused', async () => {
    const { status, body } = await post(server, { signers: SIGNERS }, tooLarge)
    expect([status, body.code, body.meta]).toEqual([422, 'pdf_unsupported', { reason }])
  })
})
