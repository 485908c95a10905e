import { type ChildProcess, fork } from 'node:child_process'
import { createHmac, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { Agent } from 'undici'
import { startNameServer } from '../../test/support/dns.ts'
import type { Command, Reply } from './delivery-engine.ts'
import { ms, percentile, report, throughput } from './measure.ts'

/** The number of slots of the fast lane. */
const PARALLEL = 600

/** Deliveries per second, and the latency from the commit to the receiver on an idle engine. */
export async function benchDeliveries(): Promise<void> {
  const receiver = await startReceiver()
  try {
    await benchThroughput(receiver)
  } finally {
    receiver.close()
  }
}

/** The latency of a healthy hook next to failing ones. */
export async function benchIsolation(): Promise<void> {
  const receiver = await startReceiver()
  const dns = await startNameServer()
  for (let n = 0; n < 8; n++) dns.names.set(`hangs-${n}.example.com`, 'silent')
  try {
    await besideFailing(receiver, '300 dead hooks', 300, `${receiver.url}/hang/*`)
    await besideFailing(receiver, '20 that never respond', 20, `${receiver.url}/hang/*`)
    await besideFailing(receiver, '8 names that hang', 8, 'https://hangs-*.example.com/', dns.address)
  } finally {
    await dns.close()
    receiver.close()
  }
}

const NEEDS_MS = 200
const BULK = 2_000

/** Deliveries per second to one hook whose receiver needs 200 ms for each, as after a bulk send. */
export async function benchReceiver(): Promise<void> {
  const receiver = await startReceiver(NEEDS_MS)
  const engine = await startEngine()
  const url = `${receiver.url}/w/*`
  await engine.command({ type: 'fill', workspaces: 1, hooks: 1, events: BULK, url })
  const done = receiver.received(BULK)
  const start = performance.now()
  await engine.command({ type: 'start' })
  await done
  const rate = (BULK * 1_000) / (performance.now() - start)
  // The maximum rate with four at a time.
  const four = 4_000 / NEEDS_MS
  report(`${BULK} to one of ${NEEDS_MS} ms`, `${rate.toFixed(0)} /s`, `four at a time ${four} /s`, rate / four)
  await engine.command({ type: 'stop' })
  receiver.close()
}

const WAITING = [5_000, 20_000, 100_000]

/** The latency of a healthy hook next to many others that wait for a retry, none of them due: against an idle engine. */
export async function benchWaiting(): Promise<void> {
  const receiver = await startReceiver()
  const engine = await startEngine()
  await engine.command({ type: 'start' })
  const probe = async () => {
    receiver.reset()
    const command = { type: 'probe', url: `${receiver.url}/healthy`, events: 300, pauseMs: 20 } as const
    const { committed } = expectReply(await engine.command(command), 'probed')
    await receiver.received(committed.length)
    return committed.map(([id, at]) => receiver.arrivals.get(id)! - at)
  }
  await probe()
  const idle = await probe()
  const line = (what: string, waits: number[]) => {
    const [p50, p99] = [percentile(waits, 50), percentile(waits, 99)]
    report(what, `p50 ${ms(p50)}, p99 ${ms(p99)}`, `idle p99 ${ms(percentile(idle, 99))}`, p99 / percentile(idle, 99))
  }
  line('no hook waits', idle)
  let waiting = 0
  for (const hooks of WAITING) {
    expectReply(await engine.command({ type: 'wait', hooks: hooks - waiting, url: `${receiver.url}/hang` }), 'waiting')
    waiting = hooks
    line(`${hooks} hooks wait`, await probe())
  }
  await engine.command({ type: 'stop' })
  receiver.close()
}

const PENDING = 20_000

/**
 * Registering a hook's address again while 20,000 deliveries wait: all of them move to the new hook, within the call.
 * The yardstick is the same call with a tenth of them.
 */
export async function benchRepost(): Promise<void> {
  for (const payload of ['full', 'minimal'] as const) {
    const engine = await startEngine()
    const repost = async (pending: number) =>
      expectReply(await engine.command({ type: 'repost', pending, payload }), 'reposted')
    await repost(100)
    const tenth = await repost(PENDING / 10)
    const { spentMs, rssBytes } = await repost(PENDING)
    const own = `${ms(spentMs)}, ${(rssBytes / 1_048_576).toFixed(0)} MB`
    report(`re-post over ${PENDING}, ${payload}`, own, `a tenth ${ms(tenth.spentMs)}`, spentMs / tenth.spentMs)
    await engine.command({ type: 'stop' })
  }
}

async function benchThroughput(receiver: Receiver): Promise<void> {
  const engine = await startEngine()
  const filled = await engine.command({
    type: 'fill',
    workspaces: 8,
    hooks: 25,
    events: 100,
    url: `${receiver.url}/w/*`,
  })
  const { deliveries } = expectReply(filled, 'filled')
  const yardstick = await bareThroughput(receiver, deliveries / 4)
  receiver.reset()
  const done = receiver.received(deliveries)
  const start = performance.now()
  const before = expectReply(await engine.command({ type: 'start' }), 'started').cpuMs
  await done
  const rate = (deliveries * 1_000) / (performance.now() - start)
  const { committed } = expectReply(
    await engine.command({ type: 'probe', url: `${receiver.url}/idle`, events: 300, pauseMs: 10 }),
    'probed',
  )
  await receiver.received(deliveries + committed.length)
  const after = expectReply(await engine.command({ type: 'stop' }), 'stopped').cpuMs
  report(
    `${deliveries} deliveries`,
    `${rate.toFixed(0)} /s`,
    `bare signed POSTs ${yardstick.toFixed(0)} /s`,
    yardstick / rate,
  )
  console.log(`${''.padEnd(34)} ${`${((after - before) / deliveries).toFixed(2)} ms CPU each`.padStart(16)}`)
  latencies('commit to receiver, idle', receiver, committed)
}

async function besideFailing(
  receiver: Receiver,
  what: string,
  hooks: number,
  url: string,
  nameServer?: string,
): Promise<void> {
  receiver.reset()
  const engine = await startEngine(nameServer ? { BENCH_DNS: nameServer } : {})
  await engine.command({ type: 'fill', workspaces: 1, hooks, events: 10, url })
  await engine.command({ type: 'start' })
  const { committed } = expectReply(
    await engine.command({ type: 'probe', url: `${receiver.url}/healthy`, events: 150, pauseMs: 100 }),
    'probed',
  )
  await receiver.received(committed.length)
  latencies(`healthy beside ${what}`, receiver, committed)
  await engine.command({ type: 'stop' })
}

function latencies(what: string, receiver: Receiver, committed: [string, number][]): void {
  const waits = committed.map(([id, at]) => receiver.arrivals.get(id)! - at)
  const [p50, p99] = [percentile(waits, 50), percentile(waits, 99)]
  console.log(`${what.padEnd(34)} p50 ${ms(p50)}, p99 ${ms(p99)}, max ${ms(Math.max(...waits))}`)
}

/** The same POSTs without a database, signed and sent as fast as possible. */
async function bareThroughput(receiver: Receiver, total: number): Promise<number> {
  const agent = new Agent({ connections: null })
  const secret = `whsec_${randomBytes(24).toString('hex')}`
  const body = JSON.stringify({ event: 'signing_request.viewed', text: 'x'.repeat(450) })
  const rate = await throughput(total, PARALLEL, async (n) => {
    const t = Math.floor(Date.now() / 1_000)
    const v1 = createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')
    const signature = `t=${t},v1=${v1}`
    const headers = {
      'content-type': 'application/json',
      'x-service-signature': signature,
      'x-legacy-signature': signature,
    }
    const response = await agent.request({
      origin: receiver.url,
      path: `/bare/${n % 200}`,
      method: 'POST',
      headers,
      body,
    })
    await response.body.dump()
  })
  await agent.close()
  return rate
}

type Receiver = Awaited<ReturnType<typeof startReceiver>>

/** Responds with 200, at once or after a delay; never under `/hang`. Records when each event arrived. */
async function startReceiver(afterMs = 0) {
  const arrivals = new Map<string, number>()
  let waiting: { count: number; resolve: () => void } | null = null
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/hang')) return void request.resume()
    const id = request.headers['x-service-event-id']
    const at = performance.timeOrigin + performance.now()
    request.resume()
    if (afterMs > 0) setTimeout(() => response.end('ok'), afterMs)
    else response.end('ok')
    if (typeof id !== 'string') return
    arrivals.set(request.url?.startsWith('/w/') ? `${id} ${request.url}` : id, at)
    if (waiting && arrivals.size >= waiting.count) waiting.resolve()
  })
  server.keepAliveTimeout = 30_000
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrivals,
    reset: () => arrivals.clear(),
    received: (count: number) =>
      new Promise<void>((resolve) => {
        if (arrivals.size >= count) resolve()
        else waiting = { count, resolve }
      }),
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

async function startEngine(environment: Record<string, string> = {}) {
  const child: ChildProcess = fork(fileURLToPath(new URL('delivery-engine.ts', import.meta.url)), {
    execArgv: [
      '--import',
      'tsx',
      ...(process.env.BENCH_PROFILE ? ['--cpu-prof', `--cpu-prof-dir=${process.env.BENCH_PROFILE}`] : []),
    ],
    env: { ...process.env, ...environment },
  })
  const died = once(child, 'exit').then(([code]) => Promise.reject(new Error(`the engine ended with ${code}`)))
  // Its exit is expected after `stop`; before that, a pending call fails with it.
  died.catch(() => {})
  const nextReply = async () => ((await Promise.race([once(child, 'message'), died])) as [Reply])[0]
  expectReply(await nextReply(), 'ready')
  return {
    command(command: Command): Promise<Reply> {
      const reply = nextReply()
      child.send(command)
      return reply
    },
  }
}

function expectReply<What extends Reply['type']>(message: Reply, what: What): Extract<Reply, { type: What }> {
  if (message.type !== what) throw new Error(`the engine replied ${message.type} instead of ${what}`)
  return message as Extract<Reply, { type: What }>
}
