import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { facturXPdf, INVOICE } from '../support/attached.ts'
import { fixture } from '../support/conformance.ts'
import { expectRefused, post, postJson, validate } from '../support/create.ts'
import { type FileServer, file, startFileServer } from '../support/file-server.ts'
import { readDocument } from '../support/flow.ts'
import { makePdf, type PageOptions, textAt, withBrokenXref } from '../support/pdf-fixtures.ts'
import { withPdfJs } from '../support/pdfjs.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let files: FileServer
beforeAll(async () => {
  server = await startServer()
  files = await startFileServer()
  files.paths.set('/a.pdf', file(makePdf()))
})
afterAll(async () => {
  await files.close()
  await server.stop()
})

const signers = [{ email: 'ada@example.com' }]
/** The file with a second revision that adds an object. */
function withRevision(pdf: Buffer): Buffer {
  const previous = /startxref\s+(\d+)/.exec(pdf.toString('latin1'))![1]
  const at = pdf.length
  const object = '900 0 obj\n(later)\nendobj\n'
  const entry = `${String(at).padStart(10, '0')} 00000 n \n`
  const root = /\/Root \d+ \d+ R/.exec(pdf.toString('latin1'))![0]
  const xref = `xref\n900 1\n${entry}trailer\n<< /Size 901 ${root} /Prev ${previous} >>\nstartxref\n${at + object.length}\n%%EOF\n`
  return Buffer.concat([pdf, Buffer.from(object + xref)])
}

const SCRIPT = '<< /S /JavaScript /JS (app.alert\\(1\\)) >>'

describe('active content is cut off, and named', () => {
  const attachment = '<< /EmbeddedFiles << /Names [(a) << /Type /Filespec /F (a.exe) /EF << /F 3 0 R >> >>] >> >>'
  it.each<[string, string, PageOptions]>([
    ['javascript', 'active_content_removed', { catalog: `/OpenAction ${SCRIPT}` }],
    [
      'launch',
      'active_content_removed',
      {
        page: '/Annots [10 0 R]',
        objects: ['<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /Launch /F (cmd.exe) >> >>'],
      },
    ],
    [
      'submit_form',
      'active_content_removed',
      {
        page: '/Annots [10 0 R]',
        objects: ['<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /SubmitForm /F (https://x.com) >> >>'],
      },
    ],
    ['embedded_files', 'attachments_removed', { catalog: `/Names ${attachment}` }],
    ['automatic_action', 'active_content_removed', { catalog: '/OpenAction << /S /URI /URI (https://example.com) >>' }],
    ['external_content', 'active_content_removed', { objects: ['<< /F (a.bin) /Length 0 >>\nstream\n\nendstream'] }],
    ['usage_rights', 'active_content_removed', { catalog: '/Perms << /UR3 << /Type /Sig >> >>' }],
    [
      'xfa',
      'active_content_removed',
      { catalog: '/AcroForm << /Fields [<< /FT /Tx /T (name) >>] /XFA [(form) 3 0 R] >>' },
    ],
  ])('%s: %s', async (kind, code, options) => {
    const key = await server.key()
    const { status, body } = await post(server, { signers, send_emails: false }, makePdf(options))
    expect([status, body.warnings]).toEqual([201, [{ field: 'file', code, message: expect.any(String) }]])
    expect((await readDocument(server, key, body.documentId)).removed).toEqual([kind])
    const path = `/v1/documents/${body.documentId}`
    const events = await server.call<{ events: { type: string; meta: object }[] }>(key, 'GET', `${path}/audit-events`)
    expect(events.body.events[0]).toMatchObject({ type: 'created', meta: { removed: [kind] } })
    const shown = await server.call<Buffer>(key, 'GET', `${path}/file`)
    await withPdfJs(shown.body, async (document) => {
      expect(await document.getJSActions()).toBeNull()
      expect(await document.getAttachments()).toBeNull()
    })
    // It is removed permanently: when the result is sent again, there is nothing to remove.
    const again = await post(server, { signers, send_emails: false, placement: 'auto_append' }, shown.body)
    expect(again.body.warnings).toEqual([])
  })

  it('a portfolio is said to be one, with the names of its files', async () => {
    const files = `<< /EmbeddedFiles << /Names [(a) << /Type /Filespec /F (a.pdf) >> (b) << /Type /Filespec /F (b.pdf) >>] >> >>`
    const pdf = makePdf({ catalog: `/Collection << /View /D >> /Names ${files}` })
    const { body } = await post(server, { signers, send_emails: false }, pdf)
    expect(body.warnings).toEqual([
      { field: 'file', code: 'attachments_removed', message: expect.stringMatching(/portfolio.*cover.*"b\.pdf"$/) },
    ])
  })

  it.each([
    ['3 points', '/MediaBox [0 0 3 3]', 'page 1 is 3 by 3 points'],
    ['a million', '/MediaBox [0 0 1000000 842]', 'page 1 is 1000000 by 842 points'],
    ['a crop outside', '/MediaBox [0 0 595 842] /CropBox [600 0 900 842]', 'page 1 is cropped'],
  ])('a page of %s is named', async (_, page, words) => {
    const { body } = await post(server, { signers, send_emails: false, placement: 'auto_append' }, makePdf({ page }))
    expect(body.warnings).toEqual([{ field: 'file', code: 'unusual_page', message: expect.stringContaining(words) }])
  })

  it('the invoice of a Factur-X file stays, without a warning', async () => {
    const key = await server.key()
    const pdf = await facturXPdf([{ name: 'factur-x.xml', content: INVOICE }])
    const { body } = await post(server, { signers, send_emails: false, placement: 'auto_append' }, pdf)
    expect(body.warnings.map(({ code }) => code)).not.toContain('attachments_removed')
    expect((await readDocument(server, key, body.documentId)).removed).toEqual([])
    const shown = await server.call<Buffer>(key, 'GET', `/v1/documents/${body.documentId}/file`)
    await withPdfJs(shown.body, async (document) => {
      expect(Object.keys(await document.getAttachments())).toEqual(['factur-x.xml'])
    })
  })

  it('several kinds are several warnings, in the dry run too', async () => {
    const pdf = makePdf({ catalog: `/OpenAction ${SCRIPT} /AF [<< /Type /Filespec >>]` })
    for (const send of [validate, post]) {
      const { body } = await send(server, { signers, send_emails: false }, pdf)
      expect(body.warnings.map(({ code }) => code).sort()).toEqual(['active_content_removed', 'attachments_removed'])
    }
  })
})

