import { createApp } from './app.ts'
import { atPort, type Config } from './config.ts'
import { closeContext, createContext, type ServerCtx } from './context.ts'
import { WORKER_ROLES, type WorkerRole } from './db/tasks.ts'
import { startDelivery } from './delivery/index.ts'
import { serveMetrics } from './http/metrics-server.ts'
import { listen } from './http/server.ts'
import { startWorker } from './jobs/index.ts'
import { startLiveness } from './jobs/liveness.ts'
import { checkFonts } from './pdf/fonts/check.ts'
import { keepAssets } from './web/assets.ts'

export interface RunningServer {
  ctx: ServerCtx
  /**
   * Drains: `/health/ready` fails, nothing new is accepted, what is running is finished, then everything is closed.
   * @param isNoticed whether requests are still taken for as long as a load balancer needs to notice (`DRAIN_SECONDS`)
   */
  stop(isNoticed?: boolean): Promise<void>
  /** Resolves when the embedded Postgres ends by itself, without which nothing works. */
  databaseLost: Promise<void>
}

type Stopper = () => Promise<void>

interface StartOptions {
  worker: boolean
  /** Called once the server is ready. */
  introduce?: (ctx: ServerCtx) => Promise<void>
}

/**
 * Starts the server: HTTP and, unless `worker` is false, the background work.
 * @throws when a port is in use, the database cannot be reached, or the seal key or a font cannot be used
 */
export async function startServer(settings: Config, { worker, introduce }: StartOptions): Promise<RunningServer> {
  const http = await listen(settings)
  return startWith(
    atPort(settings, http.port),
    async (ctx, noticeMs) => {
      if (noticeMs > 0) await http.giveNotice(noticeMs)
      // A call that waits for something would hold up the end.
      ctx?.changes.end()
      await http.close()
    },
    async (ctx, stoppers) => {
      await measure(ctx, stoppers)
      if (worker) await work(ctx, WORKER_ROLES, stoppers)
      await keepAssets(ctx)
      http.serve(createApp(ctx), ctx.log)
      ctx.log.info({ url: ctx.config.publicUrl, port: http.port, worker }, 'ready')
      await introduce?.(ctx)
    },
  )
}

/** Starts only the background work of these roles: seals, mail, webhooks, what is due. */
export async function startBackground(config: Config, roles: readonly WorkerRole[]): Promise<RunningServer> {
  return startWith(
    config,
    async () => {},
    async (ctx, stoppers) => {
      await measure(ctx, stoppers)
      await work(ctx, roles, stoppers)
      ctx.log.info({ roles }, 'ready')
    },
  )
}

/**
 * Opens the context and runs `start`. `stop` closes the listener first, then everything that was started, in reverse
 * order.
 */
async function startWith(
  config: Config,
  closeListener: (ctx: ServerCtx | null, noticeMs: number) => Promise<void>,
  start: (ctx: ServerCtx, stoppers: Stopper[]) => Promise<void>,
): Promise<RunningServer> {
  const stoppers: Stopper[] = []
  let opened: ServerCtx | null = null
  const stop = async (isNoticed = false) => {
    if (opened) opened.lifecycle.isDraining = true
    await closeListener(opened, isNoticed ? config.drainMs : 0)
    for (let next = stoppers.pop(); next; next = stoppers.pop()) await next()
  }
  try {
    checkFonts(config.fontDir ?? undefined)
    let onDatabaseLost = () => {}
    const databaseLost = new Promise<void>((resolve) => {
      onDatabaseLost = resolve
    })
    const ctx = await createContext(config, {}, { onDatabaseLost })
    opened = ctx
    stoppers.push(() => closeContext(ctx))
    for (const warning of config.warnings) ctx.log.warn(warning)
    const liveness = await startLiveness(ctx)
    stoppers.push(() => liveness.stop())
    await start(ctx, stoppers)
    return { ctx, stop, databaseLost }
  } catch (error) {
    await stop()
    throw error
  }
}

async function work(ctx: ServerCtx, roles: readonly WorkerRole[], stoppers: Stopper[]): Promise<void> {
  const jobs = await startWorker(ctx, { roles })
  const delivery = roles.includes('deliveries') ? startDelivery(ctx) : null
  stoppers.push(async () => {
    await Promise.all([jobs.stop(), delivery?.stop()])
  })
}

async function measure(ctx: ServerCtx, stoppers: Stopper[]): Promise<void> {
  if (ctx.config.metricsPort === null) return
  const metrics = await serveMetrics(ctx, ctx.config.metricsPort)
  stoppers.push(() => metrics.close())
}
