import type { FontLibrary, Line } from '../fonts/index.ts'
import { rowHeight, TABLE } from '../table-sizes.ts'
import { fitBlock, LINE_HEIGHT } from '../text.ts'
import { longestBeginning } from '../text-box.ts'
import type { Misfit, PrintedTable } from './types.ts'

/** A row, or the part of it that stands on one page; `top` counts from the top of the frame, in points. */
export interface RowPart {
  index: number
  top: number
  height: number
  /** The lines of each cell. */
  cells: Line[][]
  /** Its end is here. */
  last: boolean
}

/** A table on its pages: its own frame, then those of added pages. */
export interface LaidOutTable {
  size: number
  /** Of each column in reading order, from the left edge of the frame. */
  columns: { x: number; width: number }[]
  header: { height: number; cells: Line[][] } | null
  /** At least one. */
  sheets: RowPart[][]
}

export interface TableRoom {
  width: number
  /** Of the frame in the template, and of that on an added page; points. */
  first: number
  next: number
  /** Pages that may be added. */
  mostPages: number
  /** Characters that may still be set. */
  budget: PrintBudget
}

/** What all prints of a document together may cost: counted, so that the verdict does not depend on the load. */
export interface PrintBudget {
  characters: number
}

/**
 * Distributes the rows over frames: each as full as it can be, a header never without a row, a row divided between two
 * of its lines only where it is higher than a whole frame of an added page.
 * @returns what does not fit, if anything
 */
export function layOutTable(
  library: FontLibrary,
  table: PrintedTable,
  room: TableRoom,
): LaidOutTable | { overflow: Misfit[] } {
  const size = table.size ?? TABLE.textSize
  const columns = columnsOf(table, room.width)
  const set = (text: string, column: number, style: 'regular' | 'bold') => {
    const width = columns[column]!.width - 2 * TABLE.padding
    return fitBlock(library, text, { style, width, height: Number.POSITIVE_INFINITY, size, minSize: size })
  }
  const cells = table.header?.map((text, column) => set(text, column, 'bold').lines)
  const header = cells ? { height: rowHeight(linesOf(cells), size), cells } : null
  room.budget.characters -= charactersOf(table.header ?? [])
  const overflow: Misfit[] = []
  const rowAt = (index: number): Line[][] | null => {
    const row = table.rows[index]!
    room.budget.characters -= charactersOf(row)
    if (room.budget.characters < 0) return null
    return row.map((text, column) => {
      const { lines, readable } = set(text, column, 'regular')
      if (!readable) {
        // A column narrower than a character.
        const fits = longestBeginning(text, (part) => set(part, column, 'regular').readable)
        overflow.push({ kind: 'text', cell: { row: index, column }, fits })
      }
      return lines
    })
  }
  const sheets = distribute(table.rows.length, rowAt, { size, header: header?.height ?? 0, ...room })
  if (!Array.isArray(sheets)) overflow.push({ kind: 'rows', fits: sheets.fits })
  return overflow.length > 0 || !Array.isArray(sheets) ? { overflow } : { size, columns, header, sheets }
}

const charactersOf = (texts: string[]) => texts.reduce((sum, text) => sum + text.length, 0)

function columnsOf({ columns, direction }: PrintedTable, width: number): LaidOutTable['columns'] {
  const total = columns.reduce((sum, { share }) => sum + share, 0)
  let at = 0
  return columns.map(({ share }) => {
    const own = (width * share) / total
    const x = direction === 'ltr' ? at : width - at - own
    at += own
    return { x, width: own }
  })
}

const linesOf = (cells: Line[][]) => Math.max(1, ...cells.map((lines) => lines.length))

function distribute(
  count: number,
  rowAt: (index: number) => Line[][] | null,
  { size, header, first, next, mostPages }: { size: number; header: number } & TableRoom,
): RowPart[][] | { fits: number } {
  const sheets: RowPart[][] = [[]]
  const highest = next - header
  let top = header
  let bottom = first
  for (let index = 0; index < count; index++) {
    const cells = rowAt(index)
    if (!cells) return { fits: index }
    const lines = linesOf(cells)
    for (let from = 0; from < lines; ) {
      const fitting = Math.floor((bottom - top - 2 * TABLE.padding) / (LINE_HEIGHT * size) + 1e-6)
      const divided = rowHeight(lines, size) > highest + 1e-6
      const taken = fitting >= lines - from ? lines - from : divided ? Math.max(0, fitting) : 0
      if (taken > 0) {
        const height = rowHeight(taken, size)
        const part = cells.map((cell) => cell.slice(from, from + taken))
        from += taken
        sheets.at(-1)!.push({ index, top, height, cells: part, last: from === lines })
        top += height
        continue
      }
      // Not even a line fits on an empty page, or there may be no further one.
      if (rowHeight(1, size) > highest || sheets.length > mostPages) return { fits: index }
      sheets.push([])
      top = header
      bottom = next
    }
  }
  return sheets
}
