import { randomUUID } from 'node:crypto'
import { upTo } from '../../characters.ts'
import type { Ctx } from '../../context.ts'
import { enqueue, transaction } from '../../db/database.ts'
import { BULK } from '../../limits.ts'
import type { Actor } from '../actor.ts'
import { DomainError } from '../errors.ts'
import { loadUsable } from '../instances/template.ts'
import { toLocale } from '../locales.ts'
import { assertMay } from '../may.ts'
import { readWorkspace } from '../records/workspaces/read.ts'
import { printable } from '../sending/file-name.ts'
import { CsvProblem, type CsvSheet, readCsv } from './csv.ts'
import { decideStyles, guessNames, mappingProblems, stylesIn } from './mapping.ts'
import { type ReadRow, rowReader } from './reader.ts'

export interface RowsFile {
  filename: string
  bytes: Uint8Array
}

/**
 * Keeps the rows of a CSV file for the newest version of a template. Where it is clear what its columns are and how they
 * are written, a job checks them one by one; else `mapUpload` has to be told. Nothing is sent.
 * @returns the id of what was begun
 * @throws DomainError `not_found`, `template_unlocked`; `invalid_request` with `meta.problems`, in words, for a file that
 *   cannot be read
 */
export async function uploadRows(ctx: Ctx, actor: Actor, templateId: string, file: RowsFile): Promise<string> {
  assertMay(ctx, actor, 'uploadRows')
  const usable = await loadUsable(ctx, actor.workspaceId, templateId, null)
  const { template, snapshot } = usable
  const sheet = sheetOf(file.bytes)
  const { heading, lines } = linesOf(sheet)
  const rows = lines.map(({ cells }) => cells)
  const guess = guessNames(snapshot, { heading, rows }, template.csv_columns ?? {})
  if (guess === null) throw refused(['The template knows nearly none of its columns. Is it the right file?'])
  const { locale } = await readWorkspace(ctx.db, actor.workspaceId)
  const styles = decideStyles(snapshot, { heading, rows }, guess.names, toLocale(locale), template.csv_styles)
  const isClear =
    guess.isSure &&
    mappingProblems(snapshot, guess.names).length === 0 &&
    [...styles.values()].every(({ openCell }) => openCell === null)
  const mapping = { names: guess.names, styles: stylesIn(styles) }
  const read = isClear ? rowReader({ id: template.id, snapshot }, mapping) : unread
  const id = randomUUID()
  const now = ctx.clock.now()
  await transaction(ctx.db, async (tx) => {
    await tx
      .insertInto('bulk_sends')
      .values({
        id,
        workspace_id: actor.workspaceId,
        template_id: template.id,
        template_version: usable.version,
        filename: upTo(BULK.filenameCharacters, printable(file.filename)),
        heading: JSON.stringify(heading),
        mapping: JSON.stringify(mapping),
        separator: sheet.separator,
        state: isClear ? 'checking' : 'mapping',
        user_id: actor.userId,
        ip: actor.origin.ip,
        user_agent: actor.origin.userAgent,
        created_at: now,
        changed_at: now,
      })
      .execute()
    await tx
      .insertInto('bulk_rows')
      .values(
        lines.map(({ row, cells }) => {
          const { given, digest } = read(cells)
          return { bulk_id: id, row, given: JSON.stringify(given), digest }
        }),
      )
      .execute()
    if (isClear) await enqueue(ctx, tx, 'bulk-send', { bulkId: id })
  })
  return id
}

/** A row of which nobody knows yet what its cells are. */
const unread = (cells: string[]): ReadRow => ({
  given: { recipients: [], values: {}, title: null, cells },
  digest: null,
})

function linesOf({ rows: all }: CsvSheet): { heading: string[]; lines: Line[] } {
  // A file may begin with empty lines.
  const [first, ...lines] = all.map((cells, at) => ({ row: at + 1, cells })).filter(({ cells }) => !isEmpty(cells))
  if (!first) throw refused(['The file is empty.'])
  const heading = first.cells
  for (const { row, cells } of lines) {
    if (!isEmpty(cells.slice(heading.length))) {
      throw refused([`Row ${row} has more cells than the heading; is a quotation mark missing?`])
    }
  }
  if (lines.length === 0) throw refused(['There is no row below the heading.'])
  if (lines.length > BULK.rows) {
    const [found, most] = [lines.length, BULK.rows].map((count) => count.toLocaleString('en'))
    throw refused([`There are ${found} rows; at most ${most} are sent at once.`])
  }
  return { heading, lines }
}

const isEmpty = (cells: string[]) => cells.every((cell) => cell.trim() === '')

interface Line {
  /** As spreadsheets number it, from 1. */
  row: number
  cells: string[]
}

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
