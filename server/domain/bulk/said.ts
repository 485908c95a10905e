import { lettersOf } from './mapping.ts'
import type { CsvRowProblem } from './row.ts'

/** What is wrong, after the name of what has it: `must be an email address`. */
export const withoutName = ({ column, message }: CsvRowProblem): string =>
  message.startsWith(`${column} `) ? message.slice(column.length + 1) : message

/** A problem in a sentence that begins with what has it, as people call it. */
export function saidOf(problem: CsvRowProblem, name: string | null): string {
  if (name === null) return problem.message
  const rest = withoutName(problem)
  return rest === problem.message ? `${name}: ${rest}` : `${name} ${rest}`
}

/** A cell as spreadsheets call it, such as `C7`. @param at the column, from 0 */
export const spreadsheetCell = (at: number, row: number): string => `${lettersOf(at)}${row}`