describe('markers with a placement that does not read them', () => {
  const pdf = makePdf({
    pages: 2,
    content: (page) => (page === 1 ? textAt(50, 500, '[[ls:signature:a]] [[ls:date:a]]') : ''),
  })
  const field = { role: 'a', kind: 'signature', page: 1, x: 0.1, y: 0.1, w: 0.2, h: 0.1 }
  const placements = { auto_append: { placement: 'auto_append' }, explicit: { placement: 'explicit', fields: [field] } }

  it.each(Object.entries(placements))('%s: one warning, in the dry run too', async (placement, fields) => {
    for (const send of [validate, post]) {
      const input = { signers: [{ ...signers[0], role: 'a' }], send_emails: false, ...fields }
      const { body } = await send(server, input, pdf)
      expect(body.warnings).toEqual([
        { field: 'file', code: 'markers_not_used', message: expect.stringMatching(/2 markers.*page 2.*stay/) },
      ])
      expect(body.warnings[0]!.message).toContain(`"${placement}"`)
      expect((await send(server, input, makePdf())).body.warnings).toEqual([])
    }
  })
})

describe('a PDF whose end is missing', () => {
  const whole = makePdf({ pages: 3, content: () => textAt(50, 500, 'Lease') })
  const send = async (pdf: Buffer) => (await post(server, { signers, send_emails: false }, pdf)).body.warnings
  const warning = { field: 'file', code: 'file_truncated', message: expect.stringContaining('end of the file') }
  const cut = (bytes: Buffer, at: string) => bytes.subarray(0, bytes.lastIndexOf(at))

  it.each([
    ['in the cross-reference', () => cut(whole, 'trailer')],
    ['in the middle of a second revision', () => cut(withRevision(whole), 'endobj')],
    ['before the cross-reference of a second revision', () => cut(withRevision(whole), 'xref\n')],
  ])('cut %s: a warning', async (_where, pdf) => {
    expect(await send(pdf())).toEqual([warning])
  })

  it.each([
    ['whole', () => whole],
    ['with a second revision', () => withRevision(whole)],
    ['with other bytes behind its end', () => Buffer.concat([whole, Buffer.from('\r\n--boundary--\r\n\0\0')])],
    ['without the end-of-file marker alone', () => cut(whole, '%%EOF')],
    ['with a broken cross-reference', () => withBrokenXref(whole)],
  ])('%s: none', async (_what, pdf) => {
    expect(await send(pdf())).toEqual([])
  })
})

