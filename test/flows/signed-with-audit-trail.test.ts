import { execFileSync } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { post } from '../support/create.ts'
import { signIn } from '../support/dashboard.ts'
import { Signer } from '../support/flow.ts'
import { CLEAN, pdftoppm, popplerText, qpdf, qpdfCheck, render, withFile } from '../support/pdf-checks.ts'
import { makePdf } from '../support/pdf-fixtures.ts'
import { tenantForm } from '../support/pdf-forms.ts'
import { createCa, Purpose } from '../support/pki.ts'
import { builtInTsa, keyOf } from '../support/sealing.ts'
import { startServer, type TestKey, type TestServer } from '../support/server.ts'
import { signedFile } from '../support/signed-files.ts'

let server: TestServer
let key: TestKey
beforeAll(async () => {
  server = await startServer()
  key = await server.key()
})
afterAll(() => server.stop())

const signers = [{ email: 'ada@example.com', name: 'Ada Lovelace', role: 'tenant' }]
const box = { role: 'tenant', kind: 'signature', page: 1, x: 0.1, y: 0.3, w: 0.3, h: 0.1 }

/** The path of a document that was made of this file and sealed. */
async function sealed(upload: Uint8Array): Promise<string> {
  const { body } = await post(server, { signers, placement: 'explicit', fields: [box] }, Buffer.from(upload))
  await new Signer(server, body.signers[0]!.signingUrl).sign()
  await server.work()
  return `/v1/documents/${body.documentId}`
}

const get = (path: string) => server.call<Buffer>(key, 'GET', path)

/** With a visible signature of somebody else, so that our own marks are signature fields as well. */
async function signedBefore() {
  const ca = await createCa()
  const notary = await keyOf(await ca.issue({ name: 'Notary', purposes: [Purpose.emailProtection] }))
  return signedFile({ key: notary, tsa: await builtInTsa(ca) }, [{ visible: true }])
}

describe.each<[string, () => Uint8Array | Promise<Uint8Array>]>([
  ['turned pages with a crop box', () => makePdf({ pages: 2, rotate: 90, cropBox: [20, 40, 575, 700] })],
  ['a form that is filled in', tenantForm],
  ['a file that was signed before', signedBefore],
])('%s', (_, upload) => {
  it('looks as in /signed, has the trail behind it, and the sealed file attached', async () => {
    const path = await sealed(await upload())
    const { body: signed } = await get(`${path}/signed`)
    const { status, headers, body: both } = await get(`${path}/signed-with-audit-trail`)
    expect([status, headers.get('content-disposition')]).toEqual([
      200,
      expect.stringMatching(/filename="[^"]+-signed-with-audit-trail\.pdf"/),
    ])
    if (qpdf) {
      expect(qpdfCheck(both)).toMatch(CLEAN)
      const attached = withFile(both, (file) => {
        const names = execFileSync(qpdf!, ['--list-attachments', file], { encoding: 'utf8' })
        const name = /^(.+\.pdf) -> /m.exec(names)![1]!
        return execFileSync(qpdf!, [`--show-attachment=${name}`, file])
      })
      expect(attached.equals(signed)).toBe(true)
    }
    const pages = (await server.ctx.pdf.of('test').layout([{ bytes: signed }])).length
    if (pdftoppm)
      for (let page = 1; page <= pages; page++) {
        const [theirs, ours] = [render(signed, page), render(both, page)]
        expect([ours.width, ours.height]).toEqual([theirs.width, theirs.height])
        const differing = ours.pixels.filter((value, i) => Math.abs(value - theirs.pixels[i]!) > 64).length
        expect(differing / ours.pixels.length).toBeLessThan(0.001)
      }
    expect(popplerText(both)).toContain('the sealed file is attached to this PDF')
  })
})

it('comes once there is a sealed file, and as long as it is kept', async () => {
  const { body } = await post(server, { signers })
  const path = `/v1/documents/${body.documentId}/signed-with-audit-trail`
  expect(await get(path)).toMatchObject({ status: 409, body: { code: 'not_complete' } })
  await new Signer(server, body.signers[0]!.signingUrl).sign()
  await server.work()
  expect((await get(path)).status).toBe(200)
  const person = await signIn(server, { workspaceId: key.workspaceId })
  const page = `/documents/${body.documentId}`
  expect(await (await person.get(page)).text()).toContain(`href="${page}/signed-with-audit-trail"`)
  const download = await person.get(`${page}/signed-with-audit-trail`)
  expect([download.status, download.headers.get('content-type')]).toEqual([200, 'application/pdf'])
})
