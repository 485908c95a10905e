import type { components } from '../../../sdk/src/generated/openapi.ts'
import type { FieldDefinition } from '../../domain/fields/definition.ts'

type Schemas = components['schemas']

/** A field of the registry, as `GET /fields` and an export show it. */
export function presentField(field: FieldDefinition): Schemas['FieldDefinition'] {
  return field.kind === 'scalar'
    ? { ...field, max_rows: null, columns: [] }
    : { ...field, type: null, options: [], currency: null, decimals: null, example: null, max_length: null }
}
