import { execFileSync } from 'node:child_process'
import { chownSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { addressOf, NODES, type Node, namespaceOf } from './network.ts'
import { type Process, run } from './processes.ts'

const EXAMPLE = resolve(import.meta.dirname, '../../examples/self-host/high-availability')
const PASSWORD = 'change-me-postgres'
export const POOLED_URL = `postgres://postgres:${PASSWORD}@10.77.0.1:6432/countersign`
export const DIRECT_URL = `postgres://postgres:${PASSWORD}@10.77.0.1:5432/countersign`

export interface Cluster {
  /** Of the node that is the primary by the word of the others; null: none is. */
  primary(): Promise<Node | null>
  patroni(node: Node): Process
  /** Starts Patroni on a node again. */
  revive(node: Node): void
  /** Has another node become the primary, as an administrator does. */
  switchover(from: Node): Promise<void>
}

/** Three nodes of etcd, Patroni and Postgres, and in front of them HAProxy and PgBouncer, by the files of the example. */
export async function startCluster(folder: string): Promise<Cluster> {
  cpSync(EXAMPLE, folder, { recursive: true })
  const [uid, gid] = ['-u', '-g'].map((of) => Number(execFileSync('id', [of, 'postgres'], { encoding: 'utf8' })))
  chownSync(folder, uid!, gid!)
  const patronis = new Map<Node, Process>()
  const within = (node: Node, name: string, ...command: string[]) =>
    run(`${name} ${node}`, 'ip', ['netns', 'exec', namespaceOf(node), 'runuser', '-u', 'postgres', '--', ...command], {
      cwd: folder,
      env: environmentOf(node, folder),
    })
  const revive = (node: Node) => void patronis.set(node, within(node, 'patroni', 'patroni', 'patroni.yml'))
  for (const node of NODES) {
    const own = join(folder, `node${node}`)
    mkdirSync(own, { mode: 0o700 })
    chownSync(own, uid!, gid!)
    within(node, 'etcd', 'etcd')
    revive(node)
  }
  const primary = async () => {
    for (const node of NODES) {
      const answer = await fetch(`http://${addressOf(node)}:8008/primary`, {
        signal: AbortSignal.timeout(1_000),
      }).catch(() => null)
      if (answer?.status === 200) return node
    }
    return null
  }
  await until('a primary with two replicas', async () => {
    const node = await primary()
    if (node === null) return false
    const answer = await fetch(`http://${addressOf(node)}:8008/cluster`)
    const { members } = (await answer.json()) as { members: { state: string }[] }
    return members.length === NODES.length && members.every(({ state }) => /running|streaming/.test(state))
  })
  run('haproxy', 'haproxy', ['-db', '-f', 'haproxy.cfg'], { cwd: folder })
  writeFileSync(join(folder, 'users.txt'), `"postgres" "${PASSWORD}"\n`, { mode: 0o644 })
  run('pgbouncer', 'runuser', ['-u', 'postgres', '--', 'pgbouncer', 'pgbouncer.ini'], { cwd: folder })
  const psql = (...args: string[]) =>
    execFileSync('psql', [DIRECT_URL.replace(/countersign$/, 'postgres'), '-qAtc', ...args], { encoding: 'utf8' })
  // Until its first look at each, HAProxy takes every node for the primary.
  await until('the way to the primary alone', async () => {
    const looks = Array.from({ length: 2 * NODES.length }, () => psql('select pg_is_in_recovery()').trim())
    return looks.every((look) => look === 'f')
  })
  psql('create database countersign')
  return {
    primary,
    patroni: (node) => patronis.get(node)!,
    revive,
    async switchover(from) {
      const body = JSON.stringify({ leader: `node${from}` })
      const answer = await fetch(`http://${addressOf(from)}:8008/switchover`, { method: 'POST', body })
      if (!answer.ok) throw new Error(`switchover: ${answer.status} ${await answer.text()}`)
    },
  }
}

/** `node.env` of a node, with its data in the folder. */
function environmentOf(node: Node, folder: string): Record<string, string> {
  const lines = readFileSync(join(folder, 'node.env'), 'utf8').split('\n')
  const pairs = lines.filter((line) => /^[A-Z]/.test(line)).map((line) => line.split(/=(.*)/s).slice(0, 2))
  const own = Object.fromEntries(
    pairs.map(([name, value]) => [
      name!,
      name === 'ETCD_INITIAL_CLUSTER'
        ? value!
        : value!.replaceAll('10.77.0.11', addressOf(node)).replace('node1', `node${node}`),
    ]),
  )
  const data = join(folder, `node${node}`)
  return { ...own, ETCD_DATA_DIR: join(data, 'etcd'), PATRONI_POSTGRESQL_DATA_DIR: join(data, 'postgres') }
}

const PATIENCE_MS = 90_000

/** @throws Error when it has not come about in time */
export async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await delay(500)) {
    if (await isSo().catch(() => false)) return
  }
  throw new Error(`waited in vain for ${what}`)
}
