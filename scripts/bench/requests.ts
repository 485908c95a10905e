import type { ChildProcess } from 'node:child_process'
import { Agent } from 'undici'
import { largePdf, makePdf } from '../../test/support/pdf-fixtures.ts'
import { command, create, get, keysOf, type Ready, startBenchServer } from './client.ts'
import { ms, percentile, report, throughput } from './measure.ts'

const PARALLEL = 16
const UPLOADS = 20

/** Requests per second against a bare handler with one statement, and the cost of twenty 25 MB uploads at once. */
export async function benchRequests(): Promise<void> {
  const { child, ready: first } = await startBenchServer()
  const keys = keysOf(first.keys)
  const agent = new Agent({ connections: PARALLEL })
  try {
    const pdf = makePdf()
    const id = await create(agent, first, keys(), pdf)
    const rates: [string, number, () => Promise<void>][] = [
      ['GET /me', 2_000, () => get(agent, first, keys(), '/v1/me')],
      ['GET /documents/{id}', 2_000, () => get(agent, first, keys(), `/v1/documents/${id}`)],
      ['POST /signing-requests', 200, () => create(agent, first, keys(), pdf).then(() => {})],
    ]
    for (const [what, total, call] of rates) {
      const statements = await statementsOf(child, call)
      const bare = () => get(agent, { ...first, url: first.bareUrl }, '', '/')
      await throughput(100, PARALLEL, bare)
      await throughput(20, PARALLEL, call)
      const yardstick = await throughput(total, PARALLEL, bare)
      const own = await throughput(total, PARALLEL, call)
      report(
        `${what}, ${statements} statements`,
        `${own.toFixed(0)} /s`,
        `bare, 1 statement ${yardstick.toFixed(0)} /s`,
        yardstick / own,
      )
    }
    await benchUploads(child, agent, first, keys)
  } finally {
    await command(child, { type: 'stop' })
    await agent.close()
  }
}

/** Of one call. The least of several: the server's own sweeps come in between. */
async function statementsOf(child: ChildProcess, call: () => Promise<void>): Promise<number> {
  const counts: number[] = []
  for (let run = 0; run < 5; run++) {
    const before = await command(child, { type: 'count' })
    await call()
    counts.push((await command(child, { type: 'count' })).queries - before.queries)
  }
  return Math.min(...counts)
}

async function benchUploads(child: ChildProcess, agent: Agent, ready: Ready, keys: () => string): Promise<void> {
  const pdf = largePdf(25_000_000)
  await create(agent, ready, keys(), pdf)
  await command(child, { type: 'watch' })
  const idle = await command(child, { type: 'memory' })
  let peak = idle.rss
  let running = true
  const waits: number[] = []
  // Connections of its own: those of the uploads are busy, which is the client's queue and not the server's.
  const bystander = new Agent({ connections: 1 })
  const watching = (async () => {
    while (running) {
      const start = performance.now()
      await get(bystander, ready, keys(), '/v1/me')
      waits.push(performance.now() - start)
      peak = Math.max(peak, (await command(child, { type: 'memory' })).rss)
    }
  })()
  const start = performance.now()
  await Promise.all(Array.from({ length: UPLOADS }, () => create(agent, ready, keys(), pdf)))
  const spent = performance.now() - start
  running = false
  await watching
  await bystander.close()
  const { loopDelayMs } = await command(child, { type: 'memory' })
  const mb = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`
  report(
    `${UPLOADS} uploads of 25 MB at once`,
    `${mb(peak)} peak`,
    `idle ${mb(idle.rss)}; all bodies ${mb(UPLOADS * pdf.length)}`,
    (peak - idle.rss) / (UPLOADS * pdf.length),
  )
  console.log(
    `  took ${ms(spent)}; meanwhile GET /me p50 ${ms(percentile(waits, 50))} p99 ${ms(percentile(waits, 99))}, event loop p99 ${ms(loopDelayMs)}`,
  )
}
