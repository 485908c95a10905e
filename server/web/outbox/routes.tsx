import { Hono } from 'hono'
import type { Ctx } from '../../context.ts'
import { readOutbox, readOutboxMessage } from '../../domain/messages/outbox.ts'
import { HttpError } from '../../http/errors.ts'
import { ownHostsOnly } from '../../http/host.ts'
import type { State } from '../../http/state.ts'
import type { Assets } from '../assets.ts'
import { pagePolicy } from '../page-headers.ts'
import { OutboxPage } from './page.tsx'

/** A mail's HTML as a mail client would show it: its own styles, no scripts, no external loads, links in a new tab. */
const MAIL_POLICY =
  "default-src 'none'; img-src data:; style-src 'unsafe-inline'; frame-ancestors 'self'; base-uri 'none'; form-action 'none'; sandbox allow-popups allow-popups-to-escape-sandbox"

/**
 * The development mailbox: the messages that the outbox adapters stored, and so every signing link. Only with
 * `MODE=development`, and only under the server's own names.
 */
export function outboxRoutes(ctx: Ctx, assets: Assets): Hono<State> {
  const routes = new Hono<State>()
  routes.use('/dev/outbox/*', ownHostsOnly(ctx))
  routes.get('/dev/outbox', async (c) => {
    const page = <OutboxPage messages={await readOutbox(ctx)} assets={assets.of('plain')} />
    return c.html(page, 200, { 'Content-Security-Policy': `${pagePolicy("'none'")}; frame-src 'self'` })
  })
  routes.get('/dev/outbox/:id{[0-9]{1,15}}', async (c) => {
    const message = await readOutboxMessage(ctx, Number(c.req.param('id')))
    if (!message?.html) throw new HttpError('not_found', 'no such mail')
    // Open every link outside the frame.
    const html = message.html.replaceAll('<a ', '<a target="_blank" rel="noreferrer" ')
    return c.html(html, 200, { 'Content-Security-Policy': MAIL_POLICY, 'X-Frame-Options': 'SAMEORIGIN' })
  })
  return routes
}
