import { FIELD_TYPES, type FieldDefinition, type FieldType } from '../../../domain/fields/definition.ts'

const TYPE_WORDS: Record<FieldType, string> = {
  text: 'Text, one line',
  multiline: 'Text, several lines',
  number: 'Number',
  money: 'Amount of money',
  date: 'Date',
  boolean: 'Yes or no',
  enum: 'Choice',
  email: 'Email address',
  phone: 'Phone number',
}

/** The types of a value, for a `<select>`. */
export const TYPES = FIELD_TYPES.map((type) => [type, TYPE_WORDS[type]] as const)

/** `Amount of money, CHF`. */
export function typeText(field: FieldDefinition): string {
  if (field.kind === 'collection') {
    return `Table, ${field.columns.length} ${field.columns.length === 1 ? 'column' : 'columns'}`
  }
  return field.currency === null ? TYPE_WORDS[field.type] : `${TYPE_WORDS[field.type]}, ${field.currency}`
}

/** What people read: in English, else in any language; empty without one. */
export const labelText = ({ labels }: FieldDefinition) => labels.en ?? Object.values(labels)[0] ?? ''
