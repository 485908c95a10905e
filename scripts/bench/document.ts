import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SignPageData } from '../../server/web/signing/client-data.ts'
import { caller } from '../../test/support/call.ts'
import { Signer, send, willing } from '../../test/support/flow.ts'
import { keysOf } from './client.ts'
import type { Command, Reply, Spent } from './document-server.ts'
import { percentile } from './measure.ts'

/** `BENCH_DOCUMENTS` makes it smaller, to try it out. */
const DOCUMENTS = Number(process.env.BENCH_DOCUMENTS ?? 160)
const AT_ONCE = 8
const WARM = 16
/** Of a server that is left alone. */
const IDLE_MS = 10_000
const SIGNERS = [
  { email: 'ada@example.com', name: 'Ada Lovelace', role: 'first', signing_order: 1 },
  { email: 'bob@example.com', name: 'Bob Miller', role: 'second', signing_order: 2 },
]

interface Life {
  documentId: string
  signers: Signer[]
  page?: SignPageData
}

interface Step extends Spent {
  /** Milliseconds of a call, one at a time and eight at once. */
  aloneMs: number
  p50Ms: number
}

type Steps = Record<string, Step>

/**
 * What a document costs from its upload to the download of the sealed file: one small page, two signers one after
 * another, mails, two webhooks. Beside it, a create of which nothing follows, and a read. Processor time, statements and bytes are those of a document.
 * @param json prints one line for programs
 */
