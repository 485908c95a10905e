import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { PdfError } from '../../server/pdf/errors.ts'
import { inspect } from '../../server/pdf/inspect.ts'
import { prepare } from '../../server/pdf/prepare.ts'
import { largePdf, makePdf, manyObjectsPdf, PdfBuilder, textAt } from '../support/pdf-fixtures.ts'

function outcome(bytes: Uint8Array): PdfError['reason'] | 'accepted' {
  try {
    inspect(bytes)
    return 'accepted'
  } catch (error) {
    if (error instanceof Error && 'reason' in error) return error.reason as PdfError['reason']
    throw error
  }
}

/** One page whose content stream is object 4 and whose resources are `resources`; more objects begin at 5. */
function page(content: (pdf: PdfBuilder) => unknown, more: (pdf: PdfBuilder) => unknown = () => {}, resources = '') {
  const pdf = new PdfBuilder()
  pdf.add('<< /Type /Catalog /Pages 2 0 R >>')
  pdf.add('<< /Type /Pages /Kids [3 0 R] /Count 1 >>')
  pdf.add(`<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << ${resources} >> >>`)
  content(pdf)
  more(pdf)
  return pdf
}

const MiB = 1024 * 1024
/** 128 MiB of blanks in 130 kB. */
const packed = deflateSync(Buffer.alloc(128 * MiB, 0x20), { level: 9 })

