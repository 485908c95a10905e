import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createTsa } from '../../server/pdf/tsa.ts'
import { createCa, type Issued, Purpose, type TestCa } from './pki.ts'
import { keyOf } from './sealing.ts'

/** A time-stamp authority on loopback that changes its certificate as the years pass, with the CRL of its root. */
export interface ChangingTsa {
  url: string
  ca: TestCa
  /** While true, it answers 503. */
  down: boolean
  /** From now on tokens are signed with a new certificate that expires at `notAfter`. */
  use(notAfter: Date): Promise<Issued>
  close(): Promise<void>
}

const YEAR_MS = 365 * 86_400_000

export async function startChangingTsa(now: () => Date): Promise<ChangingTsa> {
  const ca = await createCa()
  let answer: ((query: Uint8Array) => Promise<Uint8Array>) | undefined
  const tsa = { down: false }
  const server = createServer(async (request, response) => {
    if (request.url === '/ca.crl') {
      response.end(await ca.crl({ nextUpdate: new Date(now().getTime() + YEAR_MS) }))
      return
    }
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    if (tsa.down) response.writeHead(503).end()
    else response.setHeader('content-type', 'application/timestamp-reply').end(await answer!(Buffer.concat(parts)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return Object.assign(tsa, {
    url: `${base}/tsr`,
    ca,
    async use(notAfter: Date) {
      const issued = await ca.issue({
        name: `TSA until ${notAfter.getUTCFullYear()}`,
        purposes: [Purpose.timeStamping],
        criticalPurposes: true,
        crlUrl: `${base}/ca.crl`,
        notAfter,
      })
      answer = createTsa(await keyOf(issued), now)
      return issued
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  })
}
