import { createMiddleware } from 'hono/factory'
import { routePath } from 'hono/route'
import type { Ctx } from '../context.ts'
import { isUuid } from '../domain/uuid.ts'
import { concernedDocument } from './api-log.ts'
import type { State } from './state.ts'

/**
 * One line and one measurement per request (of refused callers only within their budget, decision 0450), with the route's pattern but never the URL, which may hold a signing token;
 * no body, no header, no person's address.
 */
export const accessLog = (ctx: Ctx) =>
  createMiddleware<State>(async function accessLog(c, next) {
    const startedAt = performance.now()
    await next()
    const ms = performance.now() - startedAt
    const route = c.get('operation')?.path ?? routePath(c, -1)
    const { method } = c.req
    const { status } = c.res
    const key = c.get('apiKey')
    const documentId = concernedDocument(c)
    ctx.metrics.httpSeconds.observe({ method, route, status: String(status) }, ms / 1000)
    if (c.get('untraced')) return
    ctx.log.info(
      {
        request_id: c.get('requestId'),
        method,
        route,
        status,
        code: c.get('errorCode'),
        workspace_id: key?.workspaceId,
        key_id: key?.id,
        document_id: documentId !== undefined && isUuid(documentId) ? documentId : undefined,
        ms: Math.round(ms),
      },
      'request',
    )
  })
