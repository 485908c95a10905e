import { Agent } from 'undici'
import { makePdf, PdfBuilder, textAt } from '../../test/support/pdf-fixtures.ts'
import { command, create, keysOf, type Ready, send, startBenchServer } from './client.ts'
import { ms, percentile, report } from './measure.ts'

/** Enough that the 99th percentile is not the slowest one. */
const CREATES = 300
/** Hostile uploads in progress at any time. */
const PARALLEL = 4

/** The latency of another workspace's create while one workspace floods the server with the most expensive files. */
export async function benchFlood(): Promise<void> {
  const { child, ready } = await startBenchServer()
  const agent = new Agent({ connections: PARALLEL + 1 })
  try {
    const bystander = keysOf(ready.otherKeys)
    const pdf = makePdf()
    const flooder = keysOf(ready.keys)
    // Two workspaces side by side, so that both workers for uploads have had some: idle, one takes them all.
    await Promise.all([bystander, flooder].map((keys) => creates(agent, ready, keys, pdf, 40)))
    const idle = await creates(agent, ready, bystander, pdf, CREATES)
    for (const [name, hostile] of Object.entries(hostileFiles())) {
      let flooding = true
      let responses = 0
      const flood = Array.from({ length: PARALLEL }, async () => {
        while (flooding) {
          // With the role of the markers: otherwise the file would be refused after half of the work.
          await send(agent, ready, flooder(), hostile, 'a')
          responses++
        }
      })
      const meanwhile = await creates(agent, ready, bystander, pdf, CREATES)
      flooding = false
      await Promise.all(flood)
      const idleP99 = percentile(idle, 99)
      const own = `p50 ${ms(percentile(meanwhile, 50))} p99 ${ms(percentile(meanwhile, 99))}`
      const yardstick = `idle p50 ${ms(percentile(idle, 50))} p99 ${ms(idleP99)}; ${responses} hostile uploads`
      report(`create beside ${name}`, own, yardstick, percentile(meanwhile, 99) / idleP99)
    }
  } finally {
    await command(child, { type: 'stop' })
    await agent.close()
  }
}

async function creates(agent: Agent, ready: Ready, key: () => string, pdf: Uint8Array, count: number) {
  const spent: number[] = []
  for (let i = 0; i < count; i++) {
    const start = performance.now()
    await create(agent, ready, key(), pdf)
    spent.push(performance.now() - start)
  }
  return spent
}

function hostileFiles(): Record<string, Uint8Array> {
  const font = '/Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >>'
  const pages = (count: number, content: string, resources = font) => {
    const pdf = new PdfBuilder()
    pdf.add('<< /Type /Catalog /Pages 2 0 R >>')
    const kids = Array.from({ length: count }, (_, i) => `${i + 4} 0 R`).join(' ')
    pdf.add(`<< /Type /Pages /Kids [${kids}] /Count ${count} >>`)
    pdf.flate(content)
    for (let i = 0; i < count; i++)
      pdf.add(`<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 3 0 R /Resources << ${resources} >> >>`)
    return pdf.build()
  }
  const markers = (count: number) =>
    Array.from({ length: count }, (_, i) =>
      textAt(10 + (i % 50) * 10, 780 - Math.floor(i / 50) * 2, '[[ls:text:a]]', 1),
    ).join('')
  return {
    'a page of 2,000 markers': makePdf({ content: () => markers(2_000) }),
    'ten million operators': pages(5, '0 g '.repeat(1_990_000)),
    'a text operator for each of ten million letters': pages(40, `BT /F1 1 Tf ${'(x) Tj '.repeat(249_000)} ET`),
  }
}
