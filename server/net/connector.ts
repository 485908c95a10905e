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

/** Every address of a name, each one permitted; throws OutboundError `not_public` or `dns`, the latter within `timeoutMs`. */
export async function permittedAddresses(
  host: string,
  rules: AddressRules,
  names: NameResolver,
  timeoutMs?: number,
): Promise<string[]> {
  try {
    const { addresses, near } = await names.resolve(host, timeoutMs)
    // One bad answer spoils all: a name that mixes public and private addresses is an attack or a mistake.
    if (!addresses.every((address) => (near ? rules.lists(address) : rules.permits(address)))) throw notPublic()
    return addresses
  } catch (error) {
    if (!(error instanceof NameError)) throw error
    throw error.near ? notPublic() : new OutboundError('dns', error.message, { cause: error })
  }
}

/**
 * Connects only where `rules` permit, whatever the name resolves to at that instant: names are resolved here, every
 * answer is judged and exactly the judged addresses are connected to (so nothing can be rebound in between); literals,
 * for which net never asks a lookup, are judged before; the peer's address is judged once more after.
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
    // Node's 250 ms would give up on every far-away server that has two addresses.
    autoSelectFamilyAttemptTimeout: 1_000,
    timeout: timeoutMs,
    ca,
    // buildConnector passes these on to both net.connect and tls.connect; its type knows only their own options.
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
