import type { PrintedTable } from '../../pdf/print/types.ts'
import { DomainError } from '../errors.ts'
import type { CollectionDefinition, ColumnDefinition } from '../fields/definition.ts'
import type { Locale } from '../locales.ts'
import type { Asked, TemplateBox } from '../values/box.ts'
import { checkValues, type GivenValue, type Row } from '../values/check.ts'
import { inputsOf } from '../values/inputs.ts'
import { printsOf } from '../values/prints.ts'
import type { ValueProblem } from '../values/problem.ts'
import { exampleOf, readAnswer } from './answer.ts'
import { type EnteredRow, isBlankRow, type RowProblem } from './rows.ts'
import type { FieldRow, FieldValue } from './values.ts'

/** What a table takes and how it is printed, as its template said when the document was made (decision 0507). */
export interface TableField {
  /** Where it stands is said by the field. */
  box: TemplateBox
  definition: CollectionDefinition
  /** Of what is printed. */
  paper: Locale
  /** The signer's, in which numbers are read. */
  locale: Locale
}

/** The columns that a signer fills in: those that any of the table's boxes prints. */
export function columnsOf(fields: readonly FieldRow[], field: FieldRow): ColumnDefinition[] {
  const { key } = specOf(field).definition
  return inputsOf(askedOf(fields)).find(({ definition }) => definition.key === key)?.columns ?? []
}

/** Rows at most, in every of its boxes. */
export function mostRows(fields: readonly FieldRow[], field: FieldRow): number {
  const { definition } = specOf(field)
  return inputsOf(askedOf(fields)).find((input) => input.definition.key === definition.key)?.maxRows ?? 0
}

/** What was entered into one box of a table stands in the others of the same key. */
export function settleTables(
  fields: readonly FieldRow[],
  given: Readonly<Record<string, FieldValue | null>>,
): Record<string, FieldValue | null> {
  const settled = { ...given }
  for (const field of fields) {
    const value = given[field.id]
    if (field.kind !== 'table' || value === undefined) continue
    for (const other of sameTable(fields, field)) settled[other.id] = value
  }
  return settled
}

export interface CheckedTables {
  /** By field. */
  kept: Map<FieldRow, Row[]>
  problems: Map<FieldRow, RowProblem[]>
}

/**
 * The rows as they are kept, or what is wrong with them: numbers and days are read in the signer's language, and the rest
 * is the one check of `field_values` (decision 0504).
 * @param entered by field; a table without an entry has no rows
 */
export function checkTables(
  fields: readonly FieldRow[],
  entered: (field: FieldRow) => readonly EnteredRow[],
): CheckedTables {
  const kept: CheckedTables['kept'] = new Map()
  const problems: CheckedTables['problems'] = new Map()
  const tables = fields.filter(({ kind }) => kind === 'table')
  const given = Object.fromEntries(
    tables.map((field) => {
      const columns = columnsOf(fields, field)
      const rows = entered(field).filter((row) => !isBlankRow(row))
      return [keyOf(field), rows.map((row) => readRow(row, columns, specOf(field).locale))]
    }),
  )
  const checked = checkValues(askedOf(tables), given)
  for (const field of tables) {
    const own = checked.problems.filter((problem) => problem.field.split('[', 1)[0] === keyOf(field))
    if (own.length > 0) {
      const columns = columnsOf(fields, field)
      problems.set(
        field,
        own.map((problem) => placed(problem, { entered: entered(field), columns, locale: specOf(field).locale })),
      )
    }
    const value = checked.values.get(keyOf(field))?.value
    kept.set(field, Array.isArray(value) ? value : [])
  }
  return { kept, problems }
}

/** What a signer's tables print, each with its field. */
export function printsOfTables(
  tables: readonly FieldRow[],
  kept: ReadonlyMap<FieldRow, Row[]>,
): { field: FieldRow; print: PrintedTable }[] {
  const asked = askedOf(tables)
  const values = new Map<string, GivenValue>(
    tables.map((field) => [keyOf(field), { value: kept.get(field) ?? [], slot: null, printed: true }]),
  )
  return printsOf(asked, values).flatMap(({ print, box }) => {
    const field = tables[asked.model.boxes.indexOf(box)]
    return field && print.kind === 'table' ? [{ field, print }] : []
  })
}

/** @throws DomainError `field_invalid` with `meta.reason` `rows` and `meta.problems` */
export function refuseRows({ id }: FieldRow, problems: RowProblem[]): never {
  const meta = { field_id: id, reason: 'rows', problems }
  throw new DomainError('field_invalid', 'some rows of the table are incomplete or cannot be read', { meta })
}

/** The index as entered of the row with that index among those that are printed. */
export function enteredIndex(entered: readonly EnteredRow[], index: number): number {
  const places = entered.flatMap((row, place) => (isBlankRow(row) ? [] : [place]))
  return places[index] ?? index
}

/** As `table_spec` was stored. */
export function specOf({ id, table_spec: spec }: Pick<FieldRow, 'id' | 'table_spec'>): TableField {
  if (spec === null) throw new Error(`field ${id} is no table`)
  return spec as TableField
}

const keyOf = (field: FieldRow) => specOf(field).definition.key

function sameTable(fields: readonly FieldRow[], field: FieldRow): FieldRow[] {
  return fields.filter((other) => other.kind === 'table' && keyOf(other) === keyOf(field))
}

/** The tables where they stand now; whoever enters the rows is asked for them as the sender of a sender's table is. */
function askedOf(fields: readonly FieldRow[]): Asked {
  const tables = fields.filter(({ kind }) => kind === 'table')
  const boxes = tables.map((field): TemplateBox => {
    const { page, x, y, w, h } = field
    return { ...specOf(field).box, page, x, y, w, h, slot: null }
  })
  const definitions = new Map(tables.map((field) => [keyOf(field), specOf(field).definition]))
  return { model: { boxes, locale: tables[0] ? specOf(tables[0]).paper : 'en' }, fields: [...definitions.values()] }
}

/** What cannot be read stays as it was typed, for the check to refuse. */
function readRow(row: EnteredRow, columns: ColumnDefinition[], locale: Locale): Record<string, unknown> {
  return Object.fromEntries(
    columns.flatMap((column) => {
      const cell = row[column.key]
      if (cell === undefined || cell === '') return []
      const isRead = typeof cell === 'string' && READ.has(column.type)
      return [[column.key, isRead ? (readAnswer(cell, { ...column, locale }) ?? cell) : cell]]
    }),
  )
}

const READ: ReadonlySet<ColumnDefinition['type']> = new Set(['number', 'money', 'date', 'phone', 'email'])

function placed(
  { field, code, meta }: ValueProblem,
  { entered, columns, locale }: { entered: readonly EnteredRow[]; columns: ColumnDefinition[]; locale: Locale },
): RowProblem {
  const [, index, key] = /\[(\d+)\](?:\.(.+))?$/u.exec(field) ?? []
  const column = columns.find((one) => one.key === key)
  const max = meta?.max_length ?? meta?.max_rows
  const example = column ? exampleOf({ ...column, locale }) : ''
  return {
    row: index === undefined ? null : enteredIndex(entered, Number(index)),
    column: column?.key ?? null,
    code,
    ...(typeof max === 'number' && { max }),
    ...(example !== '' && { example }),
  }
}
