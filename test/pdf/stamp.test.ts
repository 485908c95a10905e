import { describe, expect, test } from 'vitest'
import { fitCaption } from '../../server/pdf/caption.ts'
import { openPdf } from '../../server/pdf/document.ts'
import { openFontLibrary } from '../../server/pdf/fonts/index.ts'
import { drawingScale } from '../../server/pdf/sizes.ts'
import { stampFields } from '../../server/pdf/stamp.ts'
import type { Box, Caption, Ink, Stamp } from '../../server/pdf/types.ts'
import { inkIn, inkMap, inkOutside, makePng, mutool, renderMupdf } from '../support/ink.ts'
import { NAMES, plain } from '../support/names.ts'
import { CLEAN, pdftoppm, pdftotext, popplerText, qpdf, qpdfCheck, render, withFile } from '../support/pdf-checks.ts'
import { makePdf, textAt } from '../support/pdf-fixtures.ts'
import { pdfJsTexts } from '../support/pdfjs.ts'
import { PHOTOGRAPH } from '../support/photograph.ts'
import { run } from '../support/tools.ts'

const BOX: Box = { page: 1, x: 0.2, y: 0.3, w: 0.4, h: 0.1 }
const BLANK = makePdf({ content: '' })

const stamped = async (stamps: Stamp[], base = BLANK) => Buffer.concat([base, await stampFields(base, stamps)])
const FACTS = '2026-11-20 14:00 UTC'
const by = (name: string): Caption => ({ name, facts: FACTS })
const signature = (ink: Ink, caption: Caption | null = null): Stamp => ({ ...BOX, kind: 'signature', ink, caption })

/** Red, green, blue, black from the upper left, clockwise: shows its position and that it is upright. */
const QUADRANTS = makePng(8, 4, (x, y) =>
  y < 2 ? (x < 4 ? [255, 0, 0, 255] : [0, 255, 0, 255]) : x < 4 ? [0, 0, 0, 255] : [0, 0, 255, 255],
)
/** A wave, a straight line under it, a dot. */
const DRAWN: Ink = {
  type: 'drawn',
  width: 600,
  height: 200,
  strokes: [
    Array.from({ length: 120 }, (_, i) => (i % 2 ? 100 + 60 * Math.sin(i / 8) : 20 + i * 4)),
    [20, 190, 300, 185, 560, 190],
    [580, 30],
  ],
}

describe('content that ends abruptly', () => {
  const said = textAt(100, 700, 'Agreed')
  test.each([
    ['a string', '('],
    ['an escaped string', '(\\'],
    ['a hexadecimal string', '<48'],
    ['an array', '[ 1'],
    ['a dictionary', '/Span << /MCID 1'],
    ['brackets that do not match', '[ << ] >>'],
    ['an operator in an array', '[ (x) Tj'],
    ['an inline image', 'BI /W 9 /H 9 /BPC 8 /CS /G ID abc'],
    ['an inline image without data', 'BI /W 9'],
    ['a comment', '% and'],
  ])('in %s does not absorb any part of a signature', async (_, rest) => {
    const base = makePdf({ content: `q 2 0 0 2 0 0 cm Q ${said} ${rest}` })
    let bytes = await stamped([signature({ type: 'typed', text: 'Ada' }, by('first'))], base)
    bytes = await stamped([signature({ type: 'typed', text: 'Bob' }, by('second'))], bytes)
    const [page] = await pdfJsTexts(bytes)
    const seen = [page!.map(({ text }) => text).join(' ')]
    if (pdftotext) seen.push(popplerText(bytes))
    if (mutool) seen.push(withFile(bytes, (path) => run(mutool, ['draw', '-F', 'txt', path]).stdout))
    for (const text of seen) for (const word of ['Agreed', 'first', 'second']) expect(text).toContain(word)
    if (qpdf) expect(qpdfCheck(bytes)).toMatch(CLEAN)
  })
})

