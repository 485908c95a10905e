import type { Ctx } from '../../context.ts'
import { transaction } from '../../db/database.ts'
import type { Actor } from '../actor.ts'
import { assertMay } from '../may.ts'
import { lockDocument } from '../records/documents.ts'
import { reloadActing } from '../signers/access.ts'
import { assertOpen } from '../signers/checks.ts'
import { acceptValue } from './accept.ts'
import { readFields, requireField } from './fields.ts'
import { versionOf } from './shown.ts'
import type { FieldValue } from './values.ts'

/**
 * Keeps what the signer has filled so far, so that a reload resumes; null empties a field. Nothing of it is drawn
 * before the signer finishes. Answers the version of each value as it is kept (`shown.ts`).
 * @throws DomainError as `assertOpen` and `acceptValue`; `field_invalid` also for a field of somebody else
 */
export async function saveFields(
  ctx: Ctx,
  actor: Actor,
  values: Record<string, FieldValue | null>,
): Promise<{ saved: Record<string, string | null> }> {
  assertMay(ctx, actor, 'saveFields')
  const seen = actor.signer
  assertOpen(seen, ctx.clock.now())
  // Before the transaction: no lock waits while a picture is decoded.
  const fields = await readFields(ctx.db, seen.id)
  const checked = await Promise.all(
    Object.entries(values).map(async ([id, given]) => {
      const field = requireField(fields, id)
      return { id, value: given === null ? null : await acceptValue(ctx, seen.workspace_id, field, given) }
    }),
  )
  return transaction(ctx.db, async (tx) => {
    await lockDocument(tx, seen.document_id)
    const signer = await reloadActing(tx, actor)
    const now = ctx.clock.now()
    assertOpen(signer, now)
    for (const { id, value } of checked) {
      await tx
        .updateTable('fields')
        .set({ value: value && JSON.stringify(value), saved_at: now })
        .where('id', '=', id)
        .execute()
    }
    return { saved: Object.fromEntries(checked.map(({ id, value }) => [id, versionOf(value)])) }
  })
}
