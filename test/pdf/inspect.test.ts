import { describe, expect, test } from 'vitest'
import type { PdfError } from '../../server/pdf/errors.ts'
import { inspect } from '../../server/pdf/inspect.ts'
import {
  encryptedPdf,
  formPdf,
  makePdf,
  PdfBuilder,
  signedPdf,
  textAt,
  withBrokenXref,
} from '../support/pdf-fixtures.ts'

/** A form of one field, whose XFA part has this configuration. */
const xfaForm = (config: string) =>
  makePdf({
    catalog: '/AcroForm << /Fields [10 0 R] /XFA [(config) 11 0 R] >>',
    objects: ['<< /FT /Tx /T (name) >>', `<< /Length ${config.length} >>\nstream\n${config}\nendstream`],
  })

function refusal(bytes: Uint8Array): PdfError['reason'] | 'accepted' {
  try {
    inspect(bytes)
    return 'accepted'
  } catch (error) {
    if (error instanceof Error && 'reason' in error) return error.reason as PdfError['reason']
    throw error
  }
}

test('an ordinary file: pages as displayed, markers, malformed ones', () => {
  const content = textAt(72, 700, 'Sign [[ls:signature:client]]') + textAt(72, 500, '[[ls:stamp:client]]')
  const bytes = makePdf({ pages: 2, rotate: 90, content: (index) => (index ? content : '') })
  expect(inspect(bytes)).toEqual({
    pageCount: 2,
    pages: [
      { width: 842, height: 595 },
      { width: 842, height: 595 },
    ],
    markers: [expect.objectContaining({ kind: 'signature', role: 'client', fieldKey: null, page: 2 })],
    labels: [],
    rooms: [],
    malformed: [{ page: 2, where: 'content', text: '[[ls:stamp:client]]' }],
    removed: [],
    portfolio: null,
    unusualPages: [],
    repaired: false,
    truncated: false,
    signed: false,
  })
})

test('a page is measured in points, whatever its unit', () => {
  const bytes = makePdf({
    mediaBox: [0, 0, 59.5, 84.2],
    page: '/UserUnit 10',
    content: textAt(7, 70, '[[ls:date:client]]', 1),
  })
  const { pages, markers } = inspect(bytes)
  expect(pages).toEqual([{ width: 595, height: 842 }])
  const [usual] = inspect(makePdf({ content: textAt(70, 700, '[[ls:date:client]]', 10) })).markers
  for (const key of ['x', 'y', 'w', 'h'] as const) expect(markers[0]![key]).toBeCloseTo(usual![key], 3)
})

test('the bytes given are not changed', () => {
  const bytes = makePdf({ catalog: '/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>' })
  const before = Buffer.from(bytes)
  expect(inspect(bytes).removed).toEqual(['javascript'])
  expect(bytes.equals(before)).toBe(true)
})

test.each([
  ['a signed file', signedPdf()],
  ['a signed field in a tree of fields', nestedSignature()],
])('%s is recognised', (_, bytes) => expect(inspect(bytes)).toMatchObject({ signed: true, removed: [] }))

test('a broken cross-reference is repaired, not refused', () => {
  expect(inspect(withBrokenXref(makePdf({ pages: 2 })))).toMatchObject({ pageCount: 2, repaired: true })
})

describe('refused', () => {
  test.each<[string, PdfError['reason'], Uint8Array]>([
    ['an encrypted file', 'encrypted', encryptedPdf()],
    ['an encrypted file without a cross-reference', 'encrypted', withBrokenXref(encryptedPdf())],
    ['a file that is only a header', 'damaged', Buffer.from('%PDF-1.7\n')],
    ['an HTML page that names PDF', 'damaged', Buffer.from('<html>%PDF-1.4 is a format</html>')],
    ['no pages', 'no_pages', makePdf({ pages: 0 })],
    ['2,001 pages', 'too_many_pages', makePdf({ pages: 2001, content: '' })],
    ['a content stream nobody can decode', 'unreadable_content', badContent()],
    [
      'a certification that no field holds',
      'already_signed',
      makePdf({ catalog: '/Perms << /DocMDP << /Type /Sig >> >>' }),
    ],
    [
      'a signature only its page knows',
      'already_signed',
      makePdf({ page: '/Annots [<< /Subtype /Widget /FT /Sig /V << /Type /Sig >> >>]' }),
    ],
    ['a dynamic XFA form', 'xfa', makePdf({ catalog: '/NeedsRendering true /AcroForm << /XFA [(form) 3 0 R] >>' })],
    ['one that does not say so', 'xfa', makePdf({ catalog: '/AcroForm << /Fields [] /XFA [(form) 3 0 R] >>' })],
    ['one that has fields, and asks for a form engine', 'xfa', xfaForm('<dynamicRender>required</dynamicRender>')],
    [
      'a planted placeholder',
      'reserved_content',
      makePdf({ objects: ['<< /ByteRange [0 /********** /********** /**********] >>'] }),
    ],
  ])('%s', (_, reason, bytes) => expect(refusal(bytes)).toBe(reason))
})

describe('accepted', () => {
  test.each<[string, Uint8Array]>([
    ['2,000 pages', makePdf({ pages: 2000, content: '' })],
    ['a form with an empty signature field', formPdf()],
    ['a form with flags that only promise signatures', makePdf({ catalog: '/AcroForm << /Fields [] /SigFlags 3 >>' })],
    ['a static or hybrid XFA form', xfaForm('<dynamicRender>forbidden</dynamicRender>')],
    ['a page without any content', makePdf({ content: '' })],
    ['object streams', formPdf({ objectStreams: true })],
    [
      'the text of a placeholder in compressed content',
      makePdf({ content: textAt(9, 9, '/ByteRange [0 /********** /********** /**********]') }),
    ],
  ])('%s', (_, bytes) => expect(refusal(bytes)).toBe('accepted'))
})

function badContent() {
  const pdf = new PdfBuilder()
  pdf.add('<< /Type /Catalog /Pages 2 0 R >>')
  pdf.add('<< /Type /Pages /Kids [3 0 R] /Count 1 >>')
  pdf.add('<< /Type /Page /Parent 2 0 R /Contents 4 0 R >>')
  pdf.stream('?', '/Filter /NoSuchFilter')
  return pdf.build()
}

function nestedSignature() {
  return makePdf({
    catalog: '/AcroForm << /Fields [10 0 R] >>',
    objects: ['<< /T (a) /FT /Sig /Kids [11 0 R] >>', '<< /T (b) /V 12 0 R >>', '<< /Type /Sig >>'],
  })
}
