import type { Clock, ClockMove, MovedClock, SandboxMessage, SignerAct, SigningRequestRow } from '../generated/models.ts'
import type { ApiPromise } from '../promise.ts'
import type { CallOptions, Transport } from '../transport.ts'

export interface MessageListParams {
  /** Only those to this address or number. */
  to?: string
  /** Only mails, or only text messages. */
  channel?: 'mail' | 'sms'
  /** Only those about this document. */
  document_id?: string
  /** Only those that came after the message with this `id`. */
  after?: string
  /** Seconds of real time to wait for the first message where there is none yet, 0 to 20, default 0. */
  wait?: number
}

/** What only the key of a sandbox can do (contract 1.13); a live one gets `test_key_required`. */
export class SandboxResource {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** The mails and text messages that would have been sent, newest first, at most 50. */
  messages({ wait = 0, ...filter }: MessageListParams = {}, options?: CallOptions): ApiPromise<SandboxMessage[]> {
    const query = { ...filter, ...(wait > 0 && { wait: String(wait) }) }
    const init = this.#transport.init({ replayable: true, wait }, options)
    const call = this.#transport.raw.GET('/sandbox/messages', { params: { query }, ...init })
    return this.#transport.body(call).pick(({ messages }) => messages)
  }

  /**
   * Has a signer do what the page of the link does, with its checks; `do: 'sign'` does all that is needed before.
   * `signer_refused` with the page's code when the page would refuse it.
   */
  act(signingRequestId: string, act: SignerAct, options?: CallOptions): ApiPromise<SigningRequestRow> {
    const init = { params: { path: { id: signingRequestId } }, ...this.#transport.init({}, options) }
    return this.#transport.body(this.#transport.raw.POST('/sandbox/signing-requests/{id}/act', { body: act, ...init }))
  }

  /** Its time. */
  clock(options?: CallOptions): ApiPromise<Clock> {
    return this.#transport.body(
      this.#transport.raw.GET('/sandbox/clock', this.#transport.init({ replayable: true }, options)),
    )
  }

  /**
   * Moves the clock forward and does everything that falls due on the way before it answers.
   * @param move `advance`, as `P14D`, or the time to move to as `now`; at most 100 days a call
   */
  moveClock(move: ClockMove, options?: CallOptions): ApiPromise<MovedClock> {
    return this.#transport.body(
      this.#transport.raw.PUT('/sandbox/clock', { body: move, ...this.#transport.init({}, options) }),
    )
  }

  /** Erases every document, message and event of the sandbox; keys, hooks and the clock stay. */
  clear(options?: CallOptions): ApiPromise<void> {
    const init = this.#transport.init({ replayable: true }, options)
    return this.#transport.download(this.#transport.raw.DELETE('/sandbox', init)).pick(() => {})
  }
}
