import { describe, expect, it } from 'vitest'
import { Contract, contractFetch, loadSpec } from '../support/contract.ts'

const contract = new Contract(loadSpec(), { record: false })
const REQUEST_ID = { 'x-request-id': 'req_1' }
const LIMITS = {
  'ratelimit-limit': '60',
  'ratelimit-remaining': '59',
  'ratelimit-reset': '60',
  'ratelimit-policy': '60;w=60',
}
const ME = contract.spec.paths['/me']!.get!.responses['200']!.content!['application/json']!.example as object
const DOCUMENT = contract.spec.paths['/documents/{id}']!.get!.responses['200']!.content!['application/json']!
  .example as Record<string, unknown>

const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', ...REQUEST_ID, ...headers },
  })

describe('the judge of answers', () => {
  it('accepts what the spec documents', async () => {
    expect(await contract.judge('GET', '/me', json(200, ME))).toEqual([])
    expect(await contract.judge('GET', '/documents/x', json(200, DOCUMENT, LIMITS))).toEqual([])
    expect(await contract.judge('GET', '/documents/x', json(404, { error: 'no', code: 'not_found' }))).toEqual([])
    expect(
      await contract.judge(
        'HEAD',
        '/me',
        new Response(null, { headers: { 'content-type': 'application/json', ...REQUEST_ID } }),
      ),
    ).toEqual([])
  })

  it.each([
    ['an undocumented status', '/me', json(418, {}), 'this status is not documented'],
    ['a missing key', '/me', json(200, { ...ME, workspace: {} }), "must have required property 'id'"],
    ['a key too many', '/me', json(200, { ...ME, extra: 1 }), 'must NOT have unevaluated properties'],
    [
      'a key too many deep inside',
      '/documents/x',
      json(200, { ...DOCUMENT, seal: { ...(DOCUMENT.seal as object), x: 1 } }, LIMITS),
      'must NOT have unevaluated',
    ],
    [
      'a wrong media type',
      '/me',
      new Response('hi', { headers: { 'content-type': 'text/plain', ...REQUEST_ID } }),
      'media type text/plain',
    ],
    [
      'a code of another operation',
      '/me',
      json(403, { error: 'no', code: 'insufficient_scope' }),
      'the code insufficient_scope is not documented here',
    ],
    [
      'a code without what it carries',
      '/me',
      json(403, { error: 'no', code: 'ip_not_allowed' }),
      "must have required property 'ip'",
    ],
    [
      'no request id',
      '/me',
      new Response(JSON.stringify(ME), { headers: { 'content-type': 'application/json' } }),
      'the header x-request-id is missing',
    ],
    ['no RateLimit headers', '/documents/x', json(200, DOCUMENT), 'the header ratelimit-limit is missing'],
    [
      'RateLimit headers where none belong',
      '/me',
      json(200, ME, LIMITS),
      'the header ratelimit-limit is not documented here',
    ],
    [
      'a malformed header',
      '/documents/x',
      json(200, DOCUMENT, { ...LIMITS, 'ratelimit-reset': 'soon' }),
      'header ratelimit-reset "soon"',
    ],
    ['a body on 304', '/documents/x/signed', { status: 304, body: 'x' }, 'has a body and must have none'],
    [
      'a wrong status for an unknown path',
      '/nothing',
      json(400, { error: 'no', code: 'invalid_request' }),
      'not documented',
    ],
  ])('finds %s', async (_, path, response, complaint) => {
    // Response cannot be constructed with a body and 304, but a broken server can send that.
    const answer =
      response instanceof Response
        ? response
        : Object.assign(
            new Response(response.body, { headers: { ...REQUEST_ID, ...LIMITS, etag: `"${'0'.repeat(64)}"` } }),
          )
    if (!(response instanceof Response)) Object.defineProperty(answer, 'status', { value: response.status })
    expect((await contract.judge('GET', path, answer)).join('\n')).toContain(complaint)
  })

  it('knows 405 and the 404 of unknown paths', async () => {
    const not = { error: 'no', code: 'method_not_allowed' }
    expect(await contract.judge('DELETE', '/me', json(405, not, { allow: 'GET, HEAD' }))).toEqual([])
    expect((await contract.judge('DELETE', '/me', json(405, not)))[0]).toContain('the header allow is missing')
    expect(await contract.judge('GET', '/nope', json(404, { error: 'no', code: 'not_found' }))).toEqual([])
  })

  it('throws out of a fetch that it wraps, under both bases, and leaves the body readable', async () => {
    const fetch = contractFetch((input) => (String(input).includes('bad') ? json(418, {}) : json(200, ME)), contract)
    expect(await (await fetch('http://localhost/v1/me')).json()).toEqual(ME)
    await expect(fetch('http://localhost/api/v1/me?bad')).rejects.toThrow('breaks the contract')
    expect((await fetch('http://localhost/sign/bad')).status).toBe(418)
  })
})

describe('the judge of webhooks', () => {
  const post = contract.spec.webhooks['signing_request.viewed']!.post
  const examples = post.requestBody!.content['application/json']!.examples!
  const full = examples.full!.value as Record<string, unknown>
  const headers = (overrides: Record<string, string> = {}) => {
    const signature = `t=1,v1=${'a'.repeat(64)}`
    return new Headers({
      'content-type': 'application/json',
      'user-agent': 'service-webhooks/1.0',
      'x-service-signature': signature,
      'x-service-event': 'signing_request.viewed',
      'x-service-event-id': String(full.event_id),
      'x-legacy-signature': signature,
      'x-legacy-event': 'signing_request.viewed',
      'x-legacy-event-id': String(full.event_id),
      ...overrides,
    })
  }

  it('accepts full and minimal bodies in their mode', () => {
    expect(contract.judgeWebhook(headers(), JSON.stringify(full), 'full')).toEqual([])
    const minimal = JSON.stringify(examples.minimal!.value)
    const agent = { 'user-agent': 'service-webhooks-minimal/1' }
    expect(contract.judgeWebhook(headers(agent), minimal, 'minimal')).toEqual([])
  })

  it.each([
    [
      'a full body sent to a minimal hook',
      headers({ 'user-agent': 'service-webhooks-minimal/1' }),
      full,
      'minimal',
      'unevaluated',
    ],
    ['a link in the body', headers(), { ...full, signing_url: 'x' }, 'full', 'unevaluated'],
    ['legacy headers that differ', headers({ 'x-legacy-event-id': 'evt_1' }), full, 'full', 'x-legacy-event-id'],
    [
      'an upper-case signature',
      headers({ 'x-service-signature': `t=1,v1=${'A'.repeat(64)}` }),
      full,
      'full',
      'X-Service-Signature',
    ],
    ['another user agent', headers({ 'user-agent': 'node' }), full, 'full', 'user-agent'],
    ['an unknown event', headers(), { ...full, event: 'x' }, 'full', 'not documented'],
  ] as const)('finds %s', (_, sent, body, mode, complaint) => {
    expect(contract.judgeWebhook(sent, JSON.stringify(body), mode).join('\n')).toContain(complaint)
  })
})
