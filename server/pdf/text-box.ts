import { type FontLibrary, type FontOptions, openFontLibrary } from './fonts/index.ts'
import { splitGraphemes } from './fonts/itemise.ts'
import { drawingScale, MIN_TEXT_SIZE, TEXT_SIZE } from './sizes.ts'
import { type FittedBlock, fitBlock } from './text.ts'
import type { Box, PageSize } from './types.ts'

/** A text in its box, with the margin around it; lengths in points. */
export interface TextBox {
  block: FittedBlock
  margin: number
  room: { width: number; height: number }
}

/** The layout of every text that is printed into a box: what is measured here is what is drawn (decision 0461). */
export function layOutText(
  library: FontLibrary,
  text: string,
  { width, height, minSize }: { width: number; height: number; minSize: number },
): TextBox {
  const margin = Math.min(2, width * 0.02, height * 0.1)
  const room = { width: width - 2 * margin, height: height - 2 * margin }
  const size = Math.min(TEXT_SIZE, height * 0.8)
  const block = fitBlock(library, text, { style: 'plain', ...room, size, minSize: Math.min(minSize, size) })
  return { block, margin, room }
}

/** A text that is typed into a box, on a page of this size. */
export interface TypedText {
  page: PageSize
  box: Pick<Box, 'w' | 'h'>
  text: string
}

/**
 * How many characters of the text fit into the box at the smallest size that can be read; null when all do. Characters
 * are counted as `FIELD_VALUE` counts them, and none is cut from what it belongs to (a letter from its accent).
 */
export async function charactersThatFit(
  { page, box, text }: TypedText,
  options: FontOptions = {},
): Promise<number | null> {
  const library = await openFontLibrary(options)
  const scale = drawingScale(page)
  const size = { width: (box.w * page.width) / scale, height: (box.h * page.height) / scale }
  const fits = (part: string) => layOutText(library, part, { ...size, minSize: MIN_TEXT_SIZE / scale }).block.readable
  return fits(text) ? null : longestBeginning(text, fits)
}

/** How many characters of a text pass, from its beginning; all of it does not. */
export function longestBeginning(text: string, fits: (part: string) => boolean): number {
  const graphemes = splitGraphemes(text)
  const beginning = (length: number) => graphemes.slice(0, length).join('')
  let [fitting, over] = [0, graphemes.length]
  while (over - fitting > 1) {
    const middle = (fitting + over) >> 1
    if (fits(beginning(middle))) fitting = middle
    else over = middle
  }
  return [...beginning(fitting)].length
}
