import http, { type ClientRequest, type IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import type { AddressRules } from './addresses.ts'
import { notPublic, permittedAddresses } from './connector.ts'
import type { NameResolver } from './dns.ts'
import { type Phase, requestError } from './errors.ts'
import { KeptConnections } from './kept-connections.ts'

const MAX_HEADER_BYTES = 16_384
/** Node's 250 ms would abandon every distant server with two addresses. */
const NEXT_ADDRESS_MS = 1_000
const KEEP_ALIVE_MS = 4_000
/**
 * Above this many open sockets none is kept idle: together with the delivery engine's ceiling this bounds their number.
 * More than the engine's fast lane has slots, or a busy lane would open a connection for each delivery.
 */
const KEEP_ALIVE_CEILING = 1_000

export interface ExchangeOptions {
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string | Buffer
  /** For the whole exchange. The signal aborts when it is over. */
  timeoutMs: number
  signal: AbortSignal
}

export interface Exchanger {
  /**
   * Resolves with the final response once its headers have arrived; throws OutboundError, which names the phase
   * reached.
   */
  send(url: URL, options: ExchangeOptions): Promise<IncomingMessage>
  close(): void
}

/**
 * One HTTP/1.1 request and its response over kept-alive connections, only to where `rules` permit. Uses Node's own
 * client, not undici's: undici treats an unsolicited `100 Continue` as a broken connection, whereas RFC 9110 15.2
 * requires any 1xx to be parsed and skipped, and it does not report how far a request got.
 */
export function createExchanger(rules: AddressRules, names: NameResolver, { ca }: { ca?: string }): Exchanger {
  // `timeout`: an idle socket is closed after it; on a socket in use it is only reported, and ignored.
  const options = { keepAlive: true, timeout: KEEP_ALIVE_MS, scheduling: 'lifo' as const }
  const agents = { 'http:': new http.Agent(options), 'https:': new https.Agent({ ...options, ca }) }
  const kept = new KeptConnections()
  let open = 0

  function track(socket: Socket): void {
    open += 1
    socket.once('close', () => {
      open -= 1
    })
  }

  function attempt(url: URL, given: ExchangeOptions, use: 'keep' | 'probe' | 'close'): Promise<IncomingMessage> {
    const fresh = use === 'close'
    const secure = url.protocol === 'https:'
    const host = url.hostname.replace(/^\[|\]$/g, '')
    const literal = isIP(host) !== 0
    let phase: Phase = literal ? 'connect' : 'dns'
    let stale = () => false
    const { signal, method, body, timeoutMs } = given
    return new Promise<IncomingMessage>((resolve, reject) => {
      if (literal && !rules.permits(host)) return reject(notPublic())
      const lookup: LookupFunction = (name, options, callback) => {
        permittedAddresses(name, rules, names, timeoutMs).then(
          (addresses) => {
            phase = 'connect'
            const found = addresses.map((address) => ({ address, family: isIP(address) }))
            if (options.all) callback(null, found)
            else callback(null, found[0]!.address, found[0]!.family)
          },
          (error: Error) => callback(error, '', 0),
        )
      }
      const headers = { ...given.headers, 'content-length': String(body === undefined ? 0 : Buffer.byteLength(body)) }
      const request: ClientRequest = (secure ? https : http).request(url, {
        method,
        headers: fresh || open > KEEP_ALIVE_CEILING ? { ...headers, connection: 'close' } : headers,
        agent: fresh ? false : agents[secure ? 'https:' : 'http:'],
        maxHeaderSize: MAX_HEADER_BYTES,
        rejectUnauthorized: true,
        ca,
        // The trailing dot of a fully qualified name is not part of the name in a certificate (RFC 6066 3).
        ...(secure && !literal && host.endsWith('.') && { servername: host.slice(0, -1) }),
        // Passed on to net.connect and tls.connect; the type of http.request lacks some of them.
        ...({ lookup, autoSelectFamily: true, autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_MS } as object),
      })
      const abort = () => {
        request.destroy()
        reject(signal.reason)
      }
      if (signal.aborted) return abort()
      signal.addEventListener('abort', abort, { once: true })
      request.on('socket', (socket) => {
        if (use === 'probe') kept.watch(url.origin, socket)
        if (request.reusedSocket) {
          phase = 'request'
          const before = socket.bytesRead
          stale = () => socket.bytesRead === before
          return
        }
        track(socket)
        socket.once('connect', () => {
          if (!rules.permits(socket.remoteAddress ?? '')) socket.destroy(notPublic())
          else phase = secure ? 'tls' : 'request'
        })
        if (secure)
          socket.once('secureConnect', () => {
            phase = 'request'
          })
      })
      request.on('response', resolve)
      // We use no protocol that a 101 could switch to: it is treated as a response, and the last one on its connection.
      request.on('upgrade', (response, socket) => {
        socket.destroy()
        resolve(response)
      })
      request.on('error', reject)
      request.end(body)
    }).catch((error: unknown) => {
      // It may have had no connection that could tell.
      if (use === 'probe') kept.forget(url.origin)
      if (signal.aborted) throw requestError(signal.reason, phase)
      // An idle connection that the other side has just closed says nothing about the state of the other side.
      if (stale() && isBroken(error)) {
        kept.forget(url.origin)
        return attempt(url, given, 'close')
      }
      throw requestError(error, phase)
    })
  }

  return {
    async send(url, options) {
      // A connection that closes with its response is only noticed as closed after a turn of the event loop.
      await setImmediate()
      await setImmediate()
      return attempt(url, options, kept.next(url.origin))
    },
    close() {
      for (const agent of Object.values(agents)) agent.destroy()
    },
  }
}

function isBroken(error: unknown): boolean {
  return /^(ECONNRESET|EPIPE)$/.test((error as NodeJS.ErrnoException).code ?? '')
}
