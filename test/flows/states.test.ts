import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type DocumentBody, readDocument, readRequest, Signer, send } from '../support/flow.ts'
import { startServer, type TestKey, type TestServer } from '../support/server.ts'

/**
 * Every row of the signer's table, in every state: what the call answers, the state afterwards, the event. Written out
 * from contract 3 and 4.11, not read from the table that the server follows.
 */
const STATES = ['queued', 'pending', 'viewed', 'signed', 'declined', 'withdrawn', 'expired'] as const
type State = (typeof STATES)[number]
/** HTTP status, code of a refusal; where something changes, the state afterwards and its event. */
type Outcome = readonly [number, string?] | readonly [number, undefined, State, string?]

const DAY_MS = 86_400_000
const PHONE = '+41791234567'
const OK: Outcome = [200]
const notIn = (code: string): Outcome => [409, code]

const ROWS: Record<string, Record<State, Outcome>> = {
  view: {
    ...{ queued: OK, pending: [200, undefined, 'viewed', 'signing_request.viewed'], viewed: OK },
    ...{ signed: OK, declined: OK, withdrawn: OK, expired: OK },
  },
  sign: {
    queued: notIn('queued'),
    pending: [200, undefined, 'signed', 'signing_request.signed'],
    viewed: [200, undefined, 'signed', 'signing_request.signed'],
    signed: OK,
    declined: notIn('declined'),
    withdrawn: notIn('withdrawn'),
    expired: [410, 'expired'],
  },
  decline: {
    queued: notIn('queued'),
    pending: [200, undefined, 'declined', 'signing_request.declined'],
    viewed: [200, undefined, 'declined', 'signing_request.declined'],
    signed: notIn('signed'),
    declined: OK,
    withdrawn: notIn('withdrawn'),
    expired: [410, 'expired'],
  },
  withdraw: {
    queued: notIn('invalid_state'),
    pending: [200, undefined, 'withdrawn', 'signing_request.withdrawn'],
    viewed: [200, undefined, 'withdrawn', 'signing_request.withdrawn'],
    signed: notIn('invalid_state'),
    declined: notIn('invalid_state'),
    withdrawn: notIn('invalid_state'),
    expired: [200, undefined, 'withdrawn', 'signing_request.withdrawn'],
  },
  expire: {
    ...{ queued: OK, signed: OK, declined: OK, withdrawn: OK, expired: OK },
    pending: [200, undefined, 'expired', 'signing_request.expired'],
    viewed: [200, undefined, 'expired', 'signing_request.expired'],
  },
  remind: {
    ...{ pending: OK, viewed: OK, expired: notIn('expired') },
    ...{ queued: notIn('invalid_state'), signed: notIn('invalid_state') },
    ...{ declined: notIn('invalid_state'), withdrawn: notIn('invalid_state') },
  },
  renew_link: {
    ...{ queued: OK, pending: OK, viewed: OK, signed: OK, expired: notIn('expired') },
    ...{ declined: notIn('invalid_state'), withdrawn: notIn('invalid_state') },
  },
  reassign: {
    queued: [200, undefined, 'queued', 'signing_request.reassigned'],
    pending: [200, undefined, 'pending', 'signing_request.reassigned'],
    viewed: [200, undefined, 'viewed', 'signing_request.reassigned'],
    ...{ signed: notIn('invalid_state'), declined: notIn('invalid_state') },
    ...{ withdrawn: notIn('invalid_state'), expired: notIn('expired') },
  },
  change_phone: {
    ...{ queued: OK, pending: OK, viewed: OK, expired: notIn('not_editable'), signed: notIn('not_editable') },
    ...{ declined: notIn('not_editable'), withdrawn: notIn('not_editable') },
  },
}

let server: TestServer
let key: TestKey
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  key = await server.key()
})

interface Subject {
  documentId: string
  id: string
  page: Signer
}

/** A document of one signer, or of three in a sequential send, of which it returns the last two. */
async function sent(count = 1): Promise<Subject[]> {
  const signers = ['ada', 'grace', 'hedy'].slice(0, count)
  const created = await send(server, key, {
    signers: signers.map((name) => ({ email: `${name}@example.com`, name })),
    ...{ send_emails: false, expires_in_days: 1, signing_mode: count === 1 ? 'parallel' : 'sequential' },
  })
  return created.signers.map(({ signingRequestId: id, signingUrl }) => {
    return { documentId: created.documentId, id, page: new Signer(server, signingUrl) }
  })
}
const call = (method: string, { id }: Subject, path = '', json?: object) =>
  server.call<{ code?: string }>(key, method, `/v1/signing-requests/${id}${path}`, { json })
async function expire() {
  server.clock.advance(DAY_MS)
  await server.run('expire-requests', {})
  return { status: 200, body: {} }
}

/** How a signer comes into each state. */
const REACH: Record<State, () => Promise<Subject>> = {
  queued: async () => (await sent(2))[1]!,
  pending: async () => (await sent())[0]!,
  viewed: () => after((subject) => subject.page.view()),
  signed: () => after((subject) => subject.page.sign()),
  declined: () => after((subject) => subject.page.decline()),
  withdrawn: () => after((subject) => call('POST', subject, '/withdraw')),
  expired: () => after(expire),
}
async function after(act: (subject: Subject) => Promise<{ status: number }>): Promise<Subject> {
  const subject = await REACH.pending()
  expect((await act(subject)).status).toBe(200)
  return subject
}

