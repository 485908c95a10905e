import type { Ctx } from '../../context.ts'
import { type Tx, transaction } from '../../db/database.ts'
import { DRAFTS } from '../../limits.ts'
import type { Actor } from '../actor.ts'
import { folderNamed } from '../documents/folders.ts'
import { DomainError } from '../errors.ts'
import { assertMay } from '../may.ts'
import type { Sender } from '../sending/plan.ts'
import { type Created, sendTogether } from '../sending/send.ts'
import { assertUnclaimed, lockDraftRow } from './change.ts'
import { withPlans } from './plan.ts'
import type { DraftRow } from './read.ts'
import { lockReplaced, replace } from './replace.ts'

/**
 * Sends a draft now: each PDF becomes a document, all of them and the end of the draft in one transaction (decision
 * 0566), and what is open of the document that it replaces is withdrawn there too. On any refusal the draft
 * and that document stay as they are.
 * @param revision the one that was shown
 * @throws DomainError `not_found`, also when it was sent before; `values_changed`; `invalid_state` while it is scheduled
 *   or being sent; the codes of contract 7 for create
 */
export async function sendDraft(ctx: Ctx, actor: Actor, id: string, revision: number): Promise<Created[]> {
  assertMay(ctx, actor, 'sendDraft')
  const draft = await claimDraft(ctx, actor.workspaceId, id, (row) => {
    if (row.send_at !== null) throw new DomainError('invalid_state', 'it is scheduled; cancel that first')
    assertUnclaimed(ctx, row, revision)
  })
  return sendClaimed(ctx, actor, draft)
}

/** Takes the lease, so that nobody else prepares the same documents meanwhile. @param check throws unless it may be sent */
export async function claimDraft(
  ctx: Ctx,
  workspaceId: string,
  id: string,
  check: (draft: DraftRow) => void,
): Promise<DraftRow> {
  return transaction(ctx.db, async (tx) => {
    const draft = await lockDraftRow(tx, workspaceId, id)
    check(draft)
    const until = new Date(ctx.clock.now().getTime() + DRAFTS.leaseMs)
    await tx.updateTable('drafts').set({ sending_until: until }).where('id', '=', draft.id).execute()
    return draft
  })
}

/** Sends what the caller has claimed; gives the lease back when that fails. */
export async function sendClaimed(ctx: Ctx, actor: Sender, draft: DraftRow): Promise<Created[]> {
  try {
    return await withPlans(ctx, actor, draft, (planned) =>
      sendTogether(ctx, actor, planned, async (tx, created) => {
        // Before the draft's row, as whoever prepares it again does.
        const before = draft.replaces === null ? null : await lockReplaced(tx, draft, draft.replaces)
        await endDraft(tx, draft, created)
        if (before) await replace(ctx, tx, actor, before, created)
      }),
    )
  } catch (error) {
    await ctx.db
      .updateTable('drafts')
      .set({ sending_until: null })
      .where('id', '=', draft.id)
      .execute()
      .catch((err: unknown) =>
        ctx.log.warn({ err, draft_id: draft.id }, 'the lease of a draft could not be given back'),
      )
    throw error
  }
}

/** Whoever else has sent, changed or deleted it meanwhile has won: then nothing of this is kept. */
async function endDraft(
  tx: Tx,
  { id, workspace_id, revision, replaces, model }: DraftRow,
  created: Created[],
): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom('drafts')
    .where('id', '=', id)
    .where('revision', '=', revision)
    .executeTakeFirst()
  if (numDeletedRows !== 1n) throw new DomainError('values_changed', 'the draft was changed or sent meanwhile')
  const ids = created.map(({ document }) => document.id)
  const folder = await folderNamed(tx, workspace_id, model.folder ?? '')
  const { reminder_days = null } = model
  const byHand = { envelope_id: id, replaces, folder, reminder_days }
  await tx.updateTable('documents').set(byHand).where('id', 'in', ids).execute()
}
