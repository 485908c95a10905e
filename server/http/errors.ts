import type { ErrorCode } from '../generated/operations.ts'

/** Calls of our own pages are refused with this code when another site makes them. */
export type HttpCode = ErrorCode | 'cross_site_request'

export interface HttpErrorOptions {
  /** Details for machines, under `meta`. */
  meta?: Record<string, unknown>
  /** What the response carries beside `error` and `code`, at top level (contract 2.10). */
  top?: Record<string, unknown>
  headers?: Record<string, string>
  /** The internal reason; for the log, never for the caller. */
  cause?: unknown
}

/** A refusal or failure raised by the adapters themselves, before or after a verb: key, body, limits, ranges. */
export class HttpError extends Error {
  readonly code: HttpCode
  readonly meta: Record<string, unknown> | undefined
  readonly top: Record<string, unknown>
  readonly headers: Record<string, string>

  constructor(code: HttpCode, publicMessage: string, options: HttpErrorOptions = {}) {
    super(publicMessage, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'HttpError'
    this.code = code
    this.meta = options.meta
    this.top = options.top ?? {}
    this.headers = options.headers ?? {}
  }
}
