import type { Countersign } from '../client.ts'
import { CountersignError } from '../errors.ts'
import type { EventName } from '../generated/events.ts'
import type { Document, MovedClock, NewSandbox, SandboxMessage } from '../generated/models.ts'
import type { WebhookEvent, WebhookEventOf } from '../webhooks.ts'
import { Inbox } from './inbox.ts'

export type SandboxOptions = NewSandbox

export interface WaitOptions {
  /** Milliseconds of real time to wait. Default 30,000. */
  timeout?: number
}

export interface MessageFilter extends WaitOptions {
  /** Only to this address or number. */
  to?: string
  channel?: 'mail' | 'sms'
  /** What it is for, as `invitation`, `reminder`, `code`, `completed`. */
  kind?: string
  documentId?: string
}

export interface ReceivedFilter extends WaitOptions {
  documentId?: string
}

/** As long as the API allows. */
const WAIT_S = 20
const TIMEOUT_MS = 30_000

/**
 * A sandbox for tests, in which nobody gets anything and time is moved (contract 1.13). With a live key it is a new one,
 * which `close` erases; with a test key it is that key's, which stays.
 * @param options of a new one; default: it ends by itself after an hour
 */
export async function sandbox(client: Countersign, options: SandboxOptions = {}): Promise<TestSandbox> {
  const me = await client.me.get()
  if (me.sandbox) return new TestSandbox(client, await seen(client))
  const made = await client.sandboxes.create({ name: 'Test', expires_in: 'PT1H', ...options })
  const erase = () => client.sandboxes.delete(made.id)
  return new TestSandbox(client.withOptions({ apiKey: made.key }), { erase })
}

/** What happened before a test is none of its business. */
async function seen(client: Countersign): Promise<Start> {
  const [{ next_after: event }, [message]] = await Promise.all([
    client.events.list({ after: 'latest' }),
    client.sandbox.messages(),
  ])
  return { event: event ?? undefined, message: message?.id }
}

interface Start {
  /** The last event that is not the test's. */
  event?: string
  message?: string
  erase?: () => Promise<void>
}

/** What a person, a mailbox, a webhook receiver and time would do in a test. Made by `sandbox`. */
export class TestSandbox {
  /** A client of the sandbox. */
  readonly client: Countersign
  readonly #messages: Inbox<SandboxMessage>
  readonly #events: Inbox<WebhookEvent>
  #erase: (() => Promise<void>) | undefined

  constructor(client: Countersign, { erase, ...start }: Start = {}) {
    this.client = client
    this.#erase = erase
    this.#messages = new Inbox(async (signal) => {
      const newest = await client.sandbox.messages({ after: start.message, wait: WAIT_S }, { signal })
      start.message = newest[0]?.id ?? start.message
      return newest.reverse()
    })
    this.#events = new Inbox(async (signal) => {
      const page = await client.events.list({ after: start.event, wait: WAIT_S, limit: 100 }, { signal })
      start.event = page.next_after ?? start.event
      return page.events
    })
  }

  /**
   * Has everybody sign who has not yet, in their order, with sample values for what is required. The seal comes right after:
   * wait for it with `received('document.completed')`.
   * @returns the document as it is then
   * @throws ApiError `signer_refused` where the page would refuse somebody
   */
  async signAll(documentId: string): Promise<Document> {
    const { signers } = await this.client.documents.get(documentId)
    for (const { id, status } of signers) if (status !== 'signed') await this.client.sandbox.act(id, { do: 'sign' })
    return this.client.documents.get(documentId)
  }

  /**
   * The next mail or text message that fits, oldest first; waits for it. Each is returned once.
   * @throws CountersignError when there is none in time; it names those that came
   */
  async nextMessage(filter: MessageFilter = {}): Promise<SandboxMessage> {
    const { to, channel, kind, documentId, timeout = TIMEOUT_MS } = filter
    const message = await this.#messages.take(
      (one) =>
        (to === undefined || one.to.toLowerCase() === to.toLowerCase()) &&
        (channel === undefined || one.channel === channel) &&
        (kind === undefined || one.kind === kind) &&
        (documentId === undefined || one.document_id === documentId),
      timeout,
    )
    if (message) return message
    const others = this.#messages.rest.map((one) => `${one.kind ?? one.channel} to ${one.to}`)
    throw missing('message', { to, channel, kind, documentId }, timeout, others)
  }

  /**
   * The next event of this name, as its webhook has it; waits for it. Each is returned once. It needs no hook.
   * @throws CountersignError when there is none in time; it names those that came
   */
  async received<Name extends EventName>(name: Name, filter: ReceivedFilter = {}): Promise<WebhookEventOf<Name>> {
    const { documentId, timeout = TIMEOUT_MS } = filter
    const isIt = (event: WebhookEvent): boolean =>
      event.event === name && (documentId === undefined || ('document_id' in event && event.document_id === documentId))
    const event = await this.#events.take(isIt, timeout)
    // Its name says its type.
    if (event) return event as WebhookEventOf<Name>
    const others = this.#events.rest.map((one) => one.event)
    throw missing('event', { name, documentId }, timeout, others)
  }

  /**
   * Moves the clock forward and does what falls due on the way: reminders, expiry, retries of webhooks, retention.
   * @param duration ISO 8601, as `P14D` or `PT90M`, at most 100 days
   */
  async advance(duration: string): Promise<MovedClock> {
    return this.client.sandbox.moveClock({ advance: duration })
  }

  /** Ends whoever waits, and erases the sandbox if it was made here. Calling again does nothing. */
  async close(): Promise<void> {
    const closed = new CountersignError('the sandbox was closed')
    this.#messages.close(closed)
    this.#events.close(closed)
    const erase = this.#erase
    this.#erase = undefined
    await erase?.()
  }

  /** `close`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }
}

function missing(what: string, filter: object, timeout: number, others: string[]): CountersignError {
  const wanted = Object.entries(filter).filter(([, value]) => value !== undefined)
  const asked = wanted.map(([key, value]) => `${key} ${value}`).join(', ')
  const came = others.length === 0 ? 'nothing else came' : `these came and were not asked for: ${others.join(', ')}`
  return new CountersignError(`no ${what} (${asked || 'any'}) within ${timeout} ms; ${came}`)
}
