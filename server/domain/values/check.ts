import { firstSuggestions } from '../../did-you-mean.ts'
import type { CollectionDefinition } from '../fields/definition.ts'
import type { Asked } from './box.ts'
import { inputsOf, type TemplateInput } from './inputs.ts'
import type { MissingOptional, ValueProblem, ValueWarning } from './problem.ts'
import { checkScalar, type Scalar } from './scalar.ts'

/** A row of a collection: its given cells by the key of their column. */
export type Row = Record<string, Scalar>
export type Value = Scalar | Row[]

/** A value of the sender's in its kept form. */
export interface GivenValue {
  value: Value
  /** The slot whose field it is; null: the sender's own. */
  slot: number | null
  /** Printed with the sender's values; else it is a proposal, which the signer may change. */
  printed: boolean
}

/** What `field_values` comes to. It is refused if there is any problem. */
export interface CheckedValues {
  /** All of them, in the template's order, rows from top to bottom. */
  problems: ValueProblem[]
  /** What the template does not print, in the caller's order. */
  warnings: ValueWarning[]
  /** The sender's optional fields that were not given, and the tables that a signer would fill in. */
  missingOptional: MissingOptional[]
  /** What was given and has no problem, by field, in the template's order. */
  values: Map<string, GivenValue>
}

/**
 * Checks the sender's values against a version of a template: the one check of the dry run, of instantiate, generate,
 * review and confirm (contract 2.7, 7; decision 0504). Kept values pass it unchanged.
 * @param given `field_values` as it was parsed from JSON, or the kept values
 */
export function checkValues(snapshot: Asked, given: Readonly<Record<string, unknown>>): CheckedValues {
  const inputs = inputsOf(snapshot)
  const checked: CheckedValues = {
    problems: [],
    warnings: unknownFields(inputs, given),
    missingOptional: [],
    values: new Map(),
  }
  for (const input of inputs) checkInput(input, own(given, input.definition.key), checked)
  return checked
}

function checkInput(input: TemplateInput, given: unknown, checked: CheckedValues): void {
  const { definition, slot } = input
  const { key } = definition
  if (slot !== null && input.prefill === 'refused' && given !== undefined && given !== null) {
    const message = `${key} is entered by the signer of slot ${slot}; it cannot be given`
    checked.problems.push({ field: key, code: 'signer_owned', message })
    return
  }
  const before = checked.problems.length
  const value =
    definition.kind === 'collection'
      ? checkRows(input, definition, given, checked)
      : checkCell({ path: key, type: definition, maxLength: input.maxLength }, given, checked.problems)
  if (checked.problems.length > before) return
  // A table without rows is what was asked for where a signer would enter them, and a missing value where it is required.
  const missing = value === null || (Array.isArray(value) && value.length === 0 && slot === null && input.required)
  if (!missing) {
    const printed = slot === null || definition.kind === 'collection' || input.prefill === 'fixed'
    checked.values.set(key, { value, slot, printed })
  } else if (slot === null && input.required) {
    const message = definition.kind === 'collection' ? `${key} needs at least one row` : `${key} is required`
    checked.problems.push({ field: key, code: 'required', message })
  } else if (slot === null || definition.kind === 'collection') {
    const type = definition.kind === 'collection' ? null : definition.type
    checked.missingOptional.push({ field: key, type, labels: input.labels })
  }
}

interface Cell {
  path: string
  type: Parameters<typeof checkScalar>[0]
  maxLength: number | null
}

/** @returns null if it is not given, or has a problem */
function checkCell({ path, type, maxLength }: Cell, given: unknown, problems: ValueProblem[]): Scalar | null {
  const checked = checkScalar(type, maxLength, given)
  if ('value' in checked) return checked.value
  const { problem } = checked
  problems.push({ field: path, ...problem, message: `${path} ${problem.message}` })
  return null
}

/** @returns null if there is no list */
function checkRows(
  { columns, maxRows }: TemplateInput,
  { key, max_rows }: CollectionDefinition,
  given: unknown,
  { problems, warnings }: CheckedValues,
): Row[] | null {
  if (given === undefined || given === null) return null
  if (!Array.isArray(given)) {
    problems.push({ field: key, code: 'not_a_list', message: `${key} must be a list of rows` })
    return null
  }
  const most = maxRows ?? max_rows
  if (given.length > most) {
    const message = `${key} has ${given.length} rows; at most ${most} are allowed`
    problems.push({ field: key, code: 'too_many_rows', message, meta: { max_rows: most } })
  }
  const unknown = new Set<string>()
  const rows = given.slice(0, most).map((row: unknown, index) => {
    const path = `${key}[${index}]`
    const kept: Row = {}
    if (!isObject(row)) {
      problems.push({
        field: path,
        code: 'wrong_type',
        message: `${path} must be an object with a key for each column`,
      })
      return kept
    }
    for (const column of Object.keys(row)) if (!columns.some((one) => one.key === column)) unknown.add(column)
    for (const column of columns) {
      const at = `${path}.${column.key}`
      const before = problems.length
      const cell = { path: at, type: column, maxLength: column.max_length }
      const value = checkCell(cell, own(row, column.key), problems)
      if (value !== null) kept[column.key] = value
      else if (column.required && problems.length === before) {
        problems.push({ field: at, code: 'column_required', message: `${at} is required` })
      }
    }
    return kept
  })
  const suggestion = firstSuggestions(columns.map((one) => one.key))
  for (const column of unknown) {
    const field = wellFormed(`${key}.${column}`)
    const message = `the table of ${key} does not print "${field}"; it was ignored${suggestion(column)}`
    warnings.push({ field, code: 'unknown_column', message })
  }
  return rows
}

function unknownFields(inputs: TemplateInput[], given: Readonly<Record<string, unknown>>): ValueWarning[] {
  const known = inputs.map(({ definition }) => definition.key)
  const suggestion = firstSuggestions(known.filter((key) => !Object.hasOwn(given, key)))
  const names = new Set(known)
  return Object.keys(given)
    .filter((key) => !names.has(key))
    .map((key) => {
      const field = wellFormed(key)
      const message = `the template does not print "${field}"; it was ignored${suggestion(key)}`
      return { field, code: 'unknown_field', message }
    })
}

/** Half a character cannot be written to a header or a database. */
function wellFormed(key: string): string {
  return key.replace(/\p{Cs}/gu, '\ufffd')
}

/** What `Object.prototype` has is not given: `constructor` is the key of a field like any other. */
function own(object: object, key: string): unknown {
  return Object.hasOwn(object, key) ? (object as Record<string, unknown>)[key] : undefined
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
