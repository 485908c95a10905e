import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Countersign, webhooks } from '../../sdk/src/index.ts'

export interface Arrival {
  /** Which of the hooks, from 0. */
  hook: number
  eventId: string
  event: string
  documentId: string | null
  requestId: string | null
  /** When the server recorded it, by its clock (epoch ms). */
  recordedAt: number
  /** By this machine's clock (epoch ms). */
  at: number
}

export interface Receiver {
  arrivals: Arrival[]
  /** Deliveries whose signature was wrong. */
  unverified(): number
  /** Deletes the hooks and stops listening. */
  close(): Promise<void>
}

/** Listens, and registers the hooks: each on a path of its own. */
export async function receive(
  client: Countersign,
  count: number,
  { url, port }: { url: string | null; port: number },
): Promise<Receiver> {
  const arrivals: Arrival[] = []
  const secrets: string[] = []
  let unverified = 0
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('error', () => {})
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', async () => {
      const at = Date.now()
      const hook = Number(request.url?.slice(1))
      try {
        const event = await webhooks.unwrap(Buffer.concat(chunks), request.headers, { secret: secrets[hook] ?? '' })
        arrivals.push({
          ...{ hook, at, eventId: event.event_id, event: event.event, recordedAt: Date.parse(event.created_at) },
          documentId: 'document_id' in event ? event.document_id : null,
          requestId: 'signing_request_id' in event ? event.signing_request_id : null,
        })
      } catch {
        unverified++
      }
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, url === null ? '127.0.0.1' : '0.0.0.0', resolve)
  })
  const base = url ?? `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const ids: string[] = []
  const close = async () => {
    for (const id of ids) await client.hooks.delete(id)
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  try {
    for (let hook = 0; hook < count; hook++) {
      const { id, secret } = await client.hooks.create({ target_url: `${base}/${hook}`, events: [] })
      ids.push(id)
      secrets[hook] = secret
    }
  } catch (error) {
    await close()
    throw error
  }
  return { arrivals, unverified: () => unverified, close }
}
