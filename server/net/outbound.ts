import { isIP } from 'node:net'
import { Agent, type Dispatcher, request as send } from 'undici'
import { addressRules, isLoopback } from './addresses.ts'
import { chunksOf, discard, readAtMost } from './bodies.ts'
import { guardedConnector, notPublic, permittedAddresses } from './connector.ts'
import { createNameResolver } from './dns.ts'
import { OutboundError, outboundError } from './errors.ts'
import { createExchanger } from './exchange.ts'

export { OutboundError, type OutboundReason, type Phase } from './errors.ts'

const MAX_URL_CHARACTERS = 2_048
const MAX_HEADER_BYTES = 16_384

export type UrlVerdict = 'ok' | 'not_a_url' | 'has_credentials' | 'https_required' | 'url_not_public'

export interface OutboundRequest {
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string | Buffer
  /** Covers name resolution, connection, TLS, the response headers and the part of the body that is read. */
  timeoutMs: number
  /** At most this much of the body is read; then the connection is dropped. */
  maxBytes: number
  /** Refuses http, except to the loopback interface under `allowHttp`. */
  httpsOnly?: boolean
  signal?: AbortSignal
}

export interface OutboundResponse {
  status: number
  headers: Record<string, string | string[] | undefined>
  /** As sent: nothing is decompressed. */
  body: Buffer
  /** Whether the body was longer or its end was not reached. */
  truncated: boolean
}

export interface Download {
  maxBytes: number
  connectTimeoutMs: number
  /** Until the response headers arrive. */
  firstByteTimeoutMs: number
  /** For the whole download. */
  timeoutMs: number
  /** Receives the body as it arrives; the next chunk is read after this one is processed. */
  onData(chunk: Uint8Array): Promise<void>
}

/**
 * Every connection of ours to an address that somebody else chose: webhooks and `file_url`. Time-stamping authorities
 * and revocation data use `sealing/http.ts`: the operator names those addresses, or their certificates do.
 */
export interface Outbound {
  /** Sends one request. A 3xx is returned like any other response. Throws OutboundError when there is no response. */
  request(url: string, options: OutboundRequest): Promise<OutboundResponse>
  /** Fetches a file from an http or https URL; throws OutboundError, or what `onData` throws. */
  download(url: string, options: Download): Promise<{ mediaType: string | null; size: number }>
  /** Checks a webhook's URL at registration. A name that does not resolve right now is `ok`. */
  checkUrl(url: string): Promise<UrlVerdict>
  close(): Promise<void>
}

export interface OutboundOptions {
  allowCidrs: string[]
  allowHttp: 'loopback' | null
  nat64: boolean
  dnsServers: string[] | null
  /** Certificates to trust instead of the built-in roots, PEM. */
  ca?: string
  /** Default `/etc/hosts`. */
  hostsFile?: string
}

