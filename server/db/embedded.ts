import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { syncDirectory } from '../files.ts'
import { type Binaries, postgresBinaries, type ServerUser, serverUser, spawnAs } from './postgres-binaries.ts'
import { holdLock, type SessionLock } from './session-lock.ts'

export interface EmbeddedOptions {
  /** The folder gets `postgres/` (the cluster) and `postgres.password`. */
  dataDir: string
  /**
   * When a living Countersign already runs Postgres on this folder: `join` it (commands beside a running server) or
   * `refuse` (a second server). Default `refuse`.
   */
  ifRunning?: 'join' | 'refuse'
  /** For tests: no fsync, and `stop()` deletes the cluster. */
  throwaway?: boolean
  /** Postgres' own log, line by line. */
  onLog?: (line: string) => void
  /** Told when Postgres ends though nobody stopped it. */
  onExit?: (error: Error) => void
}

export interface EmbeddedPostgres {
  url: string
  /** Stops it cleanly (a joined one is left alone). Every pool on it must be closed before. */
  stop(): Promise<void>
}

const DATABASE = 'countersign'
const OWNER_LOCK = 'countersign:embedded-owner'
const READY = 'database system is ready to accept connections'
/** Long enough for the recovery after a power cut. */
const START_TIMEOUT_MS = 120_000
const STOP_TIMEOUT_MS = 30_000

const THROWAWAY_SETTINGS = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'autovacuum=off']

/**
 * PostgreSQL from npm in the data folder, on 127.0.0.1 alone and a free port, durable (fsync, autovacuum), as root and as
 * anyone. It outlives a `kill -9` of this process; the next start finds it by `postmaster.pid`, stops it cleanly and
 * starts it anew. A folder made by another major version is refused: its files cannot be read by this one.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir)
  const cluster: Cluster = {
    directory: join(dataDir, 'postgres'),
    passwordFile: join(dataDir, 'postgres.password'),
    binaries: await postgresBinaries(),
    user: await serverUser(),
    throwaway: options.throwaway ?? false,
    onLog: options.onLog ?? (() => {}),
  }
  await mkdir(dataDir, { recursive: true })
  await requireSameMajor(cluster)
  const joined = await settleRunning(cluster, options.ifRunning ?? 'refuse')
  if (joined) return joined
  const password = await initialise(cluster)
  const { child, port } = await start(cluster)

  let stopping = false
  child.once('exit', (code, signal) => {
    if (!stopping) options.onExit?.(new Error(`The embedded PostgreSQL ended (${signal ?? `code ${code}`})`))
  })
  const admin = url(password, port, 'postgres')
  let owner: SessionLock | null = null
  async function stop(): Promise<void> {
    stopping = true
    await owner?.release()
    await stopChild(child, cluster.throwaway)
    if (cluster.throwaway) await rm(cluster.directory, { recursive: true, force: true })
  }
  try {
    // While Postgres is down for a moment the owner is this process all the same: nobody else could have started it.
    owner = await holdLock(admin, OWNER_LOCK, () => {})
    await createDatabaseOnce(admin)
  } catch (error) {
    await stop()
    throw error
  }
  return { url: url(password, port, DATABASE), stop }
}

interface Cluster {
  directory: string
  passwordFile: string
  binaries: Binaries
  user: ServerUser | null
  throwaway: boolean
  onLog: (line: string) => void
}

function url(password: string, port: number, database: string): string {
  return `postgres://postgres:${password}@127.0.0.1:${port}/${database}`
}

async function requireSameMajor({ directory, binaries }: Cluster): Promise<void> {
  const made = await readIfThere(join(directory, 'PG_VERSION'))
  if (made === null) return
  const child = await spawnAs(null, binaries.postgres, ['--version'], [], { stdio: ['ignore', 'pipe', 'ignore'] })
  const major = /(\d+)/.exec((await textOf(child)).output)?.[1]
  if (made.trim() === major) return
  throw new Error(
    `${directory} was made by PostgreSQL ${made.trim()}, this Countersign brings ${major}. With the Countersign that made it run ` +
      '`countersign backup DIR`, then with this one `countersign restore DIR` into an empty data folder.',
  )
}

/** Deals with a server that already runs on this folder: joined, refused, or an orphan stopped cleanly (null). */
async function settleRunning(cluster: Cluster, ifRunning: 'join' | 'refuse'): Promise<EmbeddedPostgres | null> {
  const running = await findRunning(cluster)
  if (!running) return null
  const ownerless = await holdLock(url(running.password, running.port, 'postgres'), OWNER_LOCK, () => {})
  if (!ownerless) {
    if (ifRunning === 'join') return { url: url(running.password, running.port, DATABASE), stop: async () => {} }
    throw new Error(`Another Countersign is running on ${cluster.directory}`)
  }
  await ownerless.release()
  cluster.onLog(`stopping the PostgreSQL (pid ${running.pid}) that a killed process left running`)
  process.kill(running.pid, 'SIGINT')
  const deadline = performance.now() + STOP_TIMEOUT_MS
  // Its file, not its pid: where nobody reaps orphans a dead process keeps its pid.
  while ((await readIfThere(join(cluster.directory, 'postmaster.pid'))) !== null) {
    if (performance.now() > deadline) throw new Error(`The PostgreSQL with pid ${running.pid} does not stop`)
    await delay(20)
  }
  return null
}

