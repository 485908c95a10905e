import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { canonicalJson } from '../canonical.ts'
import type { Ctx } from '../context.ts'
import { claimKey, freeKey, keepRenewing } from '../domain/records/calls/idempotency.ts'
import type { Operation, OperationId } from '../generated/operations.ts'
import { documentOf } from './api-log.ts'
import { HttpError } from './errors.ts'
import type { Body, State } from './state.ts'

/** Checks only the syntax, before the body is read: one key of 1 to 255 printable ASCII characters, on calls that accept one. */
export const idempotencyKey = () =>
  createMiddleware<State>(async function idempotencyKey(c, next) {
    const key = c.req.header('idempotency-key')
    if (!c.get('operation').idempotent || key === undefined) return next()
    if (!/^[\x20-\x7e]{1,255}$/.test(key))
      throw new HttpError('invalid_idempotency_key', 'Idempotency-Key must be 1 to 255 printable ASCII characters')
    // Node joins them with a comma: a proxy that keeps one of them would make another key of the same call.
    const names = c.env?.incoming?.rawHeaders.filter((_, i) => i % 2 === 0) ?? []
    if (names.filter((name) => name.toLowerCase() === 'idempotency-key').length > 1)
      throw new HttpError('invalid_idempotency_key', 'Idempotency-Key was sent twice; send one')
    await next()
  })

/**
 * One response per `Idempotency-Key` and body (contract 8): the first 2xx is replayed for 24 hours, any other response
 * frees the key. The verb's own transaction stores the response (`call.finish`), never this layer. A call that creates
 * nothing ignores the key. What is kept of a stream leads to it; its operation streams it again.
 */
export const idempotency = (ctx: Ctx) =>
  createMiddleware<State>(async function idempotency(c, next) {
    const key = c.req.header('idempotency-key')
    const body = c.get('body')
    const operation = c.get('operation')
    if (!operation.idempotent || key === undefined || !body || createsNothing(operation, body.data)) return next()
    const scope = { workspaceId: c.get('actor').workspaceId, operation: operationOf(c), key }
    const result = await claimKey(ctx, scope, meaningOf(body))
    if ('replay' in result) {
      c.set('documentId', documentOf(result.replay.body))
      if (STREAMED.has(operation.id)) {
        c.set('replay', result.replay)
        return next()
      }
      return c.json(result.replay.body as object, result.replay.status as ContentfulStatusCode, {
        'Idempotent-Replayed': 'true',
      })
    }
    c.set('claim', result.claim)
    const stop = keepRenewing(ctx, result.claim)
    try {
      await next()
    } finally {
      stop()
    }
    if (c.res.status >= 300) await freeKey(ctx, result.claim)
  })

/** The operation with its path parameters, which are ids in any case: the base, its alias and a legacy path share one. */
function operationOf(c: Context<State>): string {
  const parameters = Object.entries(c.req.param()).map(([name, value]) => ` ${name}=${value.toLowerCase()}`)
  return `${c.get('operation').id}${parameters.join('')}`
}

/**
 * Hash of the meaning of a request: boundaries and spacing differ on every retry, parts and file do not, and a key that
 * is null is one that is absent.
 */
function meaningOf(body: Body): Buffer {
  const { data, file } = body
  const meaning = canonicalJson({
    data: withoutNulls(data),
    file: file && { sha256: file.received.sha256, filename: file.filename },
  })
  return createHash('sha256').update(meaning).digest()
}

/** Keys whose null is refused, or means something other than absence (contract 2.4, 2.5). */
const NULL_IS_A_VALUE = ['send_emails', 'signers.sms_gate']

/** @param at the keys that lead to `value`, without indexes */
function withoutNulls(value: unknown, at = ''): unknown {
  if (at === 'metadata' || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => withoutNulls(item, at))
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) => {
      const path = at === '' ? key : `${at}.${key}`
      return item === null && !NULL_IS_A_VALUE.includes(path) ? [] : [[key, withoutNulls(item, path)]]
    }),
  )
}

/** Operations whose 2xx is a file, which is not kept a second time. */
const STREAMED: ReadonlySet<OperationId> = new Set(['generateTemplate'])

function createsNothing({ id }: Operation, data: unknown): boolean {
  const given: { review?: unknown; validate_only?: unknown } = Object(data)
  return STREAMED.has(id) ? given.review !== true : given.validate_only === true
}
