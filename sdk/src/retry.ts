import { ConnectionError, retryAfterMs, TimeoutError } from './errors.ts'
import { retryableCodes } from './generated/errors.ts'

/** Any function that responds to a request: `fetch` itself, or your own app in tests. */
export type Fetch = (request: Request) => Promise<Response>

/** Waits; rejects with the signal's reason when that aborts. */
export type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>

export interface RetryPolicy {
  /** Milliseconds for one attempt: until its body is read, or until its headers are there when `streams`. */
  timeout: number
  /** Attempts after the first. */
  maxRetries: number
  /** Whether sending the request twice has the same effect as once: reads, and calls with an `Idempotency-Key`. */
  replayable: boolean
  /** Whether the body of a successful response is passed on as it arrives. */
  streams: boolean
  signal?: AbortSignal
  sleep: Sleep
}

/** The longest `Retry-After` that is honoured; a longer one is left to the caller. */
const WAIT_MAX_MS = 60_000
const BACKOFF_FIRST_MS = 500
const BACKOFF_MAX_MS = 8_000

/**
 * Wraps `fetch` with the retries of one call. A 429 is always retried, since it was rejected before any work. A broken
 * connection, a timeout, a code that the spec marks as retryable, and a 5xx without a code are retried only when the call
 * is replayable: most conflicts are permanent, and a call that is repeated by mistake has real effects.
 */
export function retrying(fetch: Fetch, policy: RetryPolicy): Fetch {
  return async (request) => {
    for (let attempt = 0; ; attempt++) {
      const last = attempt >= policy.maxRetries
      const outcome = await once(fetch, last ? request : request.clone(), policy)
      if (outcome instanceof ConnectionError) {
        if (last || !policy.replayable) throw outcome
        await policy.sleep(backoff(attempt), policy.signal)
      } else {
        const wait = outcome.ok || last ? null : await delayBeforeRetry(outcome, attempt, policy.replayable)
        if (wait === null) return outcome
        await policy.sleep(wait, policy.signal)
      }
    }
  }
}

/** @throws the reason of the caller's signal when that aborts */
async function once(
  fetch: Fetch,
  request: Request,
  { timeout, streams, signal }: RetryPolicy,
): Promise<Response | ConnectionError> {
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
  try {
    const response = await fetch(new Request(request, { signal: controller.signal }))
    streaming = streams && response.ok
    return streaming ? response : await buffered(response)
  } catch (cause) {
    signal?.throwIfAborted()
    const call = `${request.method} ${request.url}`
    if (timedOut) return new TimeoutError(`${call}: no response within ${timeout} ms`, { cause })
    return new ConnectionError(`${call}: ${reasonOf(cause)}`, { cause })
  } finally {
    clearTimeout(timer)
    // The reader of a stream may still abort it.
    if (!streaming) signal?.removeEventListener('abort', abort)
  }
}

/** The response with its body read, so that a connection that breaks halfway fails this attempt. */
async function buffered(response: Response): Promise<Response> {
  const bytes = await response.arrayBuffer()
  const { status, statusText, headers } = response
  return new Response(bytes.byteLength === 0 ? null : bytes, { status, statusText, headers })
}

/** Milliseconds to wait, or null when the response is final. */
async function delayBeforeRetry(response: Response, attempt: number, replayable: boolean): Promise<number | null> {
  if (response.status !== 429 && !(replayable && (await isTemporary(response)))) return null
  const requested = retryAfterMs(response.headers)
  if (requested === null) return backoff(attempt)
  return requested <= WAIT_MAX_MS ? requested : null
}

async function isTemporary(response: Response): Promise<boolean> {
  const code = codeOf(parsed(await response.clone().text()))
  return code === undefined ? response.status >= 500 : retryableCodes.includes(code)
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
