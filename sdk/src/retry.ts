import { guarded } from './download.ts'
import { ConnectionError, retryAfterMs, TimeoutError } from './errors.ts'
import { permanentCodes, retryableCodes } from './generated/errors.ts'
import type { AttemptRequest, Log, Observers } from './observe.ts'
import { type FetchResponse, responseWith } from './response.ts'

/** `fetch` itself, that of another package, or your own app in tests: `(url, init) => app.request(url, init)`. */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchResponse>

/** Only what every `fetch` understands, also one that does not know this runtime's `Request` and `FormData`. */
export interface FetchInit {
  method: string
  headers: Record<string, string>
  body?: Uint8Array<ArrayBuffer>
  signal: AbortSignal
  redirect: 'follow'
}

/** Waits; rejects with the signal's reason when that aborts. */
export type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>

export interface RetryPolicy {
  /** Milliseconds for one attempt: until its body is read, or until its headers are there when `streams`. */
  timeout: number
  /** Milliseconds between two parts of a body that streams. */
  idleTimeout: number
  /** Attempts after the first. */
  maxRetries: number
  /** Whether sending the request twice has the same effect as once: reads, and calls with an `Idempotency-Key`. */
  replayable: boolean
  /** Whether the body of a successful response is passed on as it arrives. */
  streams: boolean
  signal?: AbortSignal
  sleep: Sleep
  observers: Observers
  log: Log
}

/** The longest `Retry-After` that is honoured; a longer one is left to the caller. */
const WAIT_MAX_MS = 60_000
const BACKOFF_FIRST_MS = 500
const BACKOFF_MAX_MS = 8_000

/**
 * Wraps `fetch` with the retries of one call. A 429 is always retried, since it was rejected before any work. A broken
 * connection, a timeout, a code that the spec marks as retryable, and a 5xx with no code that this version knows are
 * retried only when the call is replayable: most conflicts are permanent, and a call that is repeated by mistake has real
 * effects.
 */
export function retrying(fetch: Fetch, policy: RetryPolicy): (request: Request) => Promise<Response> {
  return async (request) => {
    const { method, url } = request
    const call = `${method} ${url}`
    const headers = Object.fromEntries(request.headers)
    const body = request.body === null ? undefined : new Uint8Array(await request.arrayBuffer())
    for (let attempt = 0; ; attempt++) {
      const isLast = attempt >= policy.maxRetries
      const init = { method, headers: { ...headers }, body, redirect: 'follow' as const }
      const outcome = await once(fetch, { url, init, attempt: attempt + 1 }, policy)
      const failed = outcome instanceof ConnectionError
      const mayWait = !isLast && (failed ? policy.replayable : !outcome.ok)
      const wait = !mayWait ? null : failed ? backoff(attempt) : await delayBeforeRetry(outcome, attempt, policy)
      if (wait === null && failed) {
        policy.log('info', outcome.message)
        throw outcome
      }
      if (wait === null) return outcome as Response
      const what = failed ? outcome.message : `${call}: ${outcome.status}`
      policy.log('info', `${what}; trying again in ${Math.round(wait)} ms`)
      await policy.sleep(wait, policy.signal)
    }
  }
}

interface Attempt {
  url: string
  init: Omit<FetchInit, 'signal'>
  attempt: number
}

/** @throws the reason of the caller's signal when that aborts, and what the caller's own hooks throw */
async function once(fetch: Fetch, one: Attempt, policy: RetryPolicy): Promise<Response | ConnectionError> {
  const { timeout, streams, signal, observers, log } = policy
  const { url, init } = one
  const call = `${init.method} ${url}`
  signal?.throwIfAborted()
  const seen = await announced(one, observers)
  // It may have aborted in the meantime, which no listener would be told.
  signal?.throwIfAborted()
  const controller = new AbortController()
  const abort = () => controller.abort(signal?.reason)
  let timedOut = false
  const timer = setTimeout(() => {
    timedOut = true
    controller.abort()
  }, timeout)
  signal?.addEventListener('abort', abort, { once: true })
  let streaming = false
  const started = performance.now()
  let answer: Response
  try {
    const response = responseWith(await fetch(url, { ...init, signal: controller.signal }))
    streaming = streams && response.ok
    answer = streaming ? guarded(response, call, policy.idleTimeout, signal) : await buffered(response)
  } catch (cause) {
    signal?.throwIfAborted()
    if (timedOut) return new TimeoutError(`${call}: no response within ${timeout} ms`, { cause })
    return new ConnectionError(`${call}: ${reasonOf(cause)}`, { cause })
  } finally {
    clearTimeout(timer)
    // The reader of a stream may still abort it.
    if (!streaming) signal?.removeEventListener('abort', abort)
  }
  const { status, headers } = answer
  const duration = performance.now() - started
  log('debug', `${call}: ${status} in ${Math.round(duration)} ms, request ${headers.get('x-request-id')}`)
  await observers.onResponse?.({ ...seen, status, responseHeaders: new Headers(headers), duration })
  return answer
}

const KEY_HEADER = 'authorization'

/** Lets the caller see the attempt and change its headers, but for the key. */
async function announced({ url, init, attempt }: Attempt, { onRequest }: Observers): Promise<AttemptRequest> {
  const { [KEY_HEADER]: key, ...rest } = init.headers
  const seen: AttemptRequest = { method: init.method, url, headers: new Headers(rest), attempt }
  if (!onRequest) return seen
  await onRequest(seen)
  init.headers = { ...Object.fromEntries(seen.headers), ...(key !== undefined && { [KEY_HEADER]: key }) }
  return seen
}

/** The response with its body read, so that a connection that breaks halfway fails this attempt. */
async function buffered(response: Response): Promise<Response> {
  const bytes = await response.arrayBuffer()
  const { status, statusText, headers } = response
  return new Response(bytes.byteLength === 0 ? null : bytes, { status, statusText, headers })
}

/** Milliseconds to wait, or null when the response is final. */
async function delayBeforeRetry(
  response: Response,
  attempt: number,
  { replayable }: RetryPolicy,
): Promise<number | null> {
  if (response.status !== 429 && !(replayable && (await isTemporary(response)))) return null
  const requested = retryAfterMs(response.headers)
  if (requested === null) return backoff(attempt)
  return requested <= WAIT_MAX_MS ? requested : null
}

async function isTemporary(response: Response): Promise<boolean> {
  const code = codeOf(parsed(await response.clone().text()))
  if (code !== undefined && retryableCodes.includes(code)) return true
  return response.status >= 500 && (code === undefined || !permanentCodes.includes(code))
}

/** The `code` of an error body, if that is one. */
export function codeOf(body: unknown): string | undefined {
  const code = typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined
  return typeof code === 'string' ? code : undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Exponential, with jitter so that clients that failed together do not retry together. */
function backoff(attempt: number): number {
  return Math.min(BACKOFF_MAX_MS, BACKOFF_FIRST_MS * 2 ** attempt) * (0.75 + Math.random() / 4)
}

/** `fetch failed` is not informative; its cause is. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  if (!(cause instanceof Error)) return error.message
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : ''
  return cause.message || code || error.message
}

export const sleep: Sleep = (ms, signal) =>
  new Promise((resolve, reject) => {
    const done = () => {
      signal?.removeEventListener('abort', abort)
      resolve()
    }
    const timer = setTimeout(done, ms)
    const abort = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    if (signal?.aborted) abort()
    else signal?.addEventListener('abort', abort, { once: true })
  })
