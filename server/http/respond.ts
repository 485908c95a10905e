import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Ctx } from '../context.ts'
import { DomainError } from '../domain/errors.ts'
import { failureCode, isWithoutPrimary } from '../domain/failure.ts'
import type { ErrorCode, OperationId } from '../generated/operations.ts'
import { HttpError } from './errors.ts'
import type { State } from './state.ts'
import { type AnyCode, apiStatus, documents } from './status.ts'

/** The errors of an adapter. */
export interface ErrorTable {
  /** The status of a code. */
  statusOf(code: AnyCode, operation: OperationId | null): ContentfulStatusCode | null
  /** Whether a failure behind this server may be named; otherwise it is `internal_error`. */
  mayFailWith(operation: OperationId | null, code: ErrorCode): boolean
  /** Whether its callers are developers: each body then has the address of its code's page (decision 0544). */
  linksDocs: boolean
}

const API_ERRORS: ErrorTable = { statusOf: apiStatus, mayFailWith: documents, linksDocs: true }

/**
 * Turns every error into the error object of the API (contract 2.10); unexpected errors are logged and not exposed. A
 * code without a status in the adapter's table is our bug: 500. `context` stands beside what the error itself carries.
 */
export const onError =
  (ctx: Ctx, { statusOf, mayFailWith, linksDocs }: ErrorTable = API_ERRORS) =>
  (error: Error, c: Context<State>, context: Record<string, unknown> = {}) => {
    const known = error instanceof HttpError || error instanceof DomainError ? error : translate(error, c, mayFailWith)
    const status = statusOf(known.code, c.get('operation')?.id ?? null) ?? 500
    c.set('errorCode', known.code)
    if (status >= 500) logFailure(ctx, known, c)
    const body = { ...context, ...bodyOf(known) }
    return c.json(linksDocs ? withDocs(ctx, body) : body, status, headersOf(known))
  }

/** No route for this path. Reads no key and takes no token. */
export function notFound(): never {
  throw new HttpError('not_found', 'there is nothing at this address')
}

/** The path exists, the method does not; `HEAD` is implied by `GET`. */
export function methodNotAllowed(methods: string[]): never {
  const allowed = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  throw new HttpError('method_not_allowed', `this address accepts ${allowed.join(', ')}`, {
    headers: { Allow: allowed.join(', ') },
  })
}

function bodyOf({ top, message, code, meta }: HttpError | DomainError) {
  return { ...top, error: message, code, ...(meta && { meta }) }
}

/** Adds `doc_url`; where an error of a template names its `docs` (contract 2.10), both are the same page. */
function withDocs(ctx: Ctx, body: ReturnType<typeof bodyOf>) {
  const doc_url = `${ctx.config.publicUrl}/docs/errors#${body.code}`
  return { ...body, ...('docs' in body && { docs: doc_url }), doc_url }
}

function headersOf(error: HttpError | DomainError): Record<string, string> {
  // The rest of a body that is too large is never read, so this connection cannot carry another request.
  if (error.code === 'payload_too_large') return { Connection: 'close' }
  // A failover takes 10 to 30 seconds.
  if (error.code === 'db_failed' && isWithoutPrimary(error.cause)) return { 'Retry-After': '5' }
  if (error instanceof HttpError) return error.headers
  return error.retryInSeconds === undefined ? {} : { 'Retry-After': String(error.retryInSeconds) }
}

function translate(error: Error, c: Context<State>, mayFailWith: ErrorTable['mayFailWith']): HttpError {
  if (error instanceof HTTPException && error.status < 500) {
    return new HttpError('invalid_request', error.message || 'the request cannot be read', { cause: error })
  }
  const operation = c.get('operation')
  const code = failureCode(error)
  if (code === 'internal_error' || !mayFailWith(operation?.id ?? null, code)) {
    return new HttpError('internal_error', `something went wrong on our side (${c.get('requestId')})`, { cause: error })
  }
  // Create calls promise to report whether anything was left behind: a failure outside the verb has created nothing.
  const meta = code === 'db_failed' && operation?.idempotent ? { rolled_back: true } : undefined
  const message =
    code === 'db_failed' ? 'the database failed; try again' : 'a file could not be stored or read; try again'
  return new HttpError(code, message, { meta, cause: error })
}

function logFailure(ctx: Ctx, error: HttpError | DomainError, c: Context<State>): void {
  const details = { err: error.cause ?? error, code: error.code, request_id: c.get('requestId') }
  ctx.log.error(details, 'a request failed')
}
