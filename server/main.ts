import { createApp } from './app.ts'
import { atPort, type Config } from './config.ts'
import { closeContext, createContext, type ServerCtx } from './context.ts'
import { startDelivery } from './delivery/index.ts'
import { serveMetrics } from './http/metrics-server.ts'
import { listen } from './http/server.ts'
import { startWorker } from './jobs/index.ts'
import { startLiveness } from './jobs/liveness.ts'
import { checkFonts } from './pdf/fonts/check.ts'
import { keepAssets } from './web/assets.ts'

export interface RunningServer {
  ctx: ServerCtx
  /** Drains: accepts nothing new, finishes what is running, then closes everything. */
  stop(): Promise<void>
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
    (ctx) => {
      // A call that waits for something would hold up the end.
      ctx?.changes.end()
      return http.close()
    },
    async (ctx, stoppers) => {
      if (worker) await work(ctx, stoppers)
      await measure(ctx, stoppers)
      await keepAssets(ctx)
      http.serve(createApp(ctx), ctx.log)
      ctx.log.info({ url: ctx.config.publicUrl, port: http.port, worker }, 'ready')
      await introduce?.(ctx)
    },
  )
}

/** Starts only the background work: seal, mail, expiry, webhooks. */
export async function startBackground(config: Config): Promise<RunningServer> {
  return startWith(
    config,
    async () => {},
    async (ctx, stoppers) => {
      await work(ctx, stoppers)
      await measure(ctx, stoppers)
      ctx.log.info('ready')
    },
  )
}

/**
 * Opens the context and runs `start`. `stop` closes the listener first, then everything that was started, in reverse
 * order.
 */
async function startWith(
  config: Config,
  closeListener: (ctx: ServerCtx | null) => Promise<void>,
  start: (ctx: ServerCtx, stoppers: Stopper[]) => Promise<void>,
): Promise<RunningServer> {
  const stoppers: Stopper[] = []
  let opened: ServerCtx | null = null
  const stop = async () => {
    await closeListener(opened)
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

async function work(ctx: ServerCtx, stoppers: Stopper[]): Promise<void> {
  const jobs = await startWorker(ctx)
  stoppers.push(() => jobs.stop())
  const delivery = startDelivery(ctx)
  stoppers.push(() => delivery.stop())
}

async function measure(ctx: ServerCtx, stoppers: Stopper[]): Promise<void> {
  if (ctx.config.metricsPort === null) return
  const metrics = await serveMetrics(ctx, ctx.config.metricsPort)
  stoppers.push(() => metrics.close())
}