describe('bombs are refused within the limits', () => {
  test('a stream that inflates to 128 MiB', () => {
    expect(outcome(page((pdf) => pdf.stream(packed, '/Filter /FlateDecode')).build())).toBe('too_complex')
  })

  test('one that is deflated twice', () => {
    const twice = deflateSync(packed)
    expect(outcome(page((pdf) => pdf.stream(twice, '/Filter [/FlateDecode /FlateDecode]')).build())).toBe('too_complex')
  })

  test('run lengths that expand to nothing', () => {
    const runs = Buffer.alloc(2 * MiB, Buffer.from([129, 32]))
    expect(outcome(page((pdf) => pdf.stream(runs, '/Filter /RunLengthDecode')).build())).toBe('too_complex')
  })

  test('many streams, each below the limit', () => {
    const sixty = deflateSync(Buffer.alloc(60 * MiB, 0x20), { level: 9 })
    const contents = Array.from({ length: 9 }, () => '5 0 R').join(' ')
    const pdf = page(
      (file) => file.add(`[${contents}]`),
      (file) => file.stream(sixty, '/Filter /FlateDecode'),
    )
    expect(outcome(pdf.build())).toBe('too_complex')
  })

  test('an object stream, a cross-reference stream and a ToUnicode map that inflate too far', () => {
    const font = '/Font << /F1 << /Type /Font /Subtype /Type1 /ToUnicode 5 0 R >> >>'
    const map = page(
      (pdf) => pdf.stream(textAt(1, 1, 'x')),
      (pdf) => pdf.stream(packed, '/Filter /FlateDecode'),
      font,
    )
    expect(outcome(map.build())).toBe('too_complex')
    const hidden = page(
      (pdf) => pdf.stream(''),
      (pdf) => pdf.stream(packed, '/Type /ObjStm /N 1 /First 5 /Filter /FlateDecode'),
    )
    const source = hidden.build().toString('latin1')
    expect(outcome(Buffer.from(source.slice(0, source.lastIndexOf('xref\n0')), 'latin1'))).toBe('too_complex')
    const xref = page(
      (pdf) => pdf.stream(''),
      (pdf) => pdf.stream(packed, '/Type /XRef /W [1 4 2] /Size 9 /Root 1 0 R /Filter /FlateDecode'),
    )
    const file = xref.build().toString('latin1')
    const at = file.indexOf('5 0 obj')
    expect(outcome(Buffer.from(file.replace(/startxref\n\d+/, `startxref\n${at}`), 'latin1'))).toBe('too_complex')
  })

  test('form XObjects that paint each other, 10 to the power of 10 times', () => {
    const form = (n: number) =>
      `/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X ${n} 0 R >> >>`
    const pdf = page(
      (file) => file.stream('/X Do'),
      (file) => {
        for (let n = 6; n < 16; n++) file.stream('/X Do '.repeat(10), form(n))
        file.stream(`${'q Q '.repeat(10)} BT /F1 1 Tf (x) Tj ET`, '/Type /XObject /Subtype /Form /BBox [0 0 9 9]')
      },
      '/XObject << /X 5 0 R >> /Font << /F1 << /Subtype /Type1 /BaseFont /Helvetica >> >>',
    )
    expect(outcome(pdf.build())).toBe('too_complex')
  })

  test('form XObjects nested deeper than any producer does', () => {
    const pdf = page(
      (file) => file.stream('/X Do'),
      (file) => {
        for (let n = 6; n < 30; n++)
          file.stream(
            '/X Do',
            `/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X ${n} 0 R >> >>`,
          )
      },
      '/XObject << /X 5 0 R >>',
    )
    expect(outcome(pdf.build())).toBe('too_complex')
  })

  test('a page of two million operators, and one of too many glyphs', () => {
    expect(outcome(page((pdf) => pdf.flate('0 g '.repeat(2_000_001))).build())).toBe('too_complex')
    const text = `BT /F1 1 Tf ${`(${'x'.repeat(1000)}) Tj `.repeat(501)} ET`
    const font = '/Font << /F1 << /Subtype /Type1 /BaseFont /Helvetica >> >>'
    expect(
      outcome(
        page(
          (pdf) => pdf.flate(text),
          () => {},
          font,
        ).build(),
      ),
    ).toBe('too_complex')
  })

  test('graphics states saved without end', () => {
    expect(outcome(page((pdf) => pdf.flate('q '.repeat(60_000))).build())).toBe('too_complex')
  })

  test('a page tree that fans out to 10 to the power of 8 pages', () => {
    const pdf = new PdfBuilder()
    pdf.add('<< /Type /Catalog /Pages 2 0 R >>')
    for (let n = 3; n < 11; n++) pdf.add(`<< /Type /Pages /Kids [${`${n} 0 R `.repeat(10)}] /Count 9 >>`)
    pdf.add('<< /Type /Page /MediaBox [0 0 9 9] >>')
    expect(outcome(pdf.build())).toBe('too_many_pages')
  })

  test('a page tree of empty branches', () => {
    const pdf = new PdfBuilder()
    pdf.add('<< /Type /Catalog /Pages 2 0 R >>')
    for (let n = 3; n < 11; n++) pdf.add(`<< /Type /Pages /Kids [${`${n} 0 R `.repeat(10)}] /Count 9 >>`)
    pdf.add('<< /Type /Pages /Kids [] /Count 0 >>')
    expect(outcome(pdf.build())).toBe('too_complex')
  })

  test('arrays in arrays, 20,000 deep', () => {
    expect(outcome(makePdf({ catalog: `/Deep ${'['.repeat(20_000)}${']'.repeat(20_000)}` }))).toBe('too_complex')
    expect(outcome(makePdf({ content: `${'['.repeat(100_000)} TJ` }))).toBe('accepted')
  })

  test('an outline and an annotation list without an end', () => {
    const many = Array.from({ length: 260_000 }, () => '10 0 R').join(' ')
    expect(outcome(makePdf({ page: `/Annots [${many}]`, objects: ['<< /Subtype /Text >>'] }))).toBe('too_complex')
  })

  test('a CMap of ranges over everything costs no more than its own length', () => {
    const ranges = '<0000> <ffff> <0000>\n'.repeat(70_000)
    const font = '/Font << /F1 << /Type /Font /Subtype /Type0 /Encoding /Identity-H /ToUnicode 5 0 R >> >>'
    const cmap = (text: string) =>
      page(
        (pdf) => pdf.stream('BT /F1 9 Tf <00410042> Tj ET'),
        (pdf) => pdf.flate(text),
        font,
      )
    expect(outcome(cmap(`100 beginbfrange ${ranges} endbfrange`).build())).toBe('accepted')
    expect(outcome(cmap(`100 beginbfrange ${ranges.repeat(3)} endbfrange`).build())).toBe('too_complex')
  })
})

