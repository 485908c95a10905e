import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Created, readDocument, Signer, send } from '../support/flow.ts'
import { NAMES, plain } from '../support/names.ts'
import { pdftotext, popplerText } from '../support/pdf-checks.ts'
import { makePdf, textAt } from '../support/pdf-fixtures.ts'
import { pdfJsTexts } from '../support/pdfjs.ts'
import { startServer, type TestKey, type TestServer } from '../support/server.ts'

/** One signer of every script, each signing by typing their own name. */
const SCRIPTS = [
  ...(['cyrillic', 'greek', 'vietnamese', 'arabic', 'hebrew', 'thai', 'devanagari', 'japanese', 'chinese'] as const),
  'latinWithHebrew' as const,
]
const names = SCRIPTS.map((script) => [script, NAMES[script]] as const)
const rightToLeft = (text: string) => /[\u0590-\u06ff]/.test(text)
const roleOf = (script: string) => `${script} ${NAMES.greek.slice(0, 3)}`

let server: TestServer
let key: TestKey
let created: Created
let sealed: Buffer
let trail: Buffer

beforeAll(async () => {
  server = await startServer()
  key = await server.key()
  const content = names
    .map(
      ([script], i) =>
        textAt(40, 800 - i * 40, `[[ls:signature:${script}]]`) + textAt(320, 800 - i * 40, `[[ls:name:${script}]]`),
    )
    .join('')
  created = await send(
    server,
    key,
    {
      title: `Vertrag ${NAMES.chinese}`,
      signers: names.map(([script, name], i) => ({ email: `s${i}@example.com`, role: script, name, company: name })),
      send_emails: false,
    },
    makePdf({ content }),
  )
  // One after the other, so that each revision is drawn on the previous one.
  for (const { signingUrl } of created.signers) {
    server.clock.advance(1_000)
    expect((await new Signer(server, signingUrl).sign()).status).toBe(200)
  }
  await server.work()
  const path = `/v1/documents/${created.documentId}`
  sealed = (await server.call<Buffer>(key, 'GET', `${path}/signed`)).body
  trail = (await server.call<Buffer>(key, 'GET', `${path}/audit-trail`)).body
})
afterAll(() => server.stop())

/** Without the white space that extractors insert by guessing. */
const spaceless = (text: string) => plain(text).normalize('NFKC').replace(/\s/g, '')

describe('names in the scripts of the world', () => {
  it('come back from the call and the read as they were sent', async () => {
    expect(created.signers.map(({ name, company }) => [name, company])).toEqual(names.map(([, name]) => [name, name]))
    const document = await readDocument(server, key, created.documentId)
    expect(document.status).toBe('signed')
    expect(document.signers.map(({ name }) => name)).toEqual(names.map(([, name]) => name))
    expect(document.title).toBe(`Vertrag ${NAMES.chinese}`)
  })

  it.skipIf(!pdftotext).each(names)(
    '%s: poppler reads the name in the sealed PDF and in the audit trail',
    (_, name) => {
      for (const bytes of [sealed, trail]) expect(spaceless(popplerText(bytes))).toContain(spaceless(name))
    },
  )

  it('pdf.js reads every name in both', async () => {
    for (const bytes of [sealed, trail]) {
      const text = spaceless(
        (await pdfJsTexts(bytes))
          .flat()
          .map((item) => item.text)
          .join(''),
      )
      for (const [script, name] of names) {
        // It returns right-to-left text in pieces, in its own order.
        const parts = rightToLeft(name) ? [...spaceless(name)] : [spaceless(name)]
        for (const part of parts) expect(text, script).toContain(part)
      }
    }
  })
})

describe('roles, references and file names', () => {
  it('may be in any script', async () => {
    const role = roleOf('Käufer')
    const pdf = makePdf({ content: textAt(72, 700, '[[ls:signature:Käufer]]') })
    const signers = [{ email: 'a@example.com', role: 'Käufer', reference: NAMES.arabic, job_title: NAMES.thai }]
    const { body } = await server.call<Created>(key, 'POST', '/v1/signing-requests', {
      form: formOf(signers, pdf, 'Mietvertrag – 契約書 «α».pdf'),
    })
    expect(body.signers[0]).toMatchObject({ role: 'Käufer', reference: NAMES.arabic, jobTitle: NAMES.thai })
    const explicit = await send(server, key, {
      signers: [{ email: 'a@example.com', role }],
      placement: 'explicit',
      fields: [{ role, kind: 'signature', page: 1, x: 0.1, y: 0.1, w: 0.2, h: 0.1, label: NAMES.hebrew }],
      send_emails: false,
    })
    expect(explicit.fields[0]!.role).toBe(role)
    const file = await server.call(key, 'HEAD', `/v1/documents/${body.documentId}/file`)
    expect(file.headers.get('content-disposition')).toBe(
      `attachment; filename="Mietvertrag _ ___ ___.pdf"; filename*=UTF-8''${encodeURIComponent('Mietvertrag – 契約書 «α».pdf')}`,
    )
  })

  it('what turns the direction of text leaves the name of a file', async () => {
    const signers = [{ email: 'a@example.com', role: 'Käufer' }]
    const { body } = await server.call<Created>(key, 'POST', '/v1/signing-requests', {
      form: formOf(
        signers,
        makePdf({ content: textAt(72, 700, '[[ls:signature:Käufer]]') }),
        'Miete\u202efdp.\u2066exe\u200f.pdf',
      ),
    })
    const file = await server.call(key, 'HEAD', `/v1/documents/${body.documentId}/file`)
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="Mietefdp.exe.pdf"')
    const shown = await server.call<{ filename: string; title: string }>(key, 'GET', `/v1/documents/${body.documentId}`)
    expect(shown.body).toMatchObject({ filename: 'Mietefdp.exe.pdf', title: 'Mietefdp.exe.pdf' })
  })
})

function formOf(signers: object[], pdf: Buffer, filename: string): FormData {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(pdf)], { type: 'application/pdf' }), filename)
  form.set('signers', JSON.stringify(signers))
  form.set('send_emails', 'false')
  return form
}
