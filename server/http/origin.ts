import type { HttpBindings } from '@hono/node-server'
import ipaddr from 'ipaddr.js'
import type { Origin } from '../domain/actor.ts'

type Address = ReturnType<typeof ipaddr.process>
export type AddressRange = [Address, number]

/** Longer than any real user agent; the rest is noise. */
const MAX_USER_AGENT_CHARACTERS = 512

/** What `originOf` needs of a hono context. */
interface Call {
  env: Partial<HttpBindings> | undefined
  req: { header(name: string): string | undefined }
}

/** Who calls from where, behind the proxies that `TRUSTED_PROXIES` names. */
export function originOf(call: Call, trustedProxies: string[]): Origin {
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
 * The caller's address: the peer's, unless the peer is a trusted proxy; then `X-Forwarded-For` is walked from the
 * right to the first address that is not one. Null when it cannot be told. `::ffff:a.b.c.d` counts as `a.b.c.d`.
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

/** Addresses and CIDR blocks as ranges. What is neither was refused where it was entered. */
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

/** An address as sockets and proxies write it, with or without port and brackets. */
export function parseAddress(text: string | undefined): Address | null {
  const bare = text
    ?.trim()
    .replace(/^\[(.*)\](?::\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
    .replace(/%.*$/, '')
  return bare && (ipaddr.IPv6.isValid(bare) || ipaddr.IPv4.isValidFourPartDecimal(bare)) ? ipaddr.process(bare) : null
}
