import { OpenAPIHono, type RouteConfig, z } from '@hono/zod-openapi'
import type { Context, MiddlewareHandler } from 'hono'
import type { ContentfulStatusCode, StatusCode } from 'hono/utils/http-status'
import type { Ctx } from '../context.ts'
import { storeResponse } from '../domain/records/calls/idempotency.ts'
import { type Operation, operations } from '../generated/operations.ts'
import { routes } from '../generated/routes.ts'
import { documentOf } from '../http/api-log.ts'
import { deprecationHeaders } from '../http/deprecation.ts'
import { downloadBody } from '../http/download.ts'
import { methodNotAllowed } from '../http/respond.ts'
import type { State } from '../http/state.ts'
import { answering, type Call, type Handlers, type OperationId, type Reply } from './contract.ts'
import { refusal, validate } from './validate.ts'

type Schema = Parameters<typeof validate>[0]
type AnyHandler = (call: Call<OperationId>) => Promise<Reply<OperationId>>

/** The parts of a generated route that mounting uses. */
interface Route {
  request?: {
    params?: z.ZodObject
    query?: z.ZodObject
    headers?: z.ZodObject
    body?: { content: Record<string, { schema: Schema }> }
  }
  responses: Record<number, { content?: Record<string, unknown> }>
}

/**
 * Binds each operation of the spec to its handler, behind `layers` unless it reads no key. Any other method of its path
 * is 405. @hono/zod-openapi routes and checks path, query and headers; we check the body, because its file is on disk by
 * then (decision 0003).
 * @param only the operations to bind; default: all
 */
export function mount(
  ctx: Ctx,
  handlers: Handlers,
  layers: MiddlewareHandler<State>[],
  only?: readonly OperationId[],
): OpenAPIHono<State> {
  const app = new OpenAPIHono<State>({
    defaultHook: (result) => {
      if (!result.success) throw refusal(result.error.issues, 'data' in result ? result.data : undefined)
    },
  })
  const methods = new Map<string, string[]>()
  for (const operation of Object.values<Operation>(operations)) {
    if (only && !only.includes(operation.id)) continue
    methods.set(operation.path, [...(methods.get(operation.path) ?? []), operation.method.toUpperCase()])
    const chain = operation.authenticated ? layers : []
    const route: RouteConfig = routes[operation.id]
    app.openAPIRegistry.registerPath(route)
    app.openapi(
      { ...route, ...checked(routes[operation.id] as Route), hide: true, middleware: [enter(operation), ...chain] },
      (c) => answer(ctx, operation, handlers[operation.id] as AnyHandler, c),
    )
  }
  for (const [pattern, allowed] of methods) {
    app.all(pattern.replace(/\{(\w+)\}/g, ':$1'), (c) => {
      c.set('pattern', pattern)
      return methodNotAllowed(allowed)
    })
  }
  return app
}

function enter(operation: Operation): MiddlewareHandler<State> {
  return async function enter(c, next) {
    c.set('operation', operation)
    await next()
  }
}

async function answer(ctx: Ctx, operation: Operation, handler: AnyHandler, c: Context<State>): Promise<Response> {
  const route = routes[operation.id] as Route
  const claim = c.get('claim')
  let kept = false
  const given = await handler({
    ...answering<OperationId>(),
    ...read(operation, route, c),
    ctx: c.get('ctx') ?? ctx,
    actor: operation.authenticated ? c.get('actor') : null,
    requestId: c.get('requestId'),
    signal: c.req.raw.signal,
    warnings: c.get('warnings') ?? [],
    replay: c.get('replay') ?? null,
    finish: async (tx, { status, body }) => {
      if (!claim) return
      await storeResponse(ctx, tx, claim, { status, body })
      kept = true
    },
  } as Call<OperationId>)
  if (claim && !kept)
    throw new Error(`${operation.id} returned ${given.status} without storing it for its Idempotency-Key`)
  c.set('documentId', given.headers['X-Document-Id'] ?? documentOf(given.body))
  const ends = operation.errors.unknown_field !== undefined
  const unknown = (c.get('warnings') ?? []).map(({ code }) => ({ code, ends }))
  const headers = { ...given.headers, ...deprecationHeaders([...warningsOf(given.body), ...unknown]) }
  return respond(ctx, route, { ...given, headers }, c)
}

/** What the response itself says of the call, where it says anything. */
function warningsOf(body: unknown): { code: string }[] {
  const { warnings } = (body ?? {}) as { warnings?: { code: string }[] }
  return Array.isArray(warnings) ? warnings : []
}

/** What the library checks before the handler. If a query key is repeated, the first value counts. */
function checked({ request = {} }: Route): { request: RouteConfig['request'] } {
  const { params, query, headers } = request
  return { request: { params, headers, query: query && z.pipe(z.transform(firstValues), query) } }
}

const firstValues = (query: unknown) =>
  Object.fromEntries(
    Object.entries(query as object).map(([key, value]) => [key, Array.isArray(value) ? value[0] : value]),
  )

/** Path, query, headers and body, each checked against the spec. */
function read(operation: Operation, { request = {} }: Route, c: Context<State>) {
  const body = c.get('body')
  const schema = body && request.body?.content[body.mediaType]?.schema
  const ignored = (c.get('warnings') ?? []).map(({ field }) => field)
  const sent = body?.file ? { ...(body.data as object), file: body.file } : body?.data
  return {
    params: request.params && c.req.valid('param' as never),
    query: request.query && c.req.valid('query' as never),
    headers: request.headers && c.req.valid('header' as never),
    body: schema && { mediaType: body.mediaType, data: validate(schema, sent, operation.edgeCodes, ignored) },
  }
}

async function respond(
  ctx: Ctx,
  route: Route,
  { status, body, headers }: Reply<OperationId>,
  c: Context<State>,
): Promise<Response> {
  const mediaType = Object.keys(route.responses[status]?.content ?? {})[0]
  if (mediaType === undefined || body === null) return c.body(null, status as StatusCode, headers)
  if (mediaType === 'application/json') return c.json(body as object, status as ContentfulStatusCode, headers)
  const bytes = body instanceof ReadableStream ? await downloadBody(ctx, c, body) : (body as Uint8Array<ArrayBuffer>)
  const typed = { 'Content-Type': mediaType, ...headers }
  if (bytes === null) return c.body(null, status as StatusCode, typed)
  return c.body(bytes, status as ContentfulStatusCode, typed)
}
