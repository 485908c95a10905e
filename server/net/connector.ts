import { isIP, type LookupFunction } from 'node:net'
import { buildConnector } from 'undici'
import type { AddressRules } from './addresses.ts'
import { NameError, type NameResolver } from './dns.ts'
import { OutboundError } from './errors.ts'

export interface ConnectorOptions {
  /** For DNS, TCP and TLS together. */
  timeoutMs: number
  /** Certificates to trust instead of the built-in roots, PEM. */
  ca?: string
}

export function notPublic(): OutboundError {
  return new OutboundError('not_public', 'address is not public')
}

/**
 * Every address of a name, all of them permitted; throws OutboundError `not_public` or `dns`, the latter within
 * `timeoutMs`.
 */
export async function permittedAddresses(
  host: string,
  rules: AddressRules,
  names: NameResolver,
  timeoutMs?: number,
): Promise<string[]> {
  try {
    const { addresses, isLocal } = await names.resolve(host, timeoutMs)
    // A single address that is not permitted refuses the name: mixing public and private addresses is an attack or a
    // mistake.
    if (!addresses.every((address) => (isLocal ? rules.lists(address) : rules.permits(address)))) throw notPublic()
    return addresses
  } catch (error) {
    if (!(error instanceof NameError)) throw error
    throw error.isLocal ? notPublic() : new OutboundError('dns', error.message, { cause: error })
  }
}

/**
 * Connects only where `rules` permit, whatever the name resolves to at that moment: names are resolved here, every
 * address is checked, and only checked addresses are connected to (so DNS rebinding in between is impossible); literal
 * addresses, for which net never calls a lookup, are checked before; the peer's address is checked again after.
 */
export function guardedConnector(
  rules: AddressRules,
  names: NameResolver,
  { timeoutMs, ca }: ConnectorOptions,
): buildConnector.connector {
  const lookup: LookupFunction = (host, options, callback) => {
    permittedAddresses(host, rules, names).then(
      (addresses) => {
        const found = addresses.map((address) => ({ address, family: isIP(address) }))
        if (options.all) callback(null, found)
        else callback(null, found[0]!.address, found[0]!.family)
      },
      (error: Error) => callback(error, '', 0),
    )
  }
  const base = buildConnector({
    lookup,
    autoSelectFamily: true,
    // Node's 250 ms would abandon every distant server with two addresses.
    autoSelectFamilyAttemptTimeout: 1_000,
    timeout: timeoutMs,
    ca,
    // buildConnector passes these on to both net.connect and tls.connect; its type only has their own options.
  } as buildConnector.BuildOptions)

  return (options, callback) => {
    const literal = options.hostname.replace(/^\[|\]$/g, '')
    if (isIP(literal) !== 0 && !rules.permits(literal)) return callback(notPublic(), null)
    base(options, (...[error, socket]) => {
      if (error !== null) return callback(error, null)
      if (!rules.permits(socket.remoteAddress ?? '')) {
        socket.destroy()
        return callback(notPublic(), null)
      }
      callback(null, socket)
    })
  }
}
