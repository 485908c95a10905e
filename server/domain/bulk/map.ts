import { type Selectable, sql } from 'kysely'
import type { Ctx } from '../../context.ts'
import { type Db, enqueue, type Tx, transaction } from '../../db/database.ts'
import type { BulkRowsTable } from '../../db/schema.ts'
import type { Actor } from '../actor.ts'
import { DomainError } from '../errors.ts'
import { toLocale } from '../locales.ts'
import { assertMay } from '../may.ts'
import { readWorkspace } from '../records/workspaces/read.ts'
import { getTemplate } from '../templates/read.ts'
import { valuePrinter } from '../values/print.ts'
import { csvColumnsOf, styleKeyOf, valueTypeOf } from './columns.ts'
import { columnLabels, plainHeading } from './labels.ts'
import { columnsByName, decideStyles, lettersOf, type Mapping, mappingProblems, type Remembered } from './mapping.ts'
import { type BulkRow, loadUpload } from './read.ts'
import { type ReadRow, rowReader } from './reader.ts'
import type { GivenRow } from './row.ts'
import { readStyled, type Style, stylesOf } from './style.ts'

/** A column of a file, and what it is taken for. */
export interface MappedColumn {
  /** As spreadsheets call it. */
  letters: string
  heading: string
  /** Empty: left out. */
  name: string
  /** A cell of it; empty: there is none with text. */
  example: string
  /** How the example is understood, where it was written in another way. */
  meaning: string | null
  /** What is asked of its cells: two ways to read the same one, and which is taken. */
  question: { key: string; chosen: Style; ways: { style: Style; cell: string; meaning: string }[] } | null
}

export interface MappingView {
  upload: BulkRow
  /** Rows that are not sent. */
  rows: number
  columns: MappedColumn[]
  /** What a column can be. */
  targets: { name: string; label: string }[]
  /** Why it cannot be used as it is, in words. */
  problems: string[]
}

/** What a person says of the columns; a name for each. */
export interface Choice {
  names: readonly string[]
  styles: Readonly<Record<string, string>>
}

/**
 * What the columns of a file are taken for, with an example of each.
 * @param choice as somebody has chosen on the page; null: as it is kept
 * @throws DomainError `not_found`
 */
export async function readMapping(
  ctx: Ctx,
  actor: Actor,
  templateId: string,
  id: string,
  choice: Choice | null,
): Promise<MappingView> {
  assertMay(ctx, actor, 'readMapping')
  const { upload, heading, open, snapshot, ...before } = await load(ctx, actor, templateId, id)
  const { names, styles: kept } = choice ? chosen(upload, choice) : upload.mapping!
  const rows = open.map(({ given }) => given.cells!)
  const decided = decideStyles(snapshot, { heading, rows }, names, before.locale, before.remembered)
  const known = columnsByName(snapshot)
  const labels = columnLabels(snapshot, 'en')
  const print = valuePrinter('en')
  const asked = new Set<string>()
  const columns = heading.map((text, at): MappedColumn => {
    const column = known.get(names[at] ?? '')
    const type = column && valueTypeOf(column)
    const key = column && styleKeyOf(column)
    const decision = key ? decided.get(key) : undefined
    const style = (key ? kept[key] : undefined) ?? decision?.style
    const cells = rows.map((row) => row[at]?.trim() ?? '').filter((cell) => cell !== '')
    const meaningOf = (cell: string, way: Style | undefined) => {
      const value = type && way ? readStyled(cell, type, way) : null
      return value === null ? null : print(value, type!, null)
    }
    const example = cells.find((cell) => meaningOf(cell, style) !== null) ?? cells[0] ?? ''
    const { openCell = null } = decision ?? {}
    const isAsked = openCell !== null && !asked.has(key!)
    if (isAsked) asked.add(key!)
    const way = (one: Style) => ({ style: one, cell: openCell!, meaning: meaningOf(openCell!, one)! })
    return {
      letters: lettersOf(at),
      heading: text.trim(),
      name: column?.name ?? '',
      example,
      meaning: meaningOf(example, style),
      question: isAsked ? { key: key!, chosen: style!, ways: stylesOf(type!)!.map(way) } : null,
    }
  })
  const offered = new Set([...csvColumnsOf(snapshot).map(({ name }) => name), ...columns.map(({ name }) => name)])
  const targets = [...offered].flatMap((name) => {
    const column = known.get(name)
    return column ? { name, label: labels(column) } : []
  })
  return { upload, rows: rows.length, columns, targets, problems: mappingProblems(snapshot, names) }
}

/**
 * Reads the rows of a file anew, as somebody says what its columns are, and has them checked. The template remembers it
 * for the next file.
 * @returns `questions`: something is open that `readMapping` asks, and nothing was changed
 * @throws DomainError `not_found`; `invalid_state` while rows are checked or sent
 */
