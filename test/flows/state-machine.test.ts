import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type stateMachine, TRANSITIONS } from '../../server/domain/signers/states.ts'
import { readDocument, readRequest, Signer, send } from '../support/flow.ts'
import { isFullSize, sized } from '../support/full-size.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { type CallAnswer, startServer, type TestKey, type TestServer } from '../support/server.ts'

/**
 * Random commands of several signers and their sender against a real server, compared with a model that knows nothing
 * but the published state machine. At full size in a long run.
 */
const STORIES = sized(12, 200)
const DAY = 86_400_000
const EXPIRES_IN_DAYS = 14

type Machine = ReturnType<typeof stateMachine>
type Status = keyof Machine['signer']['states']
type Verb = 'view' | 'sign' | 'decline' | 'withdraw' | 'remind' | 'change_phone'
interface Act {
  verb: Verb
  signer: number
}
type Command = { kind: 'one'; act: Act } | { kind: 'both'; acts: [Act, Act] } | { kind: 'expire' }

let server: TestServer
let receiver: Receiver
let machine: Machine

beforeAll(async () => {
  server = await startServer()
  receiver = await startReceiver({ clock: server.clock })
  machine = (await (await fetch(`${server.url}/state-machine.json`)).json()) as Machine
})
afterAll(async () => {
  await receiver.close()
  await server.stop()
})

/** The states and events of a document that the published table requires. */
class Model {
  statuses: Status[]
  /** `<signer> <event>`, in the order of recording. */
  events: string[] = ['0 signing_request.sent']
  readonly mode: 'parallel' | 'sequential'

  constructor(mode: 'parallel' | 'sequential', signers: number) {
    this.mode = mode
    const { parallel, sequential } = machine.signer.initial
    this.statuses = Array.from({ length: signers }, (_, i) =>
      mode === 'parallel' ? parallel : i === 0 ? sequential.first : sequential.others,
    ) as Status[]
  }

  copy(): Model {
    const copy = new Model(this.mode, this.statuses.length)
    copy.statuses = [...this.statuses]
    copy.events = [...this.events]
    return copy
  }

  /** Whether the table allows it, and the state that results. */
  act({ verb, signer }: Act): boolean {
    const status = this.statuses[signer]!
    if (verb === 'remind' || verb === 'change_phone')
      return (machine.signer.actions[verb].from as readonly string[]).includes(status)
    if (!this.#make(verb, signer)) return false
    return true
  }

  expire(): void {
    for (const signer of this.statuses.keys()) this.#make('expire', signer)
  }

  /** `signed` without the seal is `pending`. */
  get documentStatus(): string {
    const dead = machine.document.states
      .map(({ status }) => status)
      .find((status) => (status === 'signed' ? this.isComplete : this.statuses.includes(status as Status)))
    return dead ?? 'pending'
  }

  get isComplete(): boolean {
    return this.statuses.every((status) => status === 'signed')
  }

  #make(name: keyof Machine['signer']['transitions'], signer: number): boolean {
    const { from, to, event } = machine.signer.transitions[name]
    if (!(from as readonly string[]).includes(this.statuses[signer]!)) return false
    this.statuses[signer] = to
    if (name === 'sign' && this.mode === 'sequential') {
      const next = this.statuses.indexOf('queued')
      const others = this.statuses.filter((status) => status !== 'queued')
      // The release is reported before the signature that caused it.
      if (next >= 0 && others.every((status) => status === 'signed')) this.#make('release', next)
    }
    this.events.push(`${signer} ${event}`)
    return true
  }
}

const act = (signers: number): fc.Arbitrary<Act> =>
  fc.record({
    verb: fc.constantFrom<Verb>('view', 'sign', 'sign', 'sign', 'decline', 'withdraw', 'remind', 'change_phone'),
    signer: fc.nat(signers - 1),
  })

/** Two commands at once: only pairs whose outcome depends on the order, or where one fails. */
const racing = (signers: number): fc.Arbitrary<Act> =>
  fc.record({ verb: fc.constantFrom<Verb>('sign', 'sign', 'decline', 'withdraw'), signer: fc.nat(signers - 1) })

const story = fc.integer({ min: 1, max: 4 }).chain((signers) =>
  fc.record({
    signers: fc.constant(signers),
    mode: fc.constantFrom('parallel' as const, 'sequential' as const),
    commands: fc.array(
      fc.oneof(
        { weight: 8, arbitrary: act(signers).map((one): Command => ({ kind: 'one', act: one })) },
        {
          weight: 3,
          arbitrary: fc.tuple(racing(signers), racing(signers)).map((acts): Command => ({ kind: 'both', acts })),
        },
        { weight: 1, arbitrary: fc.constant<Command>({ kind: 'expire' }) },
      ),
      { minLength: 1, maxLength: 12 },
    ),
  }),
)

describe('the published state machine', () => {
  it('is the table that the server follows, with an event and an order for every transition', () => {
    expect(machine.signer.transitions).toEqual(JSON.parse(JSON.stringify(TRANSITIONS)))
    for (const [status, { final }] of Object.entries(machine.signer.states)) {
      const leaves = Object.values(machine.signer.transitions).some(({ from }) =>
        (from as readonly string[]).includes(status),
      )
      expect([status, leaves]).toEqual([status, !final])
    }
  })

  it('predicts every state, answer and event of random stories', async () => {
    await fc.assert(
      fc.asyncProperty(story, async ({ signers, mode, commands }) => {
        const run = await begin(signers, mode)
        for (const command of commands) await carryOut(run, command)
        await compare(run)
      }),
      { numRuns: STORIES, seed: 20_261_121, endOnFailure: !isFullSize() },
    )
  })
})

interface Run {
  key: TestKey
  documentId: string
  ids: string[]
  pages: Signer[]
  model: Model
  phone: number
  path: string
}

