import diagnostics from 'node:diagnostics_channel'
import { isIP, type LookupFunction, type Socket } from 'node:net'
import { buildConnector } from 'undici'
import type { AddressRules } from './addresses.ts'
import { NameError, type NameResolver } from './dns.ts'
import { OutboundError } from './errors.ts'

/** DNS, TCP and TLS together. */
const CONNECT_TIMEOUT_MS = 5_000

export interface GuardedConnector {
  connect: buildConnector.connector
  /** Sockets open now, idle ones included. */
  open(): number
  /** Whether this error was the death of an idle socket just taken up again, before a byte of the answer. */
  isStale(error: unknown): boolean
  close(): void
}

export function notPublic(): OutboundError {
  return new OutboundError('not_public', 'address is not public')
}

/** Every address of a name, each one permitted; throws OutboundError `not_public` or `dns`. */
export async function permittedAddresses(host: string, rules: AddressRules, names: NameResolver): Promise<string[]> {
  try {
    const { addresses, near } = await names.resolve(host)
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
export function guardedConnector(rules: AddressRules, names: NameResolver, ca?: string): GuardedConnector {
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
    timeout: CONNECT_TIMEOUT_MS,
    ca,
    // buildConnector passes these on to both net.connect and tls.connect; its type knows only their own options.
  } as buildConnector.BuildOptions)

  let open = 0
  const stale = new WeakSet<object>()
  /** By socket: what had been read of it when the current request was sent. */
  const readBefore = new WeakMap<Socket, number>()

  const onSend = (message: unknown) => {
    const { socket } = message as { socket: Socket }
    if (readBefore.has(socket)) readBefore.set(socket, socket.bytesRead)
  }
  diagnostics.subscribe('undici:client:sendHeaders', onSend)

  function watch(socket: Socket): void {
    open += 1
    readBefore.set(socket, 0)
    socket.once('close', () => {
      open -= 1
    })
    socket.on('error', (error) => {
      const before = readBefore.get(socket) ?? 0
      if (before > 0 && socket.bytesRead === before) stale.add(error)
    })
  }

  return {
    connect(options, callback) {
      const literal = options.hostname.replace(/^\[|\]$/g, '')
      if (isIP(literal) !== 0 && !rules.permits(literal)) return callback(notPublic(), null)
      base(options, (...[error, socket]) => {
        if (error !== null) return callback(error, null)
        if (!rules.permits(socket.remoteAddress ?? '')) {
          socket.destroy()
          return callback(notPublic(), null)
        }
        watch(socket)
        callback(null, socket)
      })
    },
    open: () => open,
    isStale: (error) => typeof error === 'object' && error !== null && stale.has(error),
    close: () => {
      diagnostics.unsubscribe('undici:client:sendHeaders', onSend)
    },
  }
}
