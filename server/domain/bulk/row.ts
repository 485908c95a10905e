/** What a row of a file says: kept until its document is made. */
export interface GivenRow {
  recipients: { slot: number; name?: string; email?: string; phone_e164?: string; locale?: string }[]
  values: Record<string, unknown>
  title: string | null
  /** Missing, as in rows kept by earlier releases: `title`. */
  titleColumn?: string
  /** By table, the numbers of its rows in the file, from 1. Missing, as in rows kept by earlier releases: 1, 2, 3. */
  tableRows?: Record<string, number[]>
  /** As they stand in the file, in the order of its heading. Missing, as in rows kept by earlier releases: not known. */
  cells?: string[]
  /** Of cells that cannot be read, or in two ways, as `firstProblems` says: the row is not sent. Missing: none. */
  problems?: CsvRowProblem[]
}

/** What is wrong with a row. */
export interface CsvRowProblem {
  /** The column; empty: the row as a whole. */
  column: string
  message: string
}

/** Problems of a row that are kept; a row may have a million cells. */
export const ROW_PROBLEMS = 20

/**
 * The first problems of a row, and behind them how many more there are.
 * @param count of all, where `problems` are not all of them
 */
export function firstProblems(problems: CsvRowProblem[], count = problems.length): CsvRowProblem[] {
  const more = count - ROW_PROBLEMS
  if (more <= 0) return problems
  const words = more === 1 ? 'There is 1 more problem' : `There are ${more.toLocaleString('en')} more problems`
  return [...problems.slice(0, ROW_PROBLEMS), { column: '', message: `${words} with this row.` }]
}
