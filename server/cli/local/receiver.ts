import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { verifyWebhook, type WebhookEvent } from '../../../sdk/src/index.ts'

/** A webhook receiver like a customer's: it accepts nothing that is not signed with its secret. */
export interface WebhookReceiver {
  url: string
  /** The secret of the create call; earlier deliveries wait for it. */
  setSecret(secret: string): void
  /** The first verified event of this name that `matches`. Rejects on a delivery that cannot be verified. */
  received<Name extends WebhookEvent['event']>(
    name: Name,
    matches?: (event: Extract<WebhookEvent, { event: Name }>) => boolean,
  ): Promise<Extract<WebhookEvent, { event: Name }>>
  close(): Promise<void>
}

/** If the time-stamp of a seal fails, sealing is retried within a minute; the demo waits for that. */
const TIMEOUT_MS = 120_000

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  let setSecret: (secret: string) => void = () => {}
  const secret = new Promise<string>((resolve) => {
    setSecret = resolve
  })
  const failed = new AbortController()
  const events = new Map<string, WebhookEvent>()
  const waiting = new Set<() => void>()

  const server = createServer(async (request, response) => {
    try {
      const event = await verifyWebhook(await rawBody(request), request.headers['x-service-signature'], await secret)
      events.set(event.event_id, event)
      response.writeHead(204).end()
    } catch (error) {
      response.writeHead(400).end()
      failed.abort(error)
    }
    for (const check of waiting) check()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  return {
    url: `http://127.0.0.1:${port}/webhooks`,
    setSecret,
    received(name, matches = () => true) {
      type Wanted = Extract<WebhookEvent, { event: typeof name }>
      const isWanted = (event: WebhookEvent): event is Wanted => event.event === name && matches(event as Wanted)
      return new Promise<Wanted>((resolve, reject) => {
        const settle = (end: () => void) => {
          clearTimeout(timer)
          waiting.delete(check)
          end()
        }
        const check = () => {
          const event = [...events.values()].find(isWanted)
          if (event) settle(() => resolve(event))
          else if (failed.signal.aborted) settle(() => reject(failed.signal.reason))
        }
        const late = new Error(`no webhook ${name} within ${TIMEOUT_MS} ms`)
        const timer = setTimeout(() => settle(() => reject(late)), TIMEOUT_MS)
        waiting.add(check)
        check()
      })
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function rawBody(request: IncomingMessage): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for await (const chunk of request) chunks.push(chunk as Uint8Array)
  return Buffer.concat(chunks)
}
