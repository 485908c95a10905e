import { PDFArray, PDFDict, PDFName, PDFNumber, PDFRawStream, PDFRef } from 'pdf-lib'
import { describe, expect, test } from 'vitest'
import { openPdf } from '../../server/pdf/document.ts'
import { addContent, addPage, toFractions, toUserSpace } from '../../server/pdf/geometry.ts'
import { get, nameOf } from '../../server/pdf/objects.ts'
import { CLEAN, pdftoppm, qpdf, qpdfCheck, render } from '../support/pdf-checks.ts'
import {
  formPdf,
  largePdf,
  makePdf,
  manyObjectsPdf,
  PdfBuilder,
  textAt,
  withBrokenXref,
} from '../support/pdf-fixtures.ts'
import { pdfJsTexts } from '../support/pdfjs.ts'

const reasonOf = (action: () => unknown) => {
  try {
    action()
  } catch (error) {
    return error instanceof Error && 'reason' in error ? error.reason : error
  }
  return 'no error'
}

/** Marks the first page and appends a revision; the input must stay a prefix. */
function revise(bytes: Buffer) {
  const pdf = openPdf(bytes)
  pdf.pages[0]!.dict.set(nameOf('Marked'), PDFName.of('Yes'))
  pdf.touch(pdf.pages[0]!.ref)
  const delta = pdf.appendRevision()
  const revised = Buffer.concat([bytes, delta])
  expect(Buffer.from(pdf.bytes).equals(revised)).toBe(true)
  return { pdf, delta: Buffer.from(delta), revised }
}

describe('opening', () => {
  const forms = {
    'a cross-reference table': makePdf({ pages: 3 }),
    'a cross-reference stream': makePdf({ pages: 3 }, { xref: 'stream' }),
    'object streams': makePdf({ pages: 3 }, { objectStreams: true }),
    'junk before the header': makePdf({ pages: 3 }, { junk: 'HTTP/1.1 200 OK\r\n\r\n' }),
  }
  for (const [name, bytes] of Object.entries(forms)) {
    test(`reads ${name} and appends in the same form`, () => {
      const { delta, revised } = revise(bytes)
      const isStream = name.includes('stream')
      expect(delta.includes('/Type /XRef')).toBe(isStream)
      expect(delta.includes('\nxref\n')).toBe(!isStream)
      const again = openPdf(revised)
      expect(again.repaired).toBe(false)
      expect(again.pages).toHaveLength(3)
      expect(get.name(again.pages[0]!.dict, 'Marked')).toBe('Yes')
    })
    test.skipIf(!qpdf)(`qpdf finds the revision of ${name} clean`, () => {
      // qpdf itself warns about junk before the header, whichever program wrote the file.
      if (!name.startsWith('junk')) expect(qpdfCheck(revise(bytes).revised)).toMatch(CLEAN)
    })
  }

  test('an entry of a later section hides the earlier one', () => {
    const first = makePdf()
    const { revised } = revise(first)
    const pdf = openPdf(revised)
    pdf.pages[0]!.dict.set(nameOf('Marked'), PDFName.of('Twice'))
    pdf.touch(pdf.pages[0]!.ref)
    pdf.appendRevision()
    expect(get.name(openPdf(pdf.bytes).pages[0]!.dict, 'Marked')).toBe('Twice')
  })

  test('objects that the table of a hybrid file lists as free are found in its stream', () => {
    const text = makePdf().toString('latin1')
    const hidden = Buffer.byteLength(text, 'latin1')
    const object = '20 0 obj\n<< /Hidden true >>\nendobj\n'
    const stream = hidden + object.length
    const row = Buffer.from([1, 0, 0, 0, 0])
    row.writeUInt32BE(hidden, 1)
    const xref = `21 0 obj\n<< /Type /XRef /W [1 4 0] /Index [20 1] /Size 22 /Length 5 >>\nstream\n${row.toString('latin1')}\nendstream\nendobj\n`
    const table = stream + xref.length
    const prev = /startxref\n(\d+)/.exec(text)![1]
    const trailer = `trailer\n<< /Size 22 /Root 1 0 R /Prev ${prev} /XRefStm ${stream} >>\nstartxref\n${table}\n%%EOF\n`
    const hybrid = `${text}${object}${xref}xref\n20 1\n0000000000 65535 f \n${trailer}`
    const pdf = openPdf(Buffer.from(hybrid, 'latin1'))
    expect(pdf.repaired).toBe(false)
    expect(pdf.lookup(PDFRef.of(20))).toBeInstanceOf(PDFDict)
  })

  test('reads an indirect /Length, and searches for endstream when it is wrong', () => {
    const pdf = new PdfBuilder()
    pdf.add('<< /Type /Catalog /Pages 2 0 R >>')
    pdf.add('<< /Type /Pages /Kids [] /Count 0 >>')
    const good = pdf.stream('good', '')
    const bytes = pdf.build().toString('latin1')
    const wrong = Buffer.from(bytes.replace('/Length 4', '/Length 9'), 'latin1')
    const stream = openPdf(wrong).lookup(PDFRef.of(good))
    expect(stream instanceof PDFRawStream && Buffer.from(stream.contents).toString()).toBe('good')
  })

  test('names, strings and numbers survive being written back', () => {
    const source =
      '<< /A#20B (a\\)b\\\\ \\101) /Hex <4 8> /Real -.5 /Neg --5 /Nested [[1 2] << /X null >>] /Ref 2 0 R >>'
    const pdf = openPdf(makePdf({ objects: [source] }))
    pdf.touch(PDFRef.of(10))
    pdf.appendRevision()
    const dict = openPdf(pdf.bytes).lookup(PDFRef.of(10))
    if (!(dict instanceof PDFDict)) throw new Error('lost')
    expect(dict.toString()).toContain('/A#20B (a\\)b\\\\ \\101)')
    expect(get.object(dict, 'Hex')?.toString()).toBe('<48>')
    expect(get.number(dict, 'Real')).toBe(-0.5)
    expect(get.number(dict, 'Neg')).toBe(-5)
    expect(get.array(dict, 'Nested')?.size()).toBe(2)
    expect(get.ref(dict, 'Ref')).toBe(PDFRef.of(2))
  })
})

