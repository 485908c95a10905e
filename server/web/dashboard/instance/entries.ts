import type { ValueType } from '../../../domain/fields/definition.ts'
import type { Locale } from '../../../domain/locales.ts'
import { phoneOf } from '../../../domain/signers/typed-contact.ts'
import { labelIn } from '../../../domain/templates/model.ts'
import type { TemplateInput } from '../../../domain/values/inputs.ts'
import type { Form } from '../form.ts'
import type { Problems } from '../parts/form.tsx'
import { amountOf } from '../typed.ts'

/** Rows that are shown for more to be entered. */
const SPARE_ROWS = 2
/** Rows that a press of "Add rows" adds. */
const MORE_ROWS = 10

/** What a form shows: by the name of its field. */
export type Entries = Record<string, string>

/** The values of a form: which it has, and what was kept of all of them by key. */
export interface ValueForm {
  /** Of the labels. */
  locale: Locale
  inputs: TemplateInput[]
  kept: Readonly<Record<string, unknown>>
}

export const valueName = (key: string) => `value.${key}`
export const cellName = (key: string, row: number, column: string) => `value.${key}.${row}.${column}`
/** How many rows a form has for a table. */
export const countName = (key: string) => `rows.${key}`

/** Kept values as the form shows them. */
export function entriesOfValues({ inputs, kept }: ValueForm): Entries {
  const entries: Entries = {}
  for (const { definition, columns, maxRows } of inputs) {
    const { key } = definition
    const value = kept[key]
    if (definition.kind === 'scalar') {
      if (value !== undefined) entries[valueName(key)] = String(value)
      continue
    }
    const rows = rowsOf(value)
    entries[countName(key)] = String(Math.min(maxRows!, rows.length + SPARE_ROWS))
    for (const [row, cells] of rows.entries()) {
      for (const column of columns) {
        const cell = cells[column.key]
        if (cell !== undefined) entries[cellName(key, row, column.key)] = String(cell)
      }
    }
  }
  return entries
}

/** How many rows the form has for a table; none: the form that was sent is without the table, which stays as it is. */
export function rowCount({ definition, maxRows }: TemplateInput, entries: Entries): number {
  const count = Number(entries[countName(definition.key)])
  return Number.isInteger(count) && count > 0 ? Math.min(count, maxRows!) : 0
}

/** What was sent, as the form shows it again. */
export function entriesFrom(form: Form, inputs: readonly TemplateInput[]): Entries {
  const given: Entries = {}
  // A browser sends the line breaks of a text as CRLF.
  const take = (name: string) => {
    given[name] = form.text(name).replace(/\r\n?/g, '\n')
  }
  for (const input of inputs) {
    const { definition, columns } = input
    if (definition.kind === 'scalar') {
      take(valueName(definition.key))
      continue
    }
    take(countName(definition.key))
    const count = rowCount(input, given)
    for (let row = 0; row < count; row++) {
      for (const column of columns) take(cellName(definition.key, row, column.key))
    }
  }
  return given
}

/** All values as `field_values`: those of the form, and those that it does not show, or shows as they are kept. */
export function fieldValuesOf(entries: Entries, { inputs, kept, locale }: ValueForm): Record<string, unknown> {
  const values = { ...kept }
  const before = entriesOfValues({ inputs, kept, locale })
  for (const input of inputs) {
    const { definition, columns } = input
    const { key } = definition
    // A form brings back no spaces at the ends, and no empty rows: what nobody has changed is not printed anew for that.
    if (kept[key] !== undefined && enteredIn(input, entries) === enteredIn(input, before)) continue
    if (definition.kind === 'scalar') {
      const text = entries[valueName(key)] ?? ''
      if (text === '') delete values[key]
      else values[key] = typed(definition, text)
      continue
    }
    if (rowCount(input, entries) === 0) continue
    const rows = filledRows(input, entries).map((row) => {
      const cells = columns.flatMap((column) => {
        const text = entries[cellName(key, row, column.key)] ?? ''
        return text === '' ? [] : [[column.key, typed(column, text)]]
      })
      return Object.fromEntries(cells) as Record<string, unknown>
    })
    if (rows.length > 0 || values[key] !== undefined) values[key] = rows
  }
  return values
}

/** What is entered for one input, as a form brings it back. */
function enteredIn(input: TemplateInput, entries: Entries): string {
  const { definition, columns } = input
  const text = (name: string) => (entries[name] ?? '').replace(/\r\n?/g, '\n').trim()
  if (definition.kind === 'scalar') return text(valueName(definition.key))
  const cells = Array.from({ length: rowCount(input, entries) }, (_, row) =>
    columns.map((column) => text(cellName(definition.key, row, column.key))),
  )
  return JSON.stringify(cells.filter((row) => row.some((cell) => cell !== '')))
}

