import { isDeepStrictEqual } from 'node:util'
import type { Ctx } from '../../context.ts'
import { type Tx, transaction } from '../../db/database.ts'
import type { DraftFile, DraftModel } from '../../db/schema.ts'
import { DomainError } from '../errors.ts'
import { type DraftRow, loadDraft } from './read.ts'

/** What a change makes of a draft; what is missing stays. */
export interface DraftChange {
  model?: DraftModel
  files?: DraftFile[]
  /** It stands for itself from now on. */
  replaces?: null
}

/**
 * Changes a draft that nobody has changed, scheduled or begun to send meanwhile. The same change again, as by the second
 * press of a double click, finds itself made.
 * @param revision the one that was shown; null: whichever it is, where the change looks at the row itself
 * @throws DomainError `not_found`; `values_changed`; `invalid_state` while it is scheduled or being sent
 */
export async function changeDraft(
  ctx: Ctx,
  workspaceId: string,
  { id, revision }: { id: string; revision: number | null },
  change: (draft: DraftRow) => DraftChange,
): Promise<DraftRow> {
  return transaction(ctx.db, async (tx) => {
    const draft = await lockDraftRow(tx, workspaceId, id)
    assertChangeable(ctx, draft)
    if (draft.revision - 1 === revision && isDeepStrictEqual({ ...draft, ...change(draft) }, draft)) return draft
    assertUnclaimed(ctx, draft, revision)
    const { model, files, replaces } = change(draft)
    return tx
      .updateTable('drafts')
      .set({
        ...(model && { model: JSON.stringify(model) }),
        ...(files && { files: JSON.stringify(files) }),
        ...(replaces === null && { replaces }),
        revision: draft.revision + 1,
        send_problem: null,
        updated_at: ctx.clock.now(),
      })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
  })
}

/** @throws DomainError `invalid_state` while it is scheduled or being sent */
export function assertChangeable(ctx: Pick<Ctx, 'clock'>, draft: DraftRow): void {
  if (draft.send_at !== null)
    throw new DomainError('invalid_state', 'it is scheduled; cancel that before you change it')
  assertUnclaimed(ctx, draft, null)
}

/** The row, locked until the transaction ends. @throws DomainError `not_found` */
export async function lockDraftRow(tx: Tx, workspaceId: string, id: string): Promise<DraftRow> {
  const { id: known } = await loadDraft(tx, workspaceId, id)
  const row = await tx.selectFrom('drafts').selectAll().where('id', '=', known).forUpdate().executeTakeFirst()
  if (!row) throw new DomainError('not_found', 'the draft was sent or deleted meanwhile')
  return row
}

/** Whether somebody has the lease. */
export function isBeingSent({ clock }: Pick<Ctx, 'clock'>, { sending_until: until }: DraftRow): boolean {
  return until !== null && until > clock.now()
}

/** @throws DomainError `values_changed`; `invalid_state` while somebody sends it */
export function assertUnclaimed(ctx: Pick<Ctx, 'clock'>, draft: DraftRow, revision: number | null): void {
  if (isBeingSent(ctx, draft)) throw new DomainError('invalid_state', 'it is being sent at this moment')
  if (revision !== null && draft.revision !== revision)
    throw new DomainError('values_changed', 'somebody has changed the draft meanwhile')
}
