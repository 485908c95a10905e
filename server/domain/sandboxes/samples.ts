import { DomainError } from '../errors.ts'
import type { Locale } from '../locales.ts'
import { exampleOf } from '../signing/answer.ts'
import { ENGLISH_KINDS, fieldNames } from '../signing/field-names.ts'
import type { PageField } from '../signing/page.ts'
import type { FieldValue } from '../signing/values.ts'

/** By the name of a field: a text, the option to tick, or whether a box is ticked. */
export type GivenByName = Record<string, string | boolean>

const SAMPLE = 'Sample'

/**
 * The values that were given by name; a field that is printed in several boxes gets its value in each.
 * @throws DomainError `invalid_request` for a name that no field has, or an option that a choice does not have
 */
export function valuesByName(fields: PageField[], given: GivenByName): Record<string, FieldValue> {
  const names = fieldNames(fields, ENGLISH_KINDS)
  const values: Record<string, FieldValue> = {}
  for (const [name, value] of Object.entries(given)) {
    const named = fields.filter(({ id, label, field_key }, n) => [id, label, field_key, names[n]].includes(name))
    const isChosen = (field: PageField) => field.option === null || typeof value === 'boolean' || field.option === value
    const meant = named.filter(isChosen)
    if (named.length === 0) throw noneOf(name, names)
    if (meant.length === 0) throw noneOf(value, optionsOf(named))
    for (const field of meant) values[field.id] = valueFor(field, value)
  }
  return values
}

function noneOf(given: string | boolean, known: string[]): DomainError {
  const message = `values: ${JSON.stringify(given)} is none of: ${[...new Set(known)].join(', ')}`
  return new DomainError('invalid_request', message)
}

const optionsOf = (fields: PageField[]) => fields.flatMap(({ option }) => option ?? [])

function valueFor({ kind, option }: PageField, value: string | boolean): FieldValue {
  if (typeof value === 'boolean') return { type: 'checked', checked: value }
  if (option !== null) return { type: 'checked', checked: true }
  return kind === 'signature' || kind === 'initial' ? { type: 'typed', text: value } : { type: 'text', text: value }
}

/** For each required field that is empty and not `given`, something that it takes, as a signer of this name would. */
export function samplesFor(
  fields: PageField[],
  given: Record<string, FieldValue>,
  signer: { name: string; locale: Locale },
): Record<string, FieldValue> {
  const samples: Record<string, FieldValue> = {}
  const chosen = new Set(fields.flatMap((field) => (isTicked(given[field.id] ?? field.value) ? choiceOf(field) : [])))
  for (const field of fields) {
    if (!field.required || field.value !== null || field.id in given) continue
    // Of a choice one option alone is ticked; its other boxes follow.
    if (field.option !== null && chosen.has(field.field_key)) continue
    const sample = sampleOf(field, signer)
    if (sample) samples[field.id] = sample
    if (field.option !== null) chosen.add(field.field_key)
  }
  return samples
}

const choiceOf = ({ option, field_key }: PageField) => (option === null ? [] : [field_key])
const isTicked = (value: FieldValue | null) => value?.type === 'checked' && value.checked

/** Null where the field fills itself in. */
function sampleOf(
  { kind, answer, maxLength, table }: PageField,
  { name, locale }: { name: string; locale: Locale },
): FieldValue | null {
  switch (kind) {
    case 'signature':
    case 'initial':
      return { type: 'typed', text: name }
    case 'checkbox':
      return { type: 'checked', checked: true }
    case 'text':
      return { type: 'text', text: textOf(answer, maxLength) }
    case 'table': {
      const cells = (table?.columns ?? []).map((column) => {
        const example = { ...column, example: exampleOf({ ...column, locale }) }
        return [column.key, column.type === 'boolean' ? true : textOf(example, column.max_length)] as const
      })
      return { type: 'rows', rows: [Object.fromEntries(cells)] }
    }
    case 'name':
    case 'date':
      return null
  }
}

/** As people write such an answer; of several choices the first. */
function textOf(answer: { type: string; options: string[]; example: string } | null, maxLength: number | null): string {
  const [yes = ''] = answer?.type === 'boolean' ? answer.example.split(', ') : []
  const text = answer?.options[0] ?? (yes || answer?.example || SAMPLE)
  return text.slice(0, maxLength ?? undefined)
}
