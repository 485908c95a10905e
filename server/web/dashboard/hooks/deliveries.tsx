import { Hono } from 'hono'
import type { Ctx } from '../../../context.ts'
import { checkSignature } from '../../../domain/hooks/check-signature.ts'
import { attemptAsCurl } from '../../../domain/hooks/curl.ts'
import { readDelivery, readHookAlone } from '../../../domain/hooks/read.ts'
import { redeliverHookDelivery } from '../../../domain/hooks/redeliver.ts'
import { formOf } from '../form.ts'
import type { DashboardState } from '../state.ts'
import { flashAnswer } from './answer.ts'
import { CheckPage } from './check.tsx'
import { DeliveryPage } from './delivery.tsx'

/** One delivery of a hook, and the check of a pasted one. */
export function deliveryRoutes(ctx: Ctx): Hono<DashboardState> {
  const routes = new Hono<DashboardState>()

  routes.get('/webhooks/:id/deliveries/:delivery', async (c) => {
    const view = c.get('view')
    const { id: hookId, delivery: deliveryId } = c.req.param()
    const { hook, delivery } = await readDelivery(ctx, view.actor, { hookId, deliveryId })
    const curl = await attemptAsCurl(ctx, view.actor, { hookId: hook.id, deliveryId })
    return c.html(<DeliveryPage view={view} {...{ hook, delivery, curl }} now={ctx.clock.now()} />)
  })

  routes.post('/webhooks/:id/deliveries/:delivery/again', async (c) => {
    const { id: hookId, delivery: deliveryId } = c.req.param()
    const sent = await redeliverHookDelivery(ctx, c.get('view').actor, { hookId, deliveryId })
    flashAnswer(ctx, c, 'The delivery', sent)
    return c.redirect(`/webhooks/${hookId}/deliveries/${deliveryId}`, 303)
  })

  routes.get('/webhooks/:id/check', async (c) => {
    const view = c.get('view')
    const hook = await readHookAlone(ctx, view.actor, c.req.param('id'))
    return c.html(<CheckPage view={view} hook={hook} pasted={{ headers: '', body: '' }} report={null} />)
  })

  // It changes nothing: a form that is sent only because what is pasted is too long for an address.
  routes.post('/webhooks/:id/check', async (c) => {
    const view = c.get('view')
    const hook = await readHookAlone(ctx, view.actor, c.req.param('id'))
    const form = await formOf(c)
    const pasted = { headers: form.text('headers'), body: form.untrimmed('body').replaceAll('\r\n', '\n') }
    const report = await checkSignature(ctx, view.actor, hook.id, pasted)
    return c.html(<CheckPage view={view} {...{ hook, pasted, report }} />)
  })
  return routes
}
