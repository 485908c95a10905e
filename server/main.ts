import { createApp } from './app.ts'
import { atPort, type Config } from './config.ts'
import { closeContext, createContext, type ServerCtx } from './context.ts'
import { startDelivery } from './delivery/index.ts'
import { createFirstWorkspace } from './domain/records/workspaces/create.ts'
import { serveMetrics } from './http/metrics-server.ts'
import { listen } from './http/server.ts'
import { startWorker } from './jobs/index.ts'

export interface Running {
  ctx: ServerCtx
  /** Drains: nothing new is taken, what runs is finished, then everything is closed. */
  stop(): Promise<void>
}

type Stopper = () => Promise<void>

/**
 * Starts the server: HTTP, and unless `worker` is false the background work too.
 * @throws when a port is taken, the database cannot be reached, or the seal key cannot be used
 */
export async function startServer(settings: Config, { worker }: { worker: boolean }): Promise<Running> {
  const http = await listen(settings)
  return starting(
    atPort(settings, http.port),
    () => http.close(),
    async (ctx, stoppers) => {
      if (worker) await work(ctx, stoppers)
      if (ctx.config.metricsPort !== null) {
        const metrics = await serveMetrics(ctx, ctx.config.metricsPort)
        stoppers.push(() => metrics.close())
      }
      http.serve(createApp(ctx), ctx.log)
      ctx.log.info({ url: ctx.config.publicUrl, port: http.port, worker }, 'ready')
      await introduce(ctx)
    },
  )
}

/** Starts the background work alone: seal, mail, expiry, webhooks. */
export async function startBackground(config: Config): Promise<Running> {
  return starting(
    config,
    async () => {},
    async (ctx, stoppers) => {
      await work(ctx, stoppers)
      ctx.log.info('ready')
    },
  )
}

/** Opens the context and runs `start`. `stop` closes the door first, then what was started, the last first. */
async function starting(
  config: Config,
  closeDoor: Stopper,
  start: (ctx: ServerCtx, stoppers: Stopper[]) => Promise<void>,
): Promise<Running> {
  const stoppers: Stopper[] = []
  const stop = async () => {
    await closeDoor()
    for (let next = stoppers.pop(); next; next = stoppers.pop()) await next()
  }
  try {
    const ctx = await createContext(config)
    stoppers.push(() => closeContext(ctx))
    for (const warning of config.warnings) ctx.log.warn(warning)
    await start(ctx, stoppers)
    return { ctx, stop }
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

/**
 * A new development server makes a workspace and shows its key, this one time. To the terminal, not to the log: logs
 * are kept.
 */
async function introduce(ctx: ServerCtx): Promise<void> {
  if (ctx.config.mode === 'production') return
  const first = await createFirstWorkspace(ctx)
  if (!first) return
  process.stderr.write(
    [
      '',
      `  Countersign is running at ${ctx.config.publicUrl}`,
      `  Workspace   ${first.workspace.name}`,
      `  API key     ${first.key}   (shown only this once)`,
      `  Try it      curl -H 'Authorization: Bearer ${first.key}' ${ctx.config.apiUrl}/me`,
      `  Mailbox     ${ctx.config.publicUrl}/dev/outbox`,
      '',
      '',
    ].join('\n'),
  )
}
