import { Resolver } from 'node:dns/promises'
import { readFileSync } from 'node:fs'

/**
 * Names are asked of the DNS servers directly (c-ares). `dns.lookup`, everybody's default, runs in libuv's thread pool,
 * two slow names at a time: one name behind a dead server would stall every other one, and the database's too.
 */
const QUERY = { timeout: 2_000, tries: 2 }
/** Where the caller has no deadline. */
const DEADLINE_MS = 4_000
/** How long the answer of one address family waits for that of the other (in the spirit of RFC 8305). */
const OTHER_FAMILY_MS = 250

/** Suffixes that only ever name something near (RFC 6761, 6762, 8375, and ICANN's reservation of .internal). */
const NEAR = /(^|\.)(localhost|local|internal|localdomain|home\.arpa)$/

export interface ResolvedName {
  /** At least one. */
  addresses: string[]
  /**
   * The name can only mean something near: it stands in the hosts file, is a single label or has a reserved suffix.
   * Such a name is nobody's public address, whatever it resolves to.
   */
  near: boolean
}

/** A name that has no address now; `code` is c-ares' own, e.g. `ENOTFOUND`, `ETIMEOUT`. */
export class NameError extends Error {
  constructor(
    readonly code: string,
    readonly near: boolean,
  ) {
    super(`name does not resolve (${code})`)
  }
}

export interface NameResolver {
  /** Every address found, of both families; throws NameError, within `timeoutMs` (default 4 seconds). */
  resolve(host: string, timeoutMs?: number): Promise<ResolvedName>
}

/**
 * @param servers addresses (`ip` or `ip:port`) to ask; null: those of the system
 * @param hostsFile read once; its names mean what it says
 */
export function createNameResolver({
  servers,
  hostsFile = '/etc/hosts',
}: {
  servers: string[] | null
  hostsFile?: string
}): NameResolver {
  const resolver = new Resolver(QUERY)
  if (servers !== null) resolver.setServers(servers)
  const hosts = readHosts(hostsFile)

  return {
    async resolve(host, timeoutMs = DEADLINE_MS) {
      const name = host.toLowerCase().replace(/\.$/, '')
      const known = hosts.get(name) ?? (/(^|\.)localhost$/.test(name) ? ['127.0.0.1', '::1'] : undefined)
      if (known !== undefined) return { addresses: known, near: true }
      const near = !name.includes('.') || NEAR.test(name)
      const found = await query(resolver, name, timeoutMs)
      if (found.addresses.length === 0) throw new NameError(found.code, near)
      return { addresses: found.addresses, near }
    },
  }
}

/** Asks for both families at once; a family that does not answer does not hold up the other for long. */
function query(resolver: Resolver, name: string, timeoutMs: number): Promise<{ addresses: string[]; code: string }> {
  const end = performance.now() + timeoutMs
  return new Promise((resolve) => {
    const addresses: string[] = []
    let code = 'ETIMEOUT'
    let open = 2
    const settle = () => {
      clearTimeout(timer)
      resolve({ addresses: [...addresses], code })
    }
    let timer = setTimeout(settle, timeoutMs)
    const answered = () => {
      open -= 1
      if (open === 0) return settle()
      if (addresses.length === 0) return
      clearTimeout(timer)
      timer = setTimeout(settle, OTHER_FAMILY_MS)
    }
    for (const ask of [() => resolver.resolve4(name), () => resolver.resolve6(name)]) {
      askUntil(end, ask)
        .then((found) => addresses.push(...found))
        .catch((error: NodeJS.ErrnoException) => {
          code = error.code ?? code
        })
        .finally(answered)
    }
  })
}

/**
 * c-ares gives a server up after its tries, each as short as the server's earlier answers were quick (250 ms at least):
 * one that is slow just once would lose the name long before our own deadline.
 */
async function askUntil(end: number, ask: () => Promise<string[]>): Promise<string[]> {
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ETIMEOUT' || performance.now() >= end) throw error
    }
  }
}

function readHosts(file: string): Map<string, string[]> {
  const hosts = new Map<string, string[]>()
  for (const line of readText(file).split('\n')) {
    const [address, ...names] = line.replace(/#.*/, '').trim().split(/\s+/)
    if (!address) continue
    for (const name of names) hosts.set(name.toLowerCase(), [...(hosts.get(name.toLowerCase()) ?? []), address])
  }
  return hosts
}

/** A machine without a hosts file has no names of its own. */
function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}