describe('traps are harmless', () => {
  test('sections of the cross-reference that point to each other', () => {
    const text = makePdf({}, { trailer: '/Prev 0000000000' }).toString('latin1')
    const at = text.match(/startxref\n(\d+)/)![1]!
    expect(outcome(Buffer.from(text.replace('/Prev 0000000000', `/Prev ${at.padStart(10, '0')}`), 'latin1'))).toBe(
      'accepted',
    )
  })

  test('a table that claims four billion entries', () => {
    const text = makePdf()
      .toString('latin1')
      .replace(/xref\n0 \d+/, 'xref\n0 4000000000')
    expect(outcome(Buffer.from(text, 'latin1'))).toBe('accepted')
  })

  test('a stream whose length is the stream itself, and an object stream inside itself', () => {
    const looped = page((pdf) => pdf.add('<< /Length 4 0 R >>\nstream\nq Q\nendstream'))
    expect(outcome(looped.build())).toBe('accepted')
    const text = makePdf({}, { objectStreams: true }).toString('latin1')
    expect(['accepted', 'damaged']).toContain(outcome(Buffer.from(text.replace(/\/First \d+/, '/First 0'), 'latin1')))
  })

  test('forms that paint themselves', () => {
    const self = '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 5 0 R >> >>'
    expect(
      outcome(
        page(
          (pdf) => pdf.stream('/X Do'),
          (pdf) => pdf.stream('/X Do', self),
          '/XObject << /X 5 0 R >>',
        ).build(),
      ),
    ).toBe('accepted')
  })

  test('absurd numbers', () => {
    const content = `${'9'.repeat(400)} ${'0.'}${'1'.repeat(400)} -${'9'.repeat(30)} 1e5 . - + Td 99999999999 0 R BT /F1 1e9 Tf (x) Tj ET`
    expect(outcome(makePdf({ content, page: `/Big 99999999999 0 R /Num ${'9'.repeat(400)}` }))).toBe('accepted')
  })

  test('every prefix and many mutations of a file end in a result or a PdfError, never in another error', () => {
    const file = makePdf({ pages: 2, content: textAt(9, 9, '[[ls:date:a]]') }, { objectStreams: true })
    const table = makePdf({ content: textAt(9, 9, '[[ls:date:a]]'), page: '/Annots [<< /Subtype /Widget /FT /Tx >>]' })
    for (const bytes of [file, table]) {
      for (let length = 0; length < bytes.length; length += 29) outcome(bytes.subarray(0, length))
      for (let at = 0; at < bytes.length; at += 5) {
        const mutated = Buffer.from(bytes)
        mutated[at] = (mutated[at]! + 1 + (at % 255)) & 255
        outcome(mutated)
      }
    }
  })
})

describe('large but well-formed files pass', () => {
  test('25 MB of images, 200 pages: the preparation appends little and changes nothing', async () => {
    const bytes = largePdf(25 * MiB)
    expect(inspect(bytes)).toMatchObject({ pageCount: 200, repaired: false })
    const prepared = await prepare(bytes, { maskPages: [], append: [], marks: [], title: 'Contract' })
    expect(prepared).toMatchObject({ pageCount: 200, appended: [] })
    expect(prepared.delta).toHaveLength(0)
  })

  test('210,000 objects', () => {
    expect(outcome(manyObjectsPdf(210_000))).toBe('accepted')
  })
})
