import type { FontLibrary, FontSet } from './fonts/index.ts'
import { type FittedLine, fitLine, wrapText } from './text.ts'
import type { Caption } from './types.ts'

/** In points of `drawingScale`, if the box has room. */
const CAPTION_SIZE = 6.5
const MIN_CAPTION_SIZE = 4.5
const STYLE = 'plain'

/** Points, where shrinking ends in any case. */
const SMALLEST = 0.05
/** From baseline to baseline, in ems. */
const LEADING = 1.2
/** The strip of a single line and its baseline above the lower edge of the box, in ems. */
const STRIP = 1.65
const BASELINE = 0.24 * STRIP
/** The maximum share of the box that several lines may take from the ink. */
const MOST = 0.45

/** The caption of one box: its lines from top to bottom and the strip around them, in points. */
export interface FittedCaption {
  lines: FittedLine[]
  /** From baseline to baseline, in points. */
  leading: number
  height: number
}

/** The height of a caption of one line in a signature box of this height, in points of `drawingScale`. */
export function captionHeight(height: number): number {
  return captionSize(height) * STRIP
}

function captionSize(height: number): number {
  return Math.max(3, Math.min(CAPTION_SIZE, height * 0.2))
}

/**
 * Fits a caption into a box of `width` x `height` points, all of it: the details of the signature (date, level, phone)
 * stand below the name if there is no room next to it, in as many lines and as small as they must be.
 */
export function fitCaption(library: FontLibrary, caption: Caption, width: number, height: number): FittedCaption {
  const size = captionSize(height)
  const minSize = Math.min(MIN_CAPTION_SIZE, size)
  const line = fitLine(library, `${caption.name}, ${caption.facts}`, { style: STYLE, width, size, minSize: 0 }, 'ltr')
  if (line.size >= minSize) return { lines: [line], leading: 0, height: captionHeight(height) }
  return stacked(library, caption, { width, height: height * MOST, size: minSize })
}

/** The details below the name, both in as many lines as they need, reduced in size until all of them fit. */
function stacked(
  library: FontLibrary,
  { name, facts }: Caption,
  { width, height, size }: { width: number; height: number; size: number },
): FittedCaption {
  const fit = { style: STYLE, width, size } as const
  const lines = [name, facts].flatMap((text) => wrapText(library, text, fit, 'ltr').map((line) => ({ line, size })))
  const needed = size * (STRIP + (lines.length - 1) * LEADING)
  const fits = needed <= height && lines.every(({ line }) => line.width * size <= width + 0.01)
  if (!fits && size > SMALLEST) return stacked(library, { name, facts }, { width, height, size: size * 0.95 })
  return { lines, leading: size * LEADING, height: needed }
}

/** Operators for a caption whose strip is at the lower edge of the box. */
export function showCaption(fonts: FontSet, { lines, leading, height }: FittedCaption): string {
  const lowest = (height - (lines.length - 1) * leading) * (BASELINE / STRIP)
  return lines
    .map(({ line, size, full }, i) =>
      fonts.show(line, 0, lowest + (lines.length - 1 - i) * leading, size, { actualText: full }),
    )
    .join('\n')
}
