import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closestTo } from '../server/did-you-mean.ts'
import { UNKNOWN_KEYS_REFUSED_FROM } from '../server/limits.ts'
import { createForm } from './support/flow.ts'
import { startServer, type TestServer } from './support/server.ts'

const KEYS = ['email', 'role', 'name', 'first_name', 'last_name', 'phone_e164', 'signing_order', 'company']

describe('the word that was meant', () => {
  const cases: [string, string | null][] = [
    ['emial', 'email'],
    ['Email', 'email'],
    ['firstName', 'first_name'],
    ['phone', 'phone_e164'],
    ['signingorder', 'signing_order'],
    ['colour', null],
    ['x', null],
    ['', null],
    ['e', null],
    ['email'.repeat(20), null],
  ]
  it.each(cases)('of %j is %j', (word, meant) => {
    expect(closestTo(word, KEYS)).toBe(meant)
  })

  it('is never the word itself', () => {
    expect(closestTo('email', ['email', 'emails'])).toBe('emails')
  })
})

describe('is named by the API', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer()
  })
  afterAll(() => server.stop())

  const ada = { email: 'ada@example.com', name: 'Ada Lovelace' }
  type Body = { error: string; warnings: { message: string }[] }
  const create = async (fields: Record<string, unknown>) =>
    server.call<Body>(await server.key(), 'POST', '/v1/signing-requests', { form: createForm(fields) })

  it('for a key of a send, while it is ignored and once it is refused', async () => {
    const { body } = await create({ signers: [ada], send_mails: false })
    expect(body.warnings.map(({ message }) => message)).toEqual([
      expect.stringMatching(/; did you mean "send_emails"\?$/),
    ])
    // What is there under its right name was not meant.
    const both = await create({ signers: [ada], send_emails: false, send_mails: false })
    expect(both.body.warnings[0]!.message).not.toContain('did you mean')
    const now = server.clock.now().getTime()
    server.clock.advance(UNKNOWN_KEYS_REFUSED_FROM.getTime() - now)
    expect((await create({ signers: [ada], send_mails: false })).body.error).toContain('did you mean "send_emails"?')
  })

  it('for a key of a signer', async () => {
    const { status, body } = await create({ signers: [{ ...ada, phone: '+41791234567' }] })
    expect([status, body.error]).toEqual([400, 'signers[0] has the unknown key "phone"; did you mean "phone_e164"?'])
  })

  it('for a value, which never lists a retired one as allowed', async () => {
    const { body } = await create({ signers: [ada], placement: 'anchor' })
    expect(body.error).toContain('did you mean "anchors"?')
    expect(body.error).not.toContain('manual')
    expect((await create({ signers: [ada], signing_mode: 'sequental' })).body.error).toContain('"sequential"?')
  })

  it('for an event', async () => {
    const json = { target_url: 'https://example.com/hooks', events: ['document.complete'] }
    const { body } = await server.call<Body>(await server.key(), 'POST', '/v1/hooks', { json })
    expect(body.error).toBe('there is no event "document.complete" to subscribe to; did you mean "document.completed"?')
  })
})
