import type { WebError } from '../../signing/client-data.ts'
import { tellTrouble, troubleIsOver } from '../host.ts'
import { data } from './data.ts'

/** The server refused a call and said why. */
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

/** The call reached nobody, or was answered by something other than our server: try again later. */
export class Unreachable extends Error {}

/** After these nothing is left to do on this page: the server's page for the new state tells what happened. */
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

/** Browsers refuse a longer body of a call that outlives its page: 64 KiB, whatever else is under way included. */
const KEEPALIVE_MAX_BYTES = 60_000

export function bytesOf(text: string): number {
  return new Blob([text]).size
}

export function isOver(error: unknown): boolean {
  return error instanceof Refusal && OVER.has(error.code)
}

/** Shows what the server now says about this request, without leaving the old page in the history. */
export function showNewState(): void {
  // With the language that the signer has chosen.
  location.replace(data.base + location.search)
}

/**
 * One call below the page's own address.
 * @throws Refusal when the server refused, Unreachable when it could not be asked or failed
 */
export async function call(method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown): Promise<unknown> {
  const json = body === undefined ? null : JSON.stringify(body)
  let response: Response
  try {
    response = await fetch(`${data.base}/${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: json,
      // A save in flight survives that the page is closed.
      keepalive: method === 'PUT' && json !== null && bytesOf(json) < KEEPALIVE_MAX_BYTES,
    })
  } catch (error) {
    tellTrouble('unavailable')
    throw new Unreachable('no connection', { cause: error })
  }
  const answer: unknown = await response.json().catch(() => null)
  if (response.ok) {
    troubleIsOver()
    return answer
  }
  const error = isWebError(answer) ? answer : null
  tellRefusal(path, response.status, error?.code ?? null)
  if (response.status >= 500 || !error) throw new Unreachable(`status ${response.status}`)
  throw new Refusal(response.status, error)
}

/**
 * What the page around a frame is told; of what is over, the page of the new state tells, and what the signer has to
 * look at again is for the signer.
 */
function tellRefusal(path: string, status: number, code: WebError['code'] | null): void {
  if (code === 'embedding_unavailable') tellTrouble('unavailable')
  else if (code === 'sms_required') tellTrouble('sms_required')
  else if (code === 'values_changed' || (code !== null && OVER.has(code))) return
  else if (status >= 500 && path === 'complete') tellTrouble('sign_failed')
  // A code that is wrong, late or asked for too often is between the signer and us.
  else if (status !== 400 && !path.startsWith('sms/')) tellTrouble(`http_${status}`)
}

function isWebError(answer: unknown): answer is WebError {
  return typeof answer === 'object' && answer !== null && 'code' in answer
}
