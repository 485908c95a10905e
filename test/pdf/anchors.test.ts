import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Font, FontNames } from '@pdf-lib/standard-fonts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseMarker } from '../../server/pdf/anchors/grammar.ts'
import { scanMarkers } from '../../server/pdf/anchors/scan.ts'
import { openPdf } from '../../server/pdf/document.ts'
import type { Marker } from '../../server/pdf/types.ts'
import { makePdf, type PageOptions, PdfBuilder, textAt } from '../support/pdf-fixtures.ts'
import { pdfJsTexts } from '../support/pdfjs.ts'

const FIXTURES = join(import.meta.dirname, '../fixtures/anchors')
const fixture = (name: string) => readFileSync(join(FIXTURES, `${name}.pdf`))
const scan = (bytes: Uint8Array) => scanMarkers(openPdf(bytes))
const scanPage = (options: PageOptions) => scan(makePdf(options))
const written = ({ kind, role, fieldKey }: Marker) => [kind, role, ...(fieldKey ? [fieldKey] : [])].join(':')
const found = (bytes: Uint8Array) => scan(bytes).markers.map(written)

const helvetica = Font.load(FontNames.Helvetica)
const GLYPHS: Record<string, string> = {
  '[': 'bracketleft',
  ']': 'bracketright',
  ':': 'colon',
  ' ': 'space',
  '0': 'zero',
  '1': 'one',
  '2': 'two',
  '7': 'seven',
  '8': 'eight',
  '9': 'nine',
}
/** Width of a text in Helvetica at 12 points, straight from the font's metrics. */
const width = (text: string) =>
  [...text].reduce((sum, char) => sum + 12 * (helvetica.getWidthOfGlyph(GLYPHS[char] ?? char) || 0), 0) / 1000

describe('documents from real producers', () => {
  const everything = [
    'signature:client',
    'initial:client',
    'date:client',
    'name:client',
    'text:client:office_no',
    'signature:officefirm',
    'initial:landlord',
    'signature:Käufer',
    'date:landlord',
    'name:landlord',
  ]
  const expected: Record<string, string[]> = {
    cairo: everything,
    chrome: everything,
    'chrome-lin': everything,
    'gs-from-chrome': everything,
    lo: everything,
    'lo-clean': everything,
    'lo-web': everything.slice(1),
    weasy: everything,
    wk: everything,
    gs: ['signature:client'],
    // TeX draws the ligatures of this bitmap font with codes that have no Unicode meaning.
    latex: ['signature:client', 'signature:ocerm', 'date:client', 'name:client', 'text:client:office_no'],
  }
  for (const [name, markers] of Object.entries(expected)) {
    test(`${name}: every marker, and nothing malformed`, () => {
      expect(found(fixture(name))).toEqual(markers)
      expect(scan(fixture(name)).malformed).toEqual([])
    })
    // An upright box keeps the lower left corner of its marker: 0.2 em below the base line of the first bracket.
    test(`${name}: pdf.js sees the upright ones in the same places`, async () => {
      const pages = await pdfJsTexts(fixture(name))
      const { pages: sizes } = openPdf(fixture(name))
      const seen = pages.flatMap((texts, page) =>
        texts
          .filter(({ text, upright }) => upright && text.startsWith('[[ls:'))
          .map(({ x, y }) => ({ page: page + 1, x, y })),
      )
      for (const { page, x, y } of seen) {
        const { width, height } = sizes[page - 1]!
        const near = scan(fixture(name)).markers.filter((marker) => {
          const left = marker.x * width
          const bottom = (1 - marker.y - marker.h) * height
          return marker.page === page && Math.abs(left - x) < 1 && y - bottom > 0.5 && y - bottom < 5
        })
        expect(near, `at ${x}, ${y}`).not.toEqual([])
      }
    })
  }
})

