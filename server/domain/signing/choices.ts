import { DomainError } from '../errors.ts'
import type { FieldRow, FieldValue } from './values.ts'

type Option = Pick<FieldRow, 'id' | 'field_key' | 'option' | 'required'>

/** The boxes of all options of the enum that this box is an option of, itself too; none for any other field. */
export function choiceOf<T extends Option>(fields: readonly T[], { field_key: key, option }: Option): T[] {
  return option === null ? [] : fields.filter((other) => other.option !== null && other.field_key === key)
}

/** Whether the signer must fill it in; of the options of an enum, whether one must be ticked. */
export function isRequired<T extends Option>(fields: readonly T[], field: T): boolean {
  return field.required || choiceOf(fields, field).some(({ required }) => required)
}

/**
 * Ticking one option takes the tick from the others (decision 0504).
 * @returns `given`, with the other boxes of each option that is ticked in it: those of the same option ticked too
 * @throws DomainError `field_invalid` with `meta.reason` `one_option` if two options are ticked
 */
export function settleChoices(
  fields: readonly FieldRow[],
  given: Readonly<Record<string, FieldValue | null>>,
): Record<string, FieldValue | null> {
  const settled = { ...given }
  for (const field of fields) {
    if (!isTicked(given[field.id])) continue
    for (const other of choiceOf(fields, field)) {
      const checked = other.option === field.option
      if (!checked && isTicked(given[other.id])) throw twoOptions(other)
      settled[other.id] = { type: 'checked', checked }
    }
  }
  return settled
}

/** @throws DomainError as `settleChoices` if two options are ticked in the end */
export function assertChoices(fields: readonly FieldRow[], values: ReadonlyMap<string, FieldValue>): void {
  for (const field of fields) {
    if (!isTicked(values.get(field.id))) continue
    const second = choiceOf(fields, field).find(({ id, option }) => option !== field.option && isTicked(values.get(id)))
    if (second) throw twoOptions(second)
  }
}

function isTicked(value: FieldValue | null | undefined): boolean {
  return value?.type === 'checked' && value.checked
}

function twoOptions({ id }: FieldRow): DomainError {
  const meta = { field_id: id, reason: 'one_option' }
  return new DomainError('field_invalid', 'only one of the options can be ticked', { meta })
}