it('a broken cross-reference is repaired without a warning', async () => {
  const { status, body } = await post(server, { signers, send_emails: false }, withBrokenXref(makePdf()))
  expect([status, body.warnings]).toEqual([201, []])
})

it('a signing_order in a parallel send is ignored, with one warning for each', async () => {
  const { body } = await post(server, {
    signers: [signers[0], { email: 'b@example.com', signing_order: 1 }, { email: 'c@example.com', signing_order: 1 }],
    send_emails: false,
  })
  expect(body.warnings.map(({ field, code }) => [field, code])).toEqual([
    ['signers[1].signing_order', 'ignored_field'],
    ['signers[2].signing_order', 'ignored_field'],
  ])
  expect(body.signers.map(({ order }) => order)).toEqual([null, null, null])
})

describe('characters that no font has (missing_glyph)', () => {
  const signer = { email: 'ada@example.com', role: 'tenant', first_name: 'Ada 김', last_name: '𐌰𐌱𐌰', company: 'བོད' }
  it.each([post, validate])('are named for each text: %o', async (send) => {
    const { body } = await send(server, { title: 'Lease 🚀 𐌲', signers: [signer], send_emails: false })
    const shown = 'the document shows a box instead'
    expect(body.warnings).toEqual(
      [
        ...[['title', '"𐌲" (U+10332)'] as const, ['signers[0].last_name', '"𐌰" (U+10330), "𐌱" (U+10331)'] as const],
        ['signers[0].company', '"བ" (U+0F56), "ོ" (U+0F7C), "ད" (U+0F51)'] as const,
      ].map(([field, characters]) => ({
        field,
        code: 'missing_glyph',
        message: `no font has ${characters} of ${field}; ${shown}`,
      })),
    )
  })

  it("are looked for in the file's name where there is no title, and at most ten are named", async () => {
    const letters = String.fromCodePoint(...Array.from({ length: 12 }, (_, i) => 0x10330 + i))
    const { body } = await post(server, { signers, send_emails: false }, makePdf(), `${letters}.pdf`)
    expect(body.warnings).toEqual([
      { field: 'file', code: 'missing_glyph', message: expect.stringMatching(/ and 2 more of file;/) },
    ])
  })
})

describe('claims of PDF/A and PDF/UA', () => {
  const claim = '<x xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/" pdfaid:part="2" pdfaid:conformance="A"/>'
  const metadata = `<< /Type /Metadata /Subtype /XML /Length ${claim.length} >>\nstream\n${claim}\nendstream`
  const untagged = makePdf({ catalog: '/Metadata 10 0 R', objects: [metadata] })

  it.each([post, validate])('one that is removed is conformance_lost: %o', async (send) => {
    const { body } = await send(server, { signers, send_emails: false }, untagged)
    const message = 'the file no longer claims to be PDF/A-2a: it has no structure tree that can be added to'
    expect(body.warnings).toEqual([{ field: 'file', code: 'conformance_lost', message }])
  })

  it('one that is kept is no warning', async () => {
    const tenant = [{ ...signers[0], role: 'tenant' }]
    const { status, body } = await post(server, { signers: tenant, send_emails: false }, fixture('pdfa-2b-ua'))
    expect([status, body.warnings]).toEqual([201, []])
  })
})

describe('unknown top-level keys (7, 9.5)', () => {
  const unknown = { signer: 'x', Placement: 'anchors', recipients: [] }
  const calls = {
    multipart: () => post(server, { signers, send_emails: false, ...unknown }),
    JSON: () => postJson(server, { file_url: `${files.url}/a.pdf`, signers, send_emails: false, ...unknown }),
    'the dry run': () => validate(server, { signers, ...unknown }),
  }

  it.each(Object.entries(calls))('%s: a warning each, and no effect', async (_form, call) => {
    server.clock.set(new Date('2026-12-30T23:59:59.999Z'))
    const { body } = await call()
    expect(body.warnings).toEqual(
      Object.keys(unknown).map((field) => ({ field, code: 'unknown_field', message: expect.stringContaining(field) })),
    )
  })

  it.each(Object.entries(calls))('%s: refused from 2026-12-31', async (_form, call) => {
    server.clock.set(new Date('2026-12-31T00:00:00Z'))
    await expectRefused(server, call, 400, {
      code: 'unknown_field',
      meta: { fields: Object.keys(unknown), accepted: expect.arrayContaining(['signers', 'file']) },
    })
  })
})
