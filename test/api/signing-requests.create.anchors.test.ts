import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectRefused, post, validate } from '../support/create.ts'
import { makePdf, PdfBuilder, textAt } from '../support/pdf-fixtures.ts'
import { pdfJsTexts } from '../support/pdfjs.ts'
import { startServer, type TestServer } from '../support/server.ts'

const FIXTURES = join(import.meta.dirname, '../fixtures/anchors')

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

/** Markers one below the other, the last ones on further pages. */
function withMarkers(...pages: string[][]): Buffer {
  return makePdf({
    pages: pages.length,
    content: (index) => pages[index]!.map((text, line) => textAt(72, 760 - line * 40, text)).join(''),
  })
}

const signersOf = (...roles: (string | null)[]) => roles.map((role, i) => ({ email: `signer${i}@example.com`, role }))
const create = (pdf: Uint8Array, roles: (string | null)[], more: object = {}) =>
  post(server, { signers: signersOf(...roles), send_emails: false, ...more }, pdf)

/** The text of the file the signers see, as pdf.js extracts it, without white space. */
async function shownText(documentId: string): Promise<string> {
  const file = await server.call<Buffer>(await server.key(), 'GET', `/v1/documents/${documentId}/file`)
  expect(file.status).toBe(200)
  const pages = await pdfJsTexts(file.body)
  return pages
    .flat()
    .map(({ text }) => text)
    .join('')
    .replace(/\s+/g, '')
}

describe('files of many producers: rotated, cropped, turned, split, white and invisible text, forms', () => {
  it.each(readdirSync(FIXTURES))('%s: what is found is placed, and gone from what the signers see', async (name) => {
    const pdf = readFileSync(join(FIXTURES, name))
    const look = await validate(server, { signers: signersOf('nobody'), placement: 'auto_append' }, pdf)
    const markers = look.body.anchors.markers
    const roles = [...new Set(markers.map(({ role }) => role))]
    expect(roles.length).toBeGreaterThan(0)

    const { status, body } = await create(pdf, roles)
    expect(status, JSON.stringify(body)).toBe(201)
    expect(body).toMatchObject({ placement: 'anchors', anchors: { found: markers.length } })
    const placed = body.fields.map(({ kind, role }) => `${kind}:${role}`)
    for (const { kind, role } of markers) expect(placed).toContain(`${kind}:${role}`)
    for (const { page, x, y, w, h } of body.fields) {
      expect(page).toBeGreaterThanOrEqual(1)
      for (const edge of [x, y, x + w, y + h]) {
        expect(edge).toBeGreaterThanOrEqual(0)
        expect(edge).toBeLessThanOrEqual(1.000001)
      }
    }
    expect(await shownText(body.documentId)).not.toMatch(/\[\[|ls:|\]\]/)
  })
})

