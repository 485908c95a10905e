import { Hono } from 'hono'
import type { Ctx } from '../../../context.ts'
import { getDocument } from '../../../domain/documents/get.ts'
import { DomainError } from '../../../domain/errors.ts'
import { assertMay } from '../../../domain/may.ts'
import { daysIn } from '../../../domain/people/setting-rules.ts'
import type { DocumentRow } from '../../../domain/records/documents.ts'
import { extendDeadline, isExtendable } from '../../../domain/signing/extend.ts'
import { EXPIRY } from '../../../limits.ts'
import { flashTo } from '../flash.ts'
import { formOf } from '../form.ts'
import { Confirm } from '../parts/confirm.tsx'
import { DaysToSign, ProblemList, type Problems } from '../parts/form.tsx'
import type { DashboardState, View } from '../state.ts'

const OVER = 'Nobody can sign it any more. This page shows its current state.'

/** Gives those who can still sign more time. */
export function extendRoutes(ctx: Ctx): Hono<DashboardState> {
  const routes = new Hono<DashboardState>()

  routes.get('/documents/:id/extend', async (c) => {
    const view = c.get('view')
    assertMay(ctx, view.actor, 'extendDeadline')
    const { document, signers } = await getDocument(ctx, view.actor, c.req.param('id'))
    const now = ctx.clock.now()
    if (!signers.some((signer) => isExtendable(signer, now)))
      return flashTo(ctx, c, `/documents/${document.id}`, OVER, 'bad')
    return c.html(<ExtendPage {...{ view, document }} days={String(EXPIRY.defaultDays)} problems={{}} />)
  })

  routes.post('/documents/:id/extend', async (c) => {
    const view = c.get('view')
    const { document } = await getDocument(ctx, view.actor, c.req.param('id'))
    const days = (await formOf(c)).text('expires_in_days')
    const path = `/documents/${document.id}`
    try {
      const until = await extendDeadline(ctx, view.actor, document.id, daysIn(days))
      return flashTo(
        ctx,
        c,
        path,
        until ? 'The deadline was extended.' : 'Everybody already has at least that much time.',
      )
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      if (error.code === 'invalid_state') return flashTo(ctx, c, path, OVER, 'bad')
      if (error.code !== 'invalid_request') throw error
      const problems = { expires_in_days: error.message }
      return c.html(<ExtendPage {...{ view, document, days, problems }} />, 422)
    }
  })
  return routes
}

function ExtendPage(props: { view: View; document: DocumentRow; days: string; problems: Problems }) {
  const { view, document, days, problems } = props
  const base = `/documents/${document.id}`
  return (
    <Confirm
      view={view}
      title={`More time to sign ${document.title}`}
      action={`${base}/extend`}
      button="Extend the deadline"
      cancel={base}
    >
      <ProblemList problems={problems} />
      <DaysToSign value={days} hint="From now, for everybody who can sign it. Nobody is emailed." problems={problems} />
    </Confirm>
  )
}
