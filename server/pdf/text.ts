import { type FontLibrary, type FontSet, type Line, shapeLine, type TextStyle } from './fonts/index.ts'
import { cleanText, isRightToLeft, splitGraphemes } from './fonts/itemise.ts'

/** From baseline to baseline, in ems. Tall enough for stacked Vietnamese and Thai marks. */
export const LINE_HEIGHT = 1.3

/** Height of Latin capitals in ems; single lines are centred on it, whatever their script. */
const CAP_HEIGHT = 0.714

const ELLIPSIS = '\u2026'

/** A line that fits, at a size in points. `full` is set when it had to be cut: what extraction shall still find. */
export interface FittedLine {
  line: Line
  size: number
  full?: string
}

export interface FitOptions {
  style: TextStyle
  /** Points. */
  width: number
  /** The size it is set in when there is room, and the size it is never smaller than, in points. */
  size: number
  minSize: number
}

/** One line: shrunk to `minSize` when it is too wide, then cut with an ellipsis. */
export function fitLine(library: FontLibrary, text: string, options: FitOptions, base?: 'ltr' | 'rtl'): FittedLine {
  const { style, width, minSize } = options
  const line = shapeLine(library, text, style, base)
  const size = Math.min(options.size, width / Math.max(line.width, 0.001))
  if (size >= minSize) return { line, size }
  return { line: shortened(library, line, style, width / minSize), size: minSize, full: line.text }
}

export interface BlockOptions extends FitOptions {
  height: number
}

/** Lines of one size, from top to bottom. */
export interface FittedBlock {
  lines: { line: Line; full?: string }[]
  size: number
}

/**
 * A text of several lines in a box: the largest size at which it fits without cutting words, down to `minSize`, where
 * words are cut and what still does not fit ends in an ellipsis. Line breaks in the text are kept.
 */
export function fitBlock(library: FontLibrary, text: string, options: BlockOptions): FittedBlock {
  const { style, width, height, minSize } = options
  const paragraphs = text.split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/).map((part) => paragraph(library, part, style))
  let size = Math.max(options.size, minSize)
  const fits = () => {
    const lines = paragraphs.flatMap((part) => breakLines(part, width / size))
    return !lines.some((line) => line.cut) && lines.length * LINE_HEIGHT * size <= height
  }
  // A single line may be as high as the box; only stacked lines need their leading.
  const single = () => paragraphs.length === 1 && paragraphs[0]!.width * size <= width && size <= height
  while (size > minSize && !single() && !fits()) size = Math.max(minSize, size - 0.25)

  const lines = paragraphs.flatMap((part) => breakLines(part, width / size))
  const room = Math.max(1, Math.floor((height + 0.01) / (LINE_HEIGHT * size)))
  const shape = ({ text, rtl }: BrokenLine) => ({ line: shapeLine(library, text, style, direction(rtl)) })
  const shown: FittedBlock['lines'] = lines.slice(0, room).map(shape)
  if (lines.length <= room) return { lines: shown, size }
  const rest = lines.slice(room - 1).map((line) => line.text)
  const last = shapeLine(library, rest[0]! + ELLIPSIS, style, direction(lines[room - 1]!.rtl))
  shown[room - 1] = { line: shortened(library, last, style, width / size), full: rest.join(' ') }
  return { lines: shown, size }
}

/** Wraps a text to a width in points, without a limit in height; `base` is the direction of its sentences. */
export function wrapText(
  library: FontLibrary,
  text: string,
  { style, width, size }: Omit<FitOptions, 'minSize'>,
  base?: 'ltr' | 'rtl',
): Line[] {
  const whole = shapeLine(library, text, style, base)
  if (whole.width * size <= width) return [whole]
  const part = paragraph(library, text, style)
  return breakLines(part, width / size).map((line) => shapeLine(library, line.text, style, base ?? direction(line.rtl)))
}

/** The left end of a line in a box: right-to-left lines stand against the right edge. */
export function alignedX(line: Line, size: number, x: number, width: number): number {
  return line.rtl ? x + width - line.width * size : x
}

/** The baseline of a single line in a box, its capitals in the middle, moved where its ink would leave the box. */
export function centredBaseline(line: Line, size: number, y: number, height: number): number {
  const middle = y + (height - CAP_HEIGHT * size) / 2
  return Math.max(y - line.bottom * size, Math.min(middle, y + height - line.top * size))
}

/** Operators for a block inside a box, its first line at the top. */
export function showBlock(fonts: FontSet, block: FittedBlock, x: number, top: number, width: number): string {
  const leading = LINE_HEIGHT * block.size
  return block.lines
    .map(({ line, full }, i) => {
      const baseline = top - i * leading - block.size * 0.95
      return fonts.show(line, alignedX(line, block.size, x, width), baseline, block.size, { actualText: full })
    })
    .join('\n')
}

/** The words of one paragraph with their widths in ems, spaces behind them included. */
interface Paragraph {
  words: { text: string; width: number; trailing: number }[]
  width: number
  rtl: boolean
  /** The width of a single character; asked again at every size a block is tried in. */
  widthOf(grapheme: string): number
}

interface BrokenLine {
  text: string
  rtl: boolean
  /** A word did not fit on a line of its own. */
  cut: boolean
}

function paragraph(library: FontLibrary, input: string, style: TextStyle): Paragraph {
  const text = cleanText(input)
  const words = splitWords(text).map((word) => {
    const visible = shapeLine(library, word.trimEnd(), style).width
    const width = word.endsWith(' ') ? shapeLine(library, word, style).width : visible
    return { text: word, width, trailing: width - visible }
  })
  const width = words.reduce((sum, word) => sum + word.width, 0)
  const widths = new Map<string, number>()
  const widthOf = (grapheme: string) => {
    const known = widths.get(grapheme) ?? shapeLine(library, grapheme, style).width
    widths.set(grapheme, known)
    return known
  }
  return { words, width, rtl: isRightToLeft(text), widthOf }
}

/** Breaks greedily; `width` in ems. */
function breakLines({ words, rtl, widthOf }: Paragraph, width: number): BrokenLine[] {
  const lines: BrokenLine[] = []
  let line = ''
  let used = 0
  let cut = false
  const end = () => {
    lines.push({ text: line.trimEnd(), rtl, cut })
    line = ''
    used = 0
    cut = false
  }
  for (const word of words) {
    if (line && used + word.width - word.trailing > width) end()
    if (word.width - word.trailing <= width) {
      line += word.text
      used += word.width
      continue
    }
    for (const grapheme of splitGraphemes(word.text)) {
      const step = widthOf(grapheme)
      if (line && used + step > width) end()
      line += grapheme
      used += step
      cut = true
    }
  }
  if (line || lines.length === 0) end()
  return lines
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

/** The longest beginning that fits with an ellipsis; `width` in ems. */
function shortened(library: FontLibrary, line: Line, style: TextStyle, width: number): Line {
  const graphemes = splitGraphemes(line.text)
  let fitting = 0
  for (let low = 1, high = graphemes.length; low <= high; ) {
    const middle = (low + high) >> 1
    const candidate = shapeLine(library, graphemes.slice(0, middle).join('').trimEnd() + ELLIPSIS, style)
    if (candidate.width <= width) {
      fitting = middle
      low = middle + 1
    } else high = middle - 1
  }
  const text = graphemes.slice(0, fitting).join('').trimEnd() + ELLIPSIS
  return shapeLine(library, text, style, direction(line.rtl))
}

function direction(rtl: boolean): 'ltr' | 'rtl' {
  return rtl ? 'rtl' : 'ltr'
}
