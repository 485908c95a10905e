import { Resolver } from 'node:dns/promises'
import { domainToASCII } from 'node:url'

const TIMEOUT_MS = 2_000

/**
 * Creates the null MX check. Uses c-ares, not `dns.lookup`, where a slow look-up would delay all others of this
 * process.
 */
export function createMx(servers: string[] | null): (address: string) => Promise<boolean> {
  return async (address) => {
    const domain = domainToASCII(address.slice(address.lastIndexOf('@') + 1))
    if (domain === '') return false
    // One for each look-up: c-ares shortens the time of later ones to what earlier ones took.
    const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 1 })
    if (servers) resolver.setServers(servers)
    const records = await resolver.resolveMx(domain).catch(() => [])
    return records.length === 1 && /^\.?$/.test(records[0]?.exchange ?? 'none')
  }
}
