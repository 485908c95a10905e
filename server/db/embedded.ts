import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { makeWritableFolder } from '../writable-folder.ts'
import { type Cluster, initialise, readIfThere, requireSameMajor, startPostgres, stopPostgres } from './cluster.ts'
import { type Release, takeFolder } from './folder-owner.ts'
import { postgresBinaries, serverUser } from './postgres-binaries.ts'
import { holdLock, type SessionLock } from './session-lock.ts'

export interface EmbeddedOptions {
  /** The folder gets `postgres/` (the cluster), `postgres.password` and, while it runs, the socket `postgres.owner`. */
  dataDir: string
  /**
   * If a running Countersign already runs Postgres in this folder: `join` it (commands beside a running server) or
   * `refuse` (a second server). Default `refuse`.
   */
  ifRunning?: 'join' | 'refuse'
  /** For tests: no fsync, and `stop()` deletes the cluster. */
  throwaway?: boolean
  /** Postgres' own log, line by line. */
  onLog?: (line: string) => void
  /** Called when Postgres ends without having been stopped. */
  onExit?: (error: Error) => void
}

export interface EmbeddedPostgres {
  url: string
  /** Stops it cleanly (a joined one keeps running). Every pool on it must be closed before. */
  stop(): Promise<void>
}

/** For the operator, without a stack. */
export class EmbeddedInUseError extends Error {
  readonly code = 'EMBEDDED_IN_USE'
  constructor(directory: string) {
    super(
      `Another Countersign is running on ${directory}; to run several processes, set DATABASE_URL to one Postgres for all of them. If it runs in a container, run commands in that one (docker exec).`,
    )
  }
}

const DATABASE = 'countersign'
const OWNER_LOCK = 'countersign:embedded-owner'
/** How long to wait for servers to start or stop. */
const SETTLE_TIMEOUT_MS = 120_000

/**
 * Runs PostgreSQL from npm in the data folder, on 127.0.0.1 only and a free port, durable (fsync, autovacuum), as root
 * or any other user. It outlives a `kill -9` of this process; the next start finds it by `postmaster.pid`, stops it
 * cleanly and starts it again. A folder created by another major version is refused, because this version cannot read
 * its files.
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
  await makeWritableFolder('DATA_DIR', dataDir)
  await requireSameMajor(cluster)
  const joined = await settleRunning(cluster, options.ifRunning ?? 'refuse')
  if (joined) return joined
  const giveBack = await takeFolder(join(dataDir, 'postgres.owner'), cluster.onLog)
  if (!giveBack) throw new EmbeddedInUseError(cluster.directory)
  try {
    return await startOwned(cluster, options, giveBack)
  } catch (error) {
    await giveBack()
    throw error
  }
}

/**
 * Ends the throwaway Postgres that a killed process has left running in a data folder, without waiting for it.
 * @returns false: the folder is in use
 */
export async function endAbandoned(dataDir: string): Promise<boolean> {
  const giveBack = await takeFolder(join(dataDir, 'postgres.owner'), () => {})
  if (!giveBack) return false
  const files = { directory: join(dataDir, 'postgres'), passwordFile: join(dataDir, 'postgres.password') }
  const running = await findRunning(files)
  if (running) process.kill(running.pid, 'SIGQUIT')
  await giveBack()
  return true
}

async function startOwned(cluster: Cluster, options: EmbeddedOptions, giveBack: Release): Promise<EmbeddedPostgres> {
  const password = await initialise(cluster)
  const { child, port } = await startPostgres(cluster)

  let stopping = false
  child.once('exit', (code, signal) => {
    if (!stopping) options.onExit?.(new Error(`The embedded PostgreSQL ended (${signal ?? `code ${code}`})`))
  })
  const admin = url(password, port, 'postgres')
  let owner: SessionLock | null = null
  async function stop(): Promise<void> {
    stopping = true
    await owner?.release()
    await stopPostgres(child, cluster.throwaway)
    if (cluster.throwaway) await rm(cluster.directory, { recursive: true, force: true })
    await giveBack()
  }
  try {
    // While Postgres is briefly down, this process is still the owner: no other could have started it.
    owner = await holdLock(admin, OWNER_LOCK, () => {})
    await createDatabaseOnce(admin)
  } catch (error) {
    await stop()
    throw error
  }
  return { url: url(password, port, DATABASE), stop }
}

function url(password: string, port: number, database: string): string {
  return `postgres://postgres:${password}@127.0.0.1:${port}/${database}`
}

/** Handles a server that already runs in this folder: joins it, refuses, or stops an orphan cleanly (null). */
async function settleRunning(cluster: Cluster, ifRunning: 'join' | 'refuse'): Promise<EmbeddedPostgres | null> {
  const running = await findRunning(cluster)
  if (!running) return null
  const ownerLock = await holdLock(url(running.password, running.port, 'postgres'), OWNER_LOCK, () => {})
  if (!ownerLock) {
    if (ifRunning === 'join') return { url: url(running.password, running.port, DATABASE), stop: async () => {} }
    throw new EmbeddedInUseError(cluster.directory)
  }
  await ownerLock.release()
  cluster.onLog(`stopping the PostgreSQL (pid ${running.pid}) that a killed process left running`)
  process.kill(running.pid, 'SIGINT')
  const deadline = performance.now() + SETTLE_TIMEOUT_MS
  // Waits for its file, not its pid: where orphans are never reaped, a dead process keeps its pid.
  while ((await readIfThere(join(cluster.directory, 'postmaster.pid'))) !== null) {
    if (performance.now() > deadline) throw new Error(`The PostgreSQL with pid ${running.pid} does not stop`)
    await delay(20)
  }
  return null
}

/** The server in `postmaster.pid`, if it is alive and really serves this folder (pids are reused). */
async function findRunning(
  cluster: Pick<Cluster, 'directory' | 'passwordFile'>,
): Promise<{ pid: number; port: number; password: string } | null> {
  const lines = (await readIfThere(join(cluster.directory, 'postmaster.pid')))?.split('\n')
  const password = await readIfThere(cluster.passwordFile)
  const pid = Number(lines?.[0])
  const port = Number(lines?.[3])
  if (!password || !pid || !port || !isAlive(pid)) return null
  const deadline = performance.now() + SETTLE_TIMEOUT_MS
  while (isAlive(pid)) {
    const client = new pg.Client({ connectionString: url(password, port, 'postgres'), connectionTimeoutMillis: 5_000 })
    client.on('error', () => {})
    try {
      await client.connect()
      const { rows } = await client.query<{ data_directory: string }>('show data_directory')
      return rows[0]?.data_directory === cluster.directory ? { pid, port, password } : null
    } catch (error) {
      // 57P03: it is starting up or shutting down. Any other error means it is not our server.
      const busy = error instanceof pg.DatabaseError && error.code === '57P03'
      if (!busy || performance.now() > deadline) return null
      await delay(100)
    } finally {
      await client.end().catch(() => {})
    }
  }
  return null
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

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
