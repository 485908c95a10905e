import type { PdfPage } from '../document.ts'
import type { FontLibrary } from '../fonts/index.ts'
import { LIMITS, UPLOAD_LIMITS } from '../limits.ts'
import { continuationFrame } from '../table-sizes.ts'
import { type LaidOutTable, layOutTable, type PrintBudget } from './table-layout.ts'
import { charactersOfPrint, type LaidOutText, layOutPrint } from './text.ts'
import type { MeasureOptions, Overflow, PrintedTable, PrintedText, PrintedTick } from './types.ts'

/** A print and how it is set. */
export type LaidOutPrint =
  | { print: PrintedText; text: LaidOutText }
  | { print: PrintedTick }
  | { print: PrintedTable; table: LaidOutTable }

/**
 * How everything is set, in the order of the prints; or all that does not fit. The check of the values and the drawing
 * both start here, so that nothing is refused that would fit, and nothing drawn that does not.
 */
export function layOutPrints(
  library: FontLibrary,
  pages: PdfPage[],
  { prints, backgrounds, reserved = 0 }: MeasureOptions,
): { layouts: LaidOutPrint[] } | { overflow: Overflow[] } {
  const layouts: LaidOutPrint[] = []
  const overflow: Overflow[] = []
  const budget: PrintBudget = { characters: LIMITS.printedCharacters }
  let room = UPLOAD_LIMITS.pages - pages.length + new Set(backgrounds).size - reserved
  for (const [index, print] of prints.entries()) {
    const page = pages[print.page - 1]
    if (!page) throw new RangeError(`the document has no page ${print.page}`)
    if (print.kind === 'tick') layouts.push({ print })
    else if (print.kind === 'text') {
      const before = budget.characters
      budget.characters -= print.text.length
      if (budget.characters < 0) {
        overflow.push({ kind: 'text', print: index, cell: null, fits: Math.max(0, before) })
        continue
      }
      const text = layOutPrint(library, print, page)
      const fits = text.block.readable ? null : charactersOfPrint(library, print, page)
      if (fits !== null) overflow.push({ kind: 'text', print: index, cell: null, fits })
      layouts.push({ print, text })
    } else {
      const { height } = continuationFrame(page.height)
      const size = { width: print.w * page.width, first: print.h * page.height, next: height }
      const table = layOutTable(library, print, { ...size, mostPages: room, budget })
      if ('overflow' in table) overflow.push(...table.overflow.map((one) => ({ ...one, print: index })))
      else {
        layouts.push({ print, table })
        room -= table.sheets.length - 1
      }
    }
  }
  return overflow.length > 0 ? { overflow } : { layouts }
}
