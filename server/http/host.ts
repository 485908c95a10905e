import type { IncomingMessage } from 'node:http'
import { createMiddleware } from 'hono/factory'
import type { Ctx } from '../context.ts'
import { HttpError } from './errors.ts'
import { parseAddress } from './origin.ts'
import type { State } from './state.ts'

/** The host of a request without one; only HTTP/1.0 may leave it out, as simple health checks do (RFC 9112, 3.2). */
export const DEFAULT_HOST = 'localhost'

/** Two `Host` headers, or none in HTTP/1.1: proxies may have read another one than we would (RFC 9112, 3.2). */
export function hasBadHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  const count = rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === 'host').length
  return count > 1 || (count === 0 && httpVersion !== '1.0')
}

const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]']

/**
 * 404 under any host name but the server's own: those of its URLs, of the loopback, and the address that was connected
 * to. Otherwise a foreign page whose name is made to resolve to this server (DNS rebinding) could read from it.
 */
export const ownHostsOnly = (ctx: Ctx) =>
  createMiddleware<State>(async function ownHostsOnly(c, next) {
    const { publicUrl, apiUrl, apiAliasUrl } = ctx.config
    const own = [...[publicUrl, apiUrl, apiAliasUrl].map((url) => new URL(url).hostname), ...LOOPBACK_NAMES]
    const { hostname } = new URL(c.req.url)
    const connectedTo = parseAddress(c.env?.incoming?.socket.localAddress)?.toString()
    if (!own.includes(hostname) && parseAddress(hostname)?.toString() !== (connectedTo ?? null)) {
      throw new HttpError('not_found', `this page responds only at ${publicUrl}`)
    }
    await next()
  })
