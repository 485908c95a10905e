import { createMiddleware } from 'hono/factory'
import type { Ctx } from '../context.ts'
import { DomainError } from '../domain/errors.ts'
import { isVerb, lacksEntitlement, MESSAGES, refusalOf, type Verb } from '../domain/may.ts'
import type { OperationId } from '../generated/operations.ts'
import { HttpError } from './errors.ts'
import { inRanges, parseAddress, parseRanges } from './origin.ts'
import type { State } from './state.ts'

/** A key with a list may be used only from these addresses; an empty list means from anywhere (contract 5.4). */
export const ipAllowlist = () =>
  createMiddleware<State>(async function ipAllowlist(c, next) {
    const allowed = c.get('apiKey')!.allowIps
    const { ip } = c.get('actor').origin
    const address = parseAddress(ip ?? undefined)
    if (allowed.length > 0 && !(address && inRanges(address, parseRanges(allowed)))) {
      throw new HttpError('ip_not_allowed', `this key may not be used from ${ip ?? 'an unknown address'}`, {
        top: { ip },
      })
    }
    await next()
  })

/** A key of scope `read` may only read (decision 0023), and some calls are for sandboxes or live keys alone; the verb itself checks it too. Takes no token. */
export const scope = () =>
  createMiddleware<State>(async function scope(c, next) {
    const refusal = refusalOf(verbOf(c.get('operation').id), c.get('actor'))
    if (refusal) throw new DomainError(refusal, MESSAGES[refusal])
    await next()
  })

/** Enterprise operations require the workspace's plan, checked before the rate limit (contract 5.5). Takes no token. */
export const entitlement = (ctx: Ctx) =>
  createMiddleware<State>(async function entitlement(c, next) {
    if (lacksEntitlement(ctx, verbOf(c.get('operation').id), c.get('actor'))) {
      throw new HttpError('enterprise-required', MESSAGES['enterprise-required'])
    }
    await next()
  })

/**
 * The verb of an operation, by which a request is authorized before it is counted or read (contract 5.5).
 * @throws Error for an operation that reads no key
 */
export function verbOf(operation: OperationId): Verb {
  if (!isVerb(operation)) throw new Error(`${operation} calls no verb`)
  return operation
}
