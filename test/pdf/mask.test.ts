import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PDFDict, PDFRef } from 'pdf-lib'
import { describe, expect, test } from 'vitest'
import { ContentInterpreter } from '../../server/pdf/anchors/interpreter.ts'
import { findMarkers } from '../../server/pdf/anchors/markers.ts'
import { openPdf } from '../../server/pdf/document.ts'
import { toFractions } from '../../server/pdf/geometry.ts'
import { inspect } from '../../server/pdf/inspect.ts'
import { maskMarkers } from '../../server/pdf/mask.ts'
import { get, nameOf } from '../../server/pdf/objects.ts'
import { CLEAN, pdftoppm, pdftotext, popplerText, qpdf, qpdfCheck, render, withFile } from '../support/pdf-checks.ts'
import { makePdf, textAt } from '../support/pdf-fixtures.ts'
import { pdfJsTexts } from '../support/pdfjs.ts'
import { run } from '../support/tools.ts'

const FIXTURES = join(import.meta.dirname, '../fixtures/anchors')
const MARKER = /\[\[ls:[^\]]*\]\]/g

function mask(bytes: Uint8Array) {
  const pdf = openPdf(bytes)
  maskMarkers(pdf, [...new Set(inspect(bytes).markers.map(({ page }) => page))])
  const delta = pdf.appendRevision()
  return { masked: Buffer.concat([bytes, delta]), delta }
}

const pdfJsText = async (bytes: Uint8Array) =>
  (await pdfJsTexts(bytes))
    .flat()
    .map(({ text }) => text)
    .join('')
    .normalize('NFKC')
    .replace(/\s+/g, '')

/** Markers as rectangles of the page as displayed, fractions. */
function markerAreas(bytes: Uint8Array) {
  const pdf = openPdf(bytes)
  const interpreter = new ContentInterpreter(pdf)
  return pdf.pages.map((page) =>
    findMarkers(interpreter.glyphsOf(page), interpreter.spend).markers.map(({ rect }) => toFractions(page, rect)),
  )
}

describe.each(readdirSync(FIXTURES))('%s', (name) => {
  const bytes = readFileSync(join(FIXTURES, name))
  const { masked, delta } = mask(bytes)

  test('no marker is left, all other text is', async () => {
    expect(delta.length).toBeLessThan(4000)
    expect(inspect(masked)).toMatchObject({ markers: [], malformed: [] })
    const before = name === 'h-order.pdf' ? '' : (await pdfJsText(bytes)).replace(MARKER, '')
    expect(await pdfJsText(masked)).toBe(before)
  })

  test.skipIf(!pdftotext)('poppler extracts no marker', () => {
    expect(popplerText(masked)).not.toMatch(/\[\[|ls:|\]\]/)
  })

  test.skipIf(!qpdf)('qpdf finds the result clean', () => {
    expect(qpdfCheck(masked)).toMatch(CLEAN)
  })

  test.skipIf(!pdftoppm)('pixels change only where a marker was', () => {
    for (const [index, areas] of markerAreas(bytes).entries()) {
      const before = render(bytes, index + 1, 50)
      const after = render(masked, index + 1, 50)
      expect([after.width, after.height]).toEqual([before.width, before.height])
      // Glyphs extend slightly beyond their box, and a pixel is 1.4 points wide.
      const near = areas.map(
        ({ x, y, w, h }) =>
          [
            x * before.width - 3,
            y * before.height - 3,
            (x + w) * before.width + 3,
            (y + h) * before.height + 3,
          ] as const,
      )
      const strays: number[][] = []
      for (let y = 0; y < before.height; y++) {
        const row = y * before.width * 3
        if (before.pixels.compare(after.pixels, row, row + before.width * 3, row, row + before.width * 3) === 0)
          continue
        for (let x = 0; x < before.width; x++) {
          const offset = (y * before.width + x) * 3
          if (before.pixels.compare(after.pixels, offset, offset + 3, offset, offset + 3) === 0) continue
          if (!near.some(([x0, y0, x1, y1]) => x >= x0 && x <= x1 && y >= y0 && y <= y1)) strays.push([x, y])
        }
      }
      expect(strays).toEqual([])
    }
  })
})

