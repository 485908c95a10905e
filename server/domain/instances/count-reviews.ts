import type { Ctx } from '../../context.ts'
import type { Actor } from '../actor.ts'
import { assertMay } from '../may.ts'

/** Where the count of reviews stops. */
export const REVIEWS_COUNTED = 100

/** How many documents of the workspace wait for a review, at most `REVIEWS_COUNTED`. */
export async function countReviews(ctx: Ctx, actor: Actor): Promise<number> {
  assertMay(ctx, actor, 'countReviews')
  const { waiting } = await ctx.db
    .selectFrom((db) =>
      db
        .selectFrom('documents')
        .select('id')
        .where('workspace_id', '=', actor.workspaceId)
        .where('review_state', '=', 'staged')
        .where('review_expires_at', '>', ctx.clock.now())
        .limit(REVIEWS_COUNTED)
        .as('staged'),
    )
    .select((eb) => eb.fn.countAll<number>().as('waiting'))
    .executeTakeFirstOrThrow()
  return waiting
}
