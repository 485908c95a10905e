import { type Face, isWinAnsi, type PlacedGlyph, type ShapedGlyph, type TrueTypeFace } from './face.ts'
import {
  bidiLevels,
  drawableText,
  guessedLevels,
  type Item,
  isRightToLeft,
  itemise,
  setApart,
  splitGraphemes,
  visualOrder,
} from './itemise.ts'
import { type FontLibrary, isHand, type TextStyle } from './library.ts'

/** Glyphs of one font, left to right as drawn. */
export interface Run {
  face: Face
  /** The characters in the order of reading. */
  text: string
  /** Bidi embedding level (UAX 9); odd is right to left. */
  level: number
  /** Lean an upright font forward. */
  slant: boolean
  glyphs: PlacedGlyph[]
}

/** The pitch of `mono`, in ems. */
const PITCH = 0.6

/** One shaped line. Lengths are in ems: times the font size they are points. */
export interface Line {
  text: string
  /** The paragraph reads right to left; it is set against the right edge. */
  rtl: boolean
  runs: Run[]
  /**
   * The same text in the order of reading, for extraction only, where the glyphs do not yield it: words of both
   * directions in a right-to-left line, vowel marks. It is as wide as `runs`.
   */
  hidden: Run[] | undefined
  width: number
  /** The highest and the lowest ink, from the baseline. */
  top: number
  bottom: number
}

/**
 * Shapes a text as one line. Control characters and line breaks are gone, see `cleanText`. Without `direction` it is
 * that of the first letter that has one; with `ltr` the words of the other direction are isolated, so that a
 * date after an Arabic name is not reversed.
 */
export function shapeLine(library: FontLibrary, input: string, style: TextStyle, direction?: 'ltr' | 'rtl'): Line {
  const text = direction === 'ltr' ? setApart(drawableText(input)) : drawableText(input)
  if (style === 'plain' && !library.embedsAll && isWinAnsi(text)) {
    const face = library.standardFace
    const runs = [{ face, text, level: 0, slant: false, glyphs: face.shape(text) }]
    return { text, rtl: direction === 'rtl', runs, hidden: undefined, ...measure(runs) }
  }
  const fallback = library.fallbackFace
  const shape = (levels: Uint8Array) =>
    visualOrder(itemise(text, levels, style, library).map((item) => shapeItem(item, style, fallback)))
  const drawn = shape(bidiLevels(text, direction))
  const rtl = direction ? direction === 'rtl' : isRightToLeft(text)
  if (!drawn.some(isRtl)) return { text, rtl, runs: drawn, hidden: undefined, ...measure(drawn) }
  const read = shape(guessedLevels(text))
  const extractable = sameOrder(drawn, read) && !drawn.some((run) => isRtl(run) && hasSilentGlyphs(run))
  const marked = withMarks(read, fallback)
  return { text, rtl, runs: extractable ? marked : drawn, hidden: extractable ? undefined : marked, ...measure(drawn) }
}

/** The style in which all parts of a text look alike and measure the same, though they are shaped one by one. */
export function settledStyle(text: string, style: TextStyle): TextStyle {
  return style === 'plain' && !isWinAnsi(drawableText(text)) ? 'regular' : style
}

function sameOrder(a: Run[], b: Run[]): boolean {
  return a.length === b.length && a.every((run, i) => run.text === b[i]!.text && isRtl(run) === isRtl(b[i]!))
}

export function isRtl(run: { level: number }): boolean {
  return run.level % 2 === 1
}

/** Some glyph has no text of its own: the mark over a letter, the second half of a cluster. */
export function hasSilentGlyphs(run: Run): boolean {
  return run.glyphs.some((glyph) => glyph.text === '')
}

function shapeItem({ text, face, level }: Item, style: TextStyle, fallback: TrueTypeFace): Run {
  if (!face) return { face: fallback, text, level, slant: false, glyphs: [plainGlyph(0, text, fallback.width(0))] }
  const glyphs = withText(face.shape(text, level % 2 === 1, style === 'mono'), text, level, face)
  if (style === 'mono') setOnPitch(glyphs)
  return { face, text, level, slant: isHand(style) && !face.italic, glyphs }
}

function plainGlyph(id: number, text: string, width: number): PlacedGlyph {
  return { id, text, width, advance: width, dx: 0, dy: 0 }
}

/**
 * Puts each glyph into the middle of its cell. The way from one glyph to the next goes into the first one's width:
 * moving the pen between them would look like a space to extractors.
 */
