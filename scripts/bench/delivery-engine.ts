import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadConfig } from '../../server/config.ts'
import { closeContext, createContext } from '../../server/context.ts'
import { startDelivery } from '../../server/delivery/index.ts'
import { createHook } from '../../server/domain/hooks/register.ts'
import { callbackHooks, record, seedDocument, waitingDeliveries, workspaceHook } from '../../test/support/engine.ts'
import { personOf } from '../../test/support/people.ts'

/** Commands from the measuring process. */
export type Command =
  /** Events recorded while the engine is off: workspaces x hooks x events, at `url`/<n>. */
  | { type: 'fill'; workspaces: number; hooks: number; events: number; url: string }
  /** Callback hooks that wait for a retry, none of which is due. */
  | { type: 'wait'; hooks: number; url: string }
  /** A hook of the workspace with this many waiting deliveries, registered again in this payload mode. */
  | { type: 'repost'; pending: number; payload: 'full' | 'minimal' }
  | { type: 'start' }
  /** Events for a hook of its own at `url`, one after the other with a pause between them. */
  | { type: 'probe'; url: string; events: number; pauseMs: number }
  | { type: 'stop' }

/** Messages of this process: `ready` once, then one reply to each command. */
export type Reply =
  | { type: 'ready' }
  | { type: 'filled'; deliveries: number }
  | { type: 'waiting' }
  /** How long the call took, and by how much it raised the memory of this process. */
  | { type: 'reposted'; spentMs: number; rssBytes: number }
  | { type: 'started'; cpuMs: number }
  /** By event id, milliseconds since 1970 right after the commit. */
  | { type: 'probed'; committed: [string, number][] }
  | { type: 'stopped'; cpuMs: number }

const HOUR_MS = 3_600_000
/** Events recorded at a time. */
const TOGETHER = 50

const wallClock = () => performance.timeOrigin + performance.now()
const cpuMs = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

/** The delivery engine on a durable Postgres of its own, in a process of its own. */
async function run(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'countersign-bench-'))
  const config = loadConfig({
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    ...(process.env.BENCH_DNS && { DNS_SERVERS: process.env.BENCH_DNS }),
  })
  const ctx = await createContext(config)
  let engine: ReturnType<typeof startDelivery> | null = null
  const reply = (message: Reply) => process.send?.(message)
  const viewed = () => ({ occurred_at: ctx.clock.now().toISOString() })
  process.on('message', async (message: Command) => {
    switch (message.type) {
      case 'fill': {
        let target = 0
        for (let w = 0; w < message.workspaces; w++) {
          const place = await seedDocument(ctx.db, ctx)
          for (let h = 0; h < message.hooks; h++)
            await workspaceHook(ctx, place, message.url.replace('*', `${target++}`))
          for (let left = message.events; left > 0; left -= TOGETHER) {
            const events = Array.from({ length: Math.min(left, TOGETHER) })
            await Promise.all(events.map(() => record(ctx, place, 'signing_request.viewed', viewed())))
          }
        }
        reply({ type: 'filled', deliveries: target * message.events })
        break
      }
      case 'wait':
        await callbackHooks(ctx, message.hooks, { url: message.url, at: new Date(ctx.clock.now().getTime() + HOUR_MS) })
        reply({ type: 'waiting' })
        break
      case 'repost': {
        const place = await seedDocument(ctx.db, ctx)
        const url = 'https://127.0.0.1:9/repost'
        const later = new Date(ctx.clock.now().getTime() + HOUR_MS)
        const actor = await personOf({ ctx }, { id: place.workspaceId, tier: 'enterprise' })
        const { hook } = await createHook(ctx, actor, { targetUrl: url, events: [], payload: 'full' })
        await waitingDeliveries(ctx, { hookId: hook.id, ...place, count: message.pending, at: later })
        global.gc?.()
        let peak = process.memoryUsage().rss
        const before = peak
        const watch = setInterval(() => {
          peak = Math.max(peak, process.memoryUsage().rss)
        }, 5)
        const start = performance.now()
        await createHook(ctx, actor, { targetUrl: url, events: [], payload: message.payload })
        const spentMs = performance.now() - start
        clearInterval(watch)
        reply({ type: 'reposted', spentMs, rssBytes: Math.max(peak, process.memoryUsage().rss) - before })
        break
      }
      case 'start':
        engine = startDelivery(ctx)
        reply({ type: 'started', cpuMs: cpuMs() })
        break
      case 'probe': {
        const place = await seedDocument(ctx.db, ctx)
        await workspaceHook(ctx, place, message.url)
        const committed: [string, number][] = []
        for (let n = 0; n < message.events; n++) {
          committed.push([await record(ctx, place, 'signing_request.viewed', viewed()), wallClock()])
          await new Promise((resolve) => setTimeout(resolve, message.pauseMs))
        }
        reply({ type: 'probed', committed })
        break
      }
      case 'stop': {
        const used = cpuMs()
        // Close connections first: `stop` would wait for hanging requests.
        await ctx.outbound.close()
        await engine?.stop()
        reply({ type: 'stopped', cpuMs: used })
        await closeContext(ctx)
        await rm(dataDir, { recursive: true, force: true })
        process.exit(0)
      }
    }
  })
  reply({ type: 'ready' })
}

await run()
