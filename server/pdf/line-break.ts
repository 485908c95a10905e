import { type FontLibrary, type Line, shapeLine, type TextStyle } from './fonts/index.ts'
import { drawableText, isRightToLeft, splitGraphemes } from './fonts/itemise.ts'

export type Direction = 'ltr' | 'rtl'

/** A word, or one character of a word too long for its line. Lengths are in ems, spaces behind it included. */
interface Piece {
  text: string
  width: number
  /** Of these spaces; they may hang over the end of a line. */
  trailing: number
  /** Part of a word that did not fit on a line of its own. */
  cut: boolean
}

/** A text without line breaks that is to be set in lines of one style. */
export interface Paragraph {
  text: string
  words: Piece[]
  direction: Direction
  /** Remembers its answers: a block is tried in many sizes. */
  shape(text: string): Line
}

export interface BrokenLine {
  text: string
  line: Line
  /** A word did not fit on a line of its own. */
  cut: boolean
}

/** Measures a text for `breakLines`; without `direction` it is that of its first letter that has one. */
export function paragraph(library: FontLibrary, input: string, style: TextStyle, direction?: Direction): Paragraph {
  const text = drawableText(input)
  const base = direction ?? (isRightToLeft(text) ? 'rtl' : 'ltr')
  const known = new Map<string, Line>()
  const shape = (part: string) => {
    const line = known.get(part) ?? shapeLine(library, part, style, base)
    known.set(part, line)
    return line
  }
  let words: Piece[] | undefined
  return {
    text,
    // Not needed of a text that fits on its line, as most cells of a table do.
    get words() {
      words ??= splitWords(text).map((word) => piece(word, shape, false))
      return words
    },
    direction: base,
    shape,
  }
}

function piece(text: string, shape: Paragraph['shape'], cut: boolean): Piece {
  const { width } = shape(text)
  return { text, width, trailing: text.endsWith(' ') ? width - shape(text.trimEnd()).width : 0, cut }
}

/** Breaks greedily; no line is wider than `width`, in ems, unless a single character is. */
export function breakLines(of: Paragraph, width: number): BrokenLine[] {
  const { text, shape } = of
  if (fits(shape(text), width)) return [{ text, line: shape(text), cut: false }]
  const lines: BrokenLine[] = []
  let pieces: Piece[] = []
  const widthOf = (row: Piece[]) => row.reduce((sum, { width }) => sum + width, 0)
  let used = 0
  const end = () => {
    const carried: Piece[] = []
    // Letters join and kern from piece to piece: the sum only guesses what the line as it is drawn measures.
    while (pieces.length > 1 && !fits(shape(textOf(pieces)), width)) carried.unshift(pieces.pop()!)
    const text = textOf(pieces)
    lines.push({ text, line: shape(text), cut: pieces.some(({ cut }) => cut) })
    pieces = carried
    used = widthOf(pieces)
  }
  const add = (next: Piece) => {
    while (pieces.length > 0 && used + next.width - next.trailing > width) end()
    pieces.push(next)
    used += next.width
  }
  for (const word of of.words) {
    if (word.width - word.trailing <= width) add(word)
    else for (const grapheme of splitGraphemes(word.text)) add(piece(grapheme, shape, true))
  }
  while (pieces.length > 0) end()
  return lines
}

/** Sums of widths differ from each other in their last digits. */
function fits(line: Line, width: number): boolean {
  return line.width <= width + 1e-9
}

function textOf(pieces: Piece[]): string {
  return pieces
    .map(({ text }) => text)
    .join('')
    .trimEnd()
}

const segmenter = new Intl.Segmenter('und', { granularity: 'word' })
/** Scripts whose words are not set apart by spaces: a line may end between any two of their words. */
const SPACELESS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
/** After these a line may end inside a long address or path. */
const BREAK_AFTER = /[-/@_.?&=]$/

/** The pieces between which a line may end, each with the spaces and the closing punctuation behind it. */
function splitWords(text: string): string[] {
  const words: string[] = []
  for (const { segment, isWordLike } of segmenter.segment(text)) {
    const last = words.at(-1)
    const ended = last === undefined || last.endsWith(' ')
    const between = isWordLike && last !== undefined && SPACELESS.test(segment) && SPACELESS.test(last)
    const inside = isWordLike && last !== undefined && last.length > 8 && BREAK_AFTER.test(last)
    if (segment.trim() === '' ? last === undefined : ended || between || inside) words.push(segment)
    else words[words.length - 1] += segment
  }
  return words
}