describe('markers (2.4)', () => {
  it('one of each kind, with field keys of all allowed shapes', async () => {
    const dotted = 'place.of.birth'
    const longest = `k${'x'.repeat(63)}`
    const fortyTwo = `k${'y'.repeat(41)}`
    const { status, body } = await create(
      withMarkers([
        '[[ls:signature:tenant]] stays',
        '[[ls:initial:tenant]]',
        '[[ls:date:tenant]]',
        '[[ls:name:tenant:full_name]]',
        '[[ls:text:tenant]]',
        `[[ls:text:tenant:${dotted}]]`,
        `[[ls:text:tenant:${fortyTwo}]]`,
        `[[ls:text:tenant:${longest}]]`,
      ]),
      ['tenant'],
    )
    expect(status).toBe(201)
    expect(body).toMatchObject({ placement: 'anchors', anchors: { found: 8 }, warnings: [] })
    expect(body.fields.map(({ kind, fieldKey }) => [kind, fieldKey])).toEqual([
      ['signature', null],
      ['initial', null],
      ['date', null],
      ['name', 'full_name'],
      ['text', null],
      ['text', dotted],
      ['text', fortyTwo],
      ['text', longest],
    ])
    expect(await shownText(body.documentId)).toBe('stays')
  })

  it('text markers may repeat on a page, others only once per page and role', async () => {
    const repeated = withMarkers(
      ['[[ls:text:a]]', '[[ls:text:a]]', '[[ls:signature:a]]', '[[ls:signature:b]]'],
      ['[[ls:signature:a]]'],
    )
    const { status, body } = await create(repeated, ['a', 'b'])
    expect([status, body.anchors.found]).toEqual([201, 5])
  })

  it.each(['signature', 'initial', 'date', 'name'])('%s twice on a page for one role is refused', async (kind) => {
    const pdf = withMarkers(['[[ls:signature:b]]'], ['[[ls:signature:b]]', `[[ls:${kind}:a]]`, `[[ls:${kind}:a]]`])
    await expectRefused(server, () => create(pdf, ['a', 'b']), 400, {
      code: 'duplicate_anchor',
      meta: { role: 'a', kind, page: 2 },
    })
  })

  it('a role that no signer has is refused, with a dotted or long field key too (9.5)', async () => {
    for (const marker of ['[[ls:text:buyer:a.b]]', `[[ls:text:buyer:k${'x'.repeat(50)}]]`, '[[ls:date:buyer]]']) {
      const pdf = withMarkers(['[[ls:signature:seller]]', marker])
      const kind = marker.includes('date') ? 'date' : 'text'
      await expectRefused(server, () => create(pdf, ['seller']), 400, {
        code: 'unknown_role',
        meta: { role: 'buyer', kind, page: 1, known_roles: ['seller'] },
      })
    }
  })

  it('roles are trimmed and compared exactly, in any script', async () => {
    const pdf = withMarkers(['[[ls:signature: Tenant No. 1 ]]'])
    expect((await create(pdf, ['  Tenant No. 1 '])).status).toBe(201)
    await expectRefused(server, () => create(pdf, ['tenant no. 1']), 400, { code: 'unknown_role' })
  })

  it('a signer without a marker is refused, and so is one without a role', async () => {
    const pdf = withMarkers(['[[ls:signature:tenant]]'])
    await expectRefused(server, () => create(pdf, ['tenant', 'landlord']), 400, {
      code: 'signer_has_no_anchor',
      meta: { role: 'landlord' },
    })
    await expectRefused(server, () => create(pdf, ['tenant', null]), 400, {
      code: 'signer_has_no_anchor',
      meta: { role: null },
    })
  })

  it('a role with markers but nothing to sign gets a block on a last page, and a warning', async () => {
    const { status, body } = await create(withMarkers(['[[ls:signature:tenant]]', '[[ls:text:witness]]']), [
      'tenant',
      'witness',
    ])
    expect([status, body.placement, body.anchors.found]).toEqual([201, 'anchors', 2])
    expect(body.warnings).toMatchObject([{ field: 'file', code: 'signature_block_appended' }])
    const appended = body.fields.filter(({ page }) => page === 2)
    expect(appended.map(({ role, kind }) => [role, kind])).toEqual(
      expect.arrayContaining([
        ['witness', 'signature'],
        ['witness', 'name'],
        ['witness', 'date'],
      ]),
    )
    expect(appended).toHaveLength(3)
  })

  it('text that only starts like a marker stays on the page and is named', async () => {
    const { status, body } = await create(
      withMarkers([
        '[[ls:signature:tenant]]',
        '[[ls:stamp:tenant]]',
        '[[ls:signature:tenant:key]]',
        '[[ls:text:tenant:1st]]',
        `[[ls:text:tenant:k${'x'.repeat(64)}]]`,
      ]),
      ['tenant'],
    )
    expect([status, body.anchors.found]).toEqual([201, 1])
    expect(body.warnings.map(({ field, code }) => [field, code])).toEqual(
      Array.from({ length: 4 }, () => ['file', 'malformed_marker']),
    )
    const shown = await shownText(body.documentId)
    expect(shown).toContain('[[ls:stamp:tenant]]')
    expect(shown).not.toContain('[[ls:signature:tenant]]')
  })
})

