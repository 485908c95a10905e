import type { RecipientEdit } from '../../../domain/instances/edits.ts'
import type { Review } from '../../../domain/instances/review.ts'
import type { TemplateInput } from '../../../domain/templates/inputs.ts'
import { labelIn } from '../../../domain/templates/model.ts'
import type { Form } from '../form.ts'
import type { Problems } from '../parts/form.tsx'

/** Rows that are shown for more to be entered. */
const SPARE_ROWS = 2
/** More rows than this are not edited in a form; they stay as they are. */
const MOST_ROWS = 50

/** What the form shows of the values: by the name of its field. */
export type Entries = Record<string, string>

/** What a reviewer may change: what is printed for the signers. */
export function editable({ inputs, document }: Pick<Review, 'inputs' | 'document'>): TemplateInput[] {
  return inputs.filter(({ slot, prefill }) => document.kind === 'file' || slot === null || prefill === 'fixed')
}

export const nameOf = (key: string) => `value.${key}`
export const cellName = (key: string, row: number, column: string) => `value.${key}.${row}.${column}`
export const recipientName = (slot: number | null, key: 'name' | 'email' | 'phone_e164') => `slot${slot}.${key}`

/** Kept values as the form shows them. */
export function entriesOf(review: Review): Entries {
  const entries: Entries = {}
  for (const { definition, columns } of editable(review)) {
    const { key } = definition
    const value = review.values[key]
    if (definition.kind === 'scalar') {
      if (value !== undefined) entries[nameOf(key)] = String(value)
      continue
    }
    for (const [row, cells] of rowsOf(value).entries()) {
      for (const column of columns) {
        const cell = cells[column.key]
        if (cell !== undefined) entries[cellName(key, row, column.key)] = String(cell)
      }
    }
  }
  for (const { slot, name, email, phone_e164: phone } of review.signers) {
    entries[recipientName(slot, 'name')] = name ?? ''
    entries[recipientName(slot, 'email')] = email
    entries[recipientName(slot, 'phone_e164')] = phone ?? ''
  }
  return entries
}

/** How many rows the form has for a table; null: it has too many to be edited here. */
export function rowCount(review: Review, input: TemplateInput, entries: Entries): number | null {
  const kept = rowsOf(review.values[input.definition.key]).length
  if (kept > MOST_ROWS) return null
  const prefix = `${nameOf(input.definition.key)}.`
  const rows = Object.entries(entries).flatMap(([name, text]) =>
    name.startsWith(prefix) && text !== '' ? [Number(name.slice(prefix.length).split('.')[0]) + 1] : [],
  )
  return Math.min(input.maxRows ?? MOST_ROWS, Math.max(kept, 0, ...rows) + SPARE_ROWS)
}

/** What was sent, as the form shows it again. */
export function entriesFrom(form: Form, review: Review): Entries {
  const names = Object.keys(entriesOf(review))
  const given: Entries = {}
  for (const input of editable(review)) {
    const { key } = input.definition
    if (input.definition.kind === 'scalar') names.push(nameOf(key))
    else {
      for (let row = 0; row < MOST_ROWS + SPARE_ROWS; row++) {
        for (const column of input.columns) names.push(cellName(key, row, column.key))
      }
    }
  }
  // A browser sends the line breaks of a text as CRLF.
  for (const name of names) given[name] = form.text(name).replace(/\r\n?/g, '\n')
  return given
}

/** All values of the document as `field_values`: those of the form, and those that it does not show. */
export function valuesOf(entries: Entries, review: Review): Record<string, unknown> {
  const values = { ...review.values }
  for (const input of editable(review)) {
    const { definition, columns } = input
    const { key } = definition
    if (definition.kind === 'scalar') {
      const text = entries[nameOf(key)] ?? ''
      if (text === '') delete values[key]
      else values[key] = definition.type === 'boolean' ? text === 'true' : text
      continue
    }
    const count = rowCount(review, input, entries)
    if (count === null) continue
    const rows: Record<string, unknown>[] = []
    for (let row = 0; row < count; row++) {
      const cells = columns.flatMap((column) => {
        const text = entries[cellName(key, row, column.key)] ?? ''
        return text === '' ? [] : [[column.key, column.type === 'boolean' ? text === 'true' : text]]
      })
      if (cells.length > 0) rows.push(Object.fromEntries(cells))
    }
    if (rows.length > 0 || values[key] !== undefined) values[key] = rows
  }
  return values
}

/** Whoever has changed. */
export function recipientEdits(entries: Entries, { signers }: Review): RecipientEdit[] {
  return signers.flatMap((signer) => {
    const { slot } = signer
    if (slot === null) return []
    const name = entries[recipientName(slot, 'name')] || null
    const email = signer.pinned ? signer.email : (entries[recipientName(slot, 'email')] ?? '')
    const phone = entries[recipientName(slot, 'phone_e164')] || null
    if (name === signer.name && email === signer.email && phone === signer.phone_e164) return []
    return [{ at: `slot${slot}`, slot, name, email, phone }]
  })
}

interface Problem {
  field: string
  message: string
}

/** The problems of a refusal at the fields of the form, in words that name them as the form does. */
export function problemsAt(problems: readonly Problem[], review: Review): Problems {
  const { locale } = review.template.model
  return Object.fromEntries(
    problems.map(({ field, message }) => {
      const [, slot, part] = /^slot(\d+)\.(\w+)$/.exec(field) ?? []
      if (slot !== undefined) {
        const signer = review.signers.find((one) => String(one.slot) === slot)
        const what = { email: 'address', phone_e164: 'phone number', name: 'name' }[part!] ?? part
        return [field, message.replace(field, `The ${what} of ${signer?.role ?? `slot ${slot}`}`)]
      }
      const key = field.split('[', 1)[0]!
      const input = review.inputs.find(({ definition }) => definition.key === key)
      const label = labelIn(input?.labels ?? null, locale) ?? key
      const [, row, column] = /\[(\d+)\]\.(.+)$/.exec(field) ?? []
      if (row === undefined) return [nameOf(key), message.replace(field, label)]
      const cell = `${label}, row ${Number(row) + 1}, ${column}`
      return [cellName(key, Number(row), column!), message.replace(field, cell)]
    }),
  )
}

function rowsOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value : []
}