describe('a stamp is drawn in its box, upright', () => {
  const pages = [0, 90, 180, 270].flatMap((rotate) => [
    { rotate, cropBox: undefined },
    { rotate, cropBox: [60, 100, 460, 700] },
  ])
  test.skipIf(!pdftoppm).each(pages)('on a page turned by $rotate with CropBox $cropBox', async (page) => {
    const base = makePdf({ content: '', ...page })
    const { width, height } = openPdf(base).pages[0]!
    // A box of the same shape as the picture, so that the picture fills it to the edges.
    const box = { ...BOX, w: 0.4, h: (0.2 * width) / height }
    const bytes = await stamped(
      [{ ...box, kind: 'signature', ink: { type: 'image', bytes: QUADRANTS }, caption: null }],
      base,
    )
    const picture = render(bytes, 1, 72)
    const at = (fx: number, fy: number) => picture.at(box.x + fx * box.w, box.y + fy * box.h)
    expect([at(0.04, 0.06), at(0.96, 0.06), at(0.96, 0.94), at(0.04, 0.94)]).toEqual([
      [255, 0, 0],
      [0, 255, 0],
      [0, 0, 255],
      [0, 0, 0],
    ])
    expect(picture.at(box.x - 0.01, box.y + box.h / 2)).toEqual([255, 255, 255])
    expect(picture.at(box.x + box.w / 2, box.y + box.h + 0.01)).toEqual([255, 255, 255])
  })

  test.skipIf(!pdftoppm)('after content that leaves its coordinate system shifted', async () => {
    const base = makePdf({ content: 'q 0.5 0 0 0.5 200 200 cm' })
    const picture = render(await stamped([signature(DRAWN)], base), 1, 72)
    expect(inkIn(picture, BOX)).toBeGreaterThan(200)
    expect(inkOutside(picture, [BOX])).toBe(0)
  })
})

describe('ink', () => {
  const inks: [string, Ink][] = [
    ['drawn', DRAWN],
    ['typed', { type: 'typed', text: NAMES.latin }],
    ['typed in Arabic', { type: 'typed', text: NAMES.arabic }],
    ['typed in Chinese', { type: 'typed', text: NAMES.chinese }],
    ['a long typed name', { type: 'typed', text: 'Maximiliane '.repeat(9).trim() }],
  ]
  test.skipIf(!pdftoppm).each(inks)('%s stays in its box, with a caption below', async (_, ink) => {
    const bytes = await stamped([signature(ink, by('Anna Müller'))])
    const picture = render(bytes, 1, 72)
    const caption = { ...BOX, y: BOX.y + BOX.h * 0.87, h: BOX.h * 0.13 }
    expect(inkIn(picture, { ...BOX, h: BOX.h * 0.85 })).toBeGreaterThan(100)
    expect(inkIn(render(bytes, 1, 144), caption)).toBeGreaterThan(30)
    expect(inkOutside(picture, [BOX])).toBe(0)
  })

  const tall = { ...BOX, w: 0.2, h: 0.25 }
  test
    .skipIf(!pdftoppm)
    .each<[string, Ink]>([
      ...inks.slice(0, 2),
      ['a picture', { type: 'image', bytes: QUADRANTS }],
      ['in two lines', { type: 'typed', text: 'Maximiliane Wolfeschlegelsteinhausenberger' }],
    ])('%s stands right above its caption in a tall box', async (_, ink) => {
    const stamp: Stamp = { ...tall, kind: 'signature', ink, caption: null }
    const picture = render(await stamped([{ ...stamp, caption: by('Ada') }]), 1, 144)
    const rows = Array.from({ length: 50 }, (_, i) =>
      inkIn(picture, { ...tall, y: tall.y + (i / 50) * tall.h, h: tall.h / 50 }),
    )
    const first = rows.findIndex((ink) => ink > 0)
    const empty = rows
      .slice(
        first,
        rows.findLastIndex((ink) => ink > 0),
      )
      .filter((ink) => ink === 0).length
    // A row is 4 points.
    expect(empty).toBeLessThan(4)
  })

  test('drawn ink is stored as vectors, not pixels', async () => {
    const delta = Buffer.from(await stampFields(BLANK, [signature(DRAWN)])).toString('latin1')
    expect(delta).not.toContain('/Image')
    expect(delta.length).toBeLessThan(4_000)
  })

  test.skipIf(!pdftoppm || !mutool)('a single dot is drawn', async () => {
    const dot = signature({ type: 'drawn', width: 300, height: 100, strokes: [[150, 50]] })
    const bytes = await stamped([dot])
    expect(inkIn(render(bytes, 1, 144), BOX)).toBeGreaterThan(2)
    expect(inkIn(renderMupdf(bytes, 1, 144), BOX)).toBeGreaterThan(2)
  })

  test.skipIf(!pdftotext)('a typed name can be searched for', async () => {
    const bytes = await stamped([signature({ type: 'typed', text: NAMES.devanagari })])
    expect(plain(popplerText(bytes))).toContain(plain(NAMES.devanagari))
  })

  test.skipIf(!pdftotext)('a caption keeps its date behind an Arabic name', async () => {
    const base = makePdf({ content: textAt(72, 700, 'This agreement is made between the parties') })
    expect(plain(popplerText(await stamped([signature(DRAWN, by(NAMES.arabic))], base)))).toContain(
      `${NAMES.arabic}, ${FACTS}`,
    )
  })

  test('more ink than a person can draw is refused', async () => {
    const strokes = [Array.from({ length: 50_000 }, (_, i) => i % 500)]
    await expect(stampFields(BLANK, [signature({ type: 'drawn', width: 500, height: 500, strokes })])).rejects.toThrow(
      RangeError,
    )
  })
})