export function createOutbound({ allowCidrs, allowHttp, nat64, dnsServers, ca, hostsFile }: OutboundOptions): Outbound {
  const rules = addressRules({ allowCidrs, nat64 })
  const names = createNameResolver({ servers: dnsServers, hostsFile })
  const exchanger = createExchanger(rules, names, { ca })

  /** A host's addresses, all of them permitted; throws OutboundError. */
  async function addressesOf(host: string): Promise<string[]> {
    const literal = host.replace(/^\[|\]$/g, '')
    if (isIP(literal) === 0) return permittedAddresses(host, rules, names)
    if (!rules.permits(literal)) throw notPublic()
    return [literal]
  }

  async function mayBePlain(host: string): Promise<boolean> {
    if (allowHttp !== 'loopback') return false
    try {
      return (await addressesOf(host)).every(isLoopback)
    } catch (error) {
      if (error instanceof OutboundError) return false
      throw error
    }
  }

  /** Starts a download, up to the response headers. */
  async function get(dispatcher: Dispatcher, url: URL, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
    // undici only honours a signal once it is connected; hanging names and handshakes must not outlast it.
    const aborted = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    })
    const headers = { accept: 'application/pdf, */*;q=0.1', 'accept-encoding': 'identity' }
    try {
      return await Promise.race([send(url, { method: 'GET', headers, signal, dispatcher }), aborted])
    } catch (error) {
      if (signal.aborted) throw signal.reason
      throw outboundError(error)
    }
  }

  return {
    async request(url, { method, headers, body, timeoutMs, maxBytes, httpsOnly = false, signal }) {
      const target = parse(url)
      if (httpsOnly && target.protocol !== 'https:' && !(await mayBePlain(target.hostname))) {
        throw new OutboundError('https_required', 'https required')
      }
      const deadline = startDeadline(timeoutMs, signal)
      try {
        const sent = { method, headers, body, timeoutMs, signal: deadline.signal }
        const response = await exchanger.send(target, sent)
        // The status has arrived: a deadline only ends the reading of the body.
        const cut = () => response.destroy()
        deadline.signal.addEventListener('abort', cut, { once: true })
        const read = await readAtMost(response, maxBytes)
        return { status: response.statusCode!, headers: response.headers, ...read }
      } finally {
        deadline.stop()
      }
    },

    async download(url, { maxBytes, connectTimeoutMs, firstByteTimeoutMs, timeoutMs, onData }) {
      const target = parse(url)
      const own = new Agent({
        connect: guardedConnector(rules, names, { timeoutMs: connectTimeoutMs, ca }),
        // undici's setting for one connection per request.
        pipelining: 0,
        maxHeaderSize: MAX_HEADER_BYTES,
        // The deadlines are ours; undici's would be a second set.
        headersTimeout: 0,
        bodyTimeout: 0,
      })
      const total = startDeadline(timeoutMs)
      const firstByte = startDeadline(firstByteTimeoutMs, total.signal)
      try {
        const response = await get(own, target, firstByte.signal)
        firstByte.stop()
        const { statusCode: status, headers } = response
        const tooLarge = new OutboundError('too_large', `more than ${maxBytes} bytes`)
        const refusal = refusalOf(status) ?? (Number(headers['content-length'] ?? 0) > maxBytes ? tooLarge : null)

        if (refusal !== null) {
          discard(response.body)
          throw refusal
        }

        let size = 0
        for await (const chunk of chunksOf(response.body)) {
          size += chunk.length
          if (size > maxBytes) throw tooLarge
          await onData(chunk)
        }
        return { mediaType: first(headers['content-type']), size }
      } finally {
        firstByte.stop()
        total.stop()
        await own.destroy()
      }
    },

    async checkUrl(url) {
      // A URL that new URL() would silently repair is not the URL the caller believes to have registered.
      if (/[\s\p{Cc}]/u.test(url) || [...url].length > MAX_URL_CHARACTERS || !URL.canParse(url)) return 'not_a_url'
      const { protocol, hostname, port, username, password } = new URL(url)
      if (protocol === 'http:') {
        if (!(await mayBePlain(hostname))) return 'https_required'
      } else if (protocol !== 'https:') {
        return 'https_required'
      }
      try {
        await addressesOf(hostname)
      } catch (error) {
        if (!(error instanceof OutboundError)) throw error
        if (error.reason === 'not_public') return 'url_not_public'
      }
      if (username || password) return 'has_credentials'
      return port === '0' ? 'not_a_url' : 'ok'
    },

    async close() {
      exchanger.close()
    },
  }
}

function parse(url: string): URL {
  const target = URL.canParse(url) ? new URL(url) : null
  const acceptable =
    target !== null && /^https?:$/.test(target.protocol) && !target.username && !target.password && target.port !== '0'
  if (!acceptable)
    throw new OutboundError('not_a_url', 'not an http or https URL without credentials and with a possible port')
  return target
}

/** Only a 2xx response contains the file. */
function refusalOf(status: number): OutboundError | null {
  if (status >= 300 && status < 400) return new OutboundError('redirect', `redirect (HTTP ${status})`, { status })
  return status >= 200 && status < 300 ? null : new OutboundError('http_status', `HTTP ${status}`, { status })
}

/** A signal that aborts after `ms` with the error to throw, or with an outer signal. */
function startDeadline(ms: number, outer?: AbortSignal): { signal: AbortSignal; stop(): void } {
  const controller = new AbortController()
  const timer = setTimeout(() => {
    controller.abort(new OutboundError('timeout', `no answer within ${ms / 1000} seconds`))
  }, ms)
  const signal = outer === undefined ? controller.signal : AbortSignal.any([controller.signal, outer])
  return { signal, stop: () => clearTimeout(timer) }
}

function first(value: string | string[] | undefined): string | null {
  return (Array.isArray(value) ? value[0] : value) ?? null
}
