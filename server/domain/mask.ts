import ipaddr from 'ipaddr.js'

/** An address as shown in the audit trail (contract 4.12): IPv4 cut to /24, IPv6 to /48; null when unknown. */
export function maskIp(ip: string | null): string | null {
  if (ip === null || !ipaddr.isValid(ip)) return null
  const address = ipaddr.process(ip)
  if (address instanceof ipaddr.IPv4) return `${address.octets.slice(0, 3).join('.')}.0/24`
  return `${new ipaddr.IPv6([...address.parts.slice(0, 3), 0, 0, 0, 0, 0]).toString()}/48`
}

/** The network of one caller: an IPv4 address, or an IPv6 /64, which is assigned as a whole. */
export function networkOf(ip: string): string {
  const address = ipaddr.process(ip)
  if (address instanceof ipaddr.IPv4) return address.toString()
  return `${new ipaddr.IPv6([...address.parts.slice(0, 4), 0, 0, 0, 0]).toString()}/64`
}

/** The network of `networkOf`, and for IPv6 the /48 around it: a site may own all of its /64s. The wider one first. */
export function networksOf(ip: string): string[] {
  const address = ipaddr.process(ip)
  return address instanceof ipaddr.IPv4 ? [networkOf(ip)] : [maskIp(ip)!, networkOf(ip)]
}

/** A phone number with all but the country's first digits and the last two hidden. */
export function maskPhone(phone: string | null): string | null {
  if (phone === null) return null
  const visible = Math.min(3, Math.max(1, phone.length - 6))
  return `${phone.slice(0, visible)}${'*'.repeat(Math.max(2, phone.length - visible - 2))}${phone.slice(-2)}`
}

/** An email address as other signers see it: first letter and the domain. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, 1)}***${email.slice(at)}`
}
