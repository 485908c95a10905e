import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Countersign } from '../../sdk/src/index.ts'
import { arrive } from '../load/arrivals.ts'
import { noDocuments, takeThrough } from '../load/documents.ts'
import { duplicates, missing } from '../load/events.ts'
import { receive } from '../load/receiver.ts'
import { sender } from '../load/sender.ts'
import { type Application, SERVER_URL, startApplication } from './application.ts'
import { type Cluster, DIRECT_URL, startCluster, until } from './cluster.ts'
import { makeNetwork, removeNetwork, setCable } from './network.ts'
import { killAll } from './processes.ts'

/**
 * `npm run test:failover`: a database of three nodes, two servers and two workers on this machine, as in
 * examples/self-host/high-availability, under load while parts of it are taken away. As root, with Debian's packages.
 */
const PROGRAMS = ['patroni', 'etcd', 'haproxy', 'pgbouncer', 'psql', 'ip', 'runuser']
const PER_MINUTE = 60
const BEFORE_MS = 8_000
const AFTER_MS = 45_000
const CUT_MS = 30_000
const SETTLE_MS = 120_000
const PROBE_MS = 200

interface Scenario {
  name: string
  /** Takes something away. @returns what puts it back */
  strike(cluster: Cluster, application: Application): Promise<() => Promise<void>>
}

const primaryOf = async (cluster: Cluster) => (await cluster.primary()) ?? Promise.reject(new Error('no primary'))

const SCENARIOS: Scenario[] = [
  {
    name: 'kill -9 of the primary and its Patroni',
    async strike(cluster) {
      const node = await primaryOf(cluster)
      await cluster.patroni(node).kill()
      spawnSync('pkill', ['-9', '-f', `node${node}/postgres`])
      return async () => cluster.revive(node)
    },
  },
  {
    name: 'network of the primary cut for 30 s',
    async strike(cluster) {
      const node = await primaryOf(cluster)
      setCable(node, 'down')
      await delay(CUT_MS)
      setCable(node, 'up')
      return async () => {}
    },
  },
  {
    name: 'switchover by hand',
    async strike(cluster) {
      await cluster.switchover(await primaryOf(cluster))
      return async () => {}
    },
  },
  {
    name: 'kill -9 of a server',
    async strike(_cluster, application) {
      await application.servers[0]!.kill()
      return async () => application.startServer(0)
    },
  },
  {
    name: 'kill -9 of a worker',
    async strike(_cluster, application) {
      await application.workers[0]!.kill()
      return async () => application.startWorker(0)
    },
  },
]

interface Outcome {
  name: string
  /** Seconds between two creates that succeeded, at most. */
  withoutCreates: number
  errors: Record<string, number>
  signed: number
  stuck: number
  lost: number
  duplicates: number
  sealedTwice: number
}

async function play({ name, strike }: Scenario, cluster: Cluster, application: Application): Promise<Outcome> {
  const client = new Countersign({
    apiKey: application.key,
    baseUrl: `${SERVER_URL}/v1`,
    maxRetries: 0,
    logLevel: 'off',
  })
  const send = await sender(client, { signers: 1, mix: 'uploads', pdf: null })
  const receiver = await receive(client, 1, { url: null, port: 0 })
  const documents = noDocuments()
  const prober = probe(() => send(0))
  const minutes = (BEFORE_MS + AFTER_MS) / 60_000
  const load = arrive({ perMinute: PER_MINUTE, minutes }, (at, index) => takeThrough(documents, send, at, index))
  await delay(BEFORE_MS)
  const restore = await strike(cluster, application)
  await load
  const withoutCreates = await prober.end()
  await restore()
  const ids = documents.signed.map(({ sent }) => sent.documentId)
  const own = () => receiver.arrivals.filter(({ documentId }) => ids.includes(documentId ?? ''))
  const lost = () => missing(documents.expected, receiver.arrivals, 1)
  for (const end = Date.now() + SETTLE_MS; lost().length > 0 && Date.now() < end; await delay(500));
  const counts = sealsOf(ids)
  const outcome = {
    ...{ name, withoutCreates, errors: Object.fromEntries(documents.errors), signed: ids.length },
    stuck: ids.filter((id) => !counts.has(id)).length,
    lost: lost().length,
    duplicates: duplicates(own()),
    sealedTwice: [...counts.values()].filter((count) => count > 1).length,
  }
  await receiver.close()
  return outcome
}

/** Creates one document after the other. */
function probe(create: () => Promise<unknown>): { end(): Promise<number> } {
  let isOver = false
  let longest = 0
  const probing = (async () => {
    for (let last = Date.now(); !isOver; await delay(PROBE_MS)) {
      const isMade = await create().then(
        () => true,
        () => false,
      )
      longest = Math.max(longest, Date.now() - last)
      if (isMade) last = Date.now()
    }
  })()
  return {
    async end() {
      isOver = true
      await probing
      return longest / 1000
    },
  }
}

/** How often each document was sealed. */
function sealsOf(ids: string[]): Map<string, number> {
  const list = ids.map((id) => `'${id}'`).join(', ')
  const query = `select document_id, count(*) from document_revisions where kind = 'seal' and document_id in (${list}) group by 1`
  const rows = execFileSync('psql', [DIRECT_URL, '-qAtc', query], { encoding: 'utf8' }).trim().split('\n')
  return new Map(rows.filter(Boolean).map((row) => [row.split('|')[0]!, Number(row.split('|')[1])]))
}

const isGood = ({ stuck, lost, sealedTwice, signed }: Outcome) => signed > 0 && stuck + lost + sealedTwice === 0

async function main(): Promise<number> {
  const absent = PROGRAMS.filter((program) => {
    try {
      execFileSync('which', [program], { stdio: 'ignore' })
      return false
    } catch {
      return true
    }
  })
  if (absent.length > 0 || process.getuid?.() !== 0) {
    console.log(`skipped: it needs root, and ${absent.join(', ') || 'nothing else'}`)
    return 0
  }
  const folder = mkdtempSync(join(tmpdir(), 'countersign-failover-'))
  const chosen = process.argv.slice(2)
  const clear = async () => {
    await killAll()
    // A Postgres outlives the Patroni that has started it.
    spawnSync('pkill', ['-9', '-f', folder])
    removeNetwork()
  }
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void clear().finally(() => process.exit(1)))
  const outcomes: Outcome[] = []
  let isAllGood = false
  try {
    makeNetwork()
    const cluster = await startCluster(folder)
    const application = await startApplication(folder)
    for (const scenario of SCENARIOS) {
      if (chosen.length > 0 && !chosen.some((word) => scenario.name.includes(word))) continue
      const outcome = await play(scenario, cluster, application)
      outcomes.push(outcome)
      console.log(JSON.stringify(outcome))
      await until('a whole cluster again', async () => (await cluster.primary()) !== null)
    }
    isAllGood = outcomes.every(isGood)
    return isAllGood ? 0 : 1
  } finally {
    await clear()
    if (isAllGood) rmSync(folder, { recursive: true })
    else console.log(`The logs are in ${folder}.`)
  }
}

process.exitCode = await main()
process.exit()
