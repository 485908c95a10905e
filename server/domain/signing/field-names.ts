import type { FieldKind } from '../../db/schema.ts'
import { fill } from '../fill.ts'

/** What a field's name depends on: the label of the caller, of the form or of the print, else its key, else its kind. */
export interface NamedField {
  kind: FieldKind
  label: string | null
  field_key: string | null
  /** Of an enum whose options have a box each. */
  option: string | null
}

/** The words of one language for fields without a label. */
export interface KindWords {
  kinds: Record<FieldKind, string>
  /** With `{label}`, `{number}` and `{count}`. */
  nthOf: string
}

/** The label that the sender gave or that is printed beside the box, else the field's key in words; null for neither. */
export function fieldLabel({ label, field_key: key }: Pick<NamedField, 'label' | 'field_key'>): string | null {
  const words = key?.replace(/[_.-]+/g, ' ').trim()
  return label ?? (words ? words[0]!.toUpperCase() + words.slice(1) : null)
}

/** What each of a signer's fields is called, in reading order: its label, else its kind, counted where there are several. */
export function fieldNames(fields: NamedField[], { kinds, nthOf }: KindWords): string[] {
  const counts = new Map<FieldKind, number>()
  for (const { kind } of fields) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  const seen = new Map<FieldKind, number>()
  return fields.map((field) => {
    const { kind } = field
    const number = (seen.get(kind) ?? 0) + 1
    seen.set(kind, number)
    const count = counts.get(kind)!
    const label = fieldLabel(field)
    // The options of an enum may all have its name.
    if (label !== null && field.option !== null && sharesLabel(fields, field)) return `${label}: ${field.option}`
    return label ?? (count > 1 ? fill(nthOf, { label: kinds[kind], number, count }) : kinds[kind])
  })
}

function sharesLabel(fields: NamedField[], field: NamedField): boolean {
  return fields.some(({ option, ...other }) => option !== field.option && fieldLabel(other) === fieldLabel(field))
}

/** Of the audit trail, which is English. */
export const ENGLISH_KINDS: KindWords = {
  kinds: {
    signature: 'Signature',
    initial: 'Initials',
    date: 'Date of signing',
    name: 'Full name',
    text: 'Text',
    checkbox: 'Checkbox',
    table: 'Table',
  },
  nthOf: '{label} {number} of {count}',
}
