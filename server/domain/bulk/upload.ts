import { randomUUID } from 'node:crypto'
import { upTo } from '../../characters.ts'
import type { Ctx } from '../../context.ts'
import { enqueue, transaction } from '../../db/database.ts'
import { BULK } from '../../limits.ts'
import type { Actor } from '../actor.ts'
import { DomainError } from '../errors.ts'
import { loadUsable } from '../instances/template.ts'
import { assertMay } from '../may.ts'
import { printable } from '../sending/file-name.ts'
import { type CsvHeading, HEADING_PROBLEMS, readHeading, readRow } from './columns.ts'
import { CsvProblem, type CsvSheet, readCsv } from './csv.ts'
import { rowDigests } from './digest.ts'
import type { GivenRow } from './row.ts'

export interface RowsFile {
  filename: string
  bytes: Uint8Array
}

/**
 * Keeps the rows of a CSV file for the newest version of a template; a job checks them one by one. Nothing is sent.
 * @returns the id of what was begun
 * @throws DomainError `not_found`, `template_unlocked`; `invalid_request` with `meta.problems`, in words, for a file that cannot be read
 *   or has columns that the template does not have
 */
export async function uploadRows(ctx: Ctx, actor: Actor, templateId: string, file: RowsFile): Promise<string> {
  assertMay(ctx, actor, 'uploadRows')
  const usable = await loadUsable(ctx, actor.workspaceId, templateId, null)
  const sheet = sheetOf(file.bytes)
  const { heading, rows } = rowsOf(usable, sheet)
  const id = randomUUID()
  const now = ctx.clock.now()
  await transaction(ctx.db, async (tx) => {
    await tx
      .insertInto('bulk_sends')
      .values({
        id,
        workspace_id: actor.workspaceId,
        template_id: usable.template.id,
        template_version: usable.version,
        filename: upTo(BULK.filenameCharacters, printable(file.filename)),
        heading: JSON.stringify(heading),
        separator: sheet.separator,
        state: 'checking',
        user_id: actor.userId,
        ip: actor.origin.ip,
        user_agent: actor.origin.userAgent,
        created_at: now,
        changed_at: now,
      })
      .execute()
    await tx
      .insertInto('bulk_rows')
      .values(rows.map(({ row, given, digest }) => ({ bulk_id: id, row, given: JSON.stringify(given), digest })))
      .execute()
    await enqueue(ctx, tx, 'bulk-send', { bulkId: id })
  })
  return id
}

function rowsOf(
  { template, snapshot }: Awaited<ReturnType<typeof loadUsable>>,
  { rows: all, separator }: CsvSheet,
): { heading: string[]; rows: { row: number; given: GivenRow; digest: string }[] } {
  // A file may begin with empty lines.
  const [first, ...lines] = all.map((cells, at) => ({ row: at + 1, cells })).filter(({ cells }) => !isEmpty(cells))
  if (!first) throw refused(['The file is empty.'])
  const heading = first.cells
  const read = readHeading(snapshot, heading)
  if ('problems' in read) throw refused(read.problems)
  assertHeaded(read, lines)
  const digestOfRow = rowDigests(template.id, read)
  const rows = lines.map(({ row, cells }) => {
    if (!isEmpty(cells.slice(heading.length))) {
      throw refused([`Row ${row} has more cells than the heading; is a quotation mark missing?`])
    }
    const given = readRow(read, cells, separator)
    return { row, given: { ...given, cells }, digest: digestOfRow(given) }
  })
  if (rows.length === 0) throw refused(['There is no row below the heading.'])
  if (rows.length > BULK.rows) {
    const [found, most] = [rows.length, BULK.rows].map((count) => count.toLocaleString('en'))
    throw refused([`There are ${found} rows; at most ${most} are sent at once.`])
  }
  return { heading, rows }
}

const isEmpty = (cells: string[]) => cells.every((cell) => cell.trim() === '')

interface Line {
  /** As spreadsheets number it, from 1. */
  row: number
  cells: string[]
}

/** A spreadsheet writes the empty columns at the end, too, but what stands in a column would be lost without its name. */
function assertHeaded({ columns }: CsvHeading, lines: Line[]): void {
  const rowOf = new Map<number, number>()
  for (const { row, cells } of lines) {
    for (const [at, cell] of cells.entries()) {
      if (columns[at] === null && !rowOf.has(at) && cell.trim() !== '') rowOf.set(at, row)
    }
  }
  const found = [...rowOf].sort(([a], [b]) => a - b)
  if (found.length === 0) return
  const problems = found.slice(0, HEADING_PROBLEMS).map(([at, row]) => {
    const place = `Column ${lettersOf(at)} (number ${at + 1})`
    return `${place} has no heading, and row ${row} has text in it. Give it a heading, or take the text out.`
  })
  throw refused(problems)
}

/** A column as spreadsheets call it: A to Z, then AA. @param at from 0 */
function lettersOf(at: number): string {
  const before = at < LETTERS ? '' : lettersOf(Math.floor(at / LETTERS) - 1)
  return before + String.fromCharCode('A'.charCodeAt(0) + (at % LETTERS))
}

const LETTERS = 26

function sheetOf(bytes: Uint8Array): CsvSheet {
  try {
    return readCsv(bytes)
  } catch (error) {
    if (error instanceof CsvProblem) throw refused([error.message])
    throw error
  }
}

function refused(problems: string[]): DomainError {
  return new DomainError('invalid_request', problems[0]!, { meta: { path: 'file', problems } })
}