/** Expected lower left corner, displayed points from the top left of the page, and size. */
function expectBox(
  marker: Marker | undefined,
  page: { width: number; height: number },
  box: [left: number, bottom: number, width: number, height: number],
) {
  if (!marker) throw new Error('no marker')
  const actual = [
    marker.x * page.width,
    (marker.y + marker.h) * page.height,
    marker.w * page.width,
    marker.h * page.height,
  ]
  for (const [i, value] of box.entries()) expect(actual[i]).toBeCloseTo(value, 1)
}

describe('exact places', () => {
  const page = { width: 500, height: 700 }
  const turned = { width: 700, height: 500 }
  const prefix = width('Rot0 ')
  const text = width('[[ls:signature:client]]')

  test('each rotation: the box is upright on the page as displayed', () => {
    const at = (name: string) => scan(fixture(name)).markers[0]
    expectBox(at('h-rot0'), page, [150 + prefix, 300 + 0.2 * 12, 150, 36])
    // The text itself is drawn upside down: its rectangle as displayed begins where the text ends.
    const x180 = 500 - 150 - width('Rot180 ') - text
    expectBox(at('h-rot180'), page, [x180, 400 + 0.75 * 12, 150, 36])
    const y90 = 150 + width('Rot90 ') + text
    expectBox(at('h-rot90'), turned, [400 - 0.2 * 12, y90, 150, Math.max(36, text)])
    const y270 = 500 - 150 - width('Rot270 ')
    expectBox(at('h-rot270'), turned, [700 - 400 - 0.75 * 12, y270, 150, Math.max(36, text)])
  })

  test('an offset crop box is the page', () => {
    const at = scan(fixture('h-crop0')).markers[0]
    expectBox(at, { width: 400, height: 520 }, [50 + width('Crop '), 600 - 300 + 0.2 * 12, 150, 36])
  })

  test('slanted text: the rectangle around it', () => {
    const [marker] = scan(fixture('h-diag')).markers
    const along = (distance: number, up: number) => [
      100 + distance * Math.cos(Math.PI / 6) - up * 0.5,
      300 + distance * 0.5 + up * Math.cos(Math.PI / 6),
    ]
    const start = width('Diag ')
    const left = along(start, 9)[0]!
    const bottom = along(start, -2.4)[1]!
    expectBox(marker, page, [left, 700 - bottom, 150, along(start + text, 9)[1]! - bottom])
  })

  test('character and word spacing, horizontal scaling and leading count', () => {
    // 3 Tc 5 Tw 80 Tz: each glyph advances by (width + 3) * 0.8, a blank by 5 * 0.8 more.
    expectBox(scan(fixture('h-tc')).markers[0], page, [
      100 + (width('x ') + 2 * 3 + 5) * 0.8,
      402.4,
      Math.max(150, (text + 23 * 3) * 0.8),
      36,
    ])
    const [name, date] = scan(fixture('h-quote')).markers
    expectBox(name, page, [100, 700 - 286 + 2.4, width('[[ls:name:client]]'), 11.4])
    expectBox(date, page, [100, 700 - 272 + 2.4, width('[[ls:date:client]]') + 17, 11.4])
  })

  test('kerning arrays, operators per character, text split over blocks, octal and hexadecimal strings', () => {
    expect(found(fixture('h-tj'))).toEqual(['signature:client'])
    expectBox(scan(fixture('h-tj')).markers[0], page, [100 + width('A '), 402.4, 150, 36])
    expect(found(fixture('h-chars'))).toEqual(['date:client'])
    expect(found(fixture('h-bt'))).toEqual(['name:client'])
    expect(found(fixture('h-split'))).toEqual(['signature:client'])
    expect(found(fixture('h-escape'))).toEqual(['signature:client', 'date:client'])
  })

  test('form XObjects, nested, on two pages with different matrices', () => {
    const { markers } = scan(fixture('h-form'))
    expect(markers.map(({ page }) => page)).toEqual([1, 2])
    const inner = [10 + 1.5 * (5 + (width('Inner ') * 10) / 12), 20 + 1.5 * (5 - 0.2 * 10)]
    const onPage2 = [60 + 0.5 * (30 + inner[0]!), 200 + 0.5 * (40 + inner[1]!)]
    expectBox(markers[1], page, [onPage2[0]!, 700 - onPage2[1]!, 150, 36])
  })

  test('invisible and white text, unbalanced q, inline images, text painted out of order', () => {
    expect(found(fixture('h-invis'))).toEqual(['signature:client', 'date:client'])
    expectBox(scan(fixture('h-unbalanced')).markers[0], page, [100, 700 - 300 + 4.8, 2 * text, 36])
    expect(found(fixture('h-inline'))).toEqual(['signature:client'])
    expect(found(fixture('h-order'))).toEqual(['signature:client'])
  })

  test('composite fonts, subset or not', () => {
    for (const name of ['h-type0-true', 'h-type0-false'])
      expect(found(fixture(name))).toEqual(['signature:Заказчик', 'text:client:a_b'])
  })

  test('however a marker is split, it is found in its place', () => {
    const marker = '[[ls:name:client]]'
    const ways = fc.array(fc.tuple(fc.integer({ min: 1, max: 6 }), fc.constantFrom('Tj', 'TJ', 'BT')), {
      minLength: 18,
      maxLength: 18,
    })
    fc.assert(
      fc.property(ways, (parts) => {
        let content = 'BT /F1 12 Tf 100 300 Td '
        let at = 0
        for (const [length, way] of parts) {
          const piece = marker.slice(at, at + length)
          if (!piece) break
          const x = 100 + width(marker.slice(0, at))
          if (way === 'Tj') content += `(${piece}) Tj `
          else if (way === 'TJ') content += `[(${piece[0]}) 0 (${piece.slice(1)})] TJ `
          else content += `ET q Q BT /F1 12 Tf 1 0 0 1 ${x.toFixed(4)} 300 Tm (${piece}) Tj `
          at += length
        }
        const { markers, malformed } = scanPage({ content: `${content} ET` })
        expect(malformed).toEqual([])
        expect(markers.map(written)).toEqual(['name:client'])
        expectBox(markers[0], { width: 595, height: 842 }, [100, 842 - 300 + 2.4, width(marker), 11.4])
      }),
      { numRuns: 50 },
    )
  })
})

