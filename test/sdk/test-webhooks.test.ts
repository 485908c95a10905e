import { describe, expect, it } from 'vitest'
import { eventNames, verifyWebhook } from '../../sdk/src/index.ts'
import { testWebhook } from '../../sdk/src/test.ts'
import { Contract, loadSpec } from '../support/contract.ts'
import { Signer, send } from '../support/flow.ts'
import { hooksOf } from '../support/hooks.ts'
import type { Receiver } from '../support/receiver.ts'
import type { TestServer } from '../support/server.ts'
import { useReceiver } from '../support/use-server.ts'

const SECRET = `whsec_${'0123456789abcdef'.repeat(3)}`
const MODES = ['full', 'minimal'] as const
const contract = new Contract(loadSpec(), { record: false })

describe('testWebhook', () => {
  it.each(eventNames)('makes %s as the spec describes it, signed', async (name) => {
    for (const payload of MODES) {
      const { event, body, headers } = await testWebhook(name, SECRET, { payload })
      expect(event.event).toBe(name)
      expect(contract.judgeWebhook(new Headers(headers), body, payload)).toEqual([])
      expect(await verifyWebhook(body, headers['X-Service-Signature'], SECRET)).toEqual(event)
    }
  })

  it('takes values of yours, a time and several secrets', async () => {
    const changes = { document_id: 'd1', event_id: 'evt_1' }
    const now = new Date('2026-10-12T08:15:30Z')
    const sent = await testWebhook('document.completed', [SECRET, 'whsec_2'], { changes, now })
    expect(sent.event).toMatchObject({ ...changes, created_at: '2026-10-12T08:15:30.000Z' })
    expect(sent.headers['X-Service-Event-Id']).toBe('evt_1')
    expect(sent.headers['X-Service-Signature']).toMatch(/^t=1791792930,v1=[0-9a-f]{64},v1=[0-9a-f]{64}$/)
    await expect(verifyWebhook(sent.body, sent.headers['X-Service-Signature'], SECRET)).rejects.toThrow('s old')
  })

  it('is a new event each time, and none without a known name', async () => {
    const ids = new Set<string>()
    for (let call = 0; call < 3; call++) ids.add((await testWebhook('ping', SECRET)).event.event_id)
    expect(ids.size).toBe(3)
    for (const name of ['document.complete', 'toString'])
      await expect(testWebhook(name as 'ping', SECRET)).rejects.toThrow(`there is no event "${name}"`)
    await expect(testWebhook('ping', '')).rejects.toThrow('the webhook secret is missing')
  })
})

describe('beside a real delivery', () => {
  let server: TestServer
  let receiver: Receiver
  useReceiver((started) => {
    ;({ server, receiver } = started)
  })

  it.each(MODES)('has the same headers and the same keys, in %s mode', async (payload) => {
    const key = await server.key()
    await hooksOf(server, key).subscribe(receiver, `/${payload}`, { payload })
    const { signers } = await send(server, key, { signers: [{ email: 'ada@example.com', name: 'Ada Lovelace' }] })
    const signer = new Signer(server, signers[0]!.signingUrl)
    await signer.view()
    await signer.sign()
    await server.work()
    const deliveries = receiver.deliveries.filter(({ path }) => path === `/${payload}`)
    expect(deliveries.map(({ event }) => event.event).sort()).toEqual([
      'document.completed',
      'signing_request.sent',
      'signing_request.signed',
      'signing_request.viewed',
    ])
    for (const { headers, userAgent, event } of deliveries) {
      const made = await testWebhook(event.event as 'ping', SECRET, { payload })
      expect(Object.keys(made.event).sort()).toEqual(Object.keys(event).sort())
      expect(made.headers['User-Agent']).toBe(userAgent)
      const own = Object.keys(made.headers).filter((name) => name.startsWith('X-'))
      expect(own.map((name) => name.toLowerCase()).sort()).toEqual(
        Object.keys(headers)
          .filter((name) => name.startsWith('x-'))
          .sort(),
      )
    }
  })
})
