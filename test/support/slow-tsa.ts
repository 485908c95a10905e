import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { loadSealKey } from '../../server/pdf/keys.ts'
import { createTsa } from '../../server/pdf/tsa.ts'
import { loadDevPki } from '../../server/sealing/dev-pki.ts'

/** A time-stamp authority with the keys of a data folder's built-in one; it can keep its callers waiting. */
export interface SlowTsa {
  url: string
  /** While true, requests are not answered. */
  holding: boolean
  /** Answers those that wait, and holds no more. */
  release(): void
  /** Resolves when the next request has arrived. */
  asked(): Promise<void>
  close(): Promise<void>
}

export async function startSlowTsa(dataDir: string): Promise<SlowTsa> {
  const crlUrl = 'http://localhost/pki/ca.crl'
  const pki = await loadDevPki(join(dataDir, 'pki'), { now: new Date(Date.now() - 86_400_000), crlUrl })
  const answer = createTsa(
    await loadSealKey({ cert: `${pki.tsaCert}\n${pki.caCert}`, key: pki.tsaKey }),
    () => new Date(),
  )
  let wake: (() => void)[] = []
  const held: (() => void)[] = []
  const http = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    for (const resolve of wake.splice(0)) resolve()
    if (tsa.holding) await new Promise<void>((resolve) => held.push(resolve))
    response.setHeader('Content-Type', 'application/timestamp-reply').end(await answer(Buffer.concat(chunks)))
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const tsa: SlowTsa = {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/`,
    holding: false,
    release() {
      tsa.holding = false
      for (const resolve of held.splice(0)) resolve()
    },
    asked: () =>
      new Promise((resolve) => {
        wake = [...wake, resolve]
      }),
    close: () =>
      new Promise((resolve) => {
        http.closeAllConnections()
        http.close(() => resolve())
      }),
  }
  return tsa
}
