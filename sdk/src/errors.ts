import type { ErrorBodies, ErrorCode } from './generated/errors.ts'

/** What every error body has; a code's own members are typed after `error.is(code)`. */
export interface ErrorBody {
  error: string
  code?: string
  meta?: Record<string, unknown>
  [member: string]: unknown
}

/** An `ApiError` of one documented code. */
export type ApiErrorOf<Code extends ErrorCode> = ApiError & { readonly code: Code; readonly body: ErrorBodies[Code] }

/** Everything this package throws on purpose, except a `TypeError` for a call that cannot be right. */
export class CountersignError extends Error {
  override readonly name: string = 'CountersignError'
}

/** The API refused the call. Branch on `code`; the text may change at any time. */
export class ApiError extends CountersignError {
  override readonly name = 'ApiError'
  readonly status: number
  /** A documented code, one that is newer than this package, or `http_<status>` when something in between answered. */
  readonly code: ErrorCode | (string & {})
  readonly body: ErrorBody
  readonly headers: Headers

  constructor(response: Pick<Response, 'status' | 'headers'>, body: ErrorBody) {
    const code = body.code ?? `http_${response.status}`
    super(`${response.status} ${code}: ${body.error}`)
    this.status = response.status
    this.code = code
    this.body = body
    this.headers = response.headers
  }

  /** The context of the code, where it has some. */
  get meta(): Record<string, unknown> | undefined {
    return this.body.meta
  }

  /** Quote this to the operator of the server: it finds the call in the API log. */
  get requestId(): string | null {
    return this.headers.get('x-request-id')
  }

  /** Seconds that the API asks to wait; null when it does not. */
  get retryAfter(): number | null {
    const wait = retryAfterMs(this.headers)
    return wait === null ? null : Math.ceil(wait / 1000)
  }

  /** Whether this is the named code; narrows `body` to what that code comes with. */
  is<Code extends ErrorCode>(code: Code): this is ApiErrorOf<Code> {
    return this.code === code
  }
}

/** No usable answer came: DNS, TLS, a broken connection, or something that is not the API. The call may have worked. */
export class ConnectionError extends CountersignError {
  override readonly name: string = 'ConnectionError'
}

/** No answer within the call's timeout. The call may have worked. */
export class TimeoutError extends ConnectionError {
  override readonly name = 'TimeoutError'
}

/** A webhook that must not be believed: unsigned, signed with another secret, changed, or too old. */
export class WebhookSignatureError extends CountersignError {
  override readonly name = 'WebhookSignatureError'
}

/** A file whose bytes are not those that were promised. */
export class IntegrityError extends CountersignError {
  override readonly name = 'IntegrityError'
}

/** `Retry-After` in milliseconds, given as seconds or as a date (RFC 9110, 10.2.3); null when absent or unreadable. */
export function retryAfterMs(headers: Headers): number | null {
  const value = headers.get('retry-after')?.trim()
  if (!value) return null
  const wait = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now()
  return Number.isNaN(wait) ? null : Math.max(0, wait)
}
