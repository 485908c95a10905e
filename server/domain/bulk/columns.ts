import type { ValueType } from '../fields/definition.ts'
import { givenProblems } from '../instances/given.ts'
import type { InstanceRequest } from '../instances/plan.ts'
import type { Recipient } from '../instances/recipients.ts'
import { emailOf, phoneOf } from '../signers/typed-contact.ts'
import type { Snapshot } from '../templates/model.ts'
import { inputsOf } from '../values/inputs.ts'
import { type CellReading, flawOfText, readCell, readPhoneCell } from './cell.ts'
import { isErrorValue } from './error-values.ts'
import { type CsvRowProblem, firstProblems, type GivenRow, ROW_PROBLEMS } from './row.ts'
import { type Style, stylesOf } from './style.ts'

/** A column of a CSV file: a part of a recipient, a value, a cell of a table, or the title. */
type Target =
  | { kind: 'recipient'; slot: number; part: 'name' | 'email' | 'phone_e164' | 'locale' }
  | { kind: 'value'; key: string; type: ValueType }
  | { kind: 'cell'; key: string; row: number; column: string; type: ValueType }
  | { kind: 'title' }

export interface CsvColumn {
  /** `slot1.email`, `monthly_rent`, `items.1.price`, `title` or `document.title`; rows of tables count from 1. */
  name: string
  /** No row can do without it. */
  required: boolean
  target: Target
}

/** Rows of each table that the file to be filled in has columns for; more may be added. */
const TABLE_ROWS = 3

/**
 * Every column that a file for this version may have, in its order.
 * @param tableRows rows of each table, at most as many as the template takes
 */
export function csvColumnsOf(snapshot: Pick<Snapshot, 'model' | 'fields'>, tableRows = TABLE_ROWS): CsvColumn[] {
  const people = snapshot.model.slots.flatMap(({ slot, pinned_email: pin }): CsvColumn[] => {
    const part = (part: (Target & { kind: 'recipient' })['part'], required = false): CsvColumn => ({
      name: `slot${slot}.${part}`,
      required,
      target: { kind: 'recipient', slot, part },
    })
    return [part('name'), ...(pin === null ? [part('email', true)] : []), part('phone_e164'), part('locale')]
  })
  const values = inputsOf(snapshot).flatMap((input): CsvColumn[] => {
    const { definition, slot, prefill, required, columns, maxRows } = input
    const { key } = definition
    if (slot !== null && prefill === 'refused') return []
    if (definition.kind === 'scalar') {
      const target: Target = { kind: 'value', key, type: definition }
      return [{ name: key, required: required && slot === null, target }]
    }
    return Array.from({ length: Math.min(tableRows, maxRows!) }, (_, row) =>
      columns.map((type): CsvColumn => {
        const { key: column } = type
        const target: Target = { kind: 'cell', key, row, column, type }
        return { name: `${key}.${row + 1}.${column}`, required: false, target }
      }),
    ).flat()
  })
  // No key has a dot, so that this is the only name which a value can take.
  const isTaken = values.some(({ name }) => name === 'title')
  const title = isTaken ? 'document.title' : 'title'
  return [...people, ...values, { name: title, required: false, target: { kind: 'title' } }]
}

/** What the rows of a file are read by. */
export interface CsvHeading {
  /** In their order in the file; null: left out. */
  columns: (CsvColumn | null)[]
  /** Of the template. */
  slots: number[]
}

/** The heading of a file whose columns are these; an empty or unknown name is a column that is left out. */
export function headingOf(snapshot: Pick<Snapshot, 'model' | 'fields'>, names: readonly string[]): CsvHeading {
  const known = new Map(csvColumnsOf(snapshot, Number.POSITIVE_INFINITY).map((column) => [column.name, column]))
  return { columns: names.map((name) => known.get(name) ?? null), slots: snapshot.model.slots.map(({ slot }) => slot) }
}

/** What the cells of a column must be; null: a part of a recipient, or the title. */
export const valueTypeOf = ({ target }: CsvColumn): ValueType | null =>
  target.kind === 'value' || target.kind === 'cell' ? target.type : null

/** What columns have in common that are written in one way: a column of a table is the same in all of its rows. */
export function styleKeyOf(column: CsvColumn): string | null {
  const type = valueTypeOf(column)
  if (type === null || stylesOf(type) === null) return null
  const { target } = column
  return target.kind === 'cell' ? `${target.key}.${target.column}` : column.name
}

