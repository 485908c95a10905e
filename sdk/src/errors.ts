import type { ErrorBodies, ErrorCode } from './generated/errors.ts'

/** The members of every error body; those of one code are typed after `error.is(code)`. */
export interface ErrorBody {
  error: string
  code?: string
  meta?: Record<string, unknown>
  [member: string]: unknown
}

/** An `ApiError` of one documented code. */
export type ApiErrorOf<Code extends ErrorCode> = ApiError & { readonly code: Code; readonly body: ErrorBodies[Code] }

/** The base class of this package's errors. Invalid arguments throw a `TypeError` instead. */
export class CountersignError extends Error {
  override readonly name: string = 'CountersignError'
}

/** The API rejected the call. Branch on `code`; the text may change at any time. */
export class ApiError extends CountersignError {
  override readonly name = 'ApiError'
  readonly status: number
  /** A documented code, one that is newer than this package, or `http_<status>` when a proxy responded. */
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

  /** The context of the code, if any. */
  get meta(): Record<string, unknown> | undefined {
    return this.body.meta
  }

  /** The page about this code: its cause, an example, what to do. Undefined where a proxy answered. */
  get docUrl(): string | undefined {
    return typeof this.body.doc_url === 'string' ? this.body.doc_url : undefined
  }

  /** Quote this to the operator of the server: it identifies the call in the API log. */
  get requestId(): string | null {
    return this.headers.get('x-request-id')
  }

  /** Seconds to wait according to `Retry-After`; null without one. */
  get retryAfter(): number | null {
    const wait = retryAfterMs(this.headers)
    return wait === null ? null : Math.ceil(wait / 1000)
  }

  /** Whether the error has this code; narrows `body` to that code's type. */
  is<Code extends ErrorCode>(code: Code): this is ApiErrorOf<Code> {
    return this.code === code
  }
}

/** No usable response: DNS, TLS, a broken connection, or something that is not the API. The call may have succeeded. */
export class ConnectionError extends CountersignError {
  override readonly name: string = 'ConnectionError'
}

/** No response within the call's timeout. The call may have succeeded. */
export class TimeoutError extends ConnectionError {
  override readonly name = 'TimeoutError'
}

/**
 * What a delivery failed on: `raw_body` is not what was received but what was parsed from it, `header` is missing or
 * malformed, `signature` is of another secret or body, `time` is too far from now.
 */
export type WebhookCheck = 'raw_body' | 'header' | 'signature' | 'time'

/** A webhook that must not be trusted: unsigned, signed with a different secret, altered, or too old. */
export class WebhookSignatureError extends CountersignError {
  override readonly name = 'WebhookSignatureError'
  readonly check: WebhookCheck

  constructor(check: WebhookCheck, message: string) {
    super(message)
    this.check = check
  }
}

/** A file whose hash differs from the expected one. */
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
