import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DIRECT_URL, POOLED_URL, until } from './cluster.ts'
import { type Process, run } from './processes.ts'

const root = resolve(import.meta.dirname, '../..')
export const SERVER_URL = 'http://10.77.0.1:3000'

export interface Application {
  key: string
  servers: Process[]
  workers: Process[]
  startServer(at: number): void
  startWorker(at: number): void
}

/** Two servers and two workers on the cluster, with one folder for the files, which stands in for the object store. */
export async function startApplication(folder: string): Promise<Application> {
  const data = join(folder, 'data')
  mkdirSync(data)
  const env = {
    DATABASE_URL: POOLED_URL,
    DATABASE_DIRECT_URL: DIRECT_URL,
    DATA_DIR: data,
    MASTER_KEY: randomBytes(32).toString('hex'),
    PUBLIC_URL: SERVER_URL,
    HOST: '10.77.0.1',
    LOG_LEVEL: 'warn',
    // The receiver of the webhooks is on this machine.
    OUTBOUND_ALLOW_HTTP: 'loopback',
    OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8',
    PLANS: JSON.stringify({ self_hosted: { requests_per_minute: 1_000_000 } }),
  }
  const tsx = join(root, 'node_modules/.bin/tsx')
  const command = (...args: string[]) => [join(root, 'server/cli.ts'), ...args]
  const made = execFileSync(tsx, command('keys', 'create', '--workspace', 'Failover', '--create'), {
    env: { ...process.env, ...env },
    encoding: 'utf8',
  })
  const servers: Process[] = []
  const workers: Process[] = []
  const startServer = (at: number) => {
    const port = { PORT: String(3001 + at) }
    servers[at] = run(`server ${at + 1}`, tsx, command('start', '--no-worker'), {
      cwd: root,
      logs: folder,
      env: { ...env, ...port },
    })
  }
  const startWorker = (at: number) => {
    workers[at] = run(`worker ${at + 1}`, tsx, command('worker'), { cwd: root, logs: folder, env })
  }
  for (const at of [0, 1]) {
    startServer(at)
    startWorker(at)
  }
  await until('servers that are ready', async () => (await fetch(`${SERVER_URL}/health/ready`)).ok)
  return { key: /cs_live_[0-9a-f]{32}/.exec(made)![0], servers, workers, startServer, startWorker }
}
