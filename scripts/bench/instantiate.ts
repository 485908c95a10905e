import { Agent, FormData, request } from 'undici'
import { makePdf } from '../../test/support/pdf-fixtures.ts'
import { itemsTable, LEASE_FIELDS, leaseModel, signature, text } from '../../test/support/templates.ts'
import { command, create, keysOf, type Ready, startBenchServer } from './client.ts'
import { ms, percentile, report } from './measure.ts'

const RUNS = 40
const WARM = 5
/** `BENCH_INSTANCES` makes it smaller, to try it out. */
const IN_A_ROW = Number(process.env.BENCH_INSTANCES ?? 1_000)
const ROWS = 200

/** Instantiate against create of the same PDF, by HTTP; a table of 200 rows; 1,000 in a row. */
export async function benchInstantiate(): Promise<void> {
  const { child, ready } = await startBenchServer()
  const keys = keysOf(ready.keys)
  const agent = new Agent({ connections: 1 })
  try {
    const pdf = makePdf({ pages: 2 })
    const template = await imported(agent, ready, keys(), pdf)
    const send = () => create(agent, ready, keys(), pdf)
    const fill = (rows: number) => () => instantiate(agent, ready, keys(), template, rows)
    const plain = await alternating(fill(0), send)
    compare('instantiate', plain, 'create')
    const table = await alternating(fill(ROWS), send)
    compare(`instantiate, ${ROWS} rows`, table, 'create')
    const row: number[] = []
    for (let run = 0; run < IN_A_ROW; run++) row.push(await timed(fill(0)))
    const part = Math.ceil(IN_A_ROW / 10)
    compare(`of ${IN_A_ROW}, the last tenth`, [row.slice(-part), row.slice(0, part)], 'the first tenth')
  } finally {
    await command(child, { type: 'stop' })
    await agent.close()
  }
}

async function timed(call: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await call()
  return performance.now() - start
}

/** Milliseconds of each run of both, in turns, so that other load on the machine slows both. */
async function alternating(own: () => Promise<unknown>, other: () => Promise<unknown>): Promise<[number[], number[]]> {
  const spent: [number[], number[]] = [[], []]
  for (let run = 0; run < WARM + RUNS; run++) {
    const [a, b] = [await timed(own), await timed(other)]
    if (run < WARM) continue
    spent[0].push(a)
    spent[1].push(b)
  }
  return spent
}

function compare(what: string, [own, other]: [number[], number[]], yardstick: string): void {
  for (const [name, percent] of [
    ['median', 50],
    ['fastest', 0],
  ] as const) {
    const [a, b] = [percentile(own, percent), percentile(other, percent)]
    report(`${what}, ${name}`, ms(a), `${yardstick} ${ms(b)}`, a / b)
  }
}

/** A locked template of one signer: two values, a table that may stay empty, a signature. */
async function imported(agent: Agent, { url }: Ready, key: string, pdf: Uint8Array): Promise<string> {
  const model = leaseModel({
    slots: [{ slot: 1, role: 'tenant' }],
    boxes: [text('tenant_name', 0.15), text('monthly_rent', 0.2), itemsTable({ required: false }), signature(1)],
  })
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(pdf)], { type: 'application/pdf' }), 'template.pdf')
  for (const [name, value] of Object.entries({ template: model, fields: LEASE_FIELDS, lock: true }))
    form.set(name, JSON.stringify(value))
  const headers = { authorization: `Bearer ${key}` }
  const answer = await request(`${url}/v1/templates/import`, { method: 'POST', dispatcher: agent, headers, body: form })
  const body = (await answer.body.json()) as { id: string }
  if (answer.statusCode !== 200) throw new Error(`import returned ${answer.statusCode} ${JSON.stringify(body)}`)
  return body.id
}

async function instantiate(agent: Agent, { url }: Ready, key: string, id: string, rows: number): Promise<void> {
  const items = Array.from({ length: rows }, (_, row) => ({ what: `Item no. ${row + 1}`, amount: `${row}.50` }))
  const body = JSON.stringify({
    recipients: [{ slot: 1, email: 'ada@example.com', name: 'Ada' }],
    field_values: { tenant_name: 'Ada Lovelace', monthly_rent: '1850.00', ...(rows > 0 && { items }) },
    send_emails: false,
  })
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const path = `${url}/v1/templates/${id}/instantiate`
  const answer = await request(path, { method: 'POST', dispatcher: agent, headers, body })
  const text = await answer.body.text()
  if (answer.statusCode !== 201) throw new Error(`instantiate returned ${answer.statusCode} ${text}`)
}
