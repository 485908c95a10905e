import { createMcpHandler } from '@modelcontextprotocol/server'
import { Hono } from 'hono'
import type { Ctx } from '../../context.ts'
import { HttpError } from '../../http/errors.ts'
import type { State } from '../../http/state.ts'
import { loadSpec } from '../docs/spec.ts'
import { type ApiFetch, mcpServer } from './server.ts'
import { type Tool, toolsOf } from './tools.ts'

type Handle = (request: Request, env: State['Bindings']) => Response | Promise<Response>

/**
 * `/mcp`: the API for programs that read, by the Model Context Protocol (2026-07-28, and before without sessions). The
 * bearer key is that of the API, and each tool goes through the API itself with it. Only tools that read, unless the
 * address says `?write=true`.
 * @param handle all routes of this server
 */
export function mcpRoutes(ctx: Ctx, handle: Handle): Hono<State> {
  const spec = loadSpec(ctx.config)
  const known = new Map<string, Tool[]>()
  const toolsFor = (writes: boolean, isTest: boolean) => {
    const name = `${writes} ${isTest}`
    const tools = known.get(name) ?? toolsOf(spec, { writes, isTest })
    known.set(name, tools)
    return tools
  }
  const routes = new Hono<State>()
  routes.all('/mcp', async (c) => {
    const authorization = c.req.header('authorization')
    if (authorization === undefined) {
      const headers = { 'WWW-Authenticate': 'Bearer' }
      throw new HttpError('invalid_key', 'a valid API key is required: Authorization: Bearer <key>', { headers })
    }
    const from = c.req.header('x-forwarded-for')
    const call: ApiFetch = async (path, init) => {
      const headers = new Headers(init.headers)
      headers.set('Authorization', authorization)
      // Where the caller is: a key may be restricted to addresses.
      if (from !== undefined) headers.set('X-Forwarded-For', from)
      return handle(new Request(new URL(`/v1/${path}`, c.req.url), { ...init, headers }), c.env)
    }
    const isTest = /^Bearer +cs_test_/i.test(authorization)
    const tools = toolsFor(c.req.query('write') === 'true', isTest)
    const handler = createMcpHandler(() => mcpServer(spec.info.version, tools, call))
    return handler.fetch(c.req.raw)
  })
  return routes
}
