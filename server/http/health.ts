import { Hono } from 'hono'
import type { Ctx } from '../context.ts'
import { readiness } from '../domain/health.ts'
import type { State } from './state.ts'

/** `/health/live`: the process answers. `/health/ready`: so does everything it needs; 503 when something fails. */
export function health(ctx: Ctx): Hono<State> {
  return new Hono<State>()
    .get('/health/live', (c) => c.json({ status: 'ok' }))
    .get('/health/ready', async (c) => {
      const checks = await readiness(ctx)
      const failed = Object.values(checks).some((check) => check.status === 'failed')
      return c.json({ status: failed ? 'failed' : 'ok', checks }, failed ? 503 : 200)
    })
}
