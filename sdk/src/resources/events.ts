import type { EventPage } from '../generated/models.ts'
import type { PagePromise } from '../promise.ts'
import type { CallOptions, FetchResult, Transport } from '../transport.ts'
import type { MinimalWebhookEvent, WebhookEvent } from '../webhooks.ts'

/** How much an event says: all of it, or as to a hook in minimal mode (contract 6.4). */
export type PayloadMode = 'full' | 'minimal'

/** The body of an event, as a webhook in this mode has it. */
export type EventBody<Mode extends PayloadMode> = Mode extends 'minimal' ? MinimalWebhookEvent : WebhookEvent

export interface Events<Mode extends PayloadMode = 'full'> extends Omit<EventPage, 'events'> {
  /** Oldest first; distinguish them by `event`, and expect ones that are newer than this package. */
  events: EventBody<Mode>[]
}

export interface EventFollowParams<Mode extends PayloadMode = 'full'> {
  /**
   * The `event_id` of the last event that you have; `latest` for those from now on. Default: from the oldest that is kept,
   * which is 30 days.
   */
  after?: string
  /** Default `full`. */
  payload?: Mode
}

export interface EventListParams<Mode extends PayloadMode = 'full'> extends EventFollowParams<Mode> {
  /** Size of a page, 1 to 100, default 50. */
  limit?: number
  /** Seconds to wait for the first event where there is none yet, 0 to 20, default 0. The timeout starts after them. */
  wait?: number
}

/** As long and as much as the API allows. */
const FOLLOW = { wait: 20, limit: 100 }

/** What happened in the workspace, in the order of the commits: none is skipped, and none comes twice (contract 6.7). */
export class EventsResource {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Awaited, one page; go on with `after: next_after`. `for await (const event of client.events.list())` goes through all
   * that there are and ends. A 410 as with `follow`.
   */
  list<Mode extends PayloadMode = 'full'>(
    params: EventListParams<Mode> = {},
    options?: CallOptions,
  ): PagePromise<Events<Mode>, EventBody<Mode>> {
    const { after, payload, limit, wait = 0 } = params
    const query = {
      ...(after !== undefined && { after }),
      ...(payload !== undefined && { payload }),
      ...(limit !== undefined && { limit: String(limit) }),
      ...(wait > 0 && { wait: String(wait) }),
    }
    const init = this.#transport.init({ replayable: true, wait }, options)
    const call = this.#transport.raw.GET('/events', { params: { query }, ...init })
    // The spec has one list for both modes.
    return this.#transport.page(call as Promise<FetchResult<Events<Mode>>>, {
      items: ({ events }) => events,
      next: ({ next_after: after, has_more }) => (has_more ? this.list({ ...params, after: after! }, options) : null),
    })
  }

  /**
   * Every event, and then each one as it happens, until `signal` aborts, which ends the loop without an error. To resume,
   * pass the `event_id` of the last one that you have handled as `after`. A page that fails is tried again like any read;
   * with `maxRetries: Infinity` an outage of the server does not end the loop.
   * @throws ApiError with the code `events_expired` (410) when events after `after` were deleted: `body.meta.oldest_event_id`
   *   is the first that is kept; without `after` it comes first
   */
  async *follow<Mode extends PayloadMode = 'full'>(
    params: EventFollowParams<Mode> = {},
    options: CallOptions = {},
  ): AsyncGenerator<EventBody<Mode>, void, undefined> {
    const { signal } = options
    for (let after = params.after; !signal?.aborted; ) {
      const page = await this.list({ ...params, ...FOLLOW, after }, options).catch((error: unknown) => {
        if (signal?.aborted) return null
        throw error
      })
      for (const event of page?.events ?? []) {
        if (signal?.aborted) return
        yield event
      }
      // Null: there has been none so far, and the first one is wanted.
      after = page?.next_after ?? undefined
    }
  }
}
