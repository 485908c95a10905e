import { deleteRetired } from '../domain/documents/retention.ts'
import { forEach } from '../domain/each.ts'
import { expireReviews } from '../domain/instances/expire-reviews.ts'
import type { JobHandler } from './handler.ts'

export const endReviewsTask: JobHandler<'end-reviews'> = (ctx) =>
  forEach(
    [expireReviews, deleteRetired],
    async (part) => {
      await part(ctx)
    },
    (part, error) => ctx.log.warn({ err: error, part: part.name }, 'a part of end-reviews failed'),
  )