describe('a caption', () => {
  const facts = '2026-11-20 14:00 UTC, AES, SMS to +41 ** *** ** 67'
  const long = 'Maximiliane Wolfeschlegelsteinhausen '.repeat(3).trim()
  const names = { latin: long, beyond: `${long} Łódź`, arabic: `${NAMES.arabic} `.repeat(8).trim() }
  const boxes = [0.08, 0.2, 0.34, 0.6].flatMap((w) => [0.012, 0.03, 0.06].map((h) => ({ w, h })))
  const drawn = (caption: Caption, box: { w: number; h: number }) =>
    stamped([{ ...BOX, ...box, kind: 'signature', ink: DRAWN, caption }])

  test.each(boxes)('loses only the end of the name in a box of $w x $h', async (box) => {
    const [width, height] = [box.w * 595, box.h * 842]
    for (const name of Object.values(names)) {
      const fitted = fitCaption(await openFontLibrary(), { name, facts }, width, height)
      const shown = plain(fitted.lines.map(({ line }) => line.text).join(' ')).replace(/\s/g, '')
      expect(shown).toContain(facts.replace(/\s/g, ''))
      expect(shown.slice(0, 4)).toBe(name.slice(0, 4))
      for (const { line, size } of fitted.lines) expect(line.width * size).toBeLessThan(width + 1e-6)
      expect(fitted.height).toBeLessThan(Math.max(height / 2, 5))
    }
  })

  test.skipIf(!pdftoppm || !pdftotext).each(Object.values(names))(
    'keeps its facts on the page behind %s',
    async (name) => {
      for (const box of [BOX, { ...BOX, w: 0.34, h: 0.06 }]) {
        const bytes = await drawn({ name, facts }, box)
        const text = plain(popplerText(bytes)).replace(/\s+/g, ' ')
        expect(text).toContain(facts)
        // poppler reverses a right-to-left /ActualText.
        if (name !== names.arabic) expect(text).toContain(name)
        // Their last digits are drawn, not only in the text layer.
        const other = await drawn({ name, facts: facts.replace(/67$/, '99') }, box)
        const [picture, changed] = [bytes, other].map((one) => inkMap(render(one, 1, 288), { ...BOX, ...box }))
        expect(picture!.some((ink, i) => ink !== changed![i])).toBe(true)
      }
    },
  )

  test('shows the whole of a long name, however narrow the box', async () => {
    const library = await openFontLibrary()
    for (const width of [210, 60, 12]) {
      const { lines } = fitCaption(library, { name: names.arabic, facts }, width, 50)
      const words = lines.map(({ line }) => line.text.replace(/[\s,\u200e\u200f]/g, '')).join('')
      expect(words).toBe(`${names.arabic}${facts}`.replace(/[\s,\u200e\u200f]/g, ''))
      for (const { line, size } of lines) expect(line.width * size).toBeLessThanOrEqual(width + 0.02)
    }
  })
})

