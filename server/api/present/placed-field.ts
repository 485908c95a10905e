import type { components } from '../../../sdk/src/generated/openapi.ts'
import { fieldLabel } from '../../domain/signing/field-names.ts'

type PlacedField = components['schemas']['PlacedField']

/** A box as placed, in create and in its dry run (contract 2.6). @param field its `label` is what the sender gave or the page says */
export function presentPlacedField(field: PlacedField): PlacedField {
  const { role, kind, page, x, y, w, h, fieldKey, label } = field
  return { role, kind, page, x, y, w, h, fieldKey, label: fieldLabel({ label, field_key: fieldKey }) }
}
