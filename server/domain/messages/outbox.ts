import type { Ctx } from '../../context.ts'

/** A message that the development adapters stored instead of sending it. */
export interface OutboxMessage {
  id: number
  channel: 'mail' | 'sms'
  recipient: string
  subject: string | null
  html: string | null
  body: string
  created_at: Date
}

const OUTBOX_LIMIT = 100

/** The latest messages, newest first. */
export async function readOutbox(ctx: Ctx): Promise<OutboxMessage[]> {
  return ctx.db.selectFrom('outbox').selectAll().orderBy('id', 'desc').limit(OUTBOX_LIMIT).execute()
}

/** One message; null when there is none with this id. */
export async function readOutboxMessage(ctx: Ctx, id: number): Promise<OutboxMessage | null> {
  return (await ctx.db.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}
