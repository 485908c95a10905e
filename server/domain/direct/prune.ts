import type { Ctx } from '../../context.ts'
import { SIGN_IN } from '../../limits.ts'

/** Deletes starts by direct links that ended a day ago, with the names and addresses of people who never went on. */
export async function pruneStarts({ db, clock }: Pick<Ctx, 'db' | 'clock'>): Promise<void> {
  await db
    .deleteFrom('direct_starts')
    .where('expires_at', '<', new Date(clock.now().getTime() - SIGN_IN.keptMs))
    .execute()
}
