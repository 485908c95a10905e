import { Hono } from 'hono'
import type { Ctx } from '../context.ts'
import { publicReadiness } from '../domain/workers/readiness.ts'
import type { State } from './state.ts'

/**
 * `/health/live`: the process responds. `/health/ready`: so does everything it depends on; 503 when something fails.
 */
export function health(ctx: Ctx): Hono<State> {
  const readiness = publicReadiness(ctx)
  return new Hono<State>()
    .get('/health/live', (c) => c.json({ status: 'ok' }))
    .get('/health/ready', async (c) => {
      const result = await readiness()
      return c.json(result, result.status === 'failed' ? 503 : 200)
    })
}