describe('what follows a marker does not move', () => {
  test.skipIf(!pdftotext).each([
    ['Tj', 'BT /F1 12 Tf 50 500 Td ([[ls:date:a]]) Tj ( tail) Tj ET'],
    ['TJ with kerning', 'BT /F1 12 Tf 50 500 Td [([[ls:) 120 (date:) -80 (a]]) 50] TJ ( tail) Tj ET'],
    ["'", "BT /F1 12 Tf 14 TL 50 500 Td (x) Tj ([[ls:date:a b]]) ' ( tail) Tj ET"],
    ['"', 'BT /F1 12 Tf 14 TL 50 500 Td (x) Tj 4 2 ([[ls:date:a b]]) " ( tail) Tj ET'],
    ['Tc, Tw, Tz and Ts', 'BT /F1 12 Tf .5 Tc 7 Tw 60 Tz 4 Ts 50 500 Td ([[ls:date:a b]]) Tj ( tail) Tj ET'],
  ])('%s', (_, content) => {
    const bytes = makePdf({ content })
    const [before, after] = [bytes, mask(bytes).masked].map((file) => wordPlace(file, 'tail'))
    expect(before).toHaveLength(4)
    expect(after).toEqual(before)
  })
})

/** Left, top, right and bottom of a word, as poppler measures it, in hundredths of a point. */
const wordPlace = (bytes: Uint8Array, word: string) =>
  withFile(bytes, (path) => {
    const { stdout } = run(pdftotext, ['-bbox', path, '-'])
    const line = stdout.split('\n').find((candidate) => candidate.includes(`>${word}<`)) ?? ''
    return [...line.matchAll(/="([\d.]+)"/g)].map(([, value]) => Math.round(Number(value) * 100))
  })

describe('forms', () => {
  test('a form shown by two pages is masked once, for both', async () => {
    const form = textAt(50, 500, '[[ls:date:a]] rest')
    const bytes = makePdf({
      pages: 2,
      content: '/X Do',
      resources: '/XObject << /X 10 0 R >>',
      objects: [
        `<< /Type /XObject /Subtype /Form /BBox [0 0 600 800] /Resources << /Font << /F1 3 0 R >> >> /Length ${form.length} >>\nstream\n${form}\nendstream`,
      ],
    })
    expect(inspect(bytes).markers).toHaveLength(2)
    expect(await pdfJsText(mask(bytes).masked)).toBe('restrest')
  })
})

describe('alternative texts of tagged PDFs', () => {
  const bytes = makePdf({
    content: `/Span << /MCID 0 /ActualText (Sign: [[ls:date:a]]) >> BDC ${textAt(50, 500, 'Sign: [[ls:date:a]]')} EMC
      /Span /P0 BDC ${textAt(50, 400, '[[ls:date:b]]')} EMC
      /Span << /ActualText (kept) /E (see [[ls:date:c]] there) >> BDC ${textAt(50, 300, 'Kept')} EMC`,
    resources: '/Properties << /P0 << /MCID 1 /ActualText (secret) >> >>',
    catalog: '/MarkInfo << /Marked true >> /StructTreeRoot 10 0 R',
    objects: [
      '<< /Type /StructTreeRoot /K [11 0 R] >>',
      '<< /S /P /P 10 0 R /K [0 12 0 R 11 0 R] /ActualText (Sign: [[ls:date:a]] here) >>',
      '<< /S /Span /P 11 0 R /K << /S /Span /P 12 0 R /Alt (\\133[ls:date:b]]) /K 1 >> >>',
    ],
  })
  const { masked } = mask(bytes)
  const pdf = openPdf(masked)

  test('the structure tree no longer contains the markers', () => {
    const element = pdf.lookup(PDFRef.of(11))
    const span = pdf.lookup(PDFRef.of(12))
    if (!(element instanceof PDFDict) || !(span instanceof PDFDict)) throw new Error('lost')
    const text = (dict: PDFDict, key: string) => {
      const value = get.object(dict, key)
      return value && 'decodeText' in value ? (value as { decodeText(): string }).decodeText() : undefined
    }
    expect(text(element, 'ActualText')).toBe('Sign:  here')
    expect(text(get.dict(span, 'K')!, 'Alt')).toBe('')
  })

  test('property lists around masked glyphs lose their texts, the others only the markers', () => {
    const contents = pdf.lookup(pdf.pages[0]!.dict.get(nameOf('Contents')))
    const content = Buffer.from(pdf.streamContents(contents as Parameters<typeof pdf.streamContents>[0])).toString(
      'latin1',
    )
    expect(content).not.toMatch(/\[\[ls|secret/)
    expect(content.match(/\/MCID \d/g)).toEqual(['/MCID 0', '/MCID 1'])
    expect(content).toContain('(kept)')
    expect(content).toContain(Buffer.from('see  there', 'utf16le').swap16().toString('hex').toUpperCase())
  })

  test.skipIf(!pdftotext)('poppler, which prefers alternative texts, finds no marker', () => {
    expect(popplerText(masked)).not.toMatch(/ls:|secret/)
  })
})
