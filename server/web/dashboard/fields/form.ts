import type { FieldDefinition } from '../../../domain/fields/definition.ts'
import { FieldModel } from '../../../generated/schemas.ts'
import type { Form } from '../form.ts'
import type { Problems } from '../parts/form.tsx'
import { labelLines, labelsFrom } from '../parts/labels.ts'

/** Empty rows for further columns. */
export const FREE_ROWS = 3

/** Of a table; the form has no more rows, filled in or free. */
export const MAX_COLUMNS = 20

/** A column as it is filled in. */
export interface ColumnEntry {
  key: string
  type: string
  required: boolean
  options: string
  currency: string
  labels: string
  decimals: string
  max_length: string
}

/** A field as it is filled in: text, whatever it means. */
export interface FieldEntries {
  key: string
  /** A type, or `collection`. */
  type: string
  labels: string
  options: string
  currency: string
  decimals: string
  max_length: string
  max_rows: string
  example: string
  columns: ColumnEntry[]
}

export const NO_ENTRIES: FieldEntries = {
  ...{ key: '', type: 'text', labels: '', options: '', currency: '' },
  ...{ decimals: '', max_length: '', max_rows: '', example: '', columns: [] },
}

const textOf = (value: number | string | null) => (value === null ? '' : String(value))

export function entriesOf(field: FieldDefinition): FieldEntries {
  const labels = labelLines(field.labels)
  if (field.kind === 'collection') {
    const columns = field.columns.map((column) => ({
      key: column.key,
      type: column.type,
      required: column.required,
      options: column.options.join('\n'),
      currency: textOf(column.currency),
      labels: labelLines(column.labels),
      decimals: textOf(column.decimals),
      max_length: textOf(column.max_length),
    }))
    return { ...NO_ENTRIES, key: field.key, type: 'collection', labels, max_rows: textOf(field.max_rows), columns }
  }
  return {
    ...NO_ENTRIES,
    key: field.key,
    type: field.type,
    labels,
    options: field.options.join('\n'),
    currency: textOf(field.currency),
    decimals: textOf(field.decimals),
    max_length: textOf(field.max_length),
    example: textOf(field.example),
  }
}

export function entriesFrom(form: Form): FieldEntries {
  // One too many is refused, however many were sent.
  const keys = form.all('column.key').slice(0, MAX_COLUMNS + 1)
  const columns = keys.map((key, index): ColumnEntry => {
    const of = (name: string) => form.text(`column.${index}.${name}`)
    return {
      key,
      type: of('type'),
      required: form.ticked(`column.${index}.required`),
      options: of('options'),
      currency: of('currency'),
      labels: of('labels'),
      decimals: of('decimals'),
      max_length: of('max_length'),
    }
  })
  const { columns: _, ...names } = NO_ENTRIES
  const texts = Object.fromEntries(Object.keys(names).map((name) => [name, form.text(name)]))
  return { ...(texts as Omit<FieldEntries, 'columns'>), columns: columns.filter(({ key }) => key !== '') }
}

/** The definition that was filled in, or what is wrong with it by the name of its entry. */
export function definitionFrom(entries: FieldEntries): { definition: FieldDefinition } | { problems: Problems } {
  const isCollection = entries.type === 'collection'
  const common = { key: entries.key, labels: labelsFrom(entries.labels) }
  const value = isCollection
    ? {
        ...common,
        kind: 'collection',
        max_rows: numberOf(entries.max_rows),
        columns: entries.columns.map((column) => ({
          ...typedOf(column),
          key: column.key,
          required: column.required,
          labels: labelsFrom(column.labels),
        })),
      }
    : { ...common, kind: 'scalar', ...typedOf(entries), example: entries.example || null }
  const parsed = FieldModel.safeParse(value)
  if (!parsed.success) return { problems: fieldProblems(parsed.error.issues) }
  const { key, labels, columns, max_rows, type, options, currency, decimals, max_length, example } = parsed.data
  if (isCollection) return { definition: { key, kind: 'collection', max_rows: max_rows ?? 1_000, labels, columns } }
  if (type === null) return { problems: { type: 'Choose a type.' } }
  return {
    definition: { key, kind: 'scalar', type, options, currency, decimals, max_length, labels, example },
  }
}

function typedOf({ type, options, currency, decimals, max_length }: Omit<ColumnEntry, 'key' | 'required' | 'labels'>) {
  return {
    type,
    options: options
      .split('\n')
      .map((option) => option.trim())
      .filter((option) => option !== ''),
    currency: currency.toUpperCase() || null,
    decimals: numberOf(decimals),
    max_length: numberOf(max_length),
  }
}

/** Text that is no number is left for the schema to refuse. */
const numberOf = (text: string): unknown => (text === '' ? null : /^\d{1,9}$/.test(text) ? Number(text) : text)

/** By the entry: that of the first part of the path, or the column's. */
export function fieldProblems(issues: readonly { path: PropertyKey[]; message: string }[]): Problems {
  const problems: Problems = {}
  for (const { path, message } of issues) {
    const [first, index, part] = path
    const at = first === 'columns' && typeof index === 'number' ? `column.${index}.${String(part)}` : String(first)
    problems[at] ??= `${at.replace(/^column\.(\d+)\./, (_, row: string) => `Column ${Number(row) + 1}, `)}: ${message}.`
  }
  return problems
}
