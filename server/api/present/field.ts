import type { FieldDefinition } from '../../domain/fields/definition.ts'
import { fieldLabel } from '../../domain/signing/field-names.ts'
import type { components } from '../../generated/openapi.ts'

type Schemas = components['schemas']

/** A field of the registry, as `GET /fields` and an export show it. */
export function presentField(field: FieldDefinition): Schemas['FieldDefinition'] {
  return field.kind === 'scalar'
    ? { ...field, max_rows: null, columns: [] }
    : { ...field, type: null, options: [], currency: null, decimals: null, example: null, max_length: null }
}

/** A box as placed, in create and in its dry run (contract 2.6). @param field its `label` is what the sender gave or the page says */
export function presentPlacedField(field: Schemas['PlacedField']): Schemas['PlacedField'] {
  const { role, kind, page, x, y, w, h, fieldKey, label } = field
  return { role, kind, page, x, y, w, h, fieldKey, label: fieldLabel({ label, field_key: fieldKey }) }
}
