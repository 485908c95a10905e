import { Resolver } from 'node:dns/promises'
import { domainToASCII } from 'node:url'

const TIMEOUT_MS = 2_000

/**
 * Makes the null MX test. By c-ares, not `dns.lookup`: slow look-ups there would hold up every other one of this process.
 */
export function createMx(servers: string[] | null): (address: string) => Promise<boolean> {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 1 })
  if (servers) resolver.setServers(servers)
  return async (address) => {
    const domain = domainToASCII(address.slice(address.lastIndexOf('@') + 1))
    if (domain === '') return false
    const records = await resolver.resolveMx(domain).catch(() => [])
    return records.length === 1 && /^\.?$/.test(records[0]?.exchange ?? 'none')
  }
}
