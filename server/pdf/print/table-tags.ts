import type { Structure, StructureElement } from '../conformance/index.ts'
import type { PdfPage } from '../document.ts'
import type { PrintedTable } from './types.ts'

/** A cell of a table; row -1 is the header. */
export interface CellRole {
  table: PrintedTable
  row: number
  column: number
}

/** The elements of the tables in a tagged file: a row that goes on over a page is one row to a reader who cannot see it. */
export class TableTags {
  private readonly structure: Structure
  private readonly tables = new Map<
    PrintedTable,
    { element: StructureElement; rows: Map<number, StructureElement[]> }
  >()

  constructor(structure: Structure) {
    this.structure = structure
  }

  /** Opens the content of a cell, or a part of it; close it with EMC. */
  open(page: PdfPage, { table, row, column }: CellRole): string {
    return this.structure.openIn(page, this.cellsOf(table, row)[column]!)
  }

  private cellsOf(table: PrintedTable, row: number): StructureElement[] {
    const known = this.tables.get(table) ?? { element: this.structure.element('Table', null), rows: new Map() }
    this.tables.set(table, known)
    let cells = known.rows.get(row)
    if (!cells) {
      const element = this.structure.element('TR', known.element)
      const texts = (row < 0 ? table.header : table.rows[row]) ?? []
      // Empty ones too, so that each stands in its column.
      cells = texts.map((text) => this.structure.element(row < 0 ? 'TH' : 'TD', element, text))
      known.rows.set(row, cells)
    }
    return cells
  }
}
