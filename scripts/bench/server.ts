import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import pg from 'pg'
import { loadConfig } from '../../server/config.ts'
import { createWorkspace } from '../../server/domain/records/workspaces/create.ts'
import { createKey } from '../../server/domain/records/workspaces/keys.ts'
import { startServer } from '../../server/main.ts'

/** Commands from the measuring process. */
export type Command = { type: 'count' } | { type: 'memory' } | { type: 'watch' } | { type: 'stop' }

/** Messages of this process: `ready` once, then one reply to each command. */
export type Reply =
  | { type: 'ready'; url: string; bareUrl: string; keys: string[]; otherKeys: string[] }
  | { type: 'count'; queries: number }
  | { type: 'memory'; rss: number; loopDelayMs: number }
  | { type: 'done' }

/**
 * A real server in its own process, and on another port a bare Hono handler that sends one statement to the same
 * Postgres.
 */
async function run(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'countersign-bench-'))
  let queries = 0
  // Counts all statements: kysely and graphile-worker both go through pg's client.
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function (this: pg.Client, ...args: Parameters<typeof query>) {
    queries++
    return query.apply(this, args)
  } as typeof query
  const settings = loadConfig({ PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
  const { ctx, stop } = await startServer(settings, { worker: false })
  const keysOf = async (name: string, count: number) => {
    const workspace = await ctx.db.transaction().execute((tx) => createWorkspace(ctx, tx, { name }))
    const keys: string[] = []
    for (let i = 0; i < count; i++) {
      const rights = { workspaceId: workspace.id, name: `${i}`, scope: 'full' as const, allowIps: [], embedOrigins: [] }
      keys.push((await createKey(ctx, ctx.db, rights)).key)
    }
    return { workspace, keys }
  }
  const { workspace, keys } = await keysOf('Bench', 600)
  const { keys: otherKeys } = await keysOf('Bystander', 40)
  const bare = new Hono()
  bare.get('/', async (c) => {
    await ctx.db.pool.query('select id, name from workspaces where id = $1', [workspace.id])
    return c.json({ ok: true })
  })
  const bareServer = serve({ fetch: bare.fetch, port: 0, hostname: '127.0.0.1' })
  await new Promise((resolve) => bareServer.once('listening', resolve))
  const address = bareServer.address()
  const barePort = typeof address === 'object' && address ? address.port : 0
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const reply = (message: Reply) => process.send?.(message)
  process.on('message', async (message: Command) => {
    switch (message.type) {
      case 'count':
        reply({ type: 'count', queries })
        break
      case 'watch':
        delay.reset()
        reply({ type: 'done' })
        break
      case 'memory':
        reply({ type: 'memory', rss: process.memoryUsage().rss, loopDelayMs: delay.percentile(99) / 1e6 })
        break
      case 'stop':
        bareServer.close()
        await stop()
        await rm(dataDir, { recursive: true, force: true })
        reply({ type: 'done' })
        process.exit(0)
    }
  })
  reply({
    type: 'ready',
    url: `http://127.0.0.1:${ctx.config.port}`,
    bareUrl: `http://127.0.0.1:${barePort}`,
    keys,
    otherKeys,
  })
}

await run()