describe('in right-to-left text', () => {
  /** `a` is an Arabic letter, everything else Latin. */
  const scanMixed = (content: string, rotate?: number) =>
    scanPage({
      content,
      rotate,
      objects: [
        '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding << /Differences [97 /uni0627 /uni0644] >> >>',
      ],
      resources: '/Font << /F1 3 0 R /F2 10 0 R >>',
    }).markers[0]
  const arabic = (x: number, y: number) => `BT /F2 12 Tf ${x} ${y} Td (aaaa) Tj ET `
  const page = { width: 595, height: 842 }
  const text = width('[[ls:signature:x]]') / 2
  const marker = (x: number, y: number) => textAt(x, y, '[[ls:signature:x]]', 6)

  test('a box grows to the left from its marker', () => {
    expectBox(scanMixed(arabic(500, 300) + marker(400, 300)), page, [400 + text - 150, 542 + 1.2, 150, 36])
  })

  test('a box is clipped to the margin', () => {
    expectBox(scanMixed(arabic(500, 300) + arabic(380, 700) + marker(390, 300)), page, [
      390 + text - 150,
      542 + 1.2,
      150,
      36,
    ])
    expectBox(scanMixed(arabic(500, 300) + arabic(60, 700) + marker(100, 300)), page, [60, 542 + 1.2, 40 + text, 36])
  })

  test('the closest letter of the line decides: each side of a bilingual contract grows its own way', () => {
    const english = textAt(60, 300, 'Sign', 12)
    expectBox(scanMixed(arabic(500, 300) + english + marker(120, 300)), page, [120, 542 + 1.2, 150, 36])
    expectBox(scanMixed(arabic(500, 300) + english + marker(400, 300)), page, [400 + text - 150, 542 + 1.2, 150, 36])
  })
})

