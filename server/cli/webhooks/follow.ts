import { setTimeout as delay } from 'node:timers/promises'
import { ApiError, type ApiErrorOf, ConnectionError, type Countersign, type Events } from '../../../sdk/src/index.ts'
import type { PayloadMode } from '../../db/schema.ts'
import { CommandError } from '../errors.ts'
import type { EventBody } from './forward.ts'

const WAIT_SECONDS = 20
const BACKOFF_MS = { first: 250, most: 5_000 }

interface Following {
  payload: PayloadMode
  /** Ends it. */
  signal: AbortSignal
  /** What people should know: that it is ready, that the server is gone, that it is back. */
  note(text: string): void
}

/**
 * The events from now on, each once and in the order of `GET /events` (contract 6.7), until `signal` aborts. While the
 * server does not answer, it is asked again: what happened meanwhile follows.
 * @throws CommandError when the server refuses, as it does a wrong key
 */
export async function* follow(client: Countersign, { payload, signal, note }: Following): AsyncGenerator<EventBody> {
  let after: string | undefined = 'latest'
  let isReady = false
  let failures = 0
  while (!signal.aborted) {
    const answer: Events | { error: unknown } = await client.events
      .list({ after, payload, wait: isReady ? WAIT_SECONDS : 0 }, { signal, maxRetries: 0 })
      .catch((error: unknown) => ({ error }))
    if (signal.aborted) return
    if (!('error' in answer)) {
      if (!isReady) note('Ready: events are shown as they come.')
      else if (failures > 0) note('The server is back.')
      isReady = true
      failures = 0
      // Before the first event there is nothing to go on from; then all events are new.
      after = answer.next_after ?? undefined
      yield* answer.events
    } else if (isGone(answer.error)) {
      note(`${answer.error.body.error}. Going on with the oldest that is kept.`)
      after = undefined
    } else {
      const said = outage(answer.error)
      if (failures++ === 0) note(`${said}; trying again.`)
      await pause(answer.error, failures, signal)
    }
  }
}

const isGone = (error: unknown): error is ApiErrorOf<'events_expired'> =>
  error instanceof ApiError && error.is('events_expired')

async function pause(error: unknown, failures: number, signal: AbortSignal): Promise<void> {
  const asked = error instanceof ApiError ? error.retryAfter : null
  const backoff = Math.min(BACKOFF_MS.first * 2 ** Math.min(failures, 10), BACKOFF_MS.most)
  await delay(asked === null ? backoff : asked * 1000, undefined, { signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
}

/** What is said of a failure that passes. @throws CommandError, or what was thrown, for one that does not */
function outage(error: unknown): string {
  if (error instanceof ConnectionError) return error.message
  if (!(error instanceof ApiError)) throw error
  const { status } = error
  const said = `the server answers ${status}: ${error.body.error}`
  if (status === 429 || status >= 500) return said
  throw new CommandError(status === 404 ? `${said}; the address of the API ends with /v1` : said)
}
