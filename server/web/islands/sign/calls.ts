import { fill } from '../../../domain/fill.ts'
import type { WebError } from '../../signing/client-data.ts'
import { clearReportedError, reportError } from '../host.ts'
import { FIRST_WAIT_MS, longerWait, startPause } from '../pause.ts'
import { data, texts } from './data.ts'

/** The server rejected a call with an error code. */
export class Refusal extends Error {
  readonly code: WebError['code']
  readonly status: number
  readonly meta: Record<string, unknown>

  constructor(status: number, body: WebError) {
    super(body.error)
    this.code = body.code
    this.status = status
    this.meta = body.meta ?? {}
  }
}

/** The server was not reached, failed, or something other than our server responded: try again later. */
export class Unreachable extends Error {}

/** What to say of a text that does not fit into its box, or is not what its field takes; null for any other refusal. */
export function textProblem({ meta }: Refusal): string | null {
  const { reason, max, example } = meta
  if (reason === 'does_not_fit' && typeof max === 'number') return fill(texts.errors.tooLong, { max })
  return reason === 'wrong_form' && typeof example === 'string' ? fill(texts.errors.wrongForm, { example }) : null
}

/** After these nothing is left to do on this page: the server's page for the new state explains what happened. */
const OVER = new Set<WebError['code']>([
  'not_found',
  'queued',
  'signed',
  'declined',
  'withdrawn',
  'expired',
  'session_expired',
  'session_revoked',
  'key_revoked',
])

/** Browsers limit the bodies of all pending `keepalive` requests of a page to 64 KiB in total. */
const KEEPALIVE_MAX_BYTES = 60_000

export function sizeOfText(text: string): number {
  return new Blob([text]).size
}

export function isOver(error: unknown): boolean {
  return error instanceof Refusal && OVER.has(error.code)
}

/** Loads the page of the request's new state, without leaving the old one in the history. */
export function showNewState(): void {
  // Keeps the language that the signer has chosen.
  location.replace(data.base + location.search)
}

/**
 * One call under the page's own path.
 * @throws Refusal when the server rejected it, Unreachable when the server could not be reached or failed
 */
export async function call(method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown): Promise<unknown> {
  const response = await send(method, path, body)
  return response.json().catch(() => null)
}

/** As `call`, for an answer that is not JSON. */
export async function send(method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown): Promise<Response> {
  const json = body === undefined ? null : JSON.stringify(body)
  let response: Response
  try {
    response = await fetch(`${data.base}/${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: json,
      // A save in flight completes even if the page is closed.
      keepalive: method === 'PUT' && json !== null && sizeOfText(json) < KEEPALIVE_MAX_BYTES,
    })
  } catch (error) {
    reportError('unavailable')
    throw new Unreachable('no connection', { cause: error })
  }
  if (response.ok) {
    clearReportedError()
    return response
  }
  const result: unknown = await response.json().catch(() => null)
  const error = isWebError(result) ? result : null
  reportRefusal(path, response.status, error?.code ?? null)
  // A damaged file is the one failure of the server that does not pass by itself.
  const passes = response.status >= 500 && error?.code !== 'file_damaged'
  if (passes || !error) throw new Unreachable(`status ${response.status}`)
  throw new Refusal(response.status, error)
}

/**
 * Reports a rejected call to the page that embeds the frame. Not reported here: a request that has ended, which the page
 * of its new state reports, and values that the signer has to check again.
 */
function reportRefusal(path: string, status: number, code: WebError['code'] | null): void {
  if (code === 'embedding_unavailable') reportError('unavailable')
  else if (code === 'sms_required') reportError('sms_required')
  else if (code === 'values_changed' || code === 'document_not_displayed' || (code !== null && OVER.has(code))) return
  else if (status >= 500 && path === 'complete') reportError('sign_failed')
  // A code that is wrong, expired or requested too often does not concern the embedding page.
  else if (status !== 400 && !path.startsWith('sms/')) reportError(`http_${status}`)
}

function isWebError(result: unknown): result is WebError {
  return typeof result === 'object' && result !== null && 'code' in result
}

/** Repeats a call until the server responds: after a growing wait, or as soon as the browser is online again. */
export async function untilAnswered<T>(work: () => Promise<T>): Promise<T> {
  for (let wait = FIRST_WAIT_MS; ; wait = longerWait(wait)) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error
      await startPause(wait).done
    }
  }
}