describe('repairing', () => {
  const text = makePdf({ pages: 2 }).toString('latin1')
  const broken = {
    'a startxref that points nowhere': withBrokenXref(makePdf({ pages: 2 })),
    'object streams and a lost cross-reference': withBrokenXref(makePdf({ pages: 2 }, { objectStreams: true })),
    'wrong offsets': Buffer.from(
      text.replace(/(\d{10}) 00000 n/g, (_, at: string) => `${String(Number(at) + 3).padStart(10, '0')} 00000 n`),
      'latin1',
    ),
    'no trailer at all': Buffer.from(text.slice(0, text.indexOf('xref\n')), 'latin1'),
    'a file cut off in its table': Buffer.from(text.slice(0, text.indexOf('trailer')), 'latin1'),
  }
  for (const [name, bytes] of Object.entries(broken)) {
    test(`${name}: the next revision carries a complete cross-reference`, () => {
      const pdf = openPdf(bytes)
      expect(pdf.pages).toHaveLength(2)
      expect(pdf.repaired).toBe(true)
      const delta = pdf.appendRevision()
      expect(Buffer.from(delta).includes('/Prev')).toBe(false)
      const mended = openPdf(Buffer.concat([bytes, delta]))
      expect(mended.repaired).toBe(false)
      expect(mended.pages).toHaveLength(2)
      expect(pdf.appendRevision()).toHaveLength(0)
    })
    test.skipIf(!qpdf)(`${name}: qpdf finds the repaired file clean`, () => {
      const pdf = openPdf(bytes)
      pdf.pages
      pdf.appendRevision()
      expect(qpdfCheck(pdf.bytes)).toMatch(CLEAN)
    })
  }

  test('of two objects with one number the last one counts', () => {
    const twice = `${text.slice(0, text.indexOf('xref\n'))}3 0 obj\n<< /Newer true >>\nendobj\n`
    const font = openPdf(Buffer.from(twice, 'latin1')).lookup(PDFRef.of(3))
    expect(font instanceof PDFDict && get.object(font, 'Newer')?.toString()).toBe('true')
  })

  test('a wrong offset found late turns the file into a repaired one', () => {
    const late = Buffer.from(
      text.replace(/(0000000000 65535 f \n(?:\d{10} 00000 n \n){2})\d{10}/, '$10000000005'),
      'latin1',
    )
    const pdf = openPdf(late)
    expect(pdf.pages).toHaveLength(2)
    expect(pdf.repaired).toBe(false)
    expect(pdf.lookup(PDFRef.of(3))).toBeInstanceOf(PDFDict)
    expect(pdf.repaired).toBe(true)
  })

  test('one wrong offset does not let the inside of an attachment pass for objects', () => {
    const inside = '3 0 obj\n<< /Fake true >>\nendobj\n'
    const objects = [`<< /Length ${inside.length} >>\nstream\n${inside}\nendstream`, '<< /Real true >>']
    const source = makePdf({ objects }).toString('latin1')
    const at = source.indexOf('11 0 obj')
    const wrong = source.replace(`${String(at).padStart(10, '0')} 00000 n`, '0000000007 00000 n')
    const bytes = Buffer.from(wrong, 'latin1')
    const pdf = openPdf(bytes)
    expect(get.object(pdf.lookup(PDFRef.of(11)) as PDFDict, 'Real')).toBeDefined()
    expect(pdf.repaired).toBe(true)
    const mended = openPdf(Buffer.concat([bytes, pdf.appendRevision()]))
    for (const file of [pdf, mended]) expect(get.name(file.lookup(PDFRef.of(3)) as PDFDict, 'Subtype')).toBe('Type1')
    expect(get.object(mended.lookup(PDFRef.of(11)) as PDFDict, 'Real')).toBeDefined()
    expect(mended.repaired).toBe(false)
  })

  test.each([
    ['nothing but a header', '%PDF-1.7\n'],
    ['no header', text.replace('%PDF-', '%XXX-')],
    ['no catalog', text.replace('/Type /Catalog', '/Type /Nothing').replace('/Pages 2 0 R', '')],
  ])('%s is damaged', (_, source) => {
    expect(reasonOf(() => openPdf(Buffer.from(source, 'latin1')))).toBe('damaged')
  })
})

