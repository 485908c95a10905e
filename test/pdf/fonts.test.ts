import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { renderAuditTrail } from '../../server/pdf/audit-trail/index.ts'
import { glyphCoverage } from '../../server/pdf/fonts/coverage.ts'
import { GlyphRanges } from '../../server/pdf/fonts/glyph-ranges.ts'
import { openFontLibrary, shapeLine } from '../../server/pdf/fonts/index.ts'
import { stampFields } from '../../server/pdf/stamp.ts'
import type { Box, Stamp } from '../../server/pdf/types.ts'
import { inkMap, mutool, renderMupdf } from '../support/ink.ts'
import { LOOSELY_EXTRACTED, NAMES, plain, WITHOUT_FONT } from '../support/names.ts'
import { CLEAN, pdftoppm, pdftotext, popplerText, qpdf, qpdfCheck, render } from '../support/pdf-checks.ts'
import { makePdf } from '../support/pdf-fixtures.ts'
import { pdfJsTexts } from '../support/pdfjs.ts'

const boxOf = (i: number): Box => ({ page: 1, x: 0.1, y: 0.03 + i * 0.045, w: 0.6, h: 0.03 })

/** One name field under the other. */
async function stampNames(names: readonly string[], options = {}): Promise<Buffer> {
  const base = makePdf({ content: '' })
  const stamps = names.map((text, i): Stamp => ({ ...boxOf(i), kind: 'name', text }))
  return Buffer.concat([base, await stampFields(base, stamps, options)])
}

const MODEL = {
  ...{ title: 'Lease.pdf', documentId: 'd1', workspace: 'Acme', status: 'signed' },
  ...{ facts: [], consents: [], events: [], generatedAt: '2026-11-20T14:06:00.000Z' },
}

const lines = (text: string) =>
  text
    .split(/[\n\f]/)
    .map(plain)
    .map((line) => line.trim())
    .filter(Boolean)
const all = Object.values(NAMES)
const PER_PAGE = 20
const pages = Array.from({ length: Math.ceil(all.length / PER_PAGE) }, (_, i) =>
  all.slice(i * PER_PAGE, (i + 1) * PER_PAGE),
)

describe('text in every script', () => {
  test('the service knows which characters its fonts have, and the signing page after it', async () => {
    const coverage = glyphCoverage()
    const onThePage = GlyphRanges.parse(coverage.toString())
    for (const glyphs of [coverage, onThePage]) {
      expect([...all, ...Object.values(LOOSELY_EXTRACTED)].flatMap((name) => glyphs.missing(name))).toEqual([])
      expect(glyphs.missing(`${WITHOUT_FONT.gothic} ${WITHOUT_FONT.tibetan}`)).toEqual([...'𐌰𐌱𐌲བོད'])
    }
    expect(coverage.toString().length).toBeLessThan(4_000)
  })

  test('what the service knows of its fonts is what they draw', async () => {
    const [library, glyphs] = [await openFontLibrary(), glyphCoverage()]
    // Samples of the planes in use; each is shaped by itself.
    for (let code = 0xa0; code < 0x32000; code += 43) {
      if (code >= 0xd800 && code < 0xe000) continue
      const character = String.fromCodePoint(code).normalize('NFC')
      if (/\p{Default_Ignorable_Code_Point}|\p{Cc}|[\u2028\u2029\u202a-\u202e]/u.test(character)) continue
      const { runs } = shapeLine(library, character, 'regular')
      const boxed = runs.some((run) => run.glyphs.some((glyph) => glyph.id === 0 && glyph.text !== ''))
      expect(glyphs.missing(character).length > 0, `U+${code.toString(16)}`).toBe(boxed)
    }
  })

  test.skipIf(!pdftotext).each(pages)('is extracted by poppler in reading order', async (...names) => {
    expect(lines(popplerText(await stampNames(names)))).toEqual(names.map(plain))
  })

  test.each(pages)('is extracted by pdf.js', async (...names) => {
    const [page] = await pdfJsTexts(await stampNames(names))
    // pdf.js returns lines in pieces, takes a Devanagari conjunct for a mark without width, decomposes and drops
    // joiners, so neither spaces nor these count.
    const rows = new Map<number, string>()
    for (const { text, y } of page!) rows.set(Math.round(y / 8), (rows.get(Math.round(y / 8)) ?? '') + text)
    const squeezed = (text: string) =>
      plain(text)
        .normalize('NFKC')
        .replace(/[\s\u200c\u200d]/g, '')
    expect([...rows.values()].map(squeezed)).toEqual(names.map(squeezed))
  })

  test.each([
    ['poppler', pdftoppm, render],
    ['MuPDF', mutool, renderMupdf],
  ] as const)('is drawn by %s, and not as boxes', async (_, program, draw) => {
    if (!program) return
    for (const names of [...pages, Object.values(LOOSELY_EXTRACTED)]) {
      const picture = draw(await stampNames(names), 1, 72)
      const boxes = draw(await stampNames(names.map((name) => name.replace(/\S/gu, '\u{10fffd}'))), 1, 72)
      for (const [i, name] of names.entries()) {
        const drawn = inkMap(picture, boxOf(i))
        const unknown = inkMap(boxes, boxOf(i))
        const letters = [...name].length
        expect(drawn.filter(Boolean).length, name).toBeGreaterThan(letters * 3)
        expect(drawn.filter((ink, at) => ink !== unknown[at]).length, name).toBeGreaterThan(letters * 3)
      }
    }
  })

  test.skipIf(!pdftotext)('is extracted whole where extractors do not know its order', async () => {
    const text = popplerText(await stampNames(Object.values(LOOSELY_EXTRACTED)))
    const letters = (line: string) => [...plain(line).replace(/\s/g, '')].sort().join('')
    expect(lines(text).map(letters)).toEqual(Object.values(LOOSELY_EXTRACTED).map(letters))
  })

  test('shapes Arabic and orders it from right to left', async () => {
    const library = await openFontLibrary()
    expect(shapeLine(library, NAMES.arabic, 'plain').rtl).toBe(true)
    // Joined letters are different glyphs from isolated ones, and the last letter is the leftmost glyph.
    const apart = [...'محمد'].map((letter) => shapeLine(library, letter, 'plain').runs[0]!.glyphs[0]!.id)
    const joined = shapeLine(library, 'محمد', 'plain').runs[0]!.glyphs
    expect(joined[0]!.text).toBe('د')
    expect(joined.map((glyph) => glyph.id).reverse()).not.toEqual(apart)
  })
})

