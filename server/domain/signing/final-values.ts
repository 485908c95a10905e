import type { Ctx } from '../../context.ts'
import { DomainError } from '../errors.ts'
import { acceptValue, type Paper } from './accept.ts'
import { assertChoices, choiceOf, isRequired, settleChoices } from './choices.ts'
import { requireField, savedValue } from './fields.ts'
import { checkTables, refuseRows, settleTables } from './tables.ts'
import { automaticValue, type FieldRow, type FieldValue, isFilled, type SigningFacts } from './values.ts'

/**
 * The final values of a signer's fields, by field id: the value given now, else the saved one, else the automatic one.
 * @throws DomainError `field_required` (`meta.field_ids`); as `acceptValue`, `settleChoices` and `refuseRows`
 */
export async function finalValues(
  ctx: Ctx,
  paper: Paper,
  fields: FieldRow[],
  given: Record<string, FieldValue | null>,
  facts: SigningFacts,
): Promise<Map<string, FieldValue>> {
  for (const id of Object.keys(given)) requireField(fields, id)
  const settled = settleTables(fields, settleChoices(fields, given))
  const values = new Map<string, FieldValue>()
  for (const field of fields) {
    const now = settled[field.id]
    const own = now === undefined ? savedValue(field) : now && (await acceptValue(ctx, paper, field, now))
    // The date of signing is a fact, not the signer's choice.
    const value = field.kind === 'date' ? automaticValue(field, facts) : (own ?? automaticValue(field, facts))
    if (value) values.set(field.id, value)
  }
  assertChoices(fields, values)
  keepRows(fields, values)
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

/** What the rows of tables mean, beside what was entered. */
function keepRows(fields: FieldRow[], values: Map<string, FieldValue>): void {
  const rowsOf = ({ id }: FieldRow) => {
    const value = values.get(id)
    return value?.type === 'rows' ? value.rows : []
  }
  const { kept, problems } = checkTables(fields, rowsOf)
  for (const [field, found] of problems) {
    // Rows that are missing altogether are said of all empty fields together.
    const wrong = found.filter(({ row, code }) => row !== null || code !== 'required')
    if (wrong.length > 0) refuseRows(field, wrong)
  }
  for (const [field, rows] of kept) {
    if (rows.length > 0) values.set(field.id, { type: 'rows', rows: rowsOf(field), kept: rows })
    else values.delete(field.id)
  }
}