/** What is no value of the type, as an option that is none, stays as it is, and is refused. */
function typed(type: ValueType, text: string): string | boolean {
  switch (type.type) {
    case 'boolean':
      return BOOLEANS.get(text) ?? text
    case 'enum':
      return type.options.find((option) => option.trim() === text) ?? text
    case 'number':
    case 'money':
      return amountOf(text)
    case 'phone':
      return phoneOf(text)
    default:
      return text
  }
}

const BOOLEANS = new Map([
  ['true', true],
  ['false', false],
])

/** The rows of a table that are sent: not those that are left empty. */
function filledRows(input: TemplateInput, entries: Entries): number[] {
  const { definition, columns } = input
  const rows = Array.from({ length: rowCount(input, entries) }, (_, row) => row)
  return rows.filter((row) =>
    columns.some((column) => (entries[cellName(definition.key, row, column.key)] ?? '') !== ''),
  )
}

/** A form as a button of it asks for. */
export interface ChangedRows {
  entries: Entries
  /** The name of the field that has the focus then: where the reader was; null: none. */
  focus: string | null
}

/**
 * What a button in a table asks for, without a script: `more:<key>` for more rows, `less:<key>:<row>` for one row less.
 * The focus goes to the first new row, or to the row that took the place of the one that is gone.
 * @returns null: the button asks for something else
 */
export function withRows(entries: Entries, inputs: readonly TemplateInput[], asked: string): ChangedRows | null {
  const [what, key, at] = asked.split(':')
  const input = inputs.find(({ definition }) => definition.kind === 'collection' && definition.key === key)
  if (!input || (what !== 'more' && what !== 'less')) return null
  const before = rowCount(input, entries)
  const removed = Number(at)
  if (what === 'less' && (!Number.isInteger(removed) || removed < 0 || removed >= before))
    return { entries, focus: null }
  const count = what === 'more' ? Math.min(input.maxRows!, before + MORE_ROWS) : Math.max(1, before - 1)
  const changed = { ...entries, [countName(key!)]: String(count) }
  const focus = cellName(key!, Math.min(what === 'more' ? before : removed, count - 1), input.columns[0]!.key)
  if (what === 'more') return { entries: changed, focus }
  for (let row = removed; row < before; row++) {
    for (const column of input.columns) {
      changed[cellName(key!, row, column.key)] = entries[cellName(key!, row + 1, column.key)] ?? ''
    }
  }
  return { entries: changed, focus }
}

interface Problem {
  field: string
  message: string
}

/** What turns a problem of `field_values` into one at its field of the form, in words that name it as the form does. */
export function valueProblemsIn(
  { inputs, locale }: Pick<ValueForm, 'inputs' | 'locale'>,
  entries: Entries,
): (problem: Problem) => Problems {
  const byKey = new Map(inputs.map((input) => [input.definition.key, input]))
  // Of a table once: each of its cells may have a problem.
  const filled = new Map<string, number[]>()
  return ({ field, message }) => {
    const key = field.split('[', 1)[0]!
    const input = byKey.get(key)
    const label = labelIn(input?.labels ?? null, locale) ?? key
    const [, sent, column] = /\[(\d+)\]\.(.+)$/.exec(field) ?? []
    if (!input || sent === undefined) return { [valueName(key)]: message.replace(field, () => label) }
    const rows = filled.get(key) ?? filledRows(input, entries)
    filled.set(key, rows)
    const row = rows[Number(sent)] ?? Number(sent)
    const named = input.columns.find((one) => one.key === column)
    const cell = `${label}, row ${row + 1}, ${labelIn(named?.labels ?? null, locale) ?? column}`
    return { [cellName(key, row, column!)]: message.replace(field, () => cell) }
  }
}

/** Of a refusal; a table can have a problem in each of its cells. */
const SHOWN_PROBLEMS = 200

/**
 * The first problems of a refusal at their fields, and how many more there are.
 * @param form the id of the form, where it is said
 */
export function shownProblems(
  problems: readonly Problem[],
  form: string,
  at: (problem: Problem) => Problems,
): Problems {
  const shown: Problems = Object.assign({}, ...problems.slice(0, SHOWN_PROBLEMS).map(at))
  const more = problems.length - SHOWN_PROBLEMS
  if (more <= 0) return shown
  const words = `There are ${more.toLocaleString('en')} more, which are not listed.`
  return { ...shown, [form]: shown[form] === undefined ? words : `${shown[form]} ${words}` }
}

function rowsOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value : []
}
