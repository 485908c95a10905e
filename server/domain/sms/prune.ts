import type { Ctx } from '../../context.ts'

/** Deletes codes that have expired: they open nothing and count no more. */
export async function pruneCodes(ctx: Pick<Ctx, 'db' | 'clock'>): Promise<void> {
  await ctx.db.deleteFrom('sms_codes').where('expires_at', '<=', ctx.clock.now()).execute()
}
