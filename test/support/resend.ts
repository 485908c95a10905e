import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ResendStandIn {
  /** For `MAIL_URL`. */
  url: string
  /** Messages accepted, as Resend's API received them. */
  emails: { body: Record<string, unknown>; idempotencyKey: string | undefined }[]
  /** Answers the next requests with this; null: accepts them again. */
  refuse(answer: { status: number; body: string } | 'hang up' | null): void
  close(): Promise<void>
}

/** `POST /emails` of Resend's API (resend.com/docs/api-reference/emails/send-email), idempotency included. */
export async function startResend(): Promise<ResendStandIn> {
  const emails: ResendStandIn['emails'] = []
  const known = new Map<string, string>()
  let refusal: Parameters<ResendStandIn['refuse']>[0] = null
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const json = (status: number, body: object) =>
        response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
      const error = (statusCode: number, name: string) => json(statusCode, { statusCode, name, message: name })
      if (refusal === 'hang up') return request.socket.destroy()
      if (refusal) return response.writeHead(refusal.status).end(refusal.body)
      if (request.method !== 'POST' || request.url !== '/emails') return error(404, 'not_found')
      if (request.headers.authorization !== 'Bearer re_test') return error(401, 'invalid_api_key')
      const text = Buffer.concat(chunks).toString()
      const idempotencyKey = request.headers['idempotency-key'] as string | undefined
      const before = idempotencyKey && known.get(idempotencyKey)
      if (before && before !== text) return error(409, 'invalid_idempotent_request')
      if (!before) emails.push({ body: JSON.parse(text), idempotencyKey })
      if (idempotencyKey) known.set(idempotencyKey, text)
      json(200, { id: `00000000-0000-4000-8000-${String(emails.length).padStart(12, '0')}` })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `resend:re_test@http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    emails,
    refuse(answer) {
      refusal = answer
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