describe('pictures', () => {
  test.skipIf(!pdftoppm)('a PNG shows the page where it is transparent', async () => {
    const base = makePdf({ content: '0.9 1 0.9 rg 0 0 595 842 re f' })
    const ring = makePng(40, 20, (x) => (x < 20 ? [0, 0, 0, 255] : [0, 0, 0, 0]))
    const picture = render(await stamped([signature({ type: 'image', bytes: ring })], base), 1, 72)
    expect(picture.at(BOX.x + 0.05, BOX.y + 0.05)).toEqual([0, 0, 0])
    expect(picture.at(BOX.x + 0.25, BOX.y + 0.05)[1]).toBe(255)
    expect(picture.at(BOX.x + 0.25, BOX.y + 0.05)[0]).toBeLessThan(240)
  })

  test.skipIf(!pdftoppm)('the white paper of a JPEG does not cover the line behind it', async () => {
    const y = 842 * (1 - BOX.y - BOX.h / 2)
    const base = makePdf({ content: `0 0 0 RG 4 w 100 ${y} m 500 ${y} l S` })
    const white = Buffer.from(PHOTOGRAPH)
    const picture = render(await stamped([signature({ type: 'image', bytes: white })], base), 1, 72)
    expect(Math.max(...picture.at(BOX.x + 0.05, BOX.y + BOX.h / 2))).toBeLessThan(60)
  })
})