describe('pages', () => {
  test('inherit resources, boxes and rotation, and may lack their type', () => {
    const pdf = new PdfBuilder()
    pdf.add('<< /Type /Catalog /Pages 2 0 R >>')
    pdf.add(
      '<< /Type /Pages /Kids [3 0 R] /Count 2 /MediaBox [0 0 200 100] /Rotate -90 /Resources << /Font << >> >> >>',
    )
    pdf.add('<< /Kids [4 0 R 5 0 R] /Parent 2 0 R /CropBox [150 90 10 10] >>')
    pdf.add('<< /Parent 3 0 R >>')
    pdf.add('<< /Type /Page /Parent 3 0 R /Rotate 0 /CropBox [900 900 1000 1000] >>')
    const [first, second] = openPdf(pdf.build()).pages
    expect(first).toMatchObject({
      rotate: 270,
      cropBox: { x: 10, y: 10, width: 140, height: 80 },
      width: 80,
      height: 140,
    })
    expect(first!.resources).toBeInstanceOf(PDFDict)
    // A crop box outside the page is ignored.
    expect(second).toMatchObject({ rotate: 0, cropBox: { x: 0, y: 0, width: 200, height: 100 } })
  })

  test('a page directly in /Kids becomes an object of its own', () => {
    const pdf = new PdfBuilder()
    pdf.add('<< /Type /Catalog /Pages 2 0 R >>')
    pdf.add('<< /Type /Pages /Kids [<< /Type /Page /MediaBox [0 0 10 10] >>] /Count 1 >>')
    const opened = openPdf(pdf.build())
    expect(opened.pages).toHaveLength(1)
    opened.appendRevision()
    const again = openPdf(opened.bytes)
    expect(get.array(get.dict(again.catalog, 'Pages')!, 'Kids')!.get(0)).toBeInstanceOf(PDFRef)
  })

  test('a tree that contains itself is walked once', () => {
    const pdf = new PdfBuilder()
    pdf.add('<< /Type /Catalog /Pages 2 0 R >>')
    pdf.add('<< /Type /Pages /Kids [3 0 R 2 0 R] /Count 9 >>')
    pdf.add('<< /Type /Page /Parent 2 0 R /MediaBox [0 0 10 10] >>')
    expect(openPdf(pdf.build()).pages).toHaveLength(1)
  })
})

