import type { Ctx } from '../../context.ts'
import { DomainError } from '../errors.ts'
import { acceptValue } from './accept.ts'
import { assertChoices, choiceOf, isRequired, settleChoices } from './choices.ts'
import { requireField, savedValue } from './fields.ts'
import { automaticValue, type FieldRow, type FieldValue, isFilled, type SigningFacts } from './values.ts'

/**
 * The final values of a signer's fields, by field id: the value given now, else the saved one, else the automatic one.
 * @throws DomainError `field_required` (`meta.field_ids`); as `acceptValue` and `settleChoices`
 */
export async function finalValues(
  ctx: Ctx,
  workspaceId: string,
  fields: FieldRow[],
  given: Record<string, FieldValue | null>,
  facts: SigningFacts,
): Promise<Map<string, FieldValue>> {
  for (const id of Object.keys(given)) requireField(fields, id)
  const settled = settleChoices(fields, given)
  const values = new Map<string, FieldValue>()
  for (const field of fields) {
    const now = settled[field.id]
    const own = now === undefined ? savedValue(field) : now && (await acceptValue(ctx, workspaceId, field, now))
    // The date of signing is a fact, not the signer's choice.
    const value = field.kind === 'date' ? automaticValue(field, facts) : (own ?? automaticValue(field, facts))
    if (value) values.set(field.id, value)
  }
  assertChoices(fields, values)
  const filled = (field: FieldRow) => isFilled(values.get(field.id) ?? null)
  const missing = fields.filter(
    (field) => isRequired(fields, field) && !filled(field) && !choiceOf(fields, field).some(filled),
  )
  if (missing.length > 0) {
    throw new DomainError('field_required', 'some required fields are still empty', {
      meta: { field_ids: missing.map((field) => field.id) },
    })
  }
  return values
}
