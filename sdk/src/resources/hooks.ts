import type { EventName } from '../generated/events.ts'
import type {
  AttemptResult,
  CreatedHook,
  Hook,
  HookDelivery,
  NewHook,
  PingResult,
  RotatedSecret,
} from '../generated/models.ts'
import type { ApiPromise } from '../promise.ts'
import type { CallOptions, Transport } from '../transport.ts'

export interface HookCreateParams extends Omit<NewHook, 'events'> {
  /** Omitted or empty: every event, including ones added later. `ping` cannot be subscribed to. */
  events?: (EventName | (string & {}))[] | null
}

/** The workspace's webhooks. Verify their deliveries with `verifyWebhook`. */
export class HooksResource {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Newest first, without their secrets; disabled ones only with `includeDisabled`. */
  list({ includeDisabled = false, ...options }: CallOptions & { includeDisabled?: boolean } = {}): ApiPromise<Hook[]> {
    const query = includeDisabled ? { include_disabled: 'true' } : {}
    const init = this.#transport.init({ replayable: true }, options)
    return this.#transport
      .body(this.#transport.raw.GET('/hooks', { params: { query }, ...init }))
      .pick(({ hooks }) => hooks)
  }

  /**
   * Subscribes an https address. Keep the `secret`: it is shown once. A hook for the same address is replaced; the
   * deliveries that it had given up cannot be redelivered afterwards.
   */
  create(params: HookCreateParams, options?: CallOptions): ApiPromise<CreatedHook> {
    return this.#transport.body(
      this.#transport.raw.POST('/hooks', { body: params, ...this.#transport.init({}, options) }),
    )
  }

  /** Deletes the hook and its log; deleting it again changes nothing. */
  delete(id: string, options?: CallOptions): ApiPromise<void> {
    const answer = this.#transport.download(
      this.#transport.raw.DELETE('/hooks/{id}', this.#of(id, { replayable: true }, options)),
    )
    return answer.pick(() => {})
  }

  /** A new secret; for 24 hours deliveries are also signed with the previous one. */
  rotateSecret(id: string, options?: CallOptions): ApiPromise<RotatedSecret> {
    return this.#transport.body(this.#transport.raw.POST('/hooks/{id}/rotate', this.#of(id, {}, options)))
  }

  /** Sends one signed `ping`; at most 10 pings and redeliveries a minute. */
  test(id: string, options?: CallOptions): ApiPromise<PingResult> {
    return this.#transport.body(this.#transport.raw.POST('/hooks/{id}/test', this.#of(id, {}, options)))
  }

  /** The last 100 deliveries, newest first. */
  deliveries(id: string, options?: CallOptions): ApiPromise<HookDelivery[]> {
    const init = this.#of(id, { replayable: true }, options)
    return this.#transport
      .body(this.#transport.raw.GET('/hooks/{id}/deliveries', init))
      .pick(({ deliveries }) => deliveries)
  }

  /** Sends a delivery again at once, even a successful one. */
  redeliver(id: string, deliveryId: string, options?: CallOptions): ApiPromise<AttemptResult> {
    return this.#transport.body(
      this.#transport.raw.POST('/hooks/{id}/deliveries/{delivery_id}/redeliver', {
        params: { path: { id, delivery_id: deliveryId } },
        ...this.#transport.init({}, options),
      }),
    )
  }

  /** One more attempt for every delivery given up at or after `since`; returns the number of deliveries. */
  recover(id: string, { since }: { since: Date }, options?: CallOptions): ApiPromise<number> {
    const init = { body: { since: since.toISOString() }, ...this.#of(id, {}, options) }
    return this.#transport
      .body(this.#transport.raw.POST('/hooks/{id}/recover', init))
      .pick(({ recovered }) => recovered)
  }

  #of(id: string, kind: { replayable?: boolean }, options?: CallOptions) {
    return { params: { path: { id } }, ...this.#transport.init(kind, options) }
  }
}