describe('revisions', () => {
  test('are empty when nothing changed, and the same when repeated', () => {
    const bytes = makePdf()
    const pdf = openPdf(bytes)
    pdf.pages
    expect(pdf.appendRevision()).toHaveLength(0)
    expect(revise(bytes).delta.equals(revise(bytes).delta)).toBe(true)
  })

  test('can be appended one after another to one open file', () => {
    const pdf = openPdf(makePdf())
    const first = pdf.register(PDFNumber.of(1))
    const lengths = [pdf.bytes.length, pdf.bytes.length + pdf.appendRevision().length]
    const second = pdf.register(PDFNumber.of(2))
    pdf.assign(first, PDFNumber.of(3))
    pdf.appendRevision()
    expect(pdf.bytes.length).toBeGreaterThan(lengths[1]!)
    const before = openPdf(pdf.bytes.subarray(0, lengths[1]))
    expect(before.lookup(first)?.toString()).toBe('1')
    const after = openPdf(pdf.bytes)
    expect([after.lookup(first)?.toString(), after.lookup(second)?.toString()]).toEqual(['3', '2'])
  })

  test('keep the first half of /ID and change the second', () => {
    const { pdf } = revise(makePdf({}, { trailer: '/ID [<AA> <AA>]' }))
    const id = get.array(openPdf(pdf.bytes).trailer, 'ID')!
    expect(id.get(0).toString()).toBe('<AA>')
    expect(id.get(1).toString()).not.toBe('<AA>')
  })

  test('leave form fields unchanged', () => {
    const { revised } = revise(formPdf())
    const form = get.dict(openPdf(revised).catalog, 'AcroForm')!
    expect(get.array(form, 'Fields')!.size()).toBe(3)
  })

  test.skipIf(!qpdf)('25 MB: only the delta is new, and qpdf finds it clean', () => {
    const bytes = largePdf(25 * 1024 * 1024)
    const { delta, revised } = revise(bytes)
    expect(delta.length).toBeLessThan(1500)
    expect(qpdfCheck(revised)).toMatch(CLEAN)
  })

  test('210,000 objects: only those looked up are read', () => {
    const { pdf, delta } = revise(manyObjectsPdf(210_000))
    expect(delta.length).toBeLessThan(1500)
    expect(pdf.context.enumerateIndirectObjects().length).toBeLessThan(20)
  })
})

const box = { x: 0.6, y: 0.1, w: 0.3, h: 0.1 }
const RED_INSIDE: [number, number][] = [
  [0.62, 0.12],
  [0.88, 0.12],
  [0.62, 0.18],
  [0.88, 0.18],
]
const WHITE_OUTSIDE: [number, number][] = [
  [0.57, 0.15],
  [0.93, 0.15],
  [0.75, 0.07],
  [0.75, 0.23],
]

function drawRed(bytes: Buffer, times = 1) {
  let file: Uint8Array = bytes
  for (let i = 0; i < times; i++) {
    const pdf = openPdf(file)
    const page = pdf.pages[0]!
    const { matrix, width, height } = toUserSpace(page, box)
    addContent(pdf, page, `q ${matrix.join(' ')} cm 1 0 0 rg 0 0 ${width} ${height} re f Q`, {})
    pdf.appendRevision()
    file = pdf.bytes
  }
  return file
}

