import { describe, expect, it } from 'vitest'
import { REVIEW } from '../../server/limits.ts'
import type { TestKey, TestServer } from '../support/server.ts'
import { type Instance, leaseModel, lockedTemplate, signature, staged } from '../support/templates.ts'
import { useServerAtItsStart } from '../support/use-server.ts'

const ORIGIN = 'https://app.example.com'

let server: TestServer
let templateId: string
let key: TestKey
// Each test passes a whole window.
useServerAtItsStart(async (started) => {
  server = started
  key = await server.key({ workspaceId: (await server.workspace()).id, embedOrigins: [ORIGIN] })
  const template = leaseModel({ boxes: [signature(1), signature(2)] })
  templateId = (await lockedTemplate(server, key, { template, fields: [] })).id
})

const stage = (): Promise<Instance> => staged(server, key, templateId, { field_values: {} })

type Refusal = { code?: string; meta?: Record<string, unknown> }
type Call = (instance: Instance) => { method: string; path: string; json?: object }
const ofRequest =
  (method: string, verb: string, json?: object): Call =>
  ({ recipients }) => ({ method, path: `/v1/signing-requests/${recipients[0]!.signing_request_id}${verb}`, json })
const ofDocument =
  (verb: string): Call =>
  ({ document_id: id }) => ({ method: 'GET', path: `/v1/documents/${id}${verb}` })

/** What each call answers while the document is staged (row 14), and from the end of the review on. */
const CALLS: Record<string, { call: Call; before: object; after: object }> = {
  remind: {
    call: ofRequest('POST', '/remind'),
    before: { status: 409, body: { code: 'invalid_state', meta: { status: 'queued' } } },
    after: { status: 409, body: { code: 'invalid_state', meta: { status: 'withdrawn' } } },
  },
  withdraw: {
    call: ofRequest('POST', '/withdraw'),
    before: { status: 409, body: { code: 'invalid_state', meta: { status: 'queued' } } },
    after: { status: 409, body: { code: 'invalid_state', meta: { status: 'withdrawn' } } },
  },
  reassign: {
    call: ofRequest('POST', '/reassign', { email: 'somebody@example.com' }),
    before: { status: 409, body: { code: 'not_reassignable', meta: { reason: 'staged' } } },
    after: { status: 409, body: { code: 'invalid_state', meta: { status: 'withdrawn' } } },
  },
  'renew-link': {
    call: ofRequest('POST', '/renew-link'),
    before: { status: 200 },
    after: { status: 409, body: { code: 'invalid_state', meta: { status: 'withdrawn' } } },
  },
  'change of the phone': {
    call: ofRequest('PATCH', '', { phone_e164: '+41791234567' }),
    before: { status: 200 },
    after: { status: 409, body: { code: 'not_editable', meta: { status: 'withdrawn' } } },
  },
  embed: {
    call: ({ recipients }) => ({
      method: 'POST',
      path: '/v1/embedded/sign-sessions',
      json: { signing_request_id: recipients[0]!.signing_request_id, origin: ORIGIN },
    }),
    before: { status: 409, body: { code: 'request_not_signable', meta: { status: 'queued' } } },
    after: { status: 409, body: { code: 'request_not_signable', meta: { status: 'withdrawn' } } },
  },
  signed: {
    call: ofDocument('/signed'),
    before: { status: 409, body: { code: 'not_complete', meta: { status: 'staged' } } },
    after: { status: 409, body: { code: 'not_complete', meta: { status: 'discarded' } } },
  },
  'audit-trail': {
    call: ofDocument('/audit-trail'),
    before: { status: 409, body: { code: 'not_sent', meta: { status: 'staged' } } },
    after: { status: 409, body: { code: 'not_sent', meta: { status: 'discarded' } } },
  },
  'audit-events': {
    call: ofDocument('/audit-events'),
    before: { status: 409, body: { code: 'not_sent', meta: { status: 'staged' } } },
    after: { status: 409, body: { code: 'not_sent', meta: { status: 'discarded' } } },
  },
  file: {
    call: ofDocument('/file'),
    before: { status: 200 },
    after: { status: 409, body: { code: 'discarded' } },
  },
  'read of the document': {
    call: ofDocument(''),
    before: { status: 200, body: { status: 'staged', signers: [{ status: 'queued' }, { status: 'queued' }] } },
    after: { status: 200, body: { status: 'discarded', signers: [{ status: 'withdrawn' }, { status: 'withdrawn' }] } },
  },
  'read of the request': {
    call: ofRequest('GET', ''),
    before: { status: 200, body: { status: 'queued', documentStatus: 'staged' } },
    after: { status: 200, body: { status: 'withdrawn', documentStatus: 'discarded', signingUrl: null } },
  },
}

async function ask(instance: Instance, call: Call) {
  const { method, path, json } = call(instance)
  const { status, body } = await server.call<Refusal>(key, method, path, json === undefined ? {} : { json })
  return { status, body }
}

describe.each(Object.entries(CALLS))('staged.row-14 at the end of the review: %s', (_, { call, before, after }) => {
  it('at 13 d 23 h 59 min 59 s it is staged', async () => {
    const instance = await stage()
    server.clock.advance(REVIEW.windowMs - 1000)
    await server.run('end-reviews', {})
    expect(await ask(instance, call)).toMatchObject(before)
  })

  it('at 14 d it is discarded, whether the job has been there or not', async () => {
    const [met, swept] = [await stage(), await stage()]
    server.clock.advance(REVIEW.windowMs)
    expect(await ask(met, call)).toMatchObject(after)
    await server.run('end-reviews', {})
    expect(await ask(swept, call)).toMatchObject(after)
  })
})
