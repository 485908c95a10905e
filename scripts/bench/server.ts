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

/** What the measuring process asks of this one. */
export type Ask = { ask: 'count' } | { ask: 'memory' } | { ask: 'watch' } | { ask: 'stop' }

/** What this process says: once, when it is ready, and one answer to each question. */
export type Said =
  | { said: 'ready'; url: string; bareUrl: string; keys: string[]; otherKeys: string[] }
  | { said: 'count'; queries: number }
  | { said: 'memory'; rss: number; loopDelayMs: number }
  | { said: 'done' }

/**
 * A real server in a process of its own, and beside it on another port a bare Hono handler that makes as many round
 * trips to the same Postgres as it is asked to.
 */
async function run(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'countersign-bench-'))
  let queries = 0
  // Counts statements, whoever sends them: kysely and graphile-worker both go through pg's client.
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
  const { keys: otherKeys } = await keysOf('Bystander', 20)
  const bare = new Hono()
  bare.get('/:trips', async (c) => {
    for (let i = Number(c.req.param('trips')); i > 0; i--)
      await ctx.db.pool.query('select id, name from workspaces where id = $1', [workspace.id])
    return c.json({ ok: true })
  })
  const bareServer = serve({ fetch: bare.fetch, port: 0, hostname: '127.0.0.1' })
  await new Promise((resolve) => bareServer.once('listening', resolve))
  const address = bareServer.address()
  const barePort = typeof address === 'object' && address ? address.port : 0
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const say = (message: Said) => process.send?.(message)
  process.on('message', async (message: Ask) => {
    switch (message.ask) {
      case 'count':
        say({ said: 'count', queries })
        break
      case 'watch':
        delay.reset()
        say({ said: 'done' })
        break
      case 'memory':
        say({ said: 'memory', rss: process.memoryUsage().rss, loopDelayMs: delay.percentile(99) / 1e6 })
        break
      case 'stop':
        bareServer.close()
        await stop()
        await rm(dataDir, { recursive: true, force: true })
        say({ said: 'done' })
        process.exit(0)
    }
  })
  say({
    said: 'ready',
    url: `http://127.0.0.1:${ctx.config.port}`,
    bareUrl: `http://127.0.0.1:${barePort}`,
    keys,
    otherKeys,
  })
}

await run()