describe('drawing on a page', () => {
  const pages: Record<string, Buffer> = {}
  for (const rotate of [0, 90, 180, 270]) {
    pages[`/Rotate ${rotate}`] = makePdf({ rotate, content: '' })
    pages[`/Rotate ${rotate} with an offset crop box`] = makePdf({
      rotate,
      content: '',
      mediaBox: [-20, -30, 520, 720],
      cropBox: [50, 80, 450, 600],
    })
  }
  pages['content that leaves a scaled coordinate system'] = makePdf({ content: 'q q 2 0 0 2 50 50 cm' })
  pages['content with one Q too many'] = makePdf({ content: '.5 0 0 .5 0 0 cm Q Q 3 0 0 3 9 9 cm' })
  pages['content that never ends its text'] = makePdf({ content: 'BT /F1 12 Tf 1 0 0 1 300 300 Tm 1 1 1 rg' })
  pages['content with an inline image'] = makePdf({
    content: 'q 5 0 0 5 10 10 cm BI /W 4 /H 1 /BPC 8 /CS /G ID \x01Q Q Q EI q',
  })

  for (const [name, bytes] of Object.entries(pages)) {
    test.skipIf(!pdftoppm)(`appears in the right place: ${name}`, () => {
      const picture = render(drawRed(bytes))
      for (const [x, y] of RED_INSIDE) expect(picture.at(x, y)).toEqual([255, 0, 0])
      for (const [x, y] of WHITE_OUTSIDE) expect(picture.at(x, y)).toEqual([255, 255, 255])
    })
  }

  test('fractions and user space convert into each other', () => {
    for (const rotate of [0, 90, 180, 270]) {
      const page = openPdf(makePdf({ rotate, cropBox: [50, 80, 450, 600] })).pages[0]!
      const { matrix, width, height } = toUserSpace(page, box)
      const [a, b, c, d, e, f] = matrix
      const corner = [e + a * width + c * height, f + b * width + d * height] as const
      const found = toFractions(page, [e, f, ...corner])
      for (const key of ['x', 'y', 'w', 'h'] as const) expect(found[key]).toBeCloseTo(box[key], 9)
    }
  })

  test('content is wrapped once, however many revisions draw on it', () => {
    const count = (file: Uint8Array) => get.array(openPdf(file).pages[0]!.dict, 'Contents')!.size()
    const unwrapped = makePdf({ content: '2 0 0 2 0 0 cm' })
    expect([1, 2, 3].map((times) => count(drawRed(unwrapped, times)))).toEqual([3, 4, 5])
    expect(count(drawRed(makePdf({ content: 'q 2 0 0 2 0 0 cm Q' })))).toBe(2)
  })

  test('resources shared by two pages are copied, not changed', () => {
    const pdf = new PdfBuilder()
    pdf.add('<< /Type /Catalog /Pages 2 0 R >>')
    pdf.add('<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 /MediaBox [0 0 100 100] /Resources 5 0 R >>')
    pdf.add('<< /Type /Page /Parent 2 0 R >>')
    pdf.add('<< /Type /Page /Parent 2 0 R >>')
    pdf.add('<< /XObject 6 0 R >>')
    pdf.add('<< /CS0 7 0 R >>')
    pdf.stream('', '/Type /XObject /Subtype /Form /BBox [0 0 1 1]')
    const drawn = openPdf(drawRed(pdf.build()))
    const names = (index: number) => get.dict(drawn.pages[index]!.resources!, 'XObject')!.keys().map(String)
    expect(names(0)).toEqual(['/CS0', '/CS1'])
    expect(names(1)).toEqual(['/CS0'])
  })
})

describe('adding a page', () => {
  test('it comes last and inherits nothing', async () => {
    const pdf = openPdf(makePdf({ pages: 2, rotate: 90 }))
    const tree = get.dict(pdf.catalog, 'Pages')!
    tree.set(nameOf('Rotate'), PDFNumber.of(90))
    const font = pdf.register(pdf.context.obj({ Type: 'Font', Subtype: 'Type1', BaseFont: 'Helvetica' }))
    const page = addPage(pdf, 300, 200, textAt(10, 20, 'Appended'), { Font: { F1: font } })
    expect(page).toMatchObject({ width: 300, height: 200, rotate: 0 })
    pdf.appendRevision()
    const again = openPdf(pdf.bytes)
    expect(again.pages.map(({ width, height, rotate }) => [width, height, rotate])).toEqual([
      [842, 595, 90],
      [842, 595, 90],
      [300, 200, 0],
    ])
    expect((await pdfJsTexts(pdf.bytes))[2]).toEqual([{ text: 'Appended', x: 10, y: 20, upright: true }])
    expect(get.array(get.dict(again.catalog, 'Pages')!, 'Kids')).toBeInstanceOf(PDFArray)
  })
})