export async function benchDocument(json: boolean): Promise<void> {
  const receiver = createServer((request, response) => {
    request.resume().on('end', () => response.end())
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const dataDir = await mkdtemp(join(tmpdir(), 'countersign-bench-'))
  const server = await startMeasured(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}`, dataDir)
  try {
    await wholeLife(server, WARM)
    const { read, ...steps } = await wholeLife(server, DOCUMENTS)
    const create = await step(server, DOCUMENTS, quietCreate(server))
    const least = await spentBy(server, DOCUMENTS, () => server.command({ type: 'least', documents: DOCUMENTS }))
    const idle = await idleCpuMs(server)
    const total = sumOf(Object.values(steps))
    if (json) console.log(JSON.stringify({ create, ...steps, read, total, least, idle: { cpuMsASecond: idle } }))
    else print({ 'create alone, one signer': create, 'GET /documents/{id}': read!, ...steps }, total, least, idle)
  } finally {
    await server.command({ type: 'stop' })
    receiver.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

interface Measured {
  url: string
  keys: () => string
  quietKeys: () => string
  command(command: Command): Promise<Reply>
}

async function startMeasured(receiver: string, dataDir: string): Promise<Measured> {
  const child: ChildProcess = fork(fileURLToPath(new URL('document-server.ts', import.meta.url)), [receiver, dataDir], {
    execArgv: ['--import', 'tsx'],
  })
  const [ready] = (await once(child, 'message')) as [Reply]
  if (ready.type !== 'ready') throw new Error('the server did not start')
  const command = async (message: Command) => {
    child.send(message)
    return ((await once(child, 'message')) as [Reply])[0]
  }
  return { url: ready.url, keys: keysOf(ready.keys), quietKeys: keysOf(ready.quietKeys), command }
}

/** Each step of so many documents, and what follows from it, before the next begins. */
async function wholeLife(server: Measured, documents: number): Promise<Steps> {
  const reachable = reachableOf(server)
  const lives: Life[] = []
  const each = (work: (life: Life) => Promise<unknown>) => step(server, documents, (n) => work(lives[n]!))
  const steps: Steps = {}
  steps.created = await step(server, documents, async (n) => {
    const created = await send(reachable, withKey(server.keys), { signers: SIGNERS, signing_mode: 'sequential' })
    const signers = created.signers.map(({ signingUrl }) => new Signer(reachable, signingUrl!))
    lives[n] = { documentId: created.documentId, signers }
  })
  for (const [index, who] of (['1', '2'] as const).entries()) {
    steps[`page ${who}`] = await each(async (life) => {
      life.page = await life.signers[index]!.data()
      await expectStatus(life.signers[index]!.call('GET', 'first-page'), [200, 204])
    })
    steps[`file ${who}`] = await each(({ signers }) => expectStatus(signers[index]!.call('GET', 'document.pdf'), [200]))
    steps[`viewed ${who}`] = await each(({ signers }) => expectStatus(signers[index]!.view(), [200, 204]))
    steps[`displayed ${who}`] = await each(({ signers }) => expectStatus(signers[index]!.display(), [200, 204]))
    steps[index === 0 ? 'complete' : 'complete and seal'] = await each(({ signers, page }) => {
      const name = SIGNERS[index]!.name
      const values = Object.fromEntries(
        page!.fields.filter(({ kind }) => kind !== 'date').map((field) => [field.id, willing(field, name)]),
      )
      const body = { consentVersion: page!.consentVersion, name, values }
      return expectStatus(signers[index]!.call('POST', 'complete', body), [200])
    })
  }
  const get = (path: string) =>
    expectStatus(reachable.call(withKey(server.keys), 'GET', `/v1/documents/${path}`), [200])
  steps.download = await each(({ documentId }) => get(`${documentId}/signed`))
  steps.read = await each(({ documentId }) => get(documentId))
  return steps
}

/** One signer, and nothing that follows. */
function quietCreate(server: Measured) {
  const reachable = reachableOf(server)
  return () => {
    return send(reachable, withKey(server.quietKeys), { signers: [{ email: 'ada@example.com' }], send_emails: false })
  }
}

const withKey = (keys: () => string) => ({ key: keys(), id: '', workspaceId: '' })

function reachableOf({ url }: Measured) {
  const fetchPath = (path: string, init?: RequestInit) => fetch(url + path, init)
  return { url, fetch: fetchPath, call: caller(fetchPath) }
}

async function expectStatus(call: Promise<{ status: number; body: unknown }>, expected: number[]): Promise<void> {
  const { status, body } = await call
  if (!expected.includes(status)) throw new Error(`answered ${status} ${JSON.stringify(body)}`)
}

/** Does `work` for all but a few eight at a time, and for those one at a time. */
async function step(server: Measured, documents: number, work: (n: number) => Promise<unknown>): Promise<Step> {
  const timed = async (n: number, spent: number[]) => {
    const start = performance.now()
    await work(n)
    spent.push(performance.now() - start)
  }
  const [alone, together]: [number[], number[]] = [[], []]
  const few = Math.ceil(documents / 10)
  const spent = await spentBy(server, documents, async () => {
    for (let n = 0; n < few; n++) await timed(n, alone)
    let next = few
    const lane = async () => {
      while (next < documents) await timed(next++, together)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, lane))
    await server.command({ type: 'drain' })
  })
  return { ...spent, aloneMs: rounded(percentile(alone, 50)), p50Ms: rounded(percentile(together, 50)) }
}

async function spentBy(server: Measured, documents: number, work: () => Promise<unknown>): Promise<Spent> {
  const before = await spentSoFar(server)
  await work()
  const after = await spentSoFar(server)
  return mapped((name) => rounded((after[name] - before[name]) / documents))
}

async function spentSoFar(server: Measured): Promise<Spent> {
  const reply = await server.command({ type: 'spent' })
  if (reply.type !== 'spent') throw new Error(`the server answered ${reply.type}`)
  return reply
}

async function idleCpuMs(server: Measured): Promise<number> {
  const spent = await spentBy(server, IDLE_MS / 1000, () => new Promise((resolve) => setTimeout(resolve, IDLE_MS)))
  return rounded(spent.serverCpuMs + spent.postgresCpuMs)
}

const NAMES = ['serverCpuMs', 'mainCpuMs', 'postgresCpuMs', 'statements', 'walBytes', 'storedBytes'] as const

function mapped(figure: (name: keyof Spent) => number): Spent {
  return Object.fromEntries(NAMES.map((name) => [name, figure(name)])) as unknown as Spent
}

const sumOf = (all: Spent[]) => mapped((name) => rounded(all.reduce((sum, one) => sum + one[name], 0)))

const rounded = (value: number) => Math.round(value * 10) / 10

function print(steps: Steps, total: Spent, least: Spent, idle: number): void {
  const columns = (cells: (string | number)[]) => cells.map((cell) => String(cell).padStart(10)).join('')
  const figures = (one: Spent) => NAMES.map((name) => one[name])
  const heads = ['server', 'main', 'postgres', 'statements', 'WAL', 'stored', 'alone', '8 at once']
  console.log(`${''.padEnd(26)}${columns(heads)}`)
  for (const [name, one] of Object.entries(steps)) {
    console.log(`${name.padEnd(26)}${columns([...figures(one), one.aloneMs, one.p50Ms])}`)
  }
  console.log(`${'a whole life'.padEnd(26)}${columns(figures(total))}`)
  console.log(`${'the least of any design'.padEnd(26)}${columns(figures(least))}`)
  const own = total.serverCpuMs + total.postgresCpuMs
  const yardstick = least.serverCpuMs + least.postgresCpuMs
  console.log(`a whole life ${rounded(own)} CPU ms, the least ${rounded(yardstick)}: ${(own / yardstick).toFixed(1)} x`)
  console.log(`idle ${idle} CPU ms a second`)
}
