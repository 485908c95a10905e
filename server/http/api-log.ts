import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Ctx } from '../context.ts'
import { logCall } from '../domain/records/calls/api-log.ts'
import type { State } from './state.ts'

/**
 * A row for each call with a known key, including refused ones (contract 1.12). It is written before the response is
 * sent, so that the caller can find it; failing to write it must not fail the call. Calls without a known key belong to
 * nobody who could read a row: they are only counted (decision 0450), as those of a revoked key beyond the budget.
 */
export const apiLog = (ctx: Ctx) =>
  createMiddleware<State>(async function apiLog(c, next) {
    const at = ctx.clock.now()
    const startedAt = performance.now()
    await next()
    const { path } = c.get('operation')
    const key = c.get('apiKey')
    if (!key || c.get('untraced')) return
    try {
      await logCall(ctx, {
        requestId: c.get('requestId'),
        at,
        workspaceId: key.workspaceId,
        keyId: key.id,
        method: c.req.method,
        route: path,
        status: c.res.status,
        code: c.get('errorCode') ?? null,
        documentId: concernedDocument(c) ?? null,
        ms: Math.round(performance.now() - startedAt),
      })
    } catch (error) {
      ctx.log.error({ err: error, request_id: c.get('requestId') }, 'could not write the API log row')
    }
  })

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
