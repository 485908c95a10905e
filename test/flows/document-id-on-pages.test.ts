import { afterAll, beforeAll, expect, it } from 'vitest'
import { changeSettings } from '../../server/domain/records/workspaces/settings.ts'
import { readDocument, Signer, send } from '../support/flow.ts'
import { inkIn } from '../support/ink.ts'
import { pdftoppm, render } from '../support/pdf-checks.ts'
import { makePdf, textAt } from '../support/pdf-fixtures.ts'
import { pdfJsTexts } from '../support/pdfjs.ts'
import { startServer, type TestKey, type TestServer } from '../support/server.ts'
import { generate, instantiate, lockedTemplate } from '../support/templates.ts'

/** A small line by which a printed page can be tied to its audit trail. */

let server: TestServer
let key: TestKey
beforeAll(async () => {
  server = await startServer()
  key = await server.key()
  await changeSettings(server.ctx, key.workspaceId, { print_document_id: true })
})
afterAll(() => server.stop())

const fileOf = async (id: string, name: 'file' | 'signed' = 'file') =>
  (await server.call<Buffer>(key, 'GET', `/v1/documents/${id}/${name}`)).body
const linesOf = async (bytes: Uint8Array) =>
  (await pdfJsTexts(bytes)).map((page) =>
    page
      .map(({ text }) => text)
      .join(' ')
      .match(/Document ID [0-9a-f-]+/g),
  )
const everyPage = (id: string, pages: number) => Array.from({ length: pages }, () => [`Document ID ${id}`])
/** The lower left corner, and the rest of the page. */
const FOOT = { page: 1, x: 0, y: 0.95, w: 0.5, h: 0.05 }
const REST = { page: 1, x: 0, y: 0, w: 1, h: 0.95 }

it.each([0, 90, 180, 270])(
  'stands upright at the foot of every page, turned by %i, in the sealed file too',
  async (rotate) => {
    const pdf = makePdf({ pages: 2, rotate, cropBox: [60, 100, 460, 700], content: '' })
    const created = await send(server, key, { signers: [{ email: 'ada@example.com' }], send_emails: false }, pdf)
    const { documentId: id } = created
    const shown = await fileOf(id)
    expect(await linesOf(shown)).toEqual(everyPage(id, 3))
    if (pdftoppm) {
      const picture = render(shown, 1, 144)
      expect([inkIn(picture, FOOT) > 50, inkIn(picture, REST)]).toEqual([true, 0])
    }
    await new Signer(server, created.signers[0]!.signingUrl!).sign()
    await server.work()
    expect((await readDocument(server, key, id)).status).toBe('signed')
    expect(await linesOf(await fileOf(id, 'signed'))).toEqual(everyPage(id, 3))
  },
)

it('stands in instances of a template and in files staged from one, but not in what becomes no document', async () => {
  const { id: templateId } = await lockedTemplate(server, key)
  const { body } = await instantiate(server, key, templateId)
  const lines = await linesOf(await fileOf(body.document_id!))
  expect(lines).toEqual(everyPage(body.document_id!, lines.length))
  const staged = await generate(server, key, templateId, { review: true })
  const own = staged.headers.get('X-Document-Id')!
  expect(await linesOf(staged.body as unknown as Buffer)).toEqual(everyPage(own, lines.length))
  const file = await generate(server, key, templateId)
  expect((await linesOf(file.body as unknown as Buffer)).every((line) => line === null)).toBe(true)
})

it('is not written unless the workspace wants it', async () => {
  const other = await server.key({ workspaceId: (await server.workspace()).id })
  const pdf = makePdf({ content: textAt(72, 700, 'Agreement') })
  const { documentId } = await send(server, other, { signers: [{ email: 'ada@example.com' }], send_emails: false }, pdf)
  const { body } = await server.call<Buffer>(other, 'GET', `/v1/documents/${documentId}/file`)
  expect(await linesOf(body)).toEqual([null, null])
})