describe('text', () => {
  const text = (value: string, box = BOX): Stamp => ({ ...box, kind: 'text', text: value })

  test.skipIf(!pdftoppm || !pdftotext)('wraps and shrinks until all of it fits, none of it cut', async () => {
    const long =
      'The quick brown fox jumps over the lazy dog while the seller and the buyer agree on the price. '.repeat(8)
    for (const value of ['Bern', long, 'x'.repeat(400)]) {
      const bytes = await stamped([text(value)])
      expect(inkOutside(render(bytes, 1, 72), [BOX])).toBe(0)
      expect(popplerText(bytes)).not.toContain('…')
      expect(plain(popplerText(bytes)).replace(/\s/g, '')).toBe(value.replace(/\s/g, ''))
    }
  })

  test.skipIf(!pdftoppm)('is not cut off at the right edge by the first letter beyond Latin-1', async () => {
    const sentences = [
      'The seller hands over the keys of the house in İstanbul to the buyer on the first day of the month.',
      'Deliver by road from Hamburg to Berlin → then by rail to Vienna, all at the cost of the seller.',
    ]
    for (const sentence of sentences) {
      for (const w of [0.2, 0.27, 0.34, 0.4, 0.47]) {
        const picture = render(await stamped([text(sentence, { ...BOX, w })]), 1, 288)
        const [whole, edge] = [
          inkIn(picture, { ...BOX, w }),
          inkIn(picture, { ...BOX, x: BOX.x + w - 0.002, w: 0.002 }),
        ]
        expect(whole).toBeGreaterThan(1000)
        expect(edge, `${sentence} in ${w}`).toBe(0)
      }
    }
  })

  test.skipIf(!pdftotext)('breaks no word that is readable whole', async () => {
    const words = ['Ada Lovelace', 'November 28, 2026', 'Ада Лавлейс', 'Konstantinopel']
    for (const value of words) {
      for (const w of [0.075, 0.1, 0.15]) {
        const box = { ...BOX, w, h: 0.04 }
        const typed = signature({ type: 'typed', text: value })
        for (const stamp of [text(value, box), { ...typed, ...box }]) {
          const shown = plain(popplerText(await stamped([stamp]))).trim()
          expect(shown.split(/\s+/), `${value} in ${w}`).toEqual(value.split(' '))
        }
      }
    }
  })

  test.skipIf(!pdftotext)('keeps its line breaks', async () => {
    const bytes = await stamped([text('Acme GmbH\nHauptstrasse 1\r\n3000 Bern')])
    expect(
      popplerText(bytes)
        .trim()
        .split(/\s*\n\s*/),
    ).toEqual(['Acme GmbH', 'Hauptstrasse 1', '3000 Bern'])
  })

  test.skipIf(!pdftoppm || !pdftotext)('a long name in a small box stays whole in the text', async () => {
    const box = { ...BOX, w: 0.1, h: 0.015 }
    const name = 'Wolfeschlegelsteinhausenbergerdorff Johannes Maria von und zu Hohenlohe-Waldenburg'
    const bytes = await stamped([{ ...box, kind: 'name', text: name }])
    expect(inkOutside(render(bytes, 1, 144), [box])).toBe(0)
    expect(plain(popplerText(bytes)).replace(/\s/g, '')).toBe(name.replace(/\s/g, ''))
  })

  test.skipIf(!pdftoppm)('aligns right-to-left text to the right edge', async () => {
    const ink = render(await stamped([{ ...BOX, h: 0.02, kind: 'name', text: NAMES.hebrew }]), 1, 72)
    expect(inkIn(ink, { ...BOX, w: 0.2, h: 0.02 })).toBe(0)
    expect(inkIn(ink, { ...BOX, x: 0.45, w: 0.15, h: 0.02 })).toBeGreaterThan(20)
  })
})

