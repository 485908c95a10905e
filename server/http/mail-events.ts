import { Hono } from 'hono'
import type { Ctx } from '../context.ts'
import { receiveMailEvent } from '../domain/messages/bounce.ts'
import { readLimited } from './body.ts'
import { notFound } from './respond.ts'
import type { State } from './state.ts'

/** Resend says little more of an email than its subject and recipients. */
const MAX_EVENT_BYTES = 64 * 1024

/** `POST /mail/resend`: what Resend tells of emails that it could not deliver; 404 without `RESEND_WEBHOOK_SECRET`. */
export function mailEvents(ctx: Ctx): Hono<State> {
  return new Hono<State>().post('/mail/resend', async (c) => {
    const secret = ctx.config.resendWebhookSecret ?? notFound()
    const header = (name: string) => c.req.header(`svix-${name}`) ?? ''
    const headers = { id: header('id'), timestamp: header('timestamp'), signature: header('signature') }
    const payload = Buffer.from(await readLimited(c.req.raw, MAX_EVENT_BYTES)).toString()
    await receiveMailEvent(ctx, payload, headers, secret)
    return c.json({ received: true })
  })
}
