import { type ChildProcess, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
import { type Cluster, initialise, startPostgres, stopPostgres } from '../../server/db/cluster.ts'
import { postgresBinaries, serverUser, spawnAs } from '../../server/db/postgres-binaries.ts'
import { freePort } from './free-port.ts'
import { adminQuery } from './postgres.ts'

/** A Postgres that follows another, and can be stopped, started and promoted. */
export interface Standby {
  /** Of its database `postgres`. */
  url: string
  start(): Promise<void>
  /** As a machine that loses its power. */
  kill(): Promise<void>
}

/** A primary, and replicas that stream from it. */
export interface Replicated {
  /** Of its database `postgres`; a commit waits for its flush, which it does not elsewhere in the tests. */
  primary: string
  killPrimary(): Promise<void>
  standbys: Standby[]
  stop(): Promise<void>
}

/** From the binaries of the embedded Postgres: they have no `pg_basebackup`, but a cluster can be copied before its first start. */
export async function startReplicated(count: number): Promise<Replicated> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-test-'))
  chmodSync(folder, 0o755)
  const cluster: Cluster = {
    directory: join(folder, 'primary'),
    passwordFile: join(folder, 'password'),
    binaries: await postgresBinaries(),
    user: await serverUser(),
    throwaway: true,
    onLog: () => {},
  }
  const password = await initialise(cluster)
  const copies = Array.from({ length: count }, (_, index) => join(folder, `standby${index}`))
  for (const copy of copies) execFileSync('cp', ['-a', cluster.directory, copy])
  const primary = await startPostgres(cluster)
  const urlAt = (port: number) => `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
  const standbys = await Promise.all(
    copies.map(async (copy) => {
      const source = `host=127.0.0.1 port=${primary.port} user=postgres password=${password}`
      appendFileSync(join(copy, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`)
      writeFileSync(join(copy, 'standby.signal'), '')
      return standby(cluster, copy, urlAt)
    }),
  )
  return {
    primary: `${urlAt(primary.port)}?options=-c%20synchronous_commit%3Don`,
    killPrimary: () => stopPostgres(primary.child, true),
    standbys,
    async stop() {
      await Promise.all([stopPostgres(primary.child, true), ...standbys.map(({ kill }) => kill())])
      rmSync(folder, { recursive: true })
    },
  }
}

async function standby(cluster: Cluster, copy: string, urlAt: (port: number) => string): Promise<Standby> {
  const port = await freePort()
  const url = urlAt(port)
  let child: ChildProcess | null = null
  // With fewer connections than its primary a standby stops replaying.
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200', 'fsync=off']
  const args = ['-D', copy, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])]
  const own: Standby = {
    url,
    async start() {
      child = await spawnAs(cluster.user, cluster.binaries.postgres, args, [copy], { stdio: 'ignore' })
      await vi.waitFor(() => adminQuery(url, 'select'), { timeout: 300_000 })
    },
    async kill() {
      if (child === null || child.exitCode !== null || child.signalCode !== null) return
      const exited = once(child, 'exit')
      child.kill('SIGQUIT')
      await exited
    },
  }
  await own.start()
  return own
}
