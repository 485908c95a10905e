import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface TwilioStandIn {
  /** For `SMS_URL`. */
  url: string
  /** Messages accepted, as Twilio's API received them. */
  messages: { form: Record<string, string>; sid: string }[]
  /** Answers the next requests with this; null: accepts them again. */
  refuse(answer: { status: number; body: object | string } | 'hang up' | null): void
  close(): Promise<void>
}

const ACCOUNT = `AC${'0'.repeat(31)}1`
const TOKEN = 'auth_token'

/** `POST Messages.json` of Twilio's API (twilio.com/docs/messaging/api/message-resource). */
export async function startTwilio(): Promise<TwilioStandIn> {
  const messages: TwilioStandIn['messages'] = []
  let refusal: Parameters<TwilioStandIn['refuse']>[0] = null
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const answer = (status: number, body: object | string) =>
        response
          .writeHead(status, { 'Content-Type': 'application/json' })
          .end(typeof body === 'string' ? body : JSON.stringify(body))
      const error = (status: number, code: number) =>
        answer(status, {
          code,
          message: `error ${code}`,
          more_info: `https://www.twilio.com/docs/errors/${code}`,
          status,
        })
      if (refusal === 'hang up') return request.socket.destroy()
      if (refusal) return answer(refusal.status, refusal.body)
      if (request.method !== 'POST' || request.url !== `/2010-04-01/Accounts/${ACCOUNT}/Messages.json`)
        return error(404, 20404)
      const expected = `Basic ${Buffer.from(`${ACCOUNT}:${TOKEN}`).toString('base64')}`
      if (request.headers.authorization !== expected) return error(401, 20003)
      if (request.headers['content-type'] !== 'application/x-www-form-urlencoded;charset=UTF-8')
        return error(400, 21620)
      const form = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()))
      if (!form.To) return error(400, 21604)
      if (!form.From && !form.MessagingServiceSid) return error(400, 21603)
      if (!form.Body) return error(400, 21602)
      const sid = `SM${String(messages.length + 1).padStart(32, '0')}`
      messages.push({ form, sid })
      answer(201, { sid, account_sid: ACCOUNT, status: 'queued', error_code: null, error_message: null, to: form.To })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `twilio:${ACCOUNT}:${TOKEN}@http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    messages,
    refuse(answer) {
      refusal = answer
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
