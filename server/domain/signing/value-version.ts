import { digestOf } from '../../digest.ts'
import { DomainError } from '../errors.ts'
import type { LocalMoment } from '../time-zone.ts'
import { savedValue } from './fields.ts'
import { automaticValue, type FieldRow, type FieldValue } from './values.ts'

/** Distinguishes a value from any other value of its field; null for an empty one. */
export function valueVersionOf(value: FieldValue | null): string | null {
  return value && digestOf(value)
}

/**
 * Refuses to sign values that the signer does not see: the same link may be open in two windows, and a field may hold a
 * value entered in the other one. A value in the call is shown by the page; the date of signing is not the signer's
 * choice.
 * @param shown by field id, the versions that the page got with the values; an absent field is not compared
 * @throws DomainError `values_changed` with `meta.field_ids`
 */
export function assertValuesUnchanged(
  fields: FieldRow[],
  shown: Record<string, string | null>,
  given: Record<string, FieldValue | null>,
  facts: LocalMoment & { name: string | null },
): void {
  const changed = fields.filter((field) => {
    const seen = shown[field.id]
    if (seen === undefined || given[field.id] !== undefined || field.kind === 'date') return false
    return seen !== valueVersionOf(savedValue(field) ?? automaticValue(field, facts))
  })
  if (changed.length === 0) return
  throw new DomainError('values_changed', 'some fields were changed elsewhere since they were shown', {
    meta: { field_ids: changed.map((field) => field.id) },
  })
}
