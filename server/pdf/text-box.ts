import { type FontLibrary, type FontOptions, openFontLibrary } from './fonts/index.ts'
import { splitGraphemes } from './fonts/itemise.ts'
import { drawingScale, MIN_PRINT_SIZE, MIN_TEXT_SIZE, TEXT_SIZE } from './sizes.ts'
import { type FittedBlock, fitBlock } from './text.ts'
import type { PageSize, Room } from './types.ts'

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
  const least = Math.min(minSize, size)
  const block = fitBlock(library, text, {
    ...{ style: 'plain', ...room, size },
    minSize: least,
    cutSize: least * (MIN_PRINT_SIZE / MIN_TEXT_SIZE),
  })
  return { block, margin, room }
}

/** A text that is typed into a box, on a page of this size. `rooms`: as in `Marker`. */
export interface TypedText {
  page: PageSize
  box: Room
  rooms?: Room[] | undefined
  text: string
}

/** Whether a text can be read in the room that it gets there. */
function fits(library: FontLibrary, text: string, { width, height }: PageSize, { w, h }: Room): boolean {
  const scale = drawingScale({ width, height })
  const size = { width: (w * width) / scale, height: (h * height) / scale }
  return layOutText(library, text, { ...size, minSize: MIN_TEXT_SIZE / scale }).block.readable
}

/**
 * Where a typed text is set: in its box, or where it does not fit there in the smallest room that it fits into (decision
 * 0461). A text that fits nowhere was saved before it had to: it is set in its box, smaller.
 */
export function roomFor(library: FontLibrary, { page, box, rooms = [], text }: TypedText): Room {
  if (rooms.length === 0) return box
  return [box, ...rooms].find((room) => fits(library, text, page, room)) ?? box
}

/**
 * How many characters of the text fit into the box, or into one of its rooms, at the smallest size that can be read; null when all do. Characters
 * are counted as `FIELD_VALUE` counts them, and none is cut from what it belongs to (a letter from its accent).
 */
export async function charactersThatFit(
  { page, box, rooms = [], text }: TypedText,
  options: FontOptions = {},
): Promise<number | null> {
  const library = await openFontLibrary(options)
  const fitsSomewhere = (part: string) => [box, ...rooms].some((room) => fits(library, part, page, room))
  return fitsSomewhere(text) ? null : longestBeginning(text, fitsSomewhere)
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
