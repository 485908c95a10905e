import bidiFactory, { type Bidi } from 'bidi-js'
import type { TrueTypeFace } from './face.ts'
import type { FontLibrary, TextStyle } from './library.ts'

/** A piece of a line with one font, one script and one direction, in the order of reading. */
export interface Item {
  text: string
  /** Undefined: no font has this character; a box is drawn for it. */
  face: TrueTypeFace | undefined
  /** Bidi embedding level (UAX 9); odd is right to left. */
  level: number
}

// Its types describe an ES module; Node loads the CommonJS build, whose export is the function itself.
const bidi = (bidiFactory as unknown as () => Bidi)()
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** One script, one font, one direction: nothing to split. */
const LATIN = /^[\u0020-\u007e\u00a0-\u00ac\u00ae-\u017f]*$/
const RTL_LETTER = '(?!\\p{N})[\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufefc\\u{10800}-\\u{10fff}\\u{1e800}-\\u{1efff}]'
const RIGHT_TO_LEFT = new RegExp(RTL_LETTER, 'u')
const RTL_WORDS = new RegExp(`${RTL_LETTER}(?:[^\\p{L}\\p{N}]*${RTL_LETTER})*`, 'gu')
const CUT_RTL_WORDS = new RegExp(`(${RTL_WORDS.source})(\u2026?)`, 'gu')
const SCRIPTLESS = /^[\p{Script=Common}\p{Script=Inherited}]$/u
/** Also those younger than the tables of bidi-js. */
const PICTOGRAPH = /[\u{1f300}-\u{1faff}]/u
const ASTRAL = /[\u{10000}-\u{10ffff}]/gu
/** Pictures by nature, or by the variation selector behind them (UTS 51). */
const EMOJI = /^\p{Emoji_Presentation}|\ufe0f/u
const IGNORABLE = /^\p{Default_Ignorable_Code_Point}$/u

/** Scripts that HarfBuzz shapes by their own rules; a run must not mix them. */
const SCRIPTS = [
  ...['Latin', 'Cyrillic', 'Greek', 'Han', 'Hiragana', 'Katakana', 'Hangul', 'Arabic', 'Hebrew', 'Thai', 'Devanagari'],
  ...['Bengali', 'Gurmukhi', 'Gujarati', 'Oriya', 'Tamil', 'Telugu', 'Kannada', 'Malayalam', 'Sinhala', 'Lao', 'Khmer'],
  ...['Myanmar', 'Tibetan', 'Georgian', 'Armenian', 'Ethiopic', 'Mongolian', 'Syriac', 'Thaana', 'Nko', 'Cherokee'],
  ...['Adlam', 'Canadian_Aboriginal', 'Meetei_Mayek', 'Ol_Chiki', 'Tifinagh', 'Bopomofo', 'Braille'],
].map((name) => ({ name, pattern: new RegExp(`^\\p{Script=${name}}$`, 'u') }))

/** A character of one UTF-16 unit for each bidi class that characters of two units have. */
const STAND_INS: Record<string, string> = {
  ...{ L: 'a', R: '\u05d0', AL: '\u0627', EN: '0', AN: '\u0660' },
  ...{ ET: '#', NSM: '\u0300', BN: '\u00ad', ON: '!' },
}

/**
 * The text as it is drawn: NFC, on one line, without control characters. Embeddings, overrides and isolates are removed
 * too: they could make a name look like a different one on a signed page.
 */
export function drawableText(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\p{Cs}/gu, '\ufffd')
    .replace(/[\t\n\v\f\r\u0085\u2028\u2029]+/g, ' ')
    .replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '')
}

/** A left-to-right text with a mark (LRM) behind its right-to-left words, and the ellipsis that cuts them among them. */
export function setApart(text: string): string {
  return text.replace(CUT_RTL_WORDS, (_, words: string, cut: string) => `${words}${cut && `${cut}\u200f`}\u200e`)
}

/** True when the first letter with a direction is written right to left. */
export function isRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(text) && (embedding(text, 'auto').paragraphs[0]?.level ?? 0) % 2 === 1
}

/** The bidi embedding level of each UTF-16 unit (UAX 9). */
export function bidiLevels(text: string, direction: 'ltr' | 'rtl' | 'auto' = 'auto'): Uint8Array {
  if (direction !== 'rtl' && !RIGHT_TO_LEFT.test(text)) return new Uint8Array(text.length)
  return embedding(text, direction).levels
}

