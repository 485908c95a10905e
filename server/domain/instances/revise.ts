import type { Ctx } from '../../context.ts'
import { type Tx, transaction } from '../../db/database.ts'
import type { Actor } from '../actor.ts'
import { DomainError } from '../errors.ts'
import { type ActorOf, assertMay } from '../may.ts'
import { appendAudit } from '../records/audit.ts'
import { type DocumentRow, loadDocument, loadSigners, lockDocument } from '../records/documents.ts'
import { assertReturnUrls } from '../signers/return-url.ts'
import { isReviewOver } from '../signers/review.ts'
import { endReview } from '../signing/end-review.ts'
import { reviewExpired } from './confirm.ts'
import { notStaged } from './discard.ts'
import { mergeEdits, type RecipientEdit, returnUrlsOf } from './edits.ts'
import { writeRecipients } from './release.ts'
import { assertRevision, keptValues, type Rendition, renderAgain, writeRendition } from './rendition.ts'

/** What a reviewer changes before the decision. */
export interface ReviewEdits {
  /** `review_revision` of what the reviewer saw. */
  revision: number
  recipients: RecipientEdit[]
  /** All of the sender's values, as `field_values`. */
  fieldValues: Record<string, unknown>
}

/**
 * Changes recipients and values of a staged document and renders it anew, so that the reviewer sees what would go out
 * (decision 0507). Who was told of it when it was staged is not told again.
 * @throws DomainError `not_found`; `not_staged`, `already_confirmed`, `discarded`, `review_expired`; `values_changed` if
 *   somebody else has edited it since; as `mergeEdits`, as `renderAgain`
 */
export async function reviseInstance(ctx: Ctx, actor: Actor, id: string, edits: ReviewEdits): Promise<void> {
  assertMay(ctx, actor, 'reviseInstance')
  const document = await loadDocument(ctx.db, actor.workspaceId, id)
  assertUndecided(document)
  assertRevision(document, edits.revision)
  const recipients = mergeEdits(ctx, document, await loadSigners(ctx.db, id), edits.recipients)
  await assertReturnUrls(ctx, actor, returnUrlsOf(edits.recipients))
  const before = await keptValues(ctx, id)
  const signers = recipients.map(({ after }) => after)
  const rendition = isReviewOver(document, ctx.clock.now())
    ? null
    : await renderAgain(ctx, document, signers, edits.fieldValues)
  const isOver = await transaction(ctx.db, (tx) => revise(ctx, tx, { actor, id, edits, before, rendition }))
  if (isOver) throw reviewExpired()
}

interface Revision {
  actor: ActorOf<'reviseInstance'>
  id: string
  edits: ReviewEdits
  /** By key. */
  before: Record<string, unknown>
  /** Null: the review was over before anything was rendered. */
  rendition: Rendition | null
}

/** Under the document's row lock. @returns whether the review is over, which has been carried out and must be committed */
async function revise(ctx: Ctx, tx: Tx, { actor, id, edits, before, rendition }: Revision): Promise<boolean> {
  const document = await lockDocument(tx, id)
  assertUndecided(document)
  if (rendition === null || isReviewOver(document, ctx.clock.now())) {
    await endReview(ctx, tx, document, null)
    return true
  }
  const recipients = mergeEdits(ctx, document, await loadSigners(tx, id), edits.recipients)
  const slots = await writeRecipients(ctx, tx, recipients)
  await writeRendition(ctx, tx, document, await loadSigners(tx, id), rendition)
  const keys = changedKeys(before, rendition)
  // A discarded file leaves nothing of its values behind, and a key alone says nothing.
  if (slots.length > 0 || keys.length > 0) {
    await appendAudit(ctx, tx, id, { type: 'review_edited', actor, meta: { fields: keys, slots: slots.map(String) } })
  }
  return false
}

function changedKeys(before: Record<string, unknown>, { values }: Rendition): string[] {
  const after = Object.fromEntries(values.map(({ key, value }) => [key, value]))
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return keys.filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
}

/** @throws DomainError with what was decided */
function assertUndecided({ review_state: state, review_reason: reason }: DocumentRow): void {
  if (state === null) throw notStaged()
  if (state === 'confirmed') throw new DomainError('already_confirmed', 'the document was confirmed')
  if (state !== 'discarded') return
  throw reason === 'expired' ? reviewExpired() : new DomainError('discarded', 'the document was discarded')
}
