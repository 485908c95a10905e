import { afterAll, beforeAll, expect, it } from 'vitest'
import { Signer, send } from '../support/flow.ts'
import { startServer, type TestServer } from '../support/server.ts'

interface Message {
  id: number
  channel: string
  to: string
  subject: string | null
  text: string
  html: string | null
  urls: string[]
  code: string | null
  created_at: string
}

const ADA = { email: 'ada@example.com', name: 'Ada', phone_e164: '+41791234567', require_sms_verification: true }

let server: TestServer
let signingUrl: string

beforeAll(async () => {
  server = await startServer()
  const { signers } = await send(server, await server.key(), { signers: [ADA] })
  signingUrl = signers[0]!.signingUrl
  await server.work()
})
afterAll(() => server.stop())

const read = (path: string, Accept: string) => server.fetch(path, { headers: { Accept } })

async function messages(): Promise<Message[]> {
  const response = await read('/dev/outbox', 'application/json')
  expect([response.status, response.headers.get('vary')]).toEqual([200, 'Accept'])
  return ((await response.json()) as { messages: Message[] }).messages
}

it('leads a program from the invitation to a code that verifies the phone', async () => {
  const signer = new Signer(server, signingUrl)
  expect((await signer.askForCode()).status).toBe(200)
  const [sms, mail] = await messages()
  expect(mail).toEqual({
    id: expect.any(Number),
    channel: 'email',
    to: ADA.email,
    subject: expect.stringContaining('sign'),
    text: expect.stringContaining(signingUrl),
    html: expect.stringContaining('<html'),
    urls: expect.arrayContaining([signingUrl]),
    code: null,
    created_at: server.clock.now().toISOString(),
  })
  expect(sms).toMatchObject({ channel: 'sms', to: ADA.phone_e164, subject: null, html: null })
  expect(sms!.code).toMatch(/^\d{6}$/)
  expect((await signer.enterCode(sms!.code!)).status).toBe(200)
  expect(await (await read(`/dev/outbox/${sms!.id}`, 'application/json')).json()).toEqual(sms)
})

it('is a page for a browser, and for what takes anything', async () => {
  const [, mail] = await messages()
  for (const accept of ['text/html,application/xhtml+xml,*/*;q=0.8', '*/*', 'application/json;q=0.5,text/html']) {
    for (const path of ['/dev/outbox', `/dev/outbox/${mail!.id}`]) {
      const page = await read(path, accept)
      expect([page.headers.get('content-type'), page.headers.get('vary')]).toEqual([
        expect.stringContaining('text/html'),
        expect.stringContaining('Accept'),
      ])
    }
  }
})

it('has no message by an id that is not there', async () => {
  const none = await read('/dev/outbox/999999', 'application/json')
  expect([none.status, await none.json()]).toEqual([404, expect.objectContaining({ code: 'not_found' })])
})
