import type { FieldType, Labels } from '../fields/definition.ts'

export type ValueProblemCode =
  | 'required'
  | 'column_required'
  | 'signer_owned'
  | 'wrong_type'
  | 'too_long'
  | 'control_characters'
  | 'invalid_number'
  | 'invalid_date'
  | 'not_an_option'
  | 'invalid_email'
  | 'invalid_phone'
  | 'not_a_list'
  | 'too_many_rows'

/** Why a value of `field_values` is refused (contract 7, `template_input_invalid`). */
export interface ValueProblem {
  /** Where it stands in `field_values`: `monthly_rent`, `items[2].price`; rows count from 0. */
  field: string
  code: ValueProblemCode
  message: string
  meta?: Record<string, unknown>
}

/** Something in `field_values` that the template does not print (contract 7). */
export interface ValueWarning {
  field: string
  message: string
  code: 'unknown_field' | 'unknown_column'
}

/** What could still be given (contract 2.7). */
export interface MissingOptional {
  field: string
  /** Null: a collection. */
  type: FieldType | null
  labels: Labels
}
