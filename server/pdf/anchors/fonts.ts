import { FontNames, Font as StandardFont } from '@pdf-lib/standard-fonts'
import { PDFArray, PDFDict, PDFName, PDFNumber, PDFStream } from 'pdf-lib'
import type { PdfFile } from '../document.ts'
import { PdfError } from '../errors.ts'
import { latin1 } from '../lexer.ts'
import { get, items, nameText, numberOf, numbers } from '../objects.ts'
import { type CMap, CodeMap, parseCMap, unicodeOf } from './cmap.ts'
import { encodedText, glyphNameText, standardGlyphName } from './encodings.ts'

/** What text extraction needs from a font: how strings split into codes, each code's text and advance. */
export interface Font {
  /** Length in bytes of the code at `at`. */
  codeLength(string: Uint8Array, at: number): number
  /** NFKC, so that ligatures and full-width forms match plain letters; empty when the font does not define it. */
  text(code: number): string
  /** Advance in text space units for font size 1; along y (and negative) in vertical writing. */
  advance(code: number): number
  vertical: boolean
}

/** Reads a font dictionary (ISO 32000-1, 9.6 and 9.7). Missing or damaged entries fall back to viewers' defaults. */
export function loadFont(pdf: PdfFile, dict: PDFDict): Font {
  const toUnicode = readCMap(pdf, dict, 'ToUnicode')
  const font =
    get.name(dict, 'Subtype') === 'Type0' ? compositeFont(pdf, dict, toUnicode) : simpleFont(pdf, dict, toUnicode)
  const texts = new Map<number, string>()
  const advances = new Map<number, number>()
  return {
    ...font,
    text: (code) => remember(texts, code, (c) => plain(font.text(c))),
    advance: (code) => remember(advances, code, font.advance),
  }
}

function remember<T>(known: Map<number, T>, code: number, find: (code: number) => T): T {
  const before = known.get(code)
  if (before !== undefined) return before
  const value = find(code)
  known.set(code, value)
  return value
}

const plain = (text: string) =>
  /^[\x20-\x7e]*$/.test(text) ? text : text.normalize('NFKC').replace(/[\p{Cc}\p{Cf}]/gu, '')

function readCMap(pdf: PdfFile, dict: PDFDict, key: string): CMap | undefined {
  const stream = get.object(dict, key)
  const bytes = stream instanceof PDFStream ? decodeLeniently(pdf, stream) : undefined
  return bytes && parseCMap(bytes)
}

/** An undecodable stream is treated as absent, as in viewers; one that is too large is rejected like any other. */
function decodeLeniently(pdf: PdfFile, stream: PDFStream): Uint8Array | undefined {
  try {
    return pdf.streamContents(stream)
  } catch (error) {
    if (error instanceof PdfError && error.reason === 'damaged') return undefined
    throw error
  }
}

function simpleFont(pdf: PdfFile, dict: PDFDict, toUnicode: CMap | undefined): Font {
  const encoding = get.object(dict, 'Encoding')
  const baseEncoding = encoding instanceof PDFDict ? get.name(encoding, 'BaseEncoding') : nameText(encoding)
  const names = new Map([
    ...(baseEncoding || toUnicode ? [] : builtInNames(pdf, dict)),
    ...(encoding instanceof PDFDict ? readDifferences(get.array(encoding, 'Differences')) : []),
  ])
  const text = (code: number) => {
    const mapped = toUnicode && unicodeOf(toUnicode, code)
    if (mapped) return mapped
    const name = names.get(code)
    if (name === undefined) return encodedText(baseEncoding, code)
    // Type 3 and re-encoded fonts name their glyphs after the code: `a91`, `c91`, `g91`.
    const byCode = /^[A-Za-z]{1,2}(\d{1,3})$/.exec(name)
    return glyphNameText(name) || (Number(byCode?.[1]) === code ? encodedText(undefined, code) : '')
  }
  return { codeLength: () => 1, text, advance: simpleAdvance(dict, names), vertical: false }
}

/** The encoding of an embedded Type 1 font is plain text before its encrypted part: `dup 12 /fi put`. */
function builtInNames(pdf: PdfFile, dict: PDFDict): Map<number, string> {
  const names = new Map<number, string>()
  const descriptor = get.dict(dict, 'FontDescriptor')
  const program = descriptor && get.object(descriptor, 'FontFile')
  const bytes = program instanceof PDFStream ? decodeLeniently(pdf, program) : undefined
  if (!bytes) return names
  const end = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).indexOf('eexec')
  const head = latin1(bytes, 0, Math.max(end, 0))
  for (const [, code, name] of head.matchAll(/\bdup\s+(\d{1,3})\s*\/(\S+)\s+put\b/g)) names.set(Number(code), name!)
  return names
}

function readDifferences(array: PDFArray | undefined): Map<number, string> {
  const names = new Map<number, string>()
  let code = 0
  for (const item of items(array)) {
    if (item instanceof PDFNumber) code = item.asNumber()
    else if (item instanceof PDFName) names.set(code++, nameText(item)!)
  }
  return names
}

