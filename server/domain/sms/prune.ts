import type { Ctx } from '../../context.ts'

/** Deletes expired codes, which are no longer accepted or counted. */
export async function pruneCodes(ctx: Pick<Ctx, 'db' | 'clock'>): Promise<void> {
  await ctx.db.deleteFrom('sms_codes').where('expires_at', '<=', ctx.clock.now()).execute()
}