describe('a right-to-left name with an emoji', () => {
  const words = ['محمد', 'عبد', 'الرحمن', 'الشريف']
  const name = (emoji: string) => [...words.slice(0, 3), emoji, words[3]].join(' ')
  // A smile, one newer than the tables of bidi-js, a joined family.
  const emoji = ['😀', '🫠', '👩‍👩‍👧']

  test.each(emoji)('continues after it: %s', async (one) => {
    const library = await openFontLibrary()
    for (const direction of [undefined, 'ltr', 'rtl'] as const) {
      const drawn = shapeLine(library, name(one), 'plain', direction).runs.map((run) => run.text)
      const from = (word: string) => drawn.findIndex((text) => text.includes(word))
      expect(from('الشريف')).toBeGreaterThanOrEqual(0)
      expect(from('الشريف')).toBeLessThan(from('محمد'))
    }
    expect(shapeLine(library, `${one} محمد`, 'plain').rtl).toBe(true)
  })

  test('recognizes digits and letters beyond the basic plane', async () => {
    const library = await openFontLibrary()
    // Adlam is written right to left, Gothic left to right.
    expect(shapeLine(library, '\u{1e900}\u{1e901}', 'plain').rtl).toBe(true)
    expect(shapeLine(library, '\u{10330} אב', 'plain').rtl).toBe(false)
  })

  test.skipIf(!pdftoppm)('is drawn in the audit trail as with any other character', async () => {
    const signer = { email: 'm@example.com', role: null, status: 'signed', signature: null, facts: [] }
    // Neither has a font: a pictograph and a symbol of the basic plane, both drawn as boxes.
    const pictures = ['\u{1fac9}', '\u2a0c'].map(async (sign) => {
      const signers = [{ ...signer, name: name(sign) }]
      const bytes = await renderAuditTrail({ ...MODEL, signers })
      return Buffer.from(render(bytes, 1, 72).pixels)
    })
    expect((await pictures[0])!.equals((await pictures[1])!)).toBe(true)
  })
})

describe('characters that no font has', () => {
  test.skipIf(!pdftotext)('keeps its text', async () => {
    const text = popplerText(await stampNames(Object.values(WITHOUT_FONT)))
    expect(lines(text)).toEqual(Object.values(WITHOUT_FONT).map(plain))
  })

  test.skipIf(!pdftoppm)('is drawn as one box a character', async () => {
    const [one, three] = ['\u0f40', '\u0f40\u0f41\u0f42'].map((name) => stampNames([name]))
    const inkOf = async (bytes: Promise<Buffer>) => inkMap(render(await bytes, 1, 144), boxOf(0)).filter(Boolean).length
    const box = await inkOf(one!)
    expect(box).toBeGreaterThan(20)
    expect(await inkOf(three!)).toBeGreaterThan(2.5 * box)
  })

  test('comes from the font directory when it is present', async () => {
    const require = createRequire(new URL('../../server/pdf/stamp.ts', import.meta.url))
    const folder = mkdtempSync(join(tmpdir(), 'countersign-fonts-'))
    const file = '@expo-google-fonts/noto-sans-sc/500Medium/NotoSansSC_500Medium.ttf'
    symlinkSync(require.resolve(file), join(folder, 'House Font.ttf'))
    try {
      const bytes = await stampNames([NAMES.chinese], { fontDir: folder })
      expect(bytes.toString('latin1')).toMatch(/\/BaseFont \/[A-Z]{6}\+House-Font/)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

describe('fonts in the file', () => {
  test('names in WinAnsi embed nothing', async () => {
    const bytes = (await stampNames([NAMES.latin])).toString('latin1')
    expect(bytes).toContain('/BaseFont /Helvetica')
    expect(bytes).not.toContain('/FontFile2')
  })

  test('others embed only the glyphs they use', async () => {
    const base = makePdf({ content: '' }).length
    expect((await stampNames([NAMES.cyrillic])).length - base).toBeLessThan(6_000)
    expect((await stampNames([NAMES.chinese])).length - base).toBeLessThan(6_000)
  })

  test('the same text gives the same bytes', async () => {
    expect(await stampNames(all)).toEqual(await stampNames(all))
  })

  test.skipIf(!qpdf)('are valid to qpdf', async () => {
    expect(qpdfCheck(await stampNames([...all, ...Object.values(WITHOUT_FONT)]))).toMatch(CLEAN)
  })

  test('characters that reverse text are not drawn', async () => {
    const line = shapeLine(await openFontLibrary(), 'Anna \u202eenaJ\u202c\u2066\u2069 B\u0000', 'plain')
    expect(line.text).toBe('Anna enaJ B')
  })
})