function simpleAdvance(dict: PDFDict, names: Map<number, string>): Font['advance'] {
  // Glyph space is a thousandth of text space, except in Type 3 fonts, which say it themselves (ISO 32000-1, 9.6.5).
  const scale = get.name(dict, 'Subtype') === 'Type3' ? (numbers(get.array(dict, 'FontMatrix'))[0] ?? 0.001) : 0.001
  const widths = get.array(dict, 'Widths')
  if (!widths) return standardAdvance(get.name(dict, 'BaseFont') ?? '', names)
  const list = numbers(widths)
  const first = get.number(dict, 'FirstChar') ?? 0
  const descriptor = get.dict(dict, 'FontDescriptor')
  const missing = (descriptor && get.number(descriptor, 'MissingWidth')) ?? 0
  return (code) => (list[code - first] ?? missing) * scale
}

/** The standard 14 fonts carry no widths (ISO 32000-1, 9.6.2.2); a font that only looks like one gets the same widths. */
function standardAdvance(baseFont: string, names: Map<number, string>): Font['advance'] {
  const metrics = StandardFont.load(standardName(baseFont.replace(/^[A-Z]{6}\+/, '')))
  const { FontName } = metrics
  const encoding = FontName === 'Symbol' || FontName === 'ZapfDingbats' ? FontName : 'WinAnsi'
  return (code) => {
    const name = names.get(code) ?? standardGlyphName(encoding, code)
    return ((name && metrics.getWidthOfGlyph(name)) || 0) / 1000
  }
}

function standardName(name: string): FontNames {
  const exact = Object.values(FontNames).find((known) => known === name)
  if (exact) return exact
  const bold = /bold|black/i.test(name)
  const italic = /italic|oblique/i.test(name)
  if (/courier|mono/i.test(name))
    return bold
      ? italic
        ? FontNames.CourierBoldOblique
        : FontNames.CourierBold
      : italic
        ? FontNames.CourierOblique
        : FontNames.Courier
  if (/times|serif|roman/i.test(name) && !/sans/i.test(name))
    return bold
      ? italic
        ? FontNames.TimesRomanBoldItalic
        : FontNames.TimesRomanBold
      : italic
        ? FontNames.TimesRomanItalic
        : FontNames.TimesRoman
  return bold
    ? italic
      ? FontNames.HelveticaBoldOblique
      : FontNames.HelveticaBold
    : italic
      ? FontNames.HelveticaOblique
      : FontNames.Helvetica
}

function compositeFont(pdf: PdfFile, dict: PDFDict, toUnicode: CMap | undefined): Font {
  const descendant = items(get.array(dict, 'DescendantFonts'))[0]
  const encoding = get.name(dict, 'Encoding') ?? ''
  const embedded = readCMap(pdf, dict, 'Encoding')
  const vertical = embedded?.vertical ?? encoding.endsWith('-V')
  const bytes = encoding.includes('UTF32') ? 4 : 2
  // In the predefined Unicode CMaps the code is the character.
  const isUnicode = /UCS2|UTF16|UTF32/.test(encoding)
  const cid = (code: number) => {
    const found = embedded?.cids.get(code)
    return found ? found.value + found.offset : code
  }
  const text = (code: number) =>
    (toUnicode && unicodeOf(toUnicode, code)) ?? (isUnicode && code <= 0x10ffff ? String.fromCodePoint(code) : '')
  const widths = descendant instanceof PDFDict ? cidWidths(descendant) : () => 1
  const [, verticalAdvance = -1000] = descendant instanceof PDFDict ? numbers(get.array(descendant, 'DW2')) : []
  return {
    codeLength: embedded?.codeSpaces.length ? (string, at) => codeLengthIn(embedded, string, at) : () => bytes,
    text,
    advance: vertical ? () => verticalAdvance / 1000 : (code) => widths(cid(code)),
    vertical,
  }
}

function codeLengthIn({ codeSpaces }: CMap, string: Uint8Array, at: number): number {
  let code = 0
  for (let length = 1; length <= 4 && at + length <= string.length; length++) {
    code = code * 256 + string[at + length - 1]!
    if (codeSpaces.some((space) => space.bytes === length && code >= space.low && code <= space.high)) return length
  }
  return codeSpaces[0]!.bytes
}

/** The `/W` array: `c [w1 w2 ...]` and `first last w` (ISO 32000-1, 9.7.4.3). */
function cidWidths(descendant: PDFDict): (cid: number) => number {
  const fallback = get.number(descendant, 'DW') ?? 1000
  const widths = new CodeMap<number>()
  const list = items(get.array(descendant, 'W'))
  for (let i = 0; i + 1 < list.length; ) {
    const first = numberOf(list[i]) ?? 0
    const next = list[i + 1]
    if (next instanceof PDFArray) {
      for (const [offset, width] of numbers(next).entries()) widths.set(first + offset, first + offset, width)
      i += 2
    } else {
      widths.set(first, numberOf(next) ?? first, numberOf(list[i + 2]) ?? fallback)
      i += 3
    }
  }
  return (cid) => (widths.get(cid)?.value ?? fallback) / 1000
}