type Answer = { status: number; body?: { code?: unknown } }
const CALLS: Record<string, (subject: Subject, state: State) => Promise<Answer>> = {
  view: ({ page }) => page.view(),
  sign: ({ page }, state) =>
    state === 'pending' || state === 'viewed'
      ? page.sign()
      : page.call('POST', 'complete', { consentVersion: 'any', name: 'Ada', values: {} }),
  decline: ({ page }) => page.decline('no'),
  withdraw: (subject) => call('POST', subject, '/withdraw'),
  expire,
  remind: (subject) => call('POST', subject, '/remind'),
  renew_link: (subject) => call('POST', subject, '/renew-link'),
  reassign: (subject) => call('POST', subject, '/reassign', { email: 'eve@example.com', name: 'Eve' }),
  change_phone: (subject) => call('PATCH', subject, '', { phone_e164: PHONE }),
}

async function eventsOf({ id }: Pick<Subject, 'id'>): Promise<string[]> {
  const { rows } = await sql<{ type: string }>`
    select type from events where payload->>'signing_request_id' = ${id} order by seq`.execute(server.ctx.db)
  return rows.map(({ type }) => type)
}
const statusOf = async ({ id }: Subject) => (await readRequest(server, key, id)).status

describe('a signer, row by row of the table, in every state', () => {
  it.each([
    ['signer.view: only of an invited one', 'view'],
    ['signer.sign: by an invited one; a repeated call changes nothing', 'sign'],
    ['signer.decline: by an invited one; a repeated call changes nothing', 'decline'],
    ['signer.withdraw: of an invited one, or to tidy up after the end', 'withdraw'],
    ['signer.expire: of invited ones, once', 'expire'],
    ['signer.remind: of invited ones, before the end', 'remind'],
    ['signer.renew_link: as long as a link leads somewhere', 'renew_link'],
    ['signer.reassign: before anything was done', 'reassign'],
    ['signer.change_phone: before anything was done', 'change_phone'],
  ])('%s', async (_, row) => {
    for (const state of STATES) {
      const [status, code, next = state, event] = ROWS[row]![state]
      const subject = await REACH[state]()
      const before = await eventsOf(subject)
      // Past the minute between two reminders.
      server.clock.advance(61_000)
      const answer = await CALLS[row]!(subject, state)
      expect([row, state, answer.status, answer.body?.code]).toEqual([row, state, status, code])
      expect([row, state, await statusOf(subject)]).toEqual([row, state, next])
      expect([row, state, await eventsOf(subject)]).toEqual([row, state, event ? [...before, event] : before])
    }
  })

  it('signer.release: the next one of a sequential send, each after the one before; nobody after a refusal', async () => {
    const [first, second, third] = (await sent(3)) as [Subject, Subject, Subject]
    const states = async () => [await statusOf(first), await statusOf(second), await statusOf(third)]
    expect(await states()).toEqual(['pending', 'queued', 'queued'])
    await first.page.sign()
    expect(await states()).toEqual(['signed', 'pending', 'queued'])
    expect([await eventsOf(second), await eventsOf(third)]).toEqual([['signing_request.sent'], []])
    await second.page.decline()
    expect(await states()).toEqual(['signed', 'declined', 'queued'])
    expect(await eventsOf(third)).toEqual([])
  })

  it('signer.initial: all invited in a parallel send, the first one in a sequential send', async () => {
    const signers = [{ email: 'ada@example.com' }, { email: 'grace@example.com' }]
    const statuses = async (signing_mode: string) => {
      const { documentId } = await send(server, key, { signers, signing_mode, send_emails: false })
      return (await readDocument(server, key, documentId)).signers.map(({ status }) => status)
    }
    expect(await statuses('parallel')).toEqual(['pending', 'pending'])
    expect(await statuses('sequential')).toEqual(['pending', 'queued'])
  })
})

describe('a document, row by row of its table', () => {
  it.each<[string, State, DocumentBody['status'], boolean]>([
    ['document.pending: while nobody has ended it', 'pending', 'pending', true],
    ['document.pending: also while somebody reads it', 'viewed', 'pending', true],
    ['document.declined: once a signer has declined', 'declined', 'declined', false],
    ['document.withdrawn: once a request was withdrawn', 'withdrawn', 'withdrawn', false],
    ['document.expired: once a request has expired', 'expired', 'expired', false],
  ])('%s', async (_, state, status, completable) => {
    const { documentId } = await REACH[state]()
    expect(await readDocument(server, key, documentId)).toMatchObject({ status, completable })
  })

  it('document.signed, document.completion: once it is sealed, with one event', async () => {
    const { documentId } = await REACH.signed()
    const completed = async () => {
      const { rows } = await sql`
        select 1 from events where document_id = ${documentId} and type = 'document.completed'`.execute(server.ctx.db)
      return [(await readDocument(server, key, documentId)).status, rows.length]
    }
    expect(await completed()).toEqual(['pending', 0])
    await server.work()
    expect(await completed()).toEqual(['signed', 1])
    await server.run('seal-document', { documentId })
    expect(await completed()).toEqual(['signed', 1])
  })
})
