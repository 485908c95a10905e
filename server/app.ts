import { Hono } from 'hono'
import { handlers } from './api/index.ts'
import { mount } from './api/mount.ts'
import type { Ctx } from './context.ts'
import { type OperationId, operations } from './generated/operations.ts'
import { accessLog } from './http/access-log.ts'
import { apiLog } from './http/api-log.ts'
import { authenticate } from './http/authenticate.ts'
import { entitlement, ipAllowlist, scope } from './http/authorize.ts'
import { parseBody } from './http/body.ts'
import { contextOf } from './http/call-context.ts'
import { deprecatedPath } from './http/deprecation.ts'
import { HttpError } from './http/errors.ts'
import { health } from './http/health.ts'
import { idempotency, idempotencyKey } from './http/idempotency.ts'
import { mailEvents } from './http/mail-events.ts'
import { pki } from './http/pki.ts'
import { rateLimit } from './http/rate-limit.ts'
import { requestId } from './http/request-id.ts'
import { onError } from './http/respond.ts'
import { secureHeaders } from './http/secure-headers.ts'
import { site } from './http/site.ts'
import type { State } from './http/state.ts'
import { unknownFields } from './http/unknown-fields.ts'
import { web } from './web/app.ts'
import { mcpRoutes } from './web/mcp/routes.ts'

/** The canonical base and its permanent alias serve the same routes (contract 9.1). */
const API_BASES = ['/v1', '/api/v1']
/** The path on the web hosts that instantiate had before (contract 4, 9.8). */
const LEGACY_BASE = '/api'
const LEGACY: readonly OperationId[] = ['instantiateTemplate']

/** All routes of this server, and the order in which a request is checked (decision 0024). */
export function createApp(ctx: Ctx): Hono<State> {
  const app = new Hono<State>()
  const respond = onError(ctx)
  app.onError(async (error, c) => respond(error, c, await contextOf(ctx, c, error)))
  app.notFound((c) => respond(new HttpError('not_found', nothingAt(ctx, c.req.path)), c))

  app.use(requestId())
  app.use(accessLog(ctx))
  app.use(secureHeaders(ctx))

  for (const path of ['/v1/*', '/api/*']) app.use(path, apiLog(ctx)) // a row for every call, whatever responds to it
  const layers = [
    authenticate(ctx), // 401
    ipAllowlist(), // 403 ip_not_allowed
    scope(), // 403 insufficient_scope
    entitlement(ctx), // 402 enterprise-required
    rateLimit(ctx), // 429; calls refused above have used no token
    idempotencyKey(), // 400 invalid_idempotency_key
    parseBody(ctx), // 415, 413, 400
    idempotency(ctx), // replay, 409, 422, or claim
    unknownFields(ctx), // warnings, from 2026-12-31 on 400; then the handler's validation and work
  ]
  const api = mount(ctx, handlers, layers)
  for (const base of API_BASES) app.route(base, api)
  app.route(LEGACY_BASE, mount(ctx, handlers, [deprecatedPath(), ...layers], LEGACY))

  app.route('/', site(ctx.config))
  app.route('/', health(ctx))
  app.route('/', pki(ctx))
  app.route('/', mailEvents(ctx))
  app.route('/', mcpRoutes(ctx, app.fetch))
  app.route('/', web(ctx))
  return app
}

/** What is missing may be below the base of the API, which is easily forgotten. */
function nothingAt({ config }: Ctx, path: string): string {
  const [, resource] = path.split('/')
  const isOfApi = Object.values(operations).some((operation) => operation.path.split('/')[1] === resource)
  return `there is nothing at this address${isOfApi ? `; the API is at ${config.apiUrl}` : ''}`
}
