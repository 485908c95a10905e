import { sql } from 'kysely'
import type { Ctx } from '../../context.ts'
import { transaction } from '../../db/database.ts'
import { forEach } from '../each.ts'
import { lockDocument } from '../records/documents.ts'
import { isInScope } from '../records/workspaces/sandbox.ts'
import { isReviewOver } from '../signers/review.ts'
import { endReview } from '../signing/end-review.ts'

/**
 * Discards every staged document whose review window is over (contract 3).
 * @returns how many were due
 * @throws AggregateError when documents failed; the others have been discarded
 */
export async function expireReviews(ctx: Ctx): Promise<number> {
  const due = await ctx.db
    .selectFrom('documents')
    .select('id')
    .where('review_state', '=', sql.lit('staged'))
    .where('review_expires_at', '<=', ctx.clock.now())
    .where(isInScope(ctx, 'workspace_id'))
    .orderBy('review_expires_at')
    .execute()
  await forEach(
    due,
    async ({ id }) => {
      await transaction(ctx.db, async (tx) => {
        const document = await lockDocument(tx, id)
        if (isReviewOver(document, ctx.clock.now())) await endReview(ctx, tx, document, null)
      })
    },
    ({ id }, error) => ctx.log.warn({ err: error, document_id: id }, 'a review could not be ended, will retry'),
  )
  return due.length
}
