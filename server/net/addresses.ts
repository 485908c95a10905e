import { BlockList, isIP, isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * IPv4 ranges that are not globally reachable unicast (IANA special-purpose registry, protocol anycasts included), and
 * 168.63.129.16, at which Azure serves its platform services to every machine.
 */
const CLOSED_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]

/**
 * Blocked ranges inside 2000::/3, the only global unicast space: protocol assignments (Teredo among them),
 * documentation, 6to4, AS112.
 */
const CLOSED_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20']

export interface AddressRules {
  /** Whether a connection to this address is permitted: public, or listed by the operator. */
  permits(address: string): boolean
  /** Whether the operator listed this address (`OUTBOUND_ALLOW_CIDRS`). */
  lists(address: string): boolean
}

/**
 * The rules for IP addresses. Anything that is not a valid address is not permitted.
 *
 * @param allowCidrs networks or addresses permitted although they are not public; throws when one is malformed
 * @param nat64 check `64:ff9b::/96` by the IPv4 address inside it; otherwise it is refused (RFC 6052)
 */
export function addressRules({ allowCidrs, nat64 }: { allowCidrs: string[]; nat64: boolean }): AddressRules {
  const listed = blockList(allowCidrs)
  const closed = blockList([...CLOSED_V4, ...CLOSED_V6])
  const global6 = blockList(['2000::/3'])
  const translated = blockList(['64:ff9b::/96'])

  function permits(address: string): boolean {
    const ip = canonical(address)
    if (ip === null) return false
    if (contains(listed, ip)) return true
    if (!isIPv6(ip)) return !contains(closed, ip)
    if (nat64 && contains(translated, ip)) return permits(embeddedV4(ip))
    return contains(global6, ip) && !contains(closed, ip)
  }

  return {
    permits,
    lists(address) {
      const ip = canonical(address)
      return ip !== null && contains(listed, ip)
    },
  }
}

const loopback = blockList(['127.0.0.0/8', '::1/128'])

/** Whether this is an address of this machine's loopback interface. */
export function isLoopback(address: string): boolean {
  const ip = canonical(address)
  return ip !== null && contains(loopback, ip)
}

/** The address without brackets and zone; an IPv4-mapped IPv6 address becomes the IPv4 address. */
function canonical(address: string): string | null {
  const ip = address.replace(/^\[|\]$/g, '').replace(/%.*$/, '')
  if (isIP(ip) === 0) return null
  return isIPv6(ip) && ipaddr.IPv6.parse(ip).isIPv4MappedAddress() ? embeddedV4(ip) : ip
}

function embeddedV4(ip: string): string {
  return ipaddr.IPv6.parse(ip).toByteArray().slice(12).join('.')
}

function contains(list: BlockList, ip: string): boolean {
  return list.check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4')
}

function blockList(cidrs: string[]): BlockList {
  const list = new BlockList()
  for (const cidr of cidrs) {
    const [network, prefix] = cidr.includes('/') ? ipaddr.parseCIDR(cidr) : ([ipaddr.parse(cidr), null] as const)
    list.addSubnet(network.toString(), prefix ?? (network.kind() === 'ipv6' ? 128 : 32), network.kind())
  }
  return list
}
