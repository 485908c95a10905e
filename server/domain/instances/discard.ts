import type { Ctx } from '../../context.ts'
import { transaction } from '../../db/database.ts'
import type { Actor } from '../actor.ts'
import { DomainError } from '../errors.ts'
import { assertMay } from '../may.ts'
import { type DocumentRow, loadDocument, lockDocument } from '../records/documents.ts'
import { isReviewOver } from '../signers/review.ts'
import { endReview } from '../signing/end-review.ts'

export interface Discarded {
  document: DocumentRow
  /** It was before this call; who did it, and why, stays as it was. */
  already: boolean
}

/**
 * Discards a staged document (contract 3, 4.12). After the review window it carries out what the window's end does.
 * @throws DomainError `not_found`; `not_staged`; `already_confirmed`; `discard_failed`, when nothing changed
 */
export async function discardDocument(ctx: Ctx, actor: Actor, id: string): Promise<Discarded> {
  assertMay(ctx, actor, 'discardDocument')
  await loadDocument(ctx.db, actor.workspaceId, id)
  try {
    return await transaction(ctx.db, async (tx) => {
      const document = await lockDocument(tx, id)
      switch (document.review_state) {
        case null:
          throw notStaged()
        case 'confirmed':
          throw new DomainError(
            'already_confirmed',
            'the document was confirmed; withdraw its signing requests instead',
          )
        case 'discarded':
          return { document, already: true }
        case 'staged': {
          const isOver = isReviewOver(document, ctx.clock.now())
          return { document: await endReview(ctx, tx, document, isOver ? null : actor), already: isOver }
        }
      }
    })
  } catch (error) {
    if (error instanceof DomainError) throw error
    throw new DomainError('discard_failed', 'the document could not be discarded; nothing changed', { cause: error })
  }
}

/** Confirm and discard are for documents that were staged. */
export function notStaged(): DomainError {
  return new DomainError('not_staged', 'the document was sent at once; it was never staged for a review')
}
