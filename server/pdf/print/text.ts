import type { FontLibrary, FontSet } from '../fonts/index.ts'
import { shapeLine } from '../fonts/index.ts'
import type { PdfPage } from '../pdf-file.ts'
import { drawingScale, MIN_PRINT_SIZE, TEXT_SIZE, unitsOf } from '../sizes.ts'
import { PRINT } from '../stamp.ts'
import { centredBaseline, type FittedBlock, fitBlock, LINE_HEIGHT } from '../text.ts'
import { longestBeginning } from '../text-box.ts'
import type { PrintedText } from './types.ts'

/** A text in its box; lengths in units of the page, origin at the box's lower left corner. */
export interface LaidOutText {
  block: FittedBlock
  width: number
  height: number
  margin: number
}

/**
 * The layout of a printed text: what is measured here is what is drawn, and `block.readable` says whether it may be
 * (decision 0461).
 */
export function layOutPrint(library: FontLibrary, { text, style, w, h }: PrintedText, page: PdfPage): LaidOutText {
  const [width, height] = [w * page.width, h * page.height]
  const margin = Math.min(unitsOf(2, page), width * 0.02, height * 0.1)
  const room = { width: width - 2 * margin, height: height - 2 * margin }
  const highest = height * 0.8
  const size = style.size ? unitsOf(style.size, page) : Math.min(TEXT_SIZE * drawingScale(page), highest)
  // A box may be lower than the smallest text.
  const minSize = style.shrink ? Math.min(unitsOf(MIN_PRINT_SIZE, page), size, highest) : size
  const options = { style: 'plain', ...room, size, minSize } as const
  const block = style.wrap ? fitBlock(library, text, options) : oneLine(library, text, options)
  return { block, width, height, margin }
}

function oneLine(
  library: FontLibrary,
  text: string,
  { width, height, size, minSize }: { width: number; height: number; size: number; minSize: number },
): FittedBlock {
  const line = shapeLine(library, text, 'plain')
  const fitting = Math.min(size, width / Math.max(line.width, 0.001), height)
  return { lines: [line], size: fitting, readable: fitting >= minSize - 1e-9 }
}

/** How many characters fit; null when all do. */
export function charactersOfPrint(library: FontLibrary, print: PrintedText, page: PdfPage): number | null {
  const fits = (text: string) => layOutPrint(library, { ...print, text }, page).block.readable
  return fits(print.text) ? null : longestBeginning(print.text, fits)
}

/** Operators for the text in its box. */
export function showPrint(
  fonts: FontSet,
  { block, width, height, margin }: LaidOutText,
  { align, valign }: PrintedText['style'],
): string {
  const { lines, size } = block
  const leading = LINE_HEIGHT * size
  const slack = Math.max(0, height - 2 * margin - lines.length * leading)
  const share = valign === 'top' ? 0 : valign === 'bottom' ? 1 : 0.5
  const top = height - margin - slack * share
  const shown = lines.map((line, i) => {
    const x = startOf(line.width * size, { align, rtl: line.rtl, endLeft: line.rtl }, margin, width - 2 * margin)
    const below = top - (i + 1) * leading
    const single = lines.length === 1 && valign === 'middle'
    const baseline = single ? centredBaseline(line, size, 0, height) : below + 0.35 * size
    return line.text === '' ? '' : fonts.show(line, x, baseline, size)
  })
  return `${PRINT} rg\n${shown.join('\n')}`
}

/** Where a line of this width starts in a room. */
export function startOf(
  length: number,
  { align, rtl, endLeft }: { align: 'start' | 'center' | 'end'; rtl: boolean; endLeft: boolean },
  x: number,
  width: number,
): number {
  const left = align === 'start' ? !rtl : align === 'end' && endLeft
  if (align === 'center') return x + (width - length) / 2
  return left ? x : x + width - length
}
