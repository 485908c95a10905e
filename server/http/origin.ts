import type { HttpBindings } from '@hono/node-server'
import ipaddr from 'ipaddr.js'
import type { Origin } from '../domain/actor.ts'

type Address = ReturnType<typeof ipaddr.process>
export type AddressRange = [Address, number]

/** Longer than any real user agent; the rest is cut. */
const MAX_USER_AGENT_CHARACTERS = 512

/** The parts of a hono context that `originOf` needs. */
interface RequestContext {
  env: Partial<HttpBindings> | undefined
  req: { header(name: string): string | undefined }
}

/** The address and user agent of the caller, behind the proxies in `TRUSTED_PROXIES`. */
export function originOf(call: RequestContext, trustedProxies: string[]): Origin {
  return {
    ip: callerAddress(
      call.env?.incoming?.socket.remoteAddress,
      call.req.header('x-forwarded-for'),
      parseRanges(trustedProxies),
    ),
    userAgent: call.req.header('user-agent')?.slice(0, MAX_USER_AGENT_CHARACTERS) ?? null,
  }
}

/**
 * The caller's address: the peer's, unless the peer is a trusted proxy; then `X-Forwarded-For` is read from the right
 * up to the first address that is not one. Null when it cannot be determined. `::ffff:a.b.c.d` counts as `a.b.c.d`.
 */
export function callerAddress(
  peer: string | undefined,
  forwardedFor: string | undefined,
  trusted: AddressRange[],
): string | null {
  let address = parseAddress(peer)
  const hops = forwardedFor?.split(',') ?? []
  while (address && inRanges(address, trusted) && hops.length > 0) address = parseAddress(hops.pop())
  return address?.toString() ?? null
}

/** Addresses and CIDR blocks as ranges. Invalid entries were refused when they were entered. */
export function parseRanges(list: string[]): AddressRange[] {
  return list.map((item) => {
    if (!item.includes('/')) {
      const address = ipaddr.process(item)
      return [address, address.kind() === 'ipv4' ? 32 : 128]
    }
    return ipaddr.parseCIDR(item)
  })
}

export function inRanges(address: Address, ranges: AddressRange[]): boolean {
  return ranges.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits))
}

/** An address in the form of sockets and proxies, with or without port and brackets. */
export function parseAddress(text: string | undefined): Address | null {
  const bare = text
    ?.trim()
    .replace(/^\[(.*)\](?::\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
    .replace(/%.*$/, '')
  return bare && (ipaddr.IPv6.isValid(bare) || ipaddr.IPv4.isValidFourPartDecimal(bare)) ? ipaddr.process(bare) : null
}
