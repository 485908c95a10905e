import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Agent, request } from 'undici'
import { largePdf, makePdf } from '../../test/support/pdf-fixtures.ts'
import { ms, percentile, report, throughput } from './measure.ts'
import type { Ask, Said } from './server.ts'

const PARALLEL = 16
const PER_KEY = 50
const UPLOADS = 20

type Ready = Extract<Said, { said: 'ready' }>

/** Requests a second against a bare handler with as many round trips, and what twenty 25 MB uploads at once cost. */
export async function benchRequests(): Promise<void> {
  const child = fork(fileURLToPath(new URL('server.ts', import.meta.url)), { execArgv: ['--import', 'tsx'] })
  const [first] = (await once(child, 'message')) as [Said]
  if (first.said !== 'ready') throw new Error('the server did not start')
  const keys = keysOf(first)
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
      const before = await ask(child, { ask: 'count' })
      await call()
      const trips = (await ask(child, { ask: 'count' })).queries - before.queries
      const bare = () => get(agent, { ...first, url: first.bareUrl }, '', `/${trips}`)
      await throughput(100, PARALLEL, bare)
      await throughput(20, PARALLEL, call)
      const yardstick = await throughput(total, PARALLEL, bare)
      const own = await throughput(total, PARALLEL, call)
      report(what, `${own.toFixed(0)} /s`, `bare, ${trips} statements ${yardstick.toFixed(0)} /s`, yardstick / own)
    }
    await benchUploads(child, agent, first, keys)
  } finally {
    await ask(child, { ask: 'stop' })
    await agent.close()
  }
}

async function benchUploads(child: ChildProcess, agent: Agent, ready: Ready, keys: () => string): Promise<void> {
  const pdf = largePdf(25_000_000)
  await create(agent, ready, keys(), pdf)
  await ask(child, { ask: 'watch' })
  const idle = await ask(child, { ask: 'memory' })
  let peak = idle.rss
  let running = true
  const waits: number[] = []
  const watching = (async () => {
    while (running) {
      const start = performance.now()
      await get(agent, ready, keys(), '/v1/me')
      waits.push(performance.now() - start)
      peak = Math.max(peak, (await ask(child, { ask: 'memory' })).rss)
    }
  })()
  const start = performance.now()
  await Promise.all(Array.from({ length: UPLOADS }, () => create(agent, ready, keys(), pdf)))
  const spent = performance.now() - start
  running = false
  await watching
  const { loopDelayMs } = await ask(child, { ask: 'memory' })
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

/** A key for each call, changed before its window is used up. */
function keysOf({ keys }: Ready): () => string {
  let calls = 0
  return () => keys[Math.floor(calls++ / PER_KEY) % keys.length] ?? ''
}

async function ask<A extends Ask>(
  child: ChildProcess,
  question: A,
): Promise<Extract<Said, { said: A['ask'] extends 'count' | 'memory' ? A['ask'] : 'done' }>> {
  child.send(question)
  const [answer] = await once(child, 'message')
  return answer
}

async function get(agent: Agent, { url }: Ready, key: string, path: string): Promise<void> {
  const { statusCode, body } = await request(url + path, {
    dispatcher: agent,
    headers: { authorization: `Bearer ${key}` },
  })
  const text = await body.text()
  if (statusCode !== 200) throw new Error(`${path} answered ${statusCode} ${text}`)
}

async function create(agent: Agent, { url }: Ready, key: string, pdf: Uint8Array): Promise<string> {
  const boundary = 'bench-boundary'
  const part = (name: string, extra = '') =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${extra}\r\n\r\n`
  const file = part('file', '; filename="a.pdf"').replace('\r\n\r\n', '\r\nContent-Type: application/pdf\r\n\r\n')
  const signers = `${part('signers')}${JSON.stringify([{ email: 'ada@example.com', name: 'Ada' }])}\r\n`
  const mails = `${part('send_emails')}false\r\n`
  const body = Buffer.concat([Buffer.from(signers + mails + file), pdf, Buffer.from(`\r\n--${boundary}--\r\n`)])
  const headers = { authorization: `Bearer ${key}`, 'content-type': `multipart/form-data; boundary=${boundary}` }
  const answer = await request(`${url}/v1/signing-requests`, {
    method: 'POST',
    dispatcher: agent,
    headers,
    body,
    headersTimeout: 120_000,
  })
  const json = (await answer.body.json()) as { documentId: string }
  if (answer.statusCode !== 201) throw new Error(`create answered ${answer.statusCode} ${JSON.stringify(json)}`)
  return json.documentId
}