describe('boxes', () => {
  const one = (marker: string, x: number, y: number, options: PageOptions = {}) =>
    scanPage({ content: textAt(x, y, marker, 6), ...options }).markers[0]

  test('a small signature or initial marker gets room to sign, the others keep their text’s rectangle', () => {
    const page = { width: 595, height: 842 }
    const small = (text: string) => width(text) / 2
    expectBox(one('[[ls:signature:a]]', 100, 300), page, [100, 542 + 1.2, 150, 36])
    expectBox(one('[[ls:initial:a]]', 100, 300), page, [100, 542 + 1.2, 60, 30])
    expectBox(one('[[ls:date:a]]', 100, 300), page, [100, 542 + 1.2, small('[[ls:date:a]]'), 0.95 * 6])
  })

  test('a box never leaves the page; the edge moves it', () => {
    const page = { width: 595, height: 842 }
    expectBox(one('[[ls:signature:a]]', 560, 835), page, [445, 36, 150, 36])
    expectBox(one('[[ls:signature:a]]', -50, -50), page, [0, 842, 150, 36])
    expectBox(
      one('[[ls:signature:a]]', 2, 2, { mediaBox: [0, 0, 100, 20] }),
      { width: 100, height: 20 },
      [0, 20, 100, 20],
    )
  })

  test('markers are ordered by page, then from top to bottom, then from left to right', () => {
    const content = (index: number) =>
      textAt(300, 500, `[[ls:date:c${index}]]`) +
      textAt(50, 502, `[[ls:date:b${index}]]`) +
      textAt(400, 700, `[[ls:date:a${index}]]`)
    expect(scanPage({ pages: 2, content }).markers.map(({ role }) => role)).toEqual([
      'a0',
      'b0',
      'c0',
      'a1',
      'b1',
      'c1',
    ])
  })
})

