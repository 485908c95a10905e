import { type FontLibrary, type FontSet, type Line, settledStyle, shapeLine, type TextStyle } from './fonts/index.ts'
import { drawableText, splitGraphemes } from './fonts/itemise.ts'
import { breakLines, type Direction, paragraph } from './line-break.ts'

/** From baseline to baseline, in ems. Tall enough for stacked Vietnamese and Thai marks. */
export const LINE_HEIGHT = 1.3

/** Height of Latin capitals in ems; single lines are centred on it, whatever their script. */
const CAP_HEIGHT = 0.714

const ELLIPSIS = '\u2026'

/** Points, where shrinking ends in any case. */
const SMALLEST = 0.05

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

/** One line: shrunk to `minSize` when it is too wide, then cut with an ellipsis, which `tail` stands behind. */
export function fitLine(
  library: FontLibrary,
  text: string,
  { tail = '', ...options }: FitOptions & { tail?: string },
  base?: Direction,
): FittedLine {
  const { style, width, minSize } = options
  const line = shapeLine(library, text + tail, style, base)
  const size = Math.min(options.size, sizeWithin(line, width))
  if (size >= minSize) return { line, size }
  const cut = shortened(library, drawableText(text), {
    style,
    width: width / minSize,
    tail,
    base: base ?? direction(line.rtl),
  })
  return { line: cut, size: Math.min(minSize, sizeWithin(cut, width)), full: line.text }
}

export interface BlockOptions extends FitOptions {
  height: number
  /** Words are cut only where they would have to be smaller than this; default `minSize`. */
  cutSize?: number
}

/** Lines of one size, from top to bottom. */
export interface FittedBlock {
  lines: Line[]
  size: number
  /** It fits at `minSize`; else it is smaller than that. */
  readable: boolean
}

/**
 * A text of several lines in a box: the largest size at which it fits without cutting words, down to `cutSize`; else at
 * `minSize` with words that are cut; what still does not fit is set as small as it must be (decision 0461). Line breaks in the text are kept.
 * All of it is set in one way, whatever characters a line has.
 */
export function fitBlock(library: FontLibrary, text: string, options: BlockOptions): FittedBlock {
  const { width, height, minSize, cutSize = minSize } = options
  const style = settledStyle(text, options.style)
  const paragraphs = text.split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/).map((part) => paragraph(library, part, style))
  const linesAt = (size: number) => paragraphs.flatMap((part) => breakLines(part, width / size))
  let size = Math.max(options.size, minSize)
  let lines = linesAt(size)
  const fits = () =>
    // A single line may be as high as the box; only stacked lines need their leading.
    (lines.length === 1 ? size : lines.length * LINE_HEIGHT * size) <= height + 0.01 &&
    // A box may be narrower than a single character.
    lines.every(({ line }) => line.width * size <= width + 1e-7)
  const isWhole = () => fits() && !lines.some(({ cut }) => cut)
  const shrinkTo = (smallest: number) => {
    while (size > smallest && !isWhole()) {
      size = Math.max(smallest, size - 0.25)
      lines = linesAt(size)
    }
  }
  shrinkTo(minSize)
  const readable = fits()
  if (readable) shrinkTo(cutSize)
  if (readable && !isWhole()) {
    size = minSize
    lines = linesAt(size)
  }
  while (size > SMALLEST && !fits()) {
    size *= 0.94
    lines = linesAt(size)
  }
  return { lines: lines.map(({ line }) => line), size, readable }
}

/** Wraps a text to a width in points, without a limit in height; `base` is the direction of its sentences. */
export function wrapText(
  library: FontLibrary,
  text: string,
  { style, width, size }: Omit<FitOptions, 'minSize'>,
  base?: Direction,
): Line[] {
  const part = paragraph(library, text, settledStyle(text, style), base)
  return breakLines(part, width / size).map(({ line }) => line)
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
    .map((line, i) => {
      const baseline = top - i * leading - block.size * 0.95
      return fonts.show(line, alignedX(line, block.size, x, width), baseline, block.size)
    })
    .join('\n')
}

/** The size in points at which a line fills a width; a box may be narrower than a single character. */
function sizeWithin(line: Line, width: number): number {
  return width / Math.max(line.width, 0.001)
}

/** The longest beginning that fits with an ellipsis and with `tail` behind it; `width` in ems. */
function shortened(
  library: FontLibrary,
  text: string,
  { style, width, base, tail = '' }: { style: TextStyle; width: number; base: Direction; tail?: string },
): Line {
  const graphemes = splitGraphemes(text)
  const beginning = (length: number) =>
    shapeLine(library, graphemes.slice(0, length).join('').trimEnd() + ELLIPSIS + tail, style, base)
  let fitting = 0
  for (let low = 1, high = graphemes.length; low <= high; ) {
    const middle = (low + high) >> 1
    if (beginning(middle).width <= width) {
      fitting = middle
      low = middle + 1
    } else high = middle - 1
  }
  return beginning(fitting)
}

function direction(rtl: boolean): Direction {
  return rtl ? 'rtl' : 'ltr'
}
