import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { loadConfig } from '../../server/config.ts'
import { createFirstWorkspace } from '../../server/domain/records/workspaces/create.ts'
import { startServer } from '../../server/main.ts'

/** A server that was started for the load alone. */
export interface OwnServer {
  url: string
  key: string
  databaseUrl: string
  pids: { name: string; pid: number }[]
}

/** @returns once it is ready */
export async function startOwnServer(dataDir: string): Promise<OwnServer & { stop(): Promise<void> }> {
  const child: ChildProcess = fork(fileURLToPath(import.meta.url), [dataDir], { execArgv: ['--import', 'tsx'] })
  const failed = once(child, 'exit').then(([code]) => {
    throw new Error(`the server did not start (exit code ${code})`)
  })
  const [server] = (await Promise.race([once(child, 'message'), failed])) as [OwnServer]
  failed.catch(() => {})
  return {
    ...server,
    async stop() {
      const exited = once(child, 'exit')
      child.send('stop')
      await exited
    },
  }
}

/** In the process of its own: the whole server on one machine, without the limit of requests. */
async function serve(dataDir: string): Promise<void> {
  const { WORKER_CONCURRENCY, PDF_THREADS } = process.env
  const config = loadConfig({
    ...{ PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir, LOG_LEVEL: 'error', WORKER_CONCURRENCY, PDF_THREADS },
    PLANS: JSON.stringify({ self_hosted: { requests_per_minute: 1_000_000 } }),
  })
  const { ctx, stop } = await startServer(config, { worker: true })
  const first = await createFirstWorkspace(ctx)
  const postmaster = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]
  const server: OwnServer = {
    url: ctx.config.publicUrl,
    key: first!.key,
    databaseUrl: ctx.db.url,
    pids: [
      { name: 'server', pid: process.pid },
      { name: 'postgres', pid: Number(postmaster) },
    ],
  }
  process.on('message', async () => {
    await stop()
    process.exit(0)
  })
  process.send?.(server)
}

if (process.argv[1] === fileURLToPath(import.meta.url) && process.send) await serve(process.argv[2]!)