describe('the text of a role', () => {
  const roles = (content: string, options: PageOptions = {}) =>
    scanPage({ content, ...options }).markers.map(({ role }) => role)

  test('a gap without a blank counts as one, letter-spacing does not', () => {
    expect(roles('BT /F1 12 Tf 50 500 Td [([[ls:date:first) -250 (buyer]])] TJ ET')).toEqual(['first buyer'])
    expect(roles('BT /F1 12 Tf 50 500 Td 6 Tc ([[ls:date:first]]) Tj ET')).toEqual(['first'])
    expect(roles('BT /F1 12 Tf 50 500 Td [([[ls:date:) -250 (buyer) -250 (]])] TJ ET')).toEqual(['buyer'])
    expect(roles(textAt(50, 500, '[[ls:date: first buyer ]]'))).toEqual(['first buyer'])
  })

  test('a marker wrapped at a blank keeps it', () => {
    expect(roles("BT /F1 12 Tf 14 TL 50 500 Td ([[ls:date:first) Tj (buyer]]) ' ET")).toEqual(['first buyer'])
  })

  test('umlauts by encoding, by glyph names, by ToUnicode; ligatures and full-width forms as plain letters', () => {
    expect(roles(textAt(50, 500, '[[ls:date:K\xe4ufer]]'))).toEqual(['Käufer'])
    const differences =
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding << /Differences [65 /adieresis /Lslash /ccaron /afii10071 /uni4E2D /f_i] >> >>'
    const inF2 = { objects: [differences], resources: '/Font << /F1 10 0 R >>' }
    const builder = (font: string, more: (pdf: PdfBuilder) => void, content: string) => {
      const pdf = new PdfBuilder()
      pdf.add('<< /Type /Catalog /Pages 2 0 R >>')
      pdf.add('<< /Type /Pages /Kids [3 0 R] /Count 1 >>')
      pdf.add('<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>')
      pdf.stream(content)
      pdf.add(font)
      more(pdf)
      return scan(pdf.build()).markers.map(({ role }) => role)
    }
    expect(builder(inF2.objects[0]!, () => {}, textAt(50, 500, '[[ls:date:ABCDEF]]'))).toEqual(['äŁčё中fi'])
    const toUnicode =
      'begincmap 1 begincodespacerange <0000> <ffff> endcodespacerange 1 beginbfrange <0020> <007e> <0020> endbfrange 2 beginbfchar <1000> <FF3BFF3B> <1001> <D835DC00> endbfchar endcmap'
    const utf16 = (text: string) => [...text].map((char) => char.charCodeAt(0).toString(16).padStart(4, '0')).join('')
    const codes = `<1000${utf16('ls:date:')}1001${utf16('b]]')}>`
    const composite =
      '<< /Type /Font /Subtype /Type0 /Encoding /Identity-H /ToUnicode 6 0 R /DescendantFonts [<< /Type /Font /Subtype /CIDFontType2 /DW 500 >>] >>'
    expect(builder(composite, (pdf) => pdf.stream(toUnicode), `BT /F1 12 Tf 50 500 Td ${codes} Tj ET`)).toEqual(['Ab'])
    const mixed =
      'begincmap 2 begincodespacerange <00> <7f> <8000> <ffff> endcodespacerange 1 begincidrange <00> <7f> 0 endcidrange endcmap'
    const unicode = '1 beginbfrange <00> <7f> <0000> endbfrange 1 beginbfchar <8123> <00e9> endbfchar'
    const withCMap = composite.replace('/Identity-H', '7 0 R')
    const sevens = (pdf: PdfBuilder) => [pdf.stream(unicode), pdf.stream(mixed, '/Type /CMap')]
    expect(builder(withCMap, sevens, `BT /F1 12 Tf 50 500 Td (${'[[ls:date:r'}\x81\x23le]]) Tj ET`)).toEqual(['réle'])
  })

  test('the encoding inside an embedded Type 1 font', () => {
    const font = '<< /Type /Font /Subtype /Type1 /FontDescriptor << /FontFile 11 0 R >> >>'
    const program =
      '%!PS-AdobeFont-1.0\n/Encoding 256 array\ndup 66 /ffi put\nreadonly def\ncurrentfile eexec dup 67 /x put'
    const stream = `<< /Length ${program.length} >>\nstream\n${program}\nendstream`
    const content = 'BT /T 12 Tf 50 500 Td ([[ls:date:oBce]]) Tj ET'
    const bytes = makePdf({ content, objects: [font, stream], resources: '/Extra 0' }).toString('latin1')
    expect(found(Buffer.from(bytes.replace('/F1 3 0 R', '/T 10 0 R '), 'latin1'))).toEqual(['date:office'])
  })

  test('a font set by a graphics state, and one inherited by a form without its own resources', () => {
    const resources = '/ExtGState << /G << /Font [3 0 R 12] >> >>'
    expect(roles('BT /G gs 50 500 Td ([[ls:date:a]]) Tj ET', { resources })).toEqual(['a'])
    const pdf = new PdfBuilder()
    pdf.add('<< /Type /Catalog /Pages 2 0 R >>')
    pdf.add('<< /Type /Pages /Kids [3 0 R] /Count 1 /Resources << /Font << /F1 5 0 R >> /XObject << /X 6 0 R >> >> >>')
    pdf.add('<< /Type /Page /Parent 2 0 R /Contents 4 0 R >>')
    pdf.stream('/X Do')
    pdf.add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>')
    pdf.stream(textAt(50, 500, '[[ls:date:a]]'), '/Type /XObject /Subtype /Form /BBox [0 0 600 800]')
    expect(found(pdf.build())).toEqual(['date:a'])
  })

  test('type painted twice for boldness is one marker', () => {
    const text = '[[ls:date:bold]]'
    expect(roles(textAt(50, 500, text) + textAt(50.3, 500, text))).toEqual(['bold'])
    const doubled = [...text].map((char, i) => textAt(50 + i * 8, 500, char) + textAt(50.3 + i * 8, 500, char)).join('')
    expect(roles(doubled)).toEqual(['bold'])
  })

  test('brackets painted separately from their content', () => {
    const words = ['ls:date:', '[[', ']]', 'client']
    const at: Record<string, number> = {
      '[[': 0,
      'ls:date:': width('[['),
      client: width('[[ls:date:'),
      ']]': width('[[ls:date:client'),
    }
    expect(roles(words.map((word) => textAt(50 + at[word]!, 500, word)).join(''))).toEqual(['client'])
  })
})