/**
 * UAX 9 on code points. bidi-js types each UTF-16 unit by itself and takes half of an emoji for a Latin letter, so
 * two units of the same class stand in for every pair.
 */
function embedding(text: string, direction: 'ltr' | 'rtl' | 'auto') {
  const typeOf = (pair: string) => (PICTOGRAPH.test(pair) ? 'ON' : bidi.getBidiCharTypeName(pair))
  const typed = text.replace(ASTRAL, (pair) => STAND_INS[typeOf(pair)]!.repeat(2))
  return bidi.getEmbeddingLevels(typed, direction)
}

/** Levels as an extractor guesses them from letters alone: 1 from the first to the last one of a right-to-left span. */
export function guessedLevels(text: string): Uint8Array {
  const levels = new Uint8Array(text.length)
  for (const match of text.matchAll(RTL_WORDS)) levels.fill(1, match.index, match.index + match[0].length)
  return levels
}

/** Splits a clean text into runs that can be shaped, in the order of reading. */
export function itemise(text: string, levels: Uint8Array, style: TextStyle, library: FontLibrary): Item[] {
  const latin = LATIN.test(text) && library.faceFor([0x41], 'Latin', style)
  if (latin) return [{ text, face: latin, level: levels[0] ?? 0 }]
  const items: (Item & { script: string | undefined })[] = []
  const add = (piece: string, at: number, script: string | undefined, face: TrueTypeFace | undefined) => {
    const last = items.at(-1)
    const level = levels[at]!
    const sameScript = script === undefined || last?.script === undefined || script === last.script
    if (last && face && last.face === face && last.level === level && sameScript) {
      last.text += piece
      last.script ??= script
    } else {
      items.push({ text: piece, face, level, script })
    }
  }
  for (const { segment, index } of graphemes.segment(text)) {
    const last = items.at(-1)
    // A picture font's spaces and digits are pictures too.
    const previous = last?.script === 'Emoji' ? undefined : last?.face
    const pick = (piece: string, script: string | undefined) => pickFace(piece, script, previous, style, library)
    const script = scriptOf(segment)
    const face = pick(segment, script)
    if (face) {
      add(segment, index, script, face)
      continue
    }
    // No font has all of the letter and its marks: each is better in a font of its own than as a box.
    let at = index
    for (const piece of segment.match(/.\p{Default_Ignorable_Code_Point}*/gsu) ?? []) {
      add(piece, at, scriptOf(piece), pick(piece, scriptOf(piece)))
      at += piece.length
    }
  }
  return items
}

/** Orders runs as they stand on the line, left to right (UAX 9, rule L2). */
export function visualOrder<T extends { level: number }>(items: T[]): T[] {
  const ordered = [...items]
  const highest = Math.max(0, ...items.map((item) => item.level))
  for (let level = highest; level > 0; level--) {
    for (let start = 0; start < ordered.length; start++) {
      if (ordered[start]!.level < level) continue
      let end = start
      while (end < ordered.length && ordered[end]!.level >= level) end++
      ordered.splice(start, end - start, ...ordered.slice(start, end).reverse())
      start = end
    }
  }
  return ordered
}

/** User-perceived characters: a letter with its marks, a joined emoji. */
export function splitGraphemes(text: string): string[] {
  return [...graphemes.segment(text)].map(({ segment }) => segment)
}

/** Undefined for what all scripts share: spaces, digits, punctuation, marks; `Emoji` for what is shown as a picture. */
function scriptOf(grapheme: string): string | undefined {
  if (EMOJI.test(grapheme)) return 'Emoji'
  const base = String.fromCodePoint(grapheme.codePointAt(0)!)
  if (SCRIPTLESS.test(base)) return undefined
  return SCRIPTS.find(({ pattern }) => pattern.test(base))?.name ?? 'other'
}

/** Shared characters stay in the font of the text before them when it has them, so that a name is set in one font. */
function pickFace(
  grapheme: string,
  script: string | undefined,
  previous: TrueTypeFace | undefined,
  style: TextStyle,
  library: FontLibrary,
): TrueTypeFace | undefined {
  const visible = [...grapheme].filter((character) => !IGNORABLE.test(character))
  const codePoints = visible.map((character) => character.codePointAt(0)!)
  if (codePoints.length === 0) return previous ?? library.fallbackFace
  if (script === undefined && previous && codePoints.every((codePoint) => previous.covers(codePoint))) return previous
  return library.faceFor(codePoints, script, style)
}
