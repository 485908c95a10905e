import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { syncDirectory } from '../files.ts'
import { type Binaries, type ServerUser, spawnAs } from './postgres-binaries.ts'

/** Long enough for the recovery after a power failure. */
const START_TIMEOUT_MS = 120_000
const STOP_TIMEOUT_MS = 30_000
const READY = 'database system is ready to accept connections'
const THROWAWAY_SETTINGS = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'autovacuum=off']

/** The folder of a PostgreSQL cluster, and what is needed to run it. */
export interface Cluster {
  directory: string
  passwordFile: string
  binaries: Binaries
  user: ServerUser | null
  throwaway: boolean
  onLog: (line: string) => void
}

/** @throws when the folder's files are from another major version */
export async function requireSameMajor({ directory, binaries }: Cluster): Promise<void> {
  const version = await readIfThere(join(directory, 'PG_VERSION'))
  if (version === null) return
  const child = await spawnAs(null, binaries.postgres, ['--version'], [], { stdio: ['ignore', 'pipe', 'ignore'] })
  const major = /(\d+)/.exec((await textOf(child)).output)?.[1]
  if (version.trim() === major) return
  throw new Error(
    `${directory} was created by PostgreSQL ${version.trim()}; this version of Countersign includes ${major}. With the version that created it run ` +
      '`countersign backup DIR`, then with this version `countersign restore DIR` into an empty data folder.',
  )
}

/**
 * Creates the cluster on first start; an incomplete one (the process died in between) is created again. Returns its
 * password.
 */
export async function initialise(cluster: Cluster): Promise<string> {
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

/** Starts PostgreSQL on a free port of 127.0.0.1; resolves when it accepts connections. */
export async function startPostgres(cluster: Cluster): Promise<{ child: ChildProcess; port: number }> {
  const port = await freePort()
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200']
  // Errors of statements quote the values they failed on; the sender of the statement gets them, the log does not need
  // them.
  settings.push('log_min_messages=log')
  if (cluster.throwaway) settings.push(...THROWAWAY_SETTINGS)
  const args = ['-D', cluster.directory, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])]
  const child = await spawnAs(cluster.user, cluster.binaries.postgres, args, [cluster.directory], {
    stdio: ['ignore', 'ignore', 'pipe'],
    // A durable server is kept out of the terminal's process group: Ctrl-C must reach only us, so that we drain first.
    detached: !cluster.throwaway,
  })
  try {
    await ready(child, cluster.onLog)
  } catch (error) {
    await stopPostgres(child, true)
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
    createInterface({ input: child.stderr! }).on('line', (line) => {
      onLog(line)
      if (lastLines.push(line) > 10) lastLines.shift()
      if (!line.includes(READY)) return
      clearTimeout(timer)
      done()
    })
  })
}

/** Fast shutdown (sessions are ended, the checkpoint is written), or an immediate one if that hangs. */
export async function stopPostgres(child: ChildProcess, throwaway: boolean): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill(throwaway ? 'SIGQUIT' : 'SIGINT')
  const timer = setTimeout(() => child.kill('SIGQUIT'), STOP_TIMEOUT_MS)
  await exited
  clearTimeout(timer)
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

/** The file's text; null if it does not exist. */
export async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
