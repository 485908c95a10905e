import { Hono } from 'hono'
import type { Ctx } from '../context.ts'
import { publicReadiness, type Readiness } from '../domain/workers/readiness.ts'
import type { State } from './state.ts'

/**
 * `/health/live`: the process responds. `/health/ready`: so does everything it depends on; 503 when something fails, and
 * as soon as the process is about to end, so that nothing more is sent to it.
 */
export function health(ctx: Ctx): Hono<State> {
  const readiness = publicReadiness(ctx)
  return new Hono<State>()
    .get('/health/live', (c) => c.json({ status: 'ok' }))
    .get('/health/ready', async (c) => {
      if (ctx.lifecycle.isDraining) return c.json(DRAINING, 503)
      const result = await readiness()
      return c.json(result, result.status === 'failed' ? 503 : 200)
    })
}

const DRAINING: Readiness = { status: 'failed', checks: { process: { status: 'failed', note: 'draining' } } }
