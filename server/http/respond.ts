import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Ctx } from '../context.ts'
import { failureCode } from '../domain/failure.ts'
import { ApiError, documents, statusOf } from '../errors.ts'
import type { State } from './state.ts'

/** Every error becomes the error object of the API here (contract 2.10); what is unexpected is logged and not shown. */
export const onError = (ctx: Ctx) => (error: Error, c: Context<State>) => {
  const known = error instanceof ApiError ? error : translate(error, c)
  const operation = c.get('operation')?.id ?? null
  const status = known.status ?? statusOf(known.code, operation) ?? 500
  c.set('errorCode', known.code)
  if (status >= 500) logFailure(ctx, known, c)
  return c.json(known.toBody(), status as ContentfulStatusCode, known.headers)
}

/** No route of this path. Reads no key and spends no token. */
export function notFound(): never {
  throw new ApiError('not_found', 'there is nothing at this address')
}

/** The path exists, the method does not; `HEAD` goes with `GET`. */
export function methodNotAllowed(methods: string[]): never {
  const allowed = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  throw new ApiError('method_not_allowed', `this address accepts ${allowed.join(', ')}`, {
    headers: { Allow: allowed.join(', ') },
  })
}

function translate(error: Error, c: Context<State>): ApiError {
  if (error instanceof HTTPException && error.status < 500) {
    return new ApiError('invalid_request', error.message || 'the request cannot be read', { cause: error })
  }
  const operation = c.get('operation')
  const code = failureCode(error)
  if (code === 'internal_error' || !documents(operation?.id ?? null, code)) {
    return new ApiError('internal_error', `something went wrong on our side (${c.get('requestId')})`, { cause: error })
  }
  // Creating calls promise to tell whether anything was left behind: what fails outside the verb has created nothing.
  const meta = code === 'db_failed' && operation.idempotent ? { rolled_back: true } : undefined
  const message =
    code === 'db_failed' ? 'the database failed; try again' : 'a file could not be stored or read; try again'
  return new ApiError(code, message, { meta, cause: error })
}

function logFailure(ctx: Ctx, error: ApiError, c: Context<State>): void {
  const details = { err: error.cause ?? error, code: error.code, request_id: c.get('requestId') }
  ctx.log.error(details, 'a request failed')
}
