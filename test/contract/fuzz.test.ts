import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sized } from '../support/full-size.ts'
import { makePdf, textAt } from '../support/pdf-fixtures.ts'
import { startServer, type TestKey, type TestServer } from '../support/server.ts'
import { type FuzzReport, fuzz } from './fuzz.ts'

const PDF = makePdf({ content: textAt(72, 700, 'A lease.') })
const REQUESTS_PER_WINDOW = 50
/** `FUZZ_SEED=123` repeats what the report of a run names. */
const RANDOM_SEED = Number(process.env.FUZZ_SEED ?? randomInt(2 ** 31))

let server: TestServer

beforeAll(async () => {
  server = await startServer()
})

afterAll(() => server.stop())

it('answers as documented and never 5xx, whatever is sent', async () => {
  const { requests, problems, answers } = await run(11, sized(80, 400))
  expect([...problems]).toEqual([])
  expect(requests).toBeGreaterThan(500)
  expect([...answers.keys()]).toEqual(
    expect.arrayContaining([
      'createSigningRequest 201',
      'validateSigningRequest 200',
      'getDocumentFile 416 range_not_satisfiable',
      'getMe 401 invalid_key',
    ]),
  )
})

it('answers as documented to other requests in every run', async () => {
  const { problems } = await run(RANDOM_SEED, sized(5, 100))
  expect({ seed: RANDOM_SEED, problems: [...problems] }).toEqual({ seed: RANDOM_SEED, problems: [] })
})

async function run(seed: number, requestsPerOperation: number): Promise<FuzzReport> {
  const workspace = await server.workspace()
  const first = await server.key({ workspaceId: workspace.id })
  const form = new FormData()
  form.set('file', new File([new Uint8Array(PDF)], 'lease.pdf', { type: 'application/pdf' }))
  form.set('signers', JSON.stringify([{ email: 'ada@example.com' }]))
  const created = await server.call<{ documentId: string; signers: { signingRequestId: string }[] }>(
    first,
    'POST',
    '/v1/signing-requests',
    { form },
  )
  const keys: TestKey[] = await Promise.all(
    Array.from({ length: sized(60, 500) }, () => server.key({ workspaceId: workspace.id })),
  )
  let asked = 0
  return fuzz(fetch, {
    seed,
    base: `${server.url}/v1`,
    // Each key is used until its rate-limit window is full.
    authorization: () => `Bearer ${keys[Math.min(keys.length - 1, Math.floor(asked++ / REQUESTS_PER_WINDOW))]!.key}`,
    ids: {
      documents: [created.body.documentId],
      'signing-requests': created.body.signers.map((signer) => signer.signingRequestId),
    },
    pdf: new Uint8Array(PDF),
    bodies: {
      createSigningRequest: { signers: [{ email: 'ada@example.com', role: 'tenant' }] },
      validateSigningRequest: { signers: [{ email: 'ada@example.com', role: 'tenant' }] },
    },
    requestsPerOperation,
  })
}