/** The server that `postmaster.pid` names, if it lives and truly serves this folder (pids are used again). */
async function findRunning(cluster: Cluster): Promise<{ pid: number; port: number; password: string } | null> {
  const lines = (await readIfThere(join(cluster.directory, 'postmaster.pid')))?.split('\n')
  const password = await readIfThere(cluster.passwordFile)
  const pid = Number(lines?.[0])
  const port = Number(lines?.[3])
  if (!password || !pid || !port || !isAlive(pid)) return null
  const deadline = performance.now() + START_TIMEOUT_MS
  while (isAlive(pid)) {
    const client = new pg.Client({ connectionString: url(password, port, 'postgres'), connectionTimeoutMillis: 5_000 })
    client.on('error', () => {})
    try {
      await client.connect()
      const { rows } = await client.query<{ data_directory: string }>('show data_directory')
      return rows[0]?.data_directory === cluster.directory ? { pid, port, password } : null
    } catch (error) {
      // 57P03: it is just starting up or shutting down. Anything else is not our server.
      const busy = error instanceof pg.DatabaseError && error.code === '57P03'
      if (!busy || performance.now() > deadline) return null
      await delay(100)
    } finally {
      await client.end().catch(() => {})
    }
  }
  return null
}

/** Makes the cluster on first start; a half-made one (the process died in between) is made again. Its password. */
async function initialise(cluster: Cluster): Promise<string> {
  const { directory, passwordFile, binaries, user, throwaway } = cluster
  const existing = await readIfThere(passwordFile)
  if (await readIfThere(join(directory, 'PG_VERSION'))) {
    if (existing) return existing
    throw new Error(`${passwordFile} is missing: it belongs to ${directory}`)
  }
  const password = randomBytes(24).toString('base64url')
  const fresh = `${directory}.new`
  await rm(fresh, { recursive: true, force: true })
  await rm(passwordFile, { force: true })
  await mkdir(fresh, { mode: 0o700 })
  await writeFile(passwordFile, password, { mode: 0o600 })
  if (user) {
    await chown(fresh, user.uid, user.gid)
    await chown(passwordFile, user.uid, user.gid)
  }
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const access = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`]
  const args = ['-D', fresh, ...locale, ...access, '--no-instructions', ...(throwaway ? ['--no-sync'] : [])]
  const child = await spawnAs(user, binaries.initdb, args, [fresh, passwordFile], { stdio: ['ignore', 'pipe', 'pipe'] })
  const { code, output } = await textOf(child)
  if (code !== 0) throw new Error(`initdb failed: ${output.trim()}`)
  await rename(fresh, directory)
  if (!throwaway) await syncDirectory(resolve(directory, '..'))
  return password
}

async function start(cluster: Cluster): Promise<{ child: ChildProcess; port: number }> {
  const port = await freePort()
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200']
  if (cluster.throwaway) settings.push(...THROWAWAY_SETTINGS)
  const args = ['-D', cluster.directory, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])]
  const child = await spawnAs(cluster.user, cluster.binaries.postgres, args, [cluster.directory], {
    stdio: ['ignore', 'ignore', 'pipe'],
    // A durable one is kept out of the terminal's process group: Ctrl-C must reach us alone, so that we drain first.
    detached: !cluster.throwaway,
  })
  try {
    await ready(child, cluster.onLog)
  } catch (error) {
    await stopChild(child, true)
    throw error
  }
  return { child, port }
}

function ready(child: ChildProcess, onLog: (line: string) => void): Promise<void> {
  const lastLines: string[] = []
  return new Promise((done, fail) => {
    const timer = setTimeout(() => fail(new Error('PostgreSQL did not start in time')), START_TIMEOUT_MS)
    child.once('error', fail)
    child.once('exit', () => {
      clearTimeout(timer)
      fail(new Error(`PostgreSQL did not start: ${lastLines.join('\n')}`))
    })
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      for (const line of text.split('\n').filter(Boolean)) {
        onLog(line)
        if (lastLines.push(line) > 10) lastLines.shift()
        if (!line.includes(READY)) continue
        clearTimeout(timer)
        done()
      }
    })
  })
}

/** Fast shutdown (sessions are ended, the checkpoint is written), an immediate one when that hangs. */
async function stopChild(child: ChildProcess, throwaway: boolean): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill(throwaway ? 'SIGQUIT' : 'SIGINT')
  const timer = setTimeout(() => child.kill('SIGQUIT'), STOP_TIMEOUT_MS)
  await exited
  clearTimeout(timer)
}

async function createDatabaseOnce(admin: string): Promise<void> {
  const client = new pg.Client({ connectionString: admin })
  await client.connect()
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE])
    if (rowCount === 0) await client.query(`create database ${DATABASE}`)
  } finally {
    await client.end()
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('No free port')
  return address.port
}

async function textOf(child: ChildProcess): Promise<{ code: number | null; output: string }> {
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
