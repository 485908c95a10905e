import { isVisible } from '../typed-text.ts'

/** A row of a table as its signer entered it: text as typed, ticks as booleans, by the key of the column. */
export type EnteredRow = Record<string, string | boolean>

/** Whether nothing was entered: such a row is not printed, so that nobody has to remove it. */
export function isBlankRow(row: EnteredRow): boolean {
  return Object.values(row).every((cell) => (typeof cell === 'string' ? !isVisible(cell) : !cell))
}

/** What is wrong with the rows, or with one cell of them. */
export interface RowProblem {
  /** As entered, from 0; null: of the table as a whole. */
  row: number | null
  /** Its key; null: of the whole row. */
  column: string | null
  code: string
  /** Characters or rows at most. */
  max?: number
  /** How the cell is written in the signer's language. */
  example?: string
}