export async function mapUpload(
  ctx: Ctx,
  actor: Actor,
  templateId: string,
  id: string,
  choice: Choice,
): Promise<'accepted' | 'questions'> {
  assertMay(ctx, actor, 'mapUpload')
  const { upload, heading, open, snapshot, ...before } = await load(ctx, actor, templateId, id)
  const { names, styles: answers } = chosen(upload, choice)
  if (mappingProblems(snapshot, names).length > 0) return 'questions'
  const rows = open.map(({ given }) => given.cells!)
  const decided = decideStyles(snapshot, { heading, rows }, names, before.locale, before.remembered)
  if ([...decided].some(([key, { openCell }]) => openCell !== null && !(key in answers))) return 'questions'
  const styles = Object.fromEntries(
    [...decided].map(([key, { style, openCell }]) => [key, (openCell !== null && answers[key]) || style]),
  )
  const mapping: Mapping = { names, styles }
  const read = rowReader({ id: templateId, snapshot }, mapping)
  const remembered: Remembered = Object.fromEntries(
    heading.flatMap((text, at) => (plainHeading(text) === '' ? [] : [[plainHeading(text), names[at]!]])),
  )
  await transaction(ctx.db, async (tx) => {
    await checkAgain(
      ctx,
      tx,
      upload,
      mapping,
      open.map(({ row, given }) => ({ row, ...read(given.cells!) })),
    )
    await tx
      .updateTable('templates')
      .set({
        csv_columns: sql`coalesce(csv_columns, '{}') || ${JSON.stringify(remembered)}::jsonb`,
        csv_styles: sql`coalesce(csv_styles, '{}') || ${JSON.stringify(answers)}::jsonb`,
      })
      .where('id', '=', templateId)
      .execute()
  })
  return 'accepted'
}

/**
 * Writes other texts into cells of rows that have a problem, and has these rows checked again.
 * @param cells by row as the spreadsheet numbers it, and by column from 0
 * @throws DomainError `not_found`; `invalid_state` while rows are checked or sent
 */
export async function correctCells(
  ctx: Ctx,
  actor: Actor,
  templateId: string,
  id: string,
  cells: ReadonlyMap<number, ReadonlyMap<number, string>>,
): Promise<void> {
  assertMay(ctx, actor, 'correctCells')
  const { upload, heading, open, snapshot } = await load(ctx, actor, templateId, id)
  const mapping = upload.mapping!
  const read = rowReader({ id: templateId, snapshot }, mapping)
  const rows = open.flatMap(({ row, given, problems }) => {
    const texts = cells.get(row)
    if (!texts || problems === null) return []
    return { row, ...read(heading.map((_, at) => texts.get(at) ?? given.cells![at] ?? '')) }
  })
  if (rows.length === 0) return
  await transaction(ctx.db, (tx) => checkAgain(ctx, tx, upload, mapping, rows))
}

type OpenRow = Pick<Selectable<BulkRowsTable>, 'row' | 'problems'> & { given: GivenRow }

/** A file with the rows that are not sent. Those that an earlier release has kept cannot be read anew. */
async function load(ctx: Ctx, actor: Actor, templateId: string, id: string) {
  const upload = await loadUpload(ctx.db, actor.workspaceId, id)
  const { heading } = upload
  if (upload.template_id !== templateId || heading === null || upload.mapping === null) {
    throw new DomainError('not_found', 'no upload with this id')
  }
  const [{ snapshot }, { csv_styles }, { locale }, open] = await Promise.all([
    getTemplate(ctx, actor, templateId, upload.template_version),
    ctx.db.selectFrom('templates').select('csv_styles').where('id', '=', templateId).executeTakeFirstOrThrow(),
    readWorkspace(ctx.db, actor.workspaceId),
    openRows(ctx.db, id),
  ])
  return { upload, heading, open, snapshot, locale: toLocale(locale), remembered: csv_styles }
}

async function openRows(db: Db | Tx, id: string): Promise<OpenRow[]> {
  const rows = await db
    .selectFrom('bulk_rows')
    .select(['row', 'given', 'problems'])
    .where('bulk_id', '=', id)
    .where('given', 'is not', null)
    .orderBy('row')
    .execute()
  return rows.map(({ given, ...row }) => ({ ...row, given: given as GivenRow }))
}

/** @throws DomainError `invalid_state` while rows are checked or sent */
async function checkAgain(
  ctx: Ctx,
  tx: Tx,
  { id }: BulkRow,
  mapping: Mapping,
  rows: ({ row: number } & ReadRow)[],
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('bulk_sends')
    .set({ state: 'checking', stop_reason: null, mapping: JSON.stringify(mapping), changed_at: ctx.clock.now() })
    .where('id', '=', id)
    .where('state', 'not in', ['checking', 'sending'])
    .executeTakeFirst()
  if (numUpdatedRows === 0n)
    throw new DomainError('invalid_state', 'the rows are being checked or sent; try again soon')
  await sql`
    update bulk_rows set given = new.given::jsonb, digest = new.digest, checked = false, problems = null
    from unnest(
      ${rows.map(({ row }) => row)}::int[], ${rows.map(({ given }) => JSON.stringify(given))}::text[],
      ${rows.map(({ digest }) => digest)}::text[]
    ) as new (row, given, digest)
    where bulk_id = ${id} and bulk_rows.row = new.row and document_id is null`.execute(tx)
  await enqueue(ctx, tx, 'bulk-send', { bulkId: id })
}

function chosen({ heading }: BulkRow, { names, styles }: Choice): Mapping {
  const isStyle = (text: string): text is Style => ['point', 'comma', 'day', 'month'].includes(text)
  return {
    names: heading!.map((_, at) => names[at] ?? ''),
    styles: Object.fromEntries(Object.entries(styles).filter((entry): entry is [string, Style] => isStyle(entry[1]))),
  }
}
