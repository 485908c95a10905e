import type { FieldDefinition } from '../fields/definition.ts'
import type { TemplateBox, TemplateModel } from './model.ts'

export type ProblemCode =
  | 'slot_without_signature'
  | 'slot_without_boxes'
  | 'mixed_owner'
  | 'kind_mismatch'
  | 'field_archived'
  | 'field_unknown'
  | 'option_unknown'
  | 'column_unknown'
  | 'box_off_page'
  | 'box_too_small'
  | 'table_too_small'
  | 'shares'
  | 'duplicate_slot'
  | 'duplicate_role'
  | 'order_incomplete'
  | 'continuation_page'
  | 'too_many_pages'
  | 'overlap'
  | 'table_owner_not_first'
  | 'parallel_interactive_table'

/** What keeps a template from being locked, or deserves attention; names its box or slot. */
export interface TemplateProblem {
  code: ProblemCode
  message: string
  box: string | null
  slot: number | null
}

export interface Checked {
  problems: TemplateProblem[]
  warnings: TemplateProblem[]
}

/** A field as the check sees it. */
export interface KnownField {
  definition: FieldDefinition
  archived: boolean
}

/** A problem of a box. */
export function ofBox(box: TemplateBox, code: ProblemCode, message: string): TemplateProblem {
  return { code, message, box: box.id, slot: box.slot }
}

/** Which box: `text box "iban" of tenant on page 2`. */
export function boxWords({ kind, field, slot, page }: TemplateBox, { slots }: Pick<TemplateModel, 'slots'>): string {
  const role = slot === null ? null : (slots.find((one) => one.slot === slot)?.role ?? `slot ${slot}`)
  const name = field === null ? '' : ` "${field}"`
  return `${kind} box${name}${role === null ? '' : ` of ${role}`} on page ${page}`
}
