import { setTimeout as delay } from 'node:timers/promises'
import { retryAfterMs } from '../../../sdk/src/errors.ts'
import type { Countersign } from '../../../sdk/src/index.ts'
import type { PayloadMode } from '../../db/schema.ts'
import { CommandError } from '../errors.ts'
import type { EventBody } from './forward.ts'

const WAIT_SECONDS = 20
/** Longer than the server waits: then it is gone without having said so. */
const TIMEOUT_MS = 30_000
const BACKOFF_MS = { first: 250, most: 5_000 }
const GONE = 410

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
    const answer = await ask(client, { after, payload, wait: isReady ? String(WAIT_SECONDS) : '0' }, signal)
    if (signal.aborted) return
    if ('page' in answer) {
      if (!isReady) note('Ready: events are shown as they come.')
      else if (failures > 0) note('The server is back.')
      isReady = true
      failures = 0
      // Before the first event there is nothing to go on from; then all events are new.
      after = answer.page.next_after ?? undefined
      yield* answer.page.events as unknown as EventBody[]
    } else if ('gone' in answer) {
      note(`${answer.gone}. Going on with the oldest that is kept.`)
      after = undefined
    } else {
      if (failures++ === 0) note(`${answer.failed}; trying again.`)
      const pause = Math.min(BACKOFF_MS.first * 2 ** Math.min(failures, 10), BACKOFF_MS.most)
      await delay(answer.retryAfterMs ?? pause, undefined, { signal }).catch(ifAborted(signal))
    }
  }
}

type Query = { after: string | undefined; payload: PayloadMode; wait: string }
type Asked =
  | { page: { events: object[]; next_after: string | null } }
  | { gone: string }
  | { failed: string; retryAfterMs: number | null }

async function ask(client: Countersign, query: Query, signal: AbortSignal): Promise<Asked> {
  try {
    const bounded = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)])
    const { data, error, response } = await client.raw.GET('/events', { params: { query }, signal: bounded })
    if (data?.events) return { page: data }
    const said = `the server answers ${response.status}${error?.error ? `: ${error.error}` : ''}`
    if (response.status === GONE) return { gone: error?.error ?? said }
    if (response.status === 429 || response.status >= 500) {
      return { failed: said, retryAfterMs: retryAfterMs(response.headers) }
    }
    throw new CommandError(error?.error ? said : `${said}: ${NOT_THE_API}`)
  } catch (error) {
    if (error instanceof SyntaxError) throw new CommandError(NOT_THE_API)
    if (!isConnection(error, signal)) throw error
    return { failed: `the server does not answer (${reasonOf(error)})`, retryAfterMs: null }
  }
}

const NOT_THE_API = 'what responds is not the API; its address ends with /v1'

/** What `fetch` throws: a TypeError with the cause, or the reason of its signal. */
const isConnection = (error: unknown, { aborted, reason }: AbortSignal): error is Error =>
  error instanceof TypeError ||
  (error instanceof Error && error.name === 'TimeoutError') ||
  (aborted && error === reason)

function reasonOf({ message, cause }: Error): string {
  return cause instanceof Error ? ('code' in cause ? String(cause.code) : cause.message) : message
}

function ifAborted(signal: AbortSignal) {
  return (error: unknown) => {
    if (!signal.aborted) throw error
  }
}
