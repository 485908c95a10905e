import { type ErrorCode, errorCodes, operations } from './generated/operations.ts'

export interface ApiErrorOptions {
  /** Only for a code that the operation's table does not hold. */
  status?: number
  /** Details for machines, under `meta`. */
  meta?: Record<string, unknown>
  /** What the code carries beside `error` and `code`, at top level (contract 2.10). */
  top?: Record<string, unknown>
  headers?: Record<string, string>
  /** What really happened; for the log, never for the caller. */
  cause?: unknown
}

/**
 * A documented refusal or failure (contract 7). `publicMessage` is for the caller: it names the value, the rule and
 * the fix, and never what went wrong inside; that is `cause`.
 */
export class ApiError extends Error {
  readonly code: string
  readonly status: number | undefined
  readonly meta: Record<string, unknown> | undefined
  readonly top: Record<string, unknown>
  readonly headers: Record<string, string>

  constructor(code: string, publicMessage: string, options: ApiErrorOptions = {}) {
    super(publicMessage, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'ApiError'
    this.code = code
    this.status = options.status
    this.meta = options.meta
    this.top = options.top ?? {}
    this.headers = options.headers ?? {}
  }

  /** The body of the answer. */
  toBody(): { error: string; code: string; meta?: Record<string, unknown> } {
    return { ...this.top, error: this.message, code: this.code, ...(this.meta && { meta: this.meta }) }
  }
}

/**
 * The status of a code: the one the operation documents, else the code's first anywhere (signing pages and paths
 * without an operation use the same codes). Null for a code that no document knows.
 */
export function statusOf(code: string, operation: keyof typeof operations | null): number | null {
  const documented: Record<string, number> = operation ? operations[operation].errors : {}
  return documented[code] ?? (isErrorCode(code) ? errorCodes[code].statuses[0] : null)
}

/** Whether the operation may answer with this code. */
export function documents(operation: keyof typeof operations | null, code: string): boolean {
  return operation !== null && code in operations[operation].errors
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorCodes, code)
}
