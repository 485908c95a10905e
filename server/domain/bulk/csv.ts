import { CsvError, parse } from 'csv-parse/sync'
import { BULK } from '../../limits.ts'

/** What can be wrong with a file, in words for whoever made it. */
export class CsvProblem extends Error {
  override readonly name = 'CsvProblem'
}

/** Rows of a spreadsheet; the heading is the first with any text. Lines without any are empty rows. */
export interface CsvSheet {
  rows: string[][]
  separator: Separator
}

/** What stands between the cells of a row. */
export type Separator = ',' | ';' | '\t' | '|'

/**
 * Reads a CSV file as spreadsheets write it (RFC 4180): commas, semicolons or tabs, UTF-8 or UTF-16, a
 * byte order mark, any line ends, quoted line breaks, and Excel's line `sep=;`.
 * @throws CsvProblem
 */
export function readCsv(bytes: Uint8Array): CsvSheet {
  const { text: whole, separator: named } = separatorLine(decode(bytes))
  if (whole.trim() === '') throw new CsvProblem('The file is empty.')
  const separator = named ?? separatorOf(whole.replace(/^[ \r\n]*[\r\n]/, ''))
  const text = withoutEmptyEnd(whole, separator)
  assertSize(text, separator)
  try {
    const rows: string[][] = parse(text, {
      ...{ delimiter: separator, relax_column_count: true, skip_empty_lines: false, bom: false },
      // Any of them, also in one file: rows are added by other programs than the one that wrote the heading.
      record_delimiter: ['\r\n', '\n', '\r'],
    })
    return { rows: rows.map((row) => row.map((cell) => (GUARDED.test(cell) ? cell.slice(1) : cell))), separator }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    // Those before it were read whole; a row may have several lines.
    const row = `Row ${Number(error.records) + 1}: `
    const words = WORDS[error.code]
    throw new CsvProblem(words ? row + words : `The file cannot be read as CSV: ${error.message}`, { cause: error })
  }
}

const WORDS: Partial<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'A quotation mark is opened and never closed, so that the rest of the file is a single cell.',
  CSV_INVALID_CLOSING_QUOTE:
    'After a closing quotation mark there is more text in the cell. A mark inside is doubled: "".',
  INVALID_OPENING_QUOTE:
    'A quotation mark stands inside a cell that is not quoted. Quote the cell and double the mark.',
}

const ZIP = [0x50, 0x4b, 0x03, 0x04]
const OLD_EXCEL = [0xd0, 0xcf, 0x11, 0xe0]

function decode(bytes: Uint8Array): string {
  const begins = (marks: number[]) => marks.every((mark, index) => bytes[index] === mark)
  if (begins(ZIP) || begins(OLD_EXCEL)) {
    throw new CsvProblem('This is a workbook, not a CSV file. In Excel: Save as, "CSV UTF-8 (Comma delimited)".')
  }
  const encoding = begins([0xff, 0xfe]) ? 'utf-16le' : begins([0xfe, 0xff]) ? 'utf-16be' : 'utf-8'
  try {
    // It takes the byte order mark away.
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
    if (text.includes('\0')) throw new CsvProblem('The file has characters that are no text. Save it as CSV UTF-8.')
    return text
  } catch (error) {
    if (error instanceof CsvProblem) throw error
    const why = 'The file is not in UTF-8, so that letters such as é or ß would be lost.'
    throw new CsvProblem(`${why} In Excel: Save as, "CSV UTF-8 (Comma delimited)".`, { cause: error })
  }
}

/** The first line by which Excel is told the separator. */
function separatorLine(text: string): { text: string; separator: Separator | null } {
  const [line, separator] = /^"?sep=([,;\t|])"?\r?\n?/i.exec(text) ?? []
  if (line === undefined) return { text, separator: null }
  return { text: text.slice(line.length), separator: separator as Separator }
}

/** Whatever stands most often in the heading, outside quotes. A single column has none, and any will do. */
function separatorOf(text: string): Separator {
  const heading = /^(?:"(?:[^"]|"")*"|[^"\r\n])*/.exec(text)![0].replace(/"(?:[^"]|"")*"/g, '')
  const count = (mark: string) => heading.split(mark).length
  return ([',', ';', '\t'] as Separator[]).reduce((best, mark) => (count(mark) > count(best) ? mark : best))
}

/** Spreadsheets write empty rows and columns at the end, too, and possibly very many. The last row keeps its cells. */
function withoutEmptyEnd(text: string, separator: Separator): string {
  let end = text.length
  while (end > 0 && (text[end - 1] === separator || /\s/.test(text[end - 1]!))) end--
  const rest = /[\r\n]/.exec(text.slice(end))
  return rest ? text.slice(0, end + rest.index) : text
}

/**
 * Counts lines and cells before the parser makes objects of them. It is strict about quotation marks, so that each one
 * up to the first fault begins or ends a quotation.
 * @throws CsvProblem
 */
function assertSize(text: string, separator: Separator): void {
  let [lines, cells, quoted] = [1, 1, false]
  for (let at = 0; at < text.length; at++) {
    const mark = text[at]!
    if (mark === '"') quoted = !quoted
    if (quoted) continue
    const endsLine = mark === '\n' || (mark === '\r' && text[at + 1] !== '\n')
    if (endsLine) lines++
    if (endsLine || mark === separator) cells++
  }
  const [most, mostLines, mostCells] = [BULK.rows, BULK.lines, BULK.cells].map((count) => count.toLocaleString('en'))
  if (lines > BULK.lines) {
    throw new CsvProblem(`There are more than ${mostLines} lines; at most ${most} rows are sent at once.`)
  }
  if (cells > BULK.cells) throw new CsvProblem(`There are more than ${mostCells} cells, which is too many for a file.`)
}

/** A cell that a spreadsheet would take for a formula begins with an apostrophe, which makes it text there. */
const FORMULA = /^[=+\-@\t\r]/
/** Such a cell: reading takes the apostrophe away, so that a file of ours can be uploaded as it is. */
const GUARDED = /^'[=+\-@\t\r]/

/** A file that spreadsheets open as it is: UTF-8 with its mark and CRLF. A bar is named first, since nothing takes it unasked. */
export function writeCsv(rows: readonly (readonly string[])[], separator: Separator): string {
  const cell = (text: string) => {
    const safe = FORMULA.test(text) ? `'${text}` : text
    return /[",;\t|\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
  }
  const named = separator === '|' ? 'sep=|\r\n' : ''
  return `\ufeff${named}${rows.map((row) => `${row.map(cell).join(separator)}\r\n`).join('')}`
}