/** A row of the file; its cells in the order of the heading. An empty cell is nothing. */
export function readRow(
  { columns, slots }: CsvHeading,
  cells: readonly string[],
  styles: Readonly<Record<string, Style>>,
): GivenRow {
  // Also a recipient of whom nothing is said, such as a pinned one: what is missing is then at a column of its slot.
  const recipients = new Map<number, Record<string, string>>(slots.map((slot) => [slot, {}]))
  const values: Record<string, unknown> = {}
  const tables = new Map<string, Map<number, Record<string, unknown>>>()
  const problems: CsvRowProblem[] = []
  let unread = 0
  let title: Pick<GivenRow, 'title' | 'titleColumn'> = { title: null }
  // Not the columns: a heading may have far more of them than there are cells.
  for (const [index, cell] of cells.entries()) {
    const [text, column] = [cell.trim(), columns[index]]
    if (!column || text === '') continue
    const { target, name } = column
    const style = styles[styleKeyOf(column) ?? '']
    const reading = readAs(text, target, style)
    if ('problem' in reading && unread++ < ROW_PROBLEMS) {
      problems.push({ column: name, message: `${name} ${reading.problem}` })
    }
    const value = 'problem' in reading ? text : reading.value
    if (target.kind === 'title') title = { title: text, titleColumn: name }
    else if (target.kind === 'recipient') {
      recipients.set(target.slot, { ...recipients.get(target.slot), [target.part]: text })
    } else if (target.kind === 'value') values[target.key] = value
    else {
      const rows = tables.get(target.key) ?? new Map()
      rows.set(target.row, { ...rows.get(target.row), [target.column]: value })
      tables.set(target.key, rows)
    }
  }
  // A row that was left out between others is left out.
  const tableRows: Record<string, number[]> = {}
  for (const [key, found] of tables) {
    const rows = [...found].sort(([a], [b]) => a - b)
    values[key] = rows.map(([, row]) => row)
    tableRows[key] = rows.map(([at]) => at + 1)
  }
  const people = [...recipients].map(([slot, parts]) => ({ slot, ...parts }))
  return {
    recipients: people,
    values,
    tableRows,
    ...title,
    ...(unread > 0 && { problems: firstProblems(problems, unread) }),
  }
}

function readAs(text: string, target: Target, style: Style | undefined): CellReading {
  const type = target.kind === 'value' || target.kind === 'cell' ? target.type : null
  // Of a choice, whoever has made the options says what can be one.
  if (type?.type !== 'enum' && isErrorValue(text)) {
    return { problem: `is "${text}", an error of the spreadsheet; correct its formula, or write the value itself` }
  }
  const isText = type ? ['text', 'multiline'].includes(type.type) : !isPhone(target)
  const flaw = isText ? flawOfText(text, type?.type === 'multiline') : null
  if (flaw !== null) return { problem: flaw }
  if (type) return readCell(text, type, style)
  return isPhone(target) ? readPhoneCell(text) : { value: text }
}

const isPhone = (target: Target) => target.kind === 'recipient' && target.part === 'phone_e164'

/** The row as a direct call of instantiate. */
export function rowRequestOf(
  { recipients, values, title }: GivenRow,
  { template_id: templateId, template_version: version }: { template_id: string; template_version: number },
): InstanceRequest {
  return {
    templateId,
    version,
    recipients: recipients.map(({ slot, name, email, phone_e164: phone, locale }): Recipient => {
      const rest = { requireSms: null, smsGate: undefined, reference: null, company: null, jobTitle: null }
      const full = { full: name ?? null, first: null, last: null }
      const contact = { email: emailOf(email ?? '') || null, phone: phoneOf(phone ?? '') || null }
      const given = { slot, ...contact, name: full, locale: locale ?? null }
      return { ...given, ...rest, returnUrl: null, order: null, channel: null }
    }),
    fieldValues: values,
    metadata: null,
    review: false,
    sendEmails: true,
    title,
    message: null,
    subject: null,
    replyTo: null,
    observers: [],
    callbackUrl: null,
    warnings: [],
  }
}

/** What the schema of the API refuses of a row, at its columns. */
export function rowProblems(request: InstanceRequest, row: GivenRow): CsvRowProblem[] {
  return givenProblems(request).map((problem) => callAtColumn(problem, row))
}

interface Problem {
  field: string
  message: string
}

/** A problem of recipients or title at the column that it comes from, in its words. */
export function callAtColumn(problem: Problem, { recipients, titleColumn = 'title' }: GivenRow): CsvRowProblem {
  if (problem.field === 'title') return named(problem, problem.field, titleColumn)
  const [path, index, part] = /^recipients\[(\d+)\](?:\.(.+))?$/.exec(problem.field) ?? []
  if (path === undefined) return { column: problem.field, message: problem.message }
  return named(problem, path, `slot${recipients[Number(index)]?.slot}.${part ?? 'email'}`)
}

/** A problem of `field_values` at the column that it comes from, in its words. */
export function valueAtColumn(problem: Problem, { tableRows }: GivenRow): CsvRowProblem {
  const [, key = '', index, rest] = /^([^[]+)\[(\d+)\](.*)$/.exec(problem.field) ?? []
  if (index === undefined) return { column: problem.field, message: problem.message }
  const row = tableRows?.[key]?.[Number(index)] ?? Number(index) + 1
  return named(problem, problem.field, `${key}.${row}${rest}`)
}

function named({ message }: Problem, path: string, column: string): CsvRowProblem {
  return { column, message: message.replace(path, column) }
}