describe('the grammar', () => {
  test.each([
    ['signature:client', { kind: 'signature', role: 'client', fieldKey: null }],
    ['text:client:office_no', { kind: 'text', role: 'client', fieldKey: 'office_no' }],
    ['name: Second Buyer ', { kind: 'name', role: 'Second Buyer', fieldKey: null }],
    ['initial:हिन्दी', { kind: 'initial', role: 'हिन्दी', fieldKey: null }],
    [`text:a:k${'x'.repeat(63)}`, { kind: 'text', role: 'a', fieldKey: `k${'x'.repeat(63)}` }],
    ['text:a:a.b-c_9', { kind: 'text', role: 'a', fieldKey: 'a.b-c_9' }],
    [`date:${'r'.repeat(64)}`, { kind: 'date', role: 'r'.repeat(64), fieldKey: null }],
  ])('%s', (body, marker) => expect(parseMarker(body)).toEqual(marker))

  test.each([
    'signature',
    'signature:',
    'signature: ',
    'checkbox:client',
    'Signature:client',
    'date:client:key',
    'text:client:',
    'text:client:9a',
    `text:a:${'x'.repeat(65)}`,
    `date:${'r'.repeat(65)}`,
    'date:a/b',
    'text:a:b:c',
    ' date:a',
  ])('%s is no marker', (body) => expect(parseMarker(body)).toBeNull())

  test('text that starts like a marker but is none is reported, with its page, up to 120 characters', () => {
    const content =
      textAt(50, 700, '[[ls:seal:client]] x') +
      textAt(50, 600, 'See [[ls:date:never closed') +
      textAt(50, 500, '[[ls:name:ok]]')
    const { markers, malformed } = scanPage({ pages: 2, content: (index) => (index ? content : '') })
    expect(markers.map(written)).toEqual(['name:ok'])
    expect(malformed).toEqual([
      { page: 2, where: 'content', text: '[[ls:seal:client]]' },
      { page: 2, where: 'content', text: '[[ls:date:never closed' },
    ])
    const [long] = scanPage({ content: textAt(0, 500, `[[ls:${'x'.repeat(300)}]]`, 1) }).malformed
    expect(long!.text).toHaveLength(120)
  })

  test('in another case or with blanks it is reported once and never placed, in whatever order it is painted', () => {
    const tail = '[[ls:date:never closed'
    for (const more of ['', textAt(50, 300, tail)]) {
      const content = textAt(50, 700, '[[LS:signature:client]]') + textAt(50, 600, '[[ ls : name : client ]]')
      const { markers, malformed } = scanPage({ content: content + textAt(50, 500, '[[ls:date:ok]]') + more })
      expect(markers.map(written)).toEqual(['date:ok'])
      const texts = malformed.map(({ text }) => text).sort()
      expect(texts).toEqual(['[[ ls : name : client ]]', '[[LS:signature:client]]', ...(more && [tail])].sort())
    }
  })

  test('every fixture in the folder is tested', () => {
    for (const name of readdirSync(FIXTURES)) expect(found(readFileSync(join(FIXTURES, name))), name).not.toEqual([])
  })
})
