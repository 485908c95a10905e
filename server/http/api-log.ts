import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Ctx } from '../context.ts'
import { logCall } from '../domain/records/calls/api-log.ts'
import type { ApiKey } from '../domain/records/calls/keys.ts'
import { bearerKey } from './bearer-key.ts'
import { refused } from './refused.ts'
import type { State } from './state.ts'

/** The canonical base of the API, its permanent alias (contract 9.1), and that of the legacy path (contract 4, 9.8). */
const BASE = /^(?:\/api)?\/v1(?=\/|$)|^\/api(?=\/|$)/

/**
 * A row for each call under a base of the API with a known key: refused ones too, and those that no operation answers
 * (contract 1.12). It is written before the response is sent, so that the caller can find it; failing to write it must
 * not fail the call. Calls without a known key belong to nobody who could read a row: they are only counted (decision
 * 0450), as those of a revoked key beyond the budget.
 */
export const apiLog = (ctx: Ctx) =>
  createMiddleware<State>(async function apiLog(c, next) {
    const at = ctx.clock.now()
    const startedAt = performance.now()
    await next()
    const ms = Math.round(performance.now() - startedAt)
    try {
      const key = await keyFor(ctx, c)
      if (!key || c.get('untraced')) return
      await logCall(ctx, {
        requestId: c.get('requestId'),
        at,
        workspaceId: key.workspaceId,
        keyId: key.id,
        method: c.req.method,
        route: loggedRoute(c),
        status: c.res.status,
        code: c.get('errorCode') ?? null,
        documentId: concernedDocument(c) ?? null,
        ms,
      })
    } catch (error) {
      ctx.log.error({ err: error, request_id: c.get('requestId') }, 'could not write the API log row')
    }
  })

/**
 * The key whose log has the call. Where the response depends on none (an unknown path, a method that the path does not
 * have, a retired route), it is read only now, and takes no token (decision 0024).
 */
async function keyFor(ctx: Ctx, c: Context<State>): Promise<ApiKey | undefined> {
  if (c.get('operation')?.authenticated) return c.get('apiKey')
  const key = await bearerKey(ctx, c, [])
  if (key?.revoked) await refused(ctx, c, 'key')
  if (key) c.set('apiKey', key)
  return key ?? undefined
}

/** The pattern of the path. Of a path that has none only the words: the rest may be an id, a name or a token. */
function loggedRoute(c: Context<State>): string {
  const operation = c.get('operation')
  if (operation) return operation.path
  const pattern = c.get('pattern')
  if (pattern !== undefined) return pattern
  const path = c.req.path
    .replace(BASE, '')
    .split('/')
    .map((segment) => (segment === '' || WORD.test(segment) ? segment : '{…}'))
    .join('/')
  return path.length > LENGTH ? `${path.slice(0, LENGTH - 1)}…` : path || '/'
}

const WORD = /^[a-z][a-z_-]{0,31}$/i
/** Characters; as long as the patterns are. */
const LENGTH = 48

/** The document that a call is about, as far as it names one. What the path says is not checked. */
export function concernedDocument(c: Context<State>): string | undefined {
  const inPath = c.get('operation')?.path.startsWith('/documents/{id}') ? c.req.param('id') : undefined
  return c.get('documentId') ?? inPath
}

/** The document that a response is about. */
export function documentOf(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  const id = 'documentId' in body ? body.documentId : 'document_id' in body ? body.document_id : undefined
  return typeof id === 'string' ? id : undefined
}
