import { type Context, Hono } from 'hono'
import { accepts } from 'hono/accepts'
import type { Ctx } from '../../context.ts'
import { type OutboxMessage, readOutbox, readOutboxMessage } from '../../domain/messages/outbox.ts'
import { HttpError } from '../../http/errors.ts'
import { ownHostsOnly } from '../../http/host.ts'
import type { State } from '../../http/state.ts'
import type { Assets } from '../assets.ts'
import { pagePolicy } from '../page-headers.ts'
import { linksIn, OutboxPage } from './page.tsx'

/** A mail's HTML as a mail client would show it: its own styles, no scripts, no external loads, links in a new tab. */
const MAIL_POLICY =
  "default-src 'none'; img-src data:; style-src 'unsafe-inline'; frame-ancestors 'self'; base-uri 'none'; form-action 'none'; sandbox allow-popups allow-popups-to-escape-sandbox"

/**
 * The development mailbox: the messages that the outbox adapters stored, and so every signing link. Only with
 * `MODE=development`, and only under the server's own names. As a page, or as JSON for the tests of an integration.
 */
export function outboxRoutes(ctx: Ctx, assets: Assets): Hono<State> {
  const routes = new Hono<State>()
  routes.use('/dev/outbox/*', ownHostsOnly(ctx))
  routes.get('/dev/outbox', async (c) => {
    const messages = await readOutbox(ctx)
    c.header('Vary', 'Accept')
    if (wantsJson(c)) return c.json({ messages: messages.map(present) })
    const page = <OutboxPage messages={messages} assets={assets.of('outbox')} />
    return c.html(page, 200, { 'Content-Security-Policy': `${pagePolicy("'none'")}; frame-src 'self'` })
  })
  routes.get('/dev/outbox/:id{[0-9]{1,15}}', async (c) => {
    const message = await readOutboxMessage(ctx, Number(c.req.param('id')))
    c.header('Vary', 'Accept')
    if (message && wantsJson(c)) return c.json(present(message))
    if (!message?.html) throw new HttpError('not_found', 'no such mail')
    // Open every link outside the frame.
    const html = message.html.replaceAll('<a ', '<a target="_blank" rel="noreferrer" ')
    return c.html(html, 200, { 'Content-Security-Policy': MAIL_POLICY, 'X-Frame-Options': 'SAMEORIGIN' })
  })
  return routes
}

/** A browser gets the page, and so does what takes anything. */
function wantsJson(c: Context): boolean {
  const supports = ['text/html', 'application/json']
  return accepts(c, { header: 'Accept', supports, default: 'text/html' }) === 'application/json'
}

function present({ id, channel, recipient, subject, body, html, created_at }: OutboxMessage) {
  return {
    id,
    channel: channel === 'mail' ? 'email' : channel,
    to: recipient,
    subject,
    text: body,
    html,
    urls: linksIn(body),
    // A phone fills it in from the last line, `@host #123456`.
    code: /#(\d+)$/.exec(body)?.[1] ?? null,
    created_at,
  }
}
