import { once } from 'node:events'
import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import type { Ctx } from '../context.ts'
import { readGauges } from '../domain/workers/gauges.ts'
import { collectProcessMetrics } from '../metrics.ts'
import { health } from './health.ts'
import { listening } from './listening.ts'
import type { State } from './state.ts'

/**
 * `/metrics`, `/health/live` and `/health/ready` of this process, also of one that serves no API, on a port and an
 * address of their own, so that they are never public by accident.
 */
export async function serveMetrics(ctx: Ctx, port: number): Promise<{ port: number; close(): Promise<void> }> {
  const { registry } = ctx.metrics
  collectProcessMetrics(ctx.metrics)
  const app = new Hono<State>().route('/', health(ctx)).get('/metrics', async (c) => {
    await readGauges(ctx)
    return c.body(await registry.metrics(), 200, { 'Content-Type': registry.contentType })
  })
  const server = createServer(getRequestListener(app.fetch))
  const taken = await listening(server, [port, 'METRICS_PORT'], [ctx.config.metricsHost, 'METRICS_HOST'])
  return {
    port: taken,
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