describe('a large page', () => {
  const marks: Stamp[] = [
    { ...BOX, y: 0.1, kind: 'signature', ink: { type: 'typed', text: 'Anna Müller' }, caption: by('Anna Müller') },
    { ...BOX, y: 0.3, kind: 'signature', ink: DRAWN, caption: by(NAMES.polish) },
    { ...BOX, y: 0.5, kind: 'text', text: 'Delivered to İstanbul → Bern, as agreed between all of the parties.' },
    { ...BOX, y: 0.7, h: 0.03, kind: 'date', text: '2026-11-20' },
  ]
  const sizes = { A0: [2384, 3370], 'A0 turned': [3370, 2384], 'the largest page': [14_400, 14_400] }
  const page = (width: number, height: number, rotate = 0) =>
    makePdf({ content: '', mediaBox: [0, 0, width, height], rotate })

  test.skipIf(!pdftoppm).each(Object.entries(sizes))('of %s shows marks as on a usual page', async (_, [w, h]) => {
    const [width, height] = [w!, h!]
    const shrink = 700 / Math.min(width, height)
    for (const rotate of [0, 90]) {
      const usual = render(await stamped(marks, page(width * shrink, height * shrink, rotate)), 1, 72)
      const large = render(await stamped(marks, page(width, height, rotate)), 1, 72 * shrink)
      for (const mark of marks) {
        const [as, is] = [inkIn(usual, mark), inkIn(large, mark)]
        expect(as).toBeGreaterThan(50)
        expect(Math.abs(is - as)).toBeLessThan(as * 0.25)
      }
      expect(inkOutside(large, marks)).toBe(0)
    }
  })

  test.skipIf(!pdftoppm).each([10, 0.5])('in units of %d points shows marks as any page of its size', async (unit) => {
    const [width, height] = [595, 842]
    const mediaBox = [0, 0, width / unit, height / unit]
    const inUnits = makePdf({ content: '', mediaBox, page: `/UserUnit ${unit}` })
    const usual = render(await stamped(marks, page(width, height)), 1, 72)
    // Poppler takes a unit for a point.
    const own = render(await stamped(marks, inUnits), 1, 72 * unit)
    expect([own.width, own.height]).toEqual([usual.width, usual.height])
    for (const mark of marks) {
      const [as, is] = [inkIn(usual, mark), inkIn(own, mark)]
      expect(Math.abs(is - as)).toBeLessThan(as * 0.1)
    }
    expect(inkOutside(own, marks)).toBe(0)
  })

  test('leaves A4, Letter and Legal unchanged', async () => {
    for (const [width, height] of [
      [595.28, 841.89],
      [612, 792],
      [1008, 612],
    ] as const) {
      expect(drawingScale({ width, height })).toBe(1)
    }
    expect(drawingScale({ width: 842, height: 1191 })).toBeLessThan(1.21)
  })

  test('still holds the whole text in a small box', async () => {
    const value = 'Building permit 2026/117, sheet 4 of 9'
    const box = { page: 1, x: 0.1, y: 0.1, w: 150 / 2384, h: 16 / 3370 }
    const delta = await stampFields(page(2384, 3370), [{ ...box, kind: 'text', text: value }])
    const [texts] = await pdfJsTexts(Buffer.concat([page(2384, 3370), delta]))
    expect(texts!.map(({ text }) => text).join('')).toBe(value)
  })
})

describe('a revision', () => {
  const boxes: Stamp[] = [
    { ...BOX, kind: 'checkbox', checked: true },
    { ...BOX, y: 0.5, kind: 'date', text: '2026-11-20' },
    { ...BOX, page: 2, kind: 'initial', ink: { type: 'typed', text: 'AM' }, caption: null },
  ]

  test.skipIf(!qpdf || !pdftotext)('is appended: earlier content stays, and another can follow', async () => {
    const base = makePdf({ pages: 2 })
    const once = await stamped(boxes, base)
    const twice = await stamped([{ ...BOX, y: 0.7, kind: 'name', text: NAMES.cyrillic }], once)
    expect(once.subarray(0, base.length)).toEqual(base)
    expect(twice.subarray(0, once.length)).toEqual(once)
    expect(qpdfCheck(twice)).toMatch(CLEAN)
    const text = popplerText(twice)
    for (const part of ['Page 1', 'Page 2', '2026-11-20', 'AM', NAMES.cyrillic]) expect(text).toContain(part)
  })

  test.skipIf(!pdftoppm)('draws a tick where a box is checked, and nothing where it is not', async () => {
    const picture = render(await stamped([{ ...BOX, kind: 'checkbox', checked: true }]), 1, 72)
    expect(inkIn(picture, BOX)).toBeGreaterThan(50)
    expect(inkOutside(picture, [BOX])).toBe(0)
    expect(await stampFields(BLANK, [{ ...BOX, kind: 'checkbox', checked: false }])).toHaveLength(0)
  })

  test('a page that does not exist is reported as the caller’s mistake', async () => {
    await expect(stampFields(BLANK, [{ ...BOX, page: 2, kind: 'date', text: 'x' }])).rejects.toThrow(RangeError)
  })

  test('on a document with a cross-reference stream', async () => {
    const base = makePdf({ content: textAt(72, 700, 'Hello') }, { objectStreams: true })
    const bytes = await stamped(boxes.slice(0, 2), base)
    expect(openPdf(bytes).repaired).toBe(false)
    if (qpdf) expect(qpdfCheck(bytes)).toMatch(CLEAN)
  })
})
