/** What a row of a file says: kept until its document is made. */
export interface GivenRow {
  recipients: { slot: number; name?: string; email?: string; phone_e164?: string; locale?: string }[]
  values: Record<string, unknown>
  title: string | null
  /** Missing, as in rows kept by earlier releases: `title`. */
  titleColumn?: string
}

/** What is wrong with a row. */
export interface CsvRowProblem {
  /** The column; empty: the row as a whole. */
  column: string
  message: string
}
