import type { WebError } from '../../signing/client-data.ts'
import { data } from './data.ts'

/** The server refused a call and said why. */
export class Refusal extends Error {
  readonly code: string
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
const OVER = new Set(['not_found', 'queued', 'signed', 'declined', 'withdrawn', 'expired'])

export function isOver(error: unknown): boolean {
  return error instanceof Refusal && OVER.has(error.code)
}

/** Shows what the server now says about this request, without leaving the old page in the history. */
export function showNewState(): void {
  location.replace(data.base)
}

/**
 * One call below the page's own address.
 * @throws Refusal when the server refused, Unreachable when it could not be asked or failed
 */
export async function call(method: 'POST' | 'PUT', path: string, body: unknown): Promise<unknown> {
  let response: Response
  try {
    response = await fetch(`${data.base}/${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      // A save in flight survives that the page is closed.
      keepalive: method === 'PUT' && JSON.stringify(body).length < 60_000,
    })
  } catch (error) {
    throw new Unreachable('no connection', { cause: error })
  }
  const answer: unknown = await response.json().catch(() => null)
  if (response.ok) return answer
  if (response.status >= 500 || !isWebError(answer)) throw new Unreachable(`status ${response.status}`)
  throw new Refusal(response.status, answer)
}

function isWebError(answer: unknown): answer is WebError {
  return typeof answer === 'object' && answer !== null && 'code' in answer
}
