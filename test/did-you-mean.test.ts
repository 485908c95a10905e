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

  describe('where a required key is missing', () => {
    const PDF = new Blob(['%PDF-1.7'], { type: 'application/pdf' })
    const form = (parts: Record<string, unknown>, file = 'file') => {
      const data = new FormData()
      data.append(file, PDF)
      for (const [name, value] of Object.entries(parts)) data.append(name, JSON.stringify(value))
      return { form: data }
    }
    const hint = (sent: string, meant: string) => `; the call has "${sent}": did you mean "${meant}"?`
    const calls: [string, string, { form: FormData } | { json: unknown }, string][] = [
      ['a part', '/v1/signing-requests', form({ signer: [ada] }), `signers is required${hint('signer', 'signers')}`],
      [
        'the file',
        '/v1/signing-requests',
        form({ signers: [ada] }, 'files'),
        `file is required, as a part of the form${hint('files', 'file')}`,
      ],
      ...['fileUrl', 'file_ur'].map((sent): (typeof calls)[number] => [
        `the source, sent as ${sent},`,
        '/v1/signing-requests',
        { json: { [sent]: 'https://example.com/a.pdf', signers: [ada] } },
        `file_url is required${hint(sent, 'file_url')}`,
      ]),
      [
        'the address of a hook',
        '/v1/hooks',
        { json: { target_ur: 'https://example.com' } },
        `target_url is required${hint('target_ur', 'target_url')}`,
      ],
      [
        'the origin of a session',
        '/v1/embedded/sign-sessions',
        { json: { signing_request_id: 'x', orign: 'https://example.com' } },
        `origin is required${hint('orign', 'origin')}`,
      ],
      [
        'the request of a session',
        '/v1/embedded/sign-sessions',
        { json: { signing_request: 'x', origin: 'https://example.com' } },
        `signing_request_id is required${hint('signing_request', 'signing_request_id')}`,
      ],
      [
        'a key of a box',
        '/v1/signing-requests',
        form({
          signers: [ada],
          placement: 'explicit',
          fields: [{ role: 'a', kind: 'date', pge: 1, x: 0, y: 0, w: 0.2, h: 0.1 }],
        }),
        'fields[0].page is required; fields[0] has "pge": did you mean "page"?',
      ],
      ['nothing close', '/v1/hooks', { json: { colour: 'red' } }, 'target_url is required'],
    ]
    it.each(calls)('%s', async (_, path, call, error) => {
      const { status, body } = await server.call(await server.key(), 'POST', path, call)
      expect([status, body]).toMatchObject([400, { code: 'invalid_request', error }])
    })
  })

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

  it('for a key of a hook, which is ignored at any time', async () => {
    const json = { target_url: 'https://example.com/hooks', event: ['document.completed'] }
    const message = '"event" is not a key of this call and was ignored; did you mean "events"?'
    for (const advance of [0, UNKNOWN_KEYS_REFUSED_FROM.getTime() - server.clock.now().getTime()]) {
      server.clock.advance(Math.max(0, advance))
      const { status, body } = await server.call(await server.key(), 'POST', '/v1/hooks', { json })
      expect([status, body]).toMatchObject([
        200,
        { events: [], warnings: [{ field: 'event', code: 'unknown_field', message }] },
      ])
    }
  })
})
