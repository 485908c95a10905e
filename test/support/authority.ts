import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Authority {
  url: string
  close(): Promise<void>
}

/** A time-stamp authority in front of the built-in one, which can be made to fail or to send a false token. */
export async function startAuthority(answer: (request: Buffer) => Promise<Uint8Array | null>): Promise<Authority> {
  const http: Server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', async () => {
      const token = await answer(Buffer.concat(chunks))
      if (token) response.setHeader('Content-Type', 'application/timestamp-reply').end(token)
      else response.writeHead(503).end()
    })
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/`
  return { url, close: () => new Promise<void>((resolve) => http.close(() => resolve())) }
}