const MISTAKE = '[[ls:text:tenant]]'

describe('markers with common mistakes', () => {
  it('another case, blanks, an annotation, a filled form field: never placed, always named with page and text', async () => {
    const font = '/Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >>'
    const pdf = new PdfBuilder()
    pdf.add('<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [6 0 R 8 0 R] >> >>')
    pdf.add('<< /Type /Pages /Kids [3 0 R] /Count 1 >>')
    const annotations = '/Annots [5 0 R 6 0 R 8 0 R 9 0 R]'
    pdf.add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << ${font} >> ${annotations} >>`,
    )
    pdf.stream(textAt(50, 700, '[[LS:signature:tenant]]') + textAt(50, 600, '[[ ls : date : tenant ]]'))
    pdf.add(
      '<< /Type /Annot /Subtype /FreeText /Rect [9 9 99 99] /DA (/F1 9 Tf) /Contents (Sign [[ls:name:tenant]]) >>',
    )
    const widget = '/Type /Annot /Subtype /Widget /FT /Tx /F 4 /Rect [9 9 99 99]'
    pdf.add(`<< ${widget} /T (a) /V (ignored) /AP << /N 7 0 R >> >>`)
    pdf.stream(
      textAt(2, 2, '[[ls:initial:tenant]]'),
      `/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << ${font} >>`,
    )
    pdf.add(`<< ${widget} /T (b) /V (Hello [[ls:text:tenant:key]]) >>`)
    pdf.add('<< /Type /Annot /Subtype /Text /Rect [9 9 99 99] /Contents (a note without one) >>')

    const { status, body } = await create(pdf.build(), ['tenant'])
    expect([status, body.placement, body.anchors.found]).toEqual([201, 'auto_append', 0])
    expect(body.warnings.every(({ field, code }) => field === 'file' && code === 'malformed_marker')).toBe(true)
    expect(body.warnings.map(({ message }) => /^"(.+)" on page 1 /.exec(message)?.[1])).toEqual([
      '[[LS:signature:tenant]]',
      '[[ ls : date : tenant ]]',
      '[[ls:name:tenant]]',
      '[[ls:initial:tenant]]',
      '[[ls:text:tenant:key]]',
    ])
  })

  it.each([
    ['a value above the field’s own group', '/Parent 6 0 R', '/Parent 7 0 R', `/FT /Tx /V (${MISTAKE})`],
    ['a value that is a stream', '/FT /Tx /V 8 0 R'],
    ['the label of the option that is chosen', `/FT /Ch /Ff 131072 /V (x) /Opt [[(x) (${MISTAKE})] [(y) (other)]]`],
    ['an option of a list', `/FT /Ch /Opt [(y) (${MISTAKE})]`],
    ['several values', `/FT /Ch /V [(${MISTAKE}) (other)]`],
    ['the caption of a button', `/FT /Btn /Ff 65536 /MK << /CA (${MISTAKE}) >>`],
    ['a value beside a description', `/FT /Tx /TU (x) /Contents (x) /V (${MISTAKE})`],
    ['a value that viewers are asked to draw', `/FT /Tx /V (${MISTAKE}) /AP << /N 9 0 R >>`, '', '', true],
  ])(
    'in a form field, where the viewer draws it, never silently: %s',
    async (_, field, group = '', top = '', anew = false) => {
      const pdf = new PdfBuilder()
      pdf.add(`<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [5 0 R] /NeedAppearances ${anew} >> >>`)
      pdf.add('<< /Type /Pages /Kids [3 0 R] /Count 1 >>')
      pdf.add('<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Annots [5 0 R] >>')
      pdf.stream('')
      pdf.add(`<< /Type /Annot /Subtype /Widget /T (a) /F 4 /Rect [9 9 99 99] ${field} >>`)
      pdf.add(`<< /T (group) ${group} >>`)
      pdf.add(`<< /T (top) ${top} >>`)
      pdf.stream(MISTAKE)
      pdf.stream('', '/Type /XObject /Subtype /Form /BBox [0 0 9 9]')
      const { status, body } = await create(pdf.build(), ['tenant'])
      expect([status, body.warnings]).toMatchObject([201, [{ code: 'malformed_marker' }]])
      expect(body.warnings[0]!.message).toContain(`"${MISTAKE}" on page 1 `)
    },
  )

  it('an option that is not chosen is not shown, so not named', async () => {
    const pdf = new PdfBuilder()
    pdf.add('<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [5 0 R] >> >>')
    pdf.add('<< /Type /Pages /Kids [3 0 R] /Count 1 >>')
    pdf.add('<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Annots [5 0 R] >>')
    pdf.stream('')
    const choice = `/FT /Ch /Ff 131072 /V (y) /Opt [[(x) (${MISTAKE})] [(y) (other)]]`
    pdf.add(`<< /Type /Annot /Subtype /Widget /T (a) /Rect [9 9 99 99] ${choice} >>`)
    const { status, body } = await create(pdf.build(), ['tenant'])
    expect([status, body.warnings]).toEqual([201, []])
  })

  it('2,000 markers are placed; one more makes the PDF too complex, and nothing is created', async () => {
    const markers = (count: number) =>
      makePdf({
        content: () =>
          Array.from({ length: count }, (_, i) =>
            textAt(10 + (i % 20) * 25, 780 - Math.floor(i / 20) * 5, '[[ls:text:tenant]]', 1),
          ).join(''),
      })
    const placed = await create(markers(2_000), ['tenant'])
    expect([placed.status, placed.body.anchors.found]).toEqual([201, 2_000])
    await expectRefused(server, () => create(markers(2_001), ['tenant']), 422, {
      code: 'pdf_unsupported',
      meta: { reason: 'too_complex' },
    })
  })

  it('many on one page are summarized', async () => {
    const many = Array.from({ length: 500 }, (_, i) => `[[LS:text:tenant:k${i}]]`)
    const { status, body } = await create(withMarkers(many), ['tenant'])
    expect([status, body.warnings.length]).toEqual([201, 21])
    expect(body.warnings.at(-1)?.message).toContain('480 more')
  })
})

describe('without markers', () => {
  it('falls through to auto_append: one block for each signer, anchors.found 0 (2.4, rule 2)', async () => {
    const { status, body } = await create(makePdf(), ['buyer', null, 'seller'])
    expect([status, body.placement, body.anchors, body.warnings]).toEqual([201, 'auto_append', { found: 0 }, []])
    expect(body.fields.filter(({ kind }) => kind === 'signature').map(({ role, page }) => [role, page])).toEqual([
      ['buyer', 2],
      [null, 2],
      ['seller', 2],
    ])
    const shown = await shownText(body.documentId)
    expect(shown).toContain('signer1@example.com')
  })

  it('says for whom a signer signs', async () => {
    const signer = { email: 'ada@example.com', name: 'Ada', company: 'Acme AG', job_title: 'Managing Director' }
    const { body } = await post(server, { signers: [signer], send_emails: false }, makePdf())
    expect(await shownText(body.documentId)).toContain('ManagingDirector,AcmeAG')
  })

  it('appends as many pages as the signers need', async () => {
    const signers = Array.from({ length: 20 }, (_, i) => ({ email: `s${i}@example.com` }))
    const { status, body } = await post(server, { signers, send_emails: false }, makePdf())
    expect(status).toBe(201)
    expect(body.fields.filter(({ kind }) => kind === 'signature')).toHaveLength(20)
  })

  it('auto_append leaves markers where they are, and says how many there were', async () => {
    const pdf = withMarkers(['[[ls:signature:tenant]]'])
    const { status, body } = await create(pdf, ['tenant'], { placement: 'auto_append' })
    expect([status, body.placement, body.anchors.found]).toEqual([201, 'auto_append', 1])
    expect(await shownText(body.documentId)).toContain('[[ls:signature:tenant]]')
  })
})