function setOnPitch(glyphs: PlacedGlyph[]) {
  const wide = glyphs.filter((glyph) => glyph.advance > 0)
  const offsets = wide.map((glyph) => (PITCH - glyph.advance) / 2)
  wide.forEach((glyph, i) => {
    if (i === 0) glyph.dx += offsets[0]!
    const step = PITCH + (offsets[i + 1] ?? 0) - (i === 0 ? 0 : offsets[i]!)
    glyph.advance = step
    glyph.width = i === 0 ? step - offsets[0]! : step
  })
}

/**
 * After right-to-left text extractors take the next spaces and brackets to the wrong side. A mark without ink
 * (LRM) marks its end, as it would in plain text.
 */
function withMarks(runs: Run[], face: TrueTypeFace): Run[] {
  const text = '\u200e'
  const mark: Run = { face, text, level: 0, slant: false, glyphs: [plainGlyph(face.blank, text, 0)] }
  return runs.flatMap((run, i) => {
    const next = runs[i + 1]
    return next && isRtl(run) && !isRtl(next) && !next.text.startsWith(text) ? [run, mark] : [run]
  })
}

/** Assigns each glyph the characters that extraction should yield for it. */
function withText(shaped: ShapedGlyph[], text: string, level: number, face: TrueTypeFace): PlacedGlyph[] {
  const ends = clusterEnds(shaped, text.length)
  const glyphs: PlacedGlyph[] = []
  for (let from = 0; from < shaped.length; ) {
    const { cluster } = shaped[from]!
    const members: PlacedGlyph[] = []
    for (; shaped[from]?.cluster === cluster; from++) {
      const { id, width, advance, dx, dy } = shaped[from]!
      members.push({ id, text: '', width, advance, dx, dy })
    }
    const characters = text.slice(cluster, ends.get(cluster))
    if (level % 2 === 1) glyphs.push(...splitRightToLeft(members, characters, face))
    else glyphs.push(...spread(members, characters))
  }
  return glyphs
}

/** Where the characters of a cluster end: where those of the next one start. */
function clusterEnds(shaped: ShapedGlyph[], length: number): Map<number, number> {
  const starts = [...new Set(shaped.map((glyph) => glyph.cluster))].sort((a, b) => a - b)
  return new Map(starts.map((start, i) => [start, starts[i + 1] ?? length]))
}

/**
 * One character after the other to the glyphs of a cluster, whatever their shapes: a script that reorders
 * (Devanagari) or decomposes (Thai) then still reads in order. The last one takes what is left.
 */
function spread(members: PlacedGlyph[], text: string): PlacedGlyph[] {
  if (members.length === 1) {
    members[0]!.text = text
    return members
  }
  const wide = members.filter((glyph) => glyph.advance > 0)
  const carriers = wide.length > 0 ? wide : members.slice(0, 1)
  const characters = [...text]
  carriers.forEach((glyph, i) => {
    glyph.text = (i === carriers.length - 1 ? characters.slice(i) : characters.slice(i, i + 1)).join('')
  })
  return members
}

/**
 * Extractors take right-to-left glyphs as they stand, left to right, and turn the characters round. So a letter's
 * marks go before it, and a ligature is cut into one slot a letter: the ligature itself and blanks behind it.
 */
function splitRightToLeft(members: PlacedGlyph[], text: string, face: TrueTypeFace): PlacedGlyph[] {
  const carrier = members.find((glyph) => glyph.advance > 0) ?? members[0]!
  if (text.length === 1) {
    carrier.text = text
    return members
  }
  const slots = splitGraphemes(text)
    .reverse()
    .map((letter) => [...letter].reverse().join(''))
  carrier.text = slots[0] ?? ''
  if (slots.length < 2) return members
  const share = carrier.width / slots.length
  const blanks = slots.slice(1).map((slot) => plainGlyph(face.blank, slot, share))
  carrier.advance -= carrier.width - share
  carrier.width = share
  return members.flatMap((glyph) => (glyph === carrier ? [carrier, ...blanks] : [glyph]))
}

function measure(runs: Run[]): { width: number; top: number; bottom: number } {
  let [width, top, bottom] = [0, 0, 0]
  for (const { face, glyphs } of runs) {
    for (const glyph of glyphs) {
      const bounds = face.bounds(glyph.id)
      width += glyph.advance
      top = Math.max(top, bounds.top + glyph.dy)
      bottom = Math.min(bottom, bounds.bottom + glyph.dy)
    }
  }
  return { width, top, bottom }
}
