import type { PDFDict, PDFRef } from 'pdf-lib'
import type { PdfPage } from '../document.ts'
import { PdfError } from '../errors.ts'
import { type Matrix, multiply } from '../geometry.ts'
import { LIMITS } from '../limits.ts'
import type { Font } from './fonts.ts'

/** A content stream as it can be edited: all streams of a page as one, or one form XObject. */
export interface ContentOwner {
  page: PdfPage
  /** Reference of the form; undefined for the page's own content. */
  form: PDFRef | undefined
  bytes: Uint8Array
  resources: PDFDict | undefined
}

/** One text-showing operator, with everything needed to rewrite it. */
export interface ShowOperation {
  owner: ContentOwner
  /** Byte range of operands and operator. */
  start: number
  end: number
  operator: 'Tj' | 'TJ' | "'" | '"'
  /** The operand as a TJ array. */
  items: (number | Uint8Array)[]
  /** The first two operands of `"`. */
  spacing: [word: number, char: number]
  font: Font
  fontSize: number
  charSpacing: number
  wordSpacing: number
  /** Em square to user space, without translation: x axis (a, b), y axis (c, d). */
  axes: [a: number, b: number, c: number, d: number]
}

export interface Glyph {
  /** NFKC; may be several characters (a ligature), or none when the font does not define it. */
  text: string
  /** Origin in the page's user space. */
  x: number
  y: number
  /** In em, along the writing direction. */
  advance: number
  show: ShowOperation
  /** Position of its code: index into `show.items`, byte offset and length there. */
  item: number
  at: number
  length: number
}

/** What a text-showing operator depends on besides the font (ISO 32000-1, 9.3.1). */
export interface TextState {
  ctm: Matrix
  font: Font | undefined
  fontSize: number
  charSpacing: number
  wordSpacing: number
  /** Horizontal scaling, 1 for `100 Tz`. */
  scale: number
  rise: number
}

/** The part of a show operation that stands in the content. */
export type ShownText = Pick<ShowOperation, 'owner' | 'operator' | 'items' | 'start' | 'end' | 'spacing'>

/** Adds the glyphs of one operator to `glyphs` and returns the text matrix after it (ISO 32000-1, 9.4.4). */
export function placeGlyphs(
  glyphs: Glyph[],
  { owner, operator, items, start, end, spacing }: ShownText,
  { ctm, fontSize, charSpacing, wordSpacing, scale, rise }: TextState,
  font: Font,
  textMatrix: Matrix,
): Matrix {
  const [a, b, c, d, e, f] = multiply(textMatrix, ctm)
  const axes: ShowOperation['axes'] = [a * fontSize * scale, b * fontSize * scale, c * fontSize, d * fontSize]
  // Written out: a spread would copy by name, and a page may hold hundreds of thousands of these.
  const show = { owner, operator, items, start, end, spacing, font, fontSize, charSpacing, wordSpacing, axes }
  const stretch = font.vertical ? 1 : scale
  // Displacement so far, in text space, along the writing direction.
  let moved = 0
  for (let item = 0; item < items.length; item++) {
    const value = items[item]!
    if (typeof value === 'number') {
      moved -= (value / 1000) * fontSize * stretch
      continue
    }
    for (let at = 0; at < value.length; ) {
      const length = Math.min(font.codeLength(value, at), value.length - at)
      let code = 0
      for (let i = 0; i < length; i++) code = code * 256 + value[at + i]!
      const advance = font.advance(code)
      const u = font.vertical ? 0 : moved
      const v = (font.vertical ? moved : 0) + rise
      if (glyphs.length >= LIMITS.glyphsPerPage) throw new PdfError('too_complex', 'A page holds too much text')
      glyphs.push({
        text: font.text(code),
        x: u * a + v * c + e,
        y: u * b + v * d + f,
        advance,
        show,
        item,
        at,
        length,
      })
      const space = charSpacing + (length === 1 && code === 32 ? wordSpacing : 0)
      moved += (advance * fontSize + space) * stretch
      at += length
    }
  }
  return multiply(font.vertical ? [1, 0, 0, 1, 0, moved] : [1, 0, 0, 1, moved, 0], textMatrix)
}
