import { type Context, Hono } from 'hono'
import type { Ctx } from '../../../context.ts'
import { discloseAuditEvent } from '../../../domain/documents/disclose.ts'
import { getDocument } from '../../../domain/documents/get.ts'
import { documentTimeline } from '../../../domain/documents/timeline.ts'
import { assertMay } from '../../../domain/may.ts'
import { DisclosureRequest } from '../../../generated/schemas.ts'
import { notFound } from '../../../http/respond.ts'
import { formOf } from '../form.ts'
import type { DashboardState } from '../state.ts'
import { DisclosedPage, DisclosePage } from './disclose-page.tsx'

const PATH = '/documents/:id/entries/:seq/disclose'
type Call = Context<DashboardState, typeof PATH>

/** The full address and device of an entry of the audit trail, for owners (decision 0042). */
export function discloseRoutes(ctx: Ctx): Hono<DashboardState> {
  const routes = new Hono<DashboardState>()
  /** The entry of the path; there is nothing to show of one without a private part. */
  const load = async (c: Call) => {
    const view = c.get('view')
    assertMay(ctx, view.actor, 'discloseAuditEvent')
    const { document } = await getDocument(ctx, view.actor, c.req.param('id'))
    const { entries, disclosable } = await documentTimeline(ctx, view.actor, document.id)
    const seq = Number(c.req.param('seq'))
    const entry = disclosable.has(seq) ? entries.find((one) => one.seq === seq) : undefined
    return { view, document, entry: entry ?? notFound() }
  }

  routes.get(PATH, async (c) => c.html(<DisclosePage {...(await load(c))} reason="" problems={{}} />))

  // The page itself, without a redirect: what it shows is in no address, cookie or history (decision 0023).
  routes.post(PATH, async (c) => {
    const of = await load(c)
    const reason = (await formOf(c)).text('reason')
    if (!DisclosureRequest.safeParse({ reason }).success) {
      const problems = { reason: 'Say why, in at most 1,000 characters.' }
      return c.html(<DisclosePage {...of} {...{ reason, problems }} />, 422)
    }
    const disclosed = await discloseAuditEvent(ctx, of.view.actor, of.document.id, c.req.param('seq'), reason)
    return c.html(<DisclosedPage {...of} disclosed={disclosed} />)
  })
  return routes
}