let stories = 0

async function begin(signers: number, mode: 'parallel' | 'sequential'): Promise<Run> {
  const key = await server.key()
  const path = `/story/${stories++}`
  const created = await send(server, key, {
    signers: Array.from({ length: signers }, (_, i) => ({ email: `signer${i}@example.com`, name: `Signer ${i}` })),
    signing_mode: mode,
    expires_in_days: EXPIRES_IN_DAYS,
    callback_url: receiver.url + path,
  })
  receiver.secrets.set(path, created.callback!.secret)
  return {
    key,
    documentId: created.documentId,
    ids: created.signers.map(({ signingRequestId }) => signingRequestId),
    pages: created.signers.map(({ signingUrl }) => new Signer(server, signingUrl)),
    model: new Model(mode, signers),
    phone: 0,
    path,
  }
}

async function carryOut(run: Run, command: Command): Promise<void> {
  // Each run has its own rate-limit window for the key and its own reminder cooldown.
  server.clock.advance(61_000)
  const { model } = run
  if (command.kind === 'expire') {
    server.clock.advance(EXPIRES_IN_DAYS * DAY)
    await server.run('expire-requests', {})
    model.expire()
  } else if (command.kind === 'one') {
    const before = model.statuses[command.act.signer]!
    const allowed = model.act(command.act)
    expectAnswer(command.act, before, allowed, await perform(run, command.act))
  } else {
    const [first, second] = command.acts
    await Promise.all([perform(run, first), perform(run, second)])
    await server.work()
    const actual = { statuses: await statuses(run), events: received(run) }
    // The result must be the same as for one order of the two.
    const orders = [
      [first, second],
      [second, first],
    ].map((order) => {
      const possible = model.copy()
      for (const one of order) possible.act(one)
      return possible
    })
    const outcomes = orders.map((possible) => ({ statuses: possible.statuses, events: possible.events }))
    expect(outcomes).toContainEqual(actual)
    Object.assign(model, actual)
  }
  await server.work()
  expect(await statuses(run)).toEqual(model.statuses)
}

function perform(run: Run, { verb, signer }: Act): Promise<CallAnswer<{ code?: string }>> {
  const page = run.pages[signer]!
  const path = `/v1/signing-requests/${run.ids[signer]}`
  switch (verb) {
    case 'view':
      return page.call('POST', 'viewed', {})
    case 'sign':
      return finish(page)
    case 'decline':
      return page.call('POST', 'decline', { reason: 'no' })
    case 'change_phone':
      return server.call(run.key, 'PATCH', path, { json: { phone_e164: `+4179123${1000 + run.phone++}` } })
    case 'withdraw':
    case 'remind':
      return server.call(run.key, 'POST', `${path}/${verb}`)
  }
}

/** Also when the page offers nothing to sign: it may have been opened earlier. */
async function finish(page: Signer): Promise<CallAnswer<{ code?: string }>> {
  try {
    return await page.sign()
  } catch {
    // Nothing to sign is shown.
  }
  return page.call('POST', 'complete', { consentVersion: 'any', name: 'Signer', values: {} })
}

function expectAnswer(sent: Act, before: Status, allowed: boolean, answer: CallAnswer<{ code?: string }>): void {
  const { verb } = sent
  const repeated = (verb === 'sign' && before === 'signed') || (verb === 'decline' && before === 'declined')
  const accepted = allowed || verb === 'view' || repeated
  expect([verb, before, answer.status, answer.body?.code]).toEqual([
    verb,
    before,
    ...(accepted ? [200, undefined] : refusal(verb, before)),
  ])
}

/** Each refusal names the state that caused it. */
function refusal(verb: Verb, before: Status): [number, string] {
  if (verb === 'change_phone') return [409, 'not_editable']
  if (verb === 'remind' && before === 'expired') return [409, 'expired']
  if (verb === 'remind' || verb === 'withdraw') return [409, 'invalid_state']
  return [before === 'expired' ? 410 : 409, before]
}

async function statuses(run: Run): Promise<string[]> {
  const { signers } = await readDocument(server, run.key, run.documentId)
  return run.ids.map((id) => signers.find((signer) => signer.id === id)!.status)
}

const eventsOf = ({ path }: Run) =>
  receiver.deliveries.filter((delivery) => delivery.path === path).map(({ event }) => event)

/** `<signer> <event>`, in the order of arrival. */
function received(run: Run): string[] {
  return eventsOf(run)
    .filter(({ event }) => event !== 'document.completed')
    .map(({ event, signing_request_id: id }) => `${run.ids.indexOf(String(id))} ${event}`)
}

async function compare(run: Run): Promise<void> {
  const { key, documentId, ids, model } = run
  server.clock.advance(61_000)
  const document = await readDocument(server, key, documentId)
  expect(document.status).toBe(model.documentStatus)
  expect(document.counts).toEqual({
    signed: model.statuses.filter((status) => status === 'signed').length,
    total: ids.length,
  })
  expect(document.completable).toBe(['pending', 'signed'].includes(model.documentStatus))

  const completed = eventsOf(run).filter(({ event }) => event === 'document.completed')
  expect(completed).toHaveLength(model.isComplete ? 1 : 0)
  expect(received(run)).toEqual(model.events)

  const signedLink = await server.call(key, 'GET', `/v1/documents/${documentId}/signed`)
  expect(signedLink.status).toBe(model.isComplete ? 200 : 409)
  for (const [index, id] of ids.entries()) {
    const { auditEvents } = await readRequest(server, key, id)
    const recorded = auditEvents.filter(({ type }) => type === model.statuses[index])
    if (model.statuses[index] !== 'queued' && model.statuses[index] !== 'pending') expect(recorded).toHaveLength(1)
  }
}
