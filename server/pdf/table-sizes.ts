import { LINE_HEIGHT } from './text.ts'

/** Measures of a printed table, in points. */
export const TABLE = {
  /** Of the text, unless the box says otherwise. */
  textSize: 9,
  /** Between a cell's edges and its text. */
  padding: 3,
  /** Of the frame on an added page, from the edges of the page. */
  continuationTop: 36,
  continuationBottom: 48,
} as const

/** The height of a row of that many lines. */
export function rowHeight(lines: number, textSize: number): number {
  return lines * LINE_HEIGHT * textSize + 2 * TABLE.padding
}

/** The frame of a table on an added page: its upper edge from the top of the page, and its height. Low pages have low margins. */
export function continuationFrame(pageHeight: number): { top: number; height: number } {
  const top = Math.min(TABLE.continuationTop, pageHeight * 0.1)
  return { top, height: pageHeight - top - Math.min(TABLE.continuationBottom, pageHeight * 0.15) }
}

/** The least rows of one line that fit on an added page: what a table may need at the most. */
export function rowsPerContinuation(pageHeight: number, textSize: number, header: boolean): number {
  const { height } = continuationFrame(pageHeight)
  return Math.max(1, Math.floor((height - (header ? rowHeight(1, textSize) : 0)) / rowHeight(1, textSize)))
}
