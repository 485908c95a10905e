import { Resolver } from 'node:dns/promises'
import { readFileSync } from 'node:fs'

/**
 * Names are resolved directly by the DNS servers (c-ares). The usual `dns.lookup` runs in libuv's thread pool, two slow
 * names at a time: a name behind a dead server would stall all others, including the database's.
 */
const QUERY = { timeout: 2_000, tries: 2 }
/** For callers without a deadline. */
const DEADLINE_MS = 4_000
/** How long the response for one address family waits for the other (in the spirit of RFC 8305). */
const OTHER_FAMILY_MS = 250

/** Suffixes that only ever name local hosts (RFC 6761, 6762, 8375, and ICANN's reservation of .internal). */
const LOCAL_SUFFIX = /(^|\.)(localhost|local|internal|localdomain|home\.arpa)$/

export interface ResolvedName {
  /** At least one. */
  addresses: string[]
  /**
   * The name can only mean a local host: it is in the hosts file, is a single label or has a reserved suffix. Such a
   * name is never public, whatever it resolves to.
   */
  isLocal: boolean
}

/** A name that does not resolve now; `code` is c-ares' own, e.g. `ENOTFOUND`, `ETIMEOUT`. */
export class NameError extends Error {
  constructor(
    readonly code: string,
    readonly isLocal: boolean,
  ) {
    super(`name does not resolve (${code})`)
  }
}

export interface NameResolver {
  /** Every address found, of both families; throws NameError, within `timeoutMs` (default 4 seconds). */
  resolve(host: string, timeoutMs?: number): Promise<ResolvedName>
}

/**
 * @param servers addresses (`ip` or `ip:port`) to query; null: the system's
 * @param hostsFile read once; its names take precedence
 */
export function createNameResolver({
  servers,
  hostsFile = '/etc/hosts',
}: {
  servers: string[] | null
  hostsFile?: string
}): NameResolver {
  const create = (options: { timeout: number; tries: number }) => {
    const resolver = new Resolver(options)
    if (servers !== null) resolver.setServers(servers)
    return resolver
  }
  const shared = create(QUERY)
  const hosts = readHosts(hostsFile)

  return {
    async resolve(host, timeoutMs = DEADLINE_MS) {
      const name = host.toLowerCase().replace(/\.$/, '')
      const known = hosts.get(name) ?? (/(^|\.)localhost$/.test(name) ? ['127.0.0.1', '::1'] : undefined)
      if (known !== undefined) return { addresses: known, isLocal: true }
      const isLocal = !name.includes('.') || LOCAL_SUFFIX.test(name)
      const found = await query({ shared, create }, name, timeoutMs)
      if (found.addresses.length === 0) throw new NameError(found.code, isLocal)
      return { addresses: found.addresses, isLocal }
    },
  }
}

interface Resolvers {
  shared: Resolver
  create(options: { timeout: number; tries: number }): Resolver
}

/** Queries both families in parallel; a family without a response does not delay the other for long. */
function query(resolvers: Resolvers, name: string, timeoutMs: number): Promise<{ addresses: string[]; code: string }> {
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
    for (const lookup of [(by: Resolver) => by.resolve4(name), (by: Resolver) => by.resolve6(name)]) {
      lookUpUntil(end, resolvers, lookup)
        .then((found) => addresses.push(...found))
        .catch((error: NodeJS.ErrnoException) => {
          code = error.code ?? code
        })
        .finally(answered)
    }
  })
}

/**
 * c-ares abandons a server after its tries, each as short as the server's earlier responses were quick (250 ms at
 * least): a name that is slower than others would fail long before our own deadline, however often it is asked for. A
 * resolver of its own knows of no earlier responses and has all the time that is left: a third for its first query, the
 * rest for its second, which is there because queries get lost.
 */
async function lookUpUntil(
  end: number,
  { shared, create }: Resolvers,
  lookup: (by: Resolver) => Promise<string[]>,
): Promise<string[]> {
  try {
    return await lookup(shared)
  } catch (error) {
    const left = end - performance.now()
    if ((error as NodeJS.ErrnoException).code !== 'ETIMEOUT' || left <= 0) throw error
    return lookup(create({ timeout: Math.ceil(left / 3), tries: 2 }))
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

/** A machine without a hosts file has no local names. */
function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}
