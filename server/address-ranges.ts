import ipaddr from 'ipaddr.js'

/**
 * Whether this is an address or a CIDR block that means what it says. IPv4 with fewer than four parts or leading zeros
 * is refused: as in C, `203.0.113` would be 203.0.0.113, and 010 would be 8. So is a block of IPv4-mapped addresses:
 * callers are known by their IPv4 address, which is not in it.
 */
export function isAddressOrBlock(text: string): boolean {
  const [address, ...bits] = text.split('/')
  if (!ipaddr.IPv4.isValidFourPartDecimal(address!) && !ipaddr.IPv6.isValid(address!)) return false
  if (bits.length === 0) return true
  if (!ipaddr.isValidCIDR(text)) return false
  const [network] = ipaddr.parseCIDR(text)
  return !(network instanceof ipaddr.IPv6 && network.isIPv4MappedAddress())
}
