import type { Ctx } from '../../context.ts'
import { SMS_DAY } from '../../limits.ts'

/** Deletes what is no longer accepted or counted: expired codes, and the count of codes sent before the last 24 hours. */
export async function pruneCodes(ctx: Pick<Ctx, 'db' | 'clock'>): Promise<void> {
  const now = ctx.clock.now()
  await ctx.db.deleteFrom('sms_codes').where('expires_at', '<=', now).execute()
  await ctx.db
    .deleteFrom('sms_sends')
    .where('at', '<=', new Date(now.getTime() - SMS_DAY.ms))
    .execute()
}
