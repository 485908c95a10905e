import type { Ctx } from '../../context.ts'
import { transaction } from '../../db/database.ts'
import type { Actor } from '../actor.ts'
import { assertMay } from '../may.ts'
import { loadDocument } from '../records/documents.ts'
import { lockForSigner } from '../signers/access.ts'
import { assertOpen } from '../signers/checks.ts'
import { acceptValue, lengthThatFits } from './accept.ts'
import { settleChoices } from './choices.ts'
import { assertAsManyAsFields, readFields, requireField, writeValues } from './fields.ts'
import type { RowProblem } from './rows.ts'
import { checkTables, settleTables } from './tables.ts'
import { valueVersionOf } from './value-version.ts'
import type { FieldRow, FieldValue } from './values.ts'

export interface SavedValues {
  /** By field id, the version of each value. */
  saved: Record<string, string | null>
  /** By field id, of each table in the call. */
  problems: Record<string, RowProblem[]>
  /** By field id, of each text that has little room left: how many characters fit in all. */
  fits: Record<string, number>
}

/**
 * Stores the values that the signer has filled in so far, so that a reload resumes; null clears a field. Nothing is
 * drawn before the signer finishes. Returns the version of each stored value (`value-version.ts`).
 * Ticking an option takes the tick from the others. What of a table's rows could not be signed is said, and stored all the same.
 * @throws DomainError as `assertOpen`, `assertAsManyAsFields`, `acceptValue` and `settleChoices`; `field_invalid` also for another signer's field
 */
export async function saveFields(
  ctx: Ctx,
  actor: Actor,
  values: Record<string, FieldValue | null>,
): Promise<SavedValues> {
  assertMay(ctx, actor, 'saveFields')
  const seen = actor.signer
  assertOpen(seen, ctx.clock.now())
  // Before the transaction, so that no lock waits while an image is decoded.
  const [fields, document] = await Promise.all([
    readFields(ctx.db, seen.id),
    loadDocument(ctx.db, seen.workspace_id, seen.document_id),
  ])
  assertAsManyAsFields(fields, values)
  const checked = await Promise.all(
    Object.entries(settleTables(fields, settleChoices(fields, values))).map(async ([id, given]) => {
      const field = requireField(fields, id)
      if (given === null) return { id, value: null, fits: null }
      const value = await acceptValue(ctx, document, field, given)
      return { id, value, fits: await lengthThatFits(ctx, document, field, value) }
    }),
  )
  return transaction(ctx.db, async (tx) => {
    const { signer } = await lockForSigner(tx, actor)
    const now = ctx.clock.now()
    assertOpen(signer, now)
    await writeValues(tx, checked, now)
    return {
      saved: Object.fromEntries(checked.map(({ id, value }) => [id, valueVersionOf(value)])),
      problems: problemsOf(fields, new Map(checked.map(({ id, value }) => [id, value]))),
      fits: Object.fromEntries(checked.flatMap(({ id, fits }) => (fits === null ? [] : [[id, fits]]))),
    }
  })
}

function problemsOf(fields: FieldRow[], values: ReadonlyMap<string, FieldValue | null>): SavedValues['problems'] {
  const rowsOf = ({ id }: FieldRow) => {
    const value = values.get(id)
    return value?.type === 'rows' ? value.rows : []
  }
  const tables = fields.filter(({ id, kind }) => kind === 'table' && values.has(id))
  const { problems } = checkTables(tables, rowsOf)
  return Object.fromEntries(tables.map((field) => [field.id, problems.get(field) ?? []]))
}
