import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Signer } from '../support/flow.ts'
import { CLEAN, qpdf, qpdfCheck } from '../support/pdf-checks.ts'
import { makePdf, textAt } from '../support/pdf-fixtures.ts'
import { pdfJsTexts } from '../support/pdfjs.ts'
import { startServer, type TestKey, type TestServer } from '../support/server.ts'
import { generate, instantiate, leaseModel, lockedTemplate, signature, text } from '../support/templates.ts'

let server: TestServer
let key: TestKey
beforeAll(async () => {
  server = await startServer()
  key = await server.key()
})
afterAll(() => server.stop())

const pdf = makePdf({
  pages: 2,
  content: (index) =>
    textAt(72, 770, `Lease, page ${index + 1}`) + textAt(72, 120 - index, 'Signed: [[ls:signature:tenant]] (tenant)'),
})
const model = leaseModel({ boxes: [text('tenant_name', 0.15), signature(1), signature(2, 2)] })
const field_values = { tenant_name: 'Ada Lovelace' }

describe('markers in the PDF of a template are not printed', () => {
  it('in what signers are shown and what is sealed', async () => {
    const { id } = await lockedTemplate(server, key, { template: model, pdf })
    const { document_id: documentId, recipients } = (await instantiate(server, key, id, { field_values })).body
    for (const { signing_url: url } of recipients) {
      expect((await new Signer(server, url!).sign()).status).toBe(200)
    }
    await server.work()
    const read = (name: string) => server.call<Buffer>(key, 'GET', `/v1/documents/${documentId}/${name}`)
    const [shown, sealed] = [await read('file'), await read('signed')]
    expect(sealed.status).toBe(200)
    expect(shown.body.subarray(0, pdf.length).equals(pdf)).toBe(true)
    if (qpdf) expect(qpdfCheck(sealed.body)).toMatch(CLEAN)
    for (const { body } of [shown, sealed]) await expectUnmarked(body, ['Lease, page 2', 'Ada Lovelace'])
  })

  it('in a file', async () => {
    const boxes = [text('tenant_name', 0.15)]
    const { id } = await lockedTemplate(server, key, { template: leaseModel({ slots: [], boxes }), pdf })
    const { status, body } = await generate(server, key, id, { field_values })
    expect(status).toBe(200)
    await expectUnmarked(body, ['Lease, page 1', 'Ada Lovelace'])
  })
})

async function expectUnmarked(bytes: Uint8Array, others: string[]): Promise<void> {
  const print = (await pdfJsTexts(bytes)).flatMap((page) => page.map(({ text }) => text)).join(' ')
  expect(print).not.toContain('[[ls')
  for (const rest of ['Signed:', '(tenant)', ...others]) expect(print).toContain(rest)
}
