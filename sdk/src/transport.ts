import createFetchClient from 'openapi-fetch'
import { ApiError, ConnectionError, type ErrorBody } from './errors.ts'
import type { Warning } from './generated/models.ts'
import type { paths } from './generated/openapi.ts'
import { type Log, logOf, type Observers } from './observe.ts'
import { ApiPromise, PagePromise, type Paging } from './promise.ts'
import type { RawClient } from './raw.ts'
import { responseWith } from './response.ts'
import { codeOf, type Fetch, retrying, type Sleep } from './retry.ts'
import { VERSION } from './version.ts'

/** Options of every method, in addition to its arguments. */
export interface CallOptions {
  /** Milliseconds for one attempt; for a download, until its first byte arrives. Default: the client's. */
  timeout?: number
  /** Milliseconds that a download may stand still while it is read. Default: the client's. */
  idleTimeout?: number
  /** Attempts after the first. Default: the client's. */
  maxRetries?: number
  /** Aborts the call, also between attempts and in the middle of a download. */
  signal?: AbortSignal
  headers?: Record<string, string>
}

export interface TransportOptions extends Observers {
  apiKey: string
  baseUrl: string
  defaultHeaders: Record<string, string>
  timeout: number
  idleTimeout: number
  maxRetries: number
  fetch: Fetch
  sleep: Sleep
}

/** Properties of a call that its method declares. */
export interface CallKind {
  /** See `RetryPolicy.replayable`. */
  replayable?: boolean
  /** See `RetryPolicy.streams`. */
  streams?: boolean
  /** Seconds that the server may wait for something before it answers. */
  wait?: number
}

/** Sends calls with the key, retries and error mapping. The key is in no property, so that no log can print it. */
export class Transport {
  readonly raw: RawClient
  readonly #options: Omit<TransportOptions, 'apiKey'>
  readonly #log: Log

  constructor({ apiKey, ...options }: TransportOptions) {
    this.#options = options
    this.#log = logOf(options)
    this.raw = createFetchClient<paths>({
      baseUrl: options.baseUrl,
      fetch: (request) => plainly(options.fetch, request),
      pathSerializer: pathOf,
      headers: headersOf(apiKey, options.defaultHeaders),
    }) as RawClient
  }

  /** The options that give a call through `raw` its retries and timeout. */
  init({ replayable = false, streams = false, wait = 0 }: CallKind, options: CallOptions = {}) {
    const { timeout, idleTimeout, maxRetries, fetch, sleep } = this.#options
    const policy = {
      timeout: (options.timeout ?? timeout) + wait * 1000,
      idleTimeout: options.idleTimeout ?? idleTimeout,
      maxRetries: options.maxRetries ?? maxRetries,
      signal: options.signal,
      replayable,
      streams,
      sleep,
      observers: this.#options,
      log: this.#log,
    }
    return { fetch: retrying(fetch, policy), headers: options.headers }
  }

  /**
   * The body of a successful response. What it warns of is logged.
   * @throws ApiError for any other response, ConnectionError when the response cannot be read
   */
  body<Data>(call: Promise<FetchResult<Data>>): ApiPromise<NonNullable<Data>> {
    return new ApiPromise(this.#read(call))
  }

  /** As `body`, of something that comes in pages. */
  page<Page, Item>(
    call: Promise<FetchResult<Page>>,
    paging: Paging<NonNullable<Page>, Item>,
  ): PagePromise<NonNullable<Page>, Item> {
    return new PagePromise(this.#read(call), paging)
  }

  /**
   * The unread response of a download; also a 304, which a caller requests with `If-None-Match`.
   * @throws ApiError for any other response, ConnectionError for a page
   */
  download(call: Promise<FetchResult<unknown>>): ApiPromise<Response> {
    return new ApiPromise(this.#unread(call))
  }

  async #read<Data>(call: Promise<FetchResult<Data>>) {
    const { data, error, response } = await this.#readable(call)
    if (!response.ok) throw new ApiError(response, errorBody(error, response))
    if (data === undefined || data === null) throw new ConnectionError(`the response ${response.status} has no body`)
    for (const warning of warningsOf(data)) this.#log('warn', `${warning}, request ${requestIdOf(response)}`)
    return { data, response }
  }

  async #unread(call: Promise<FetchResult<unknown>>) {
    const { error, response } = await call
    if (!response.ok && response.status !== 304) throw new ApiError(response, errorBody(error, response))
    if (response.headers.get('content-type')?.startsWith('text/html')) {
      await response.body?.cancel()
      throw this.#notTheApi()
    }
    const unknown = response.headers.get('x-unknown-fields')
    if (unknown !== null) this.#log('warn', `unknown keys were ignored: ${unknown}, request ${requestIdOf(response)}`)
    return { data: response, response }
  }

  async #readable<Data>(call: Promise<FetchResult<Data>>): Promise<FetchResult<Data>> {
    try {
      return await call
    } catch (cause) {
      if (!(cause instanceof SyntaxError)) throw cause
      throw this.#notTheApi(cause)
    }
  }

  #notTheApi(cause?: unknown): ConnectionError {
    const { baseUrl } = this.#options
    const isVersioned = /\/v\d+\/?$/.test(baseUrl)
    const hint = isVersioned ? 'is a proxy in between?' : `did you mean ${baseUrl.replace(/\/$/, '')}/v1?`
    return new ConnectionError(`what responded is not the API, with the baseUrl ${baseUrl}: ${hint}`, { cause })
  }
}

export interface FetchResult<Data> {
  data?: Data
  error?: unknown
  response: Response
}

/** One request as it is, for `raw`. */
async function plainly(fetch: Fetch, request: Request): Promise<Response> {
  const { method, url, signal } = request
  const body = request.body === null ? undefined : new Uint8Array(await request.arrayBuffer())
  const init = { method, headers: Object.fromEntries(request.headers), body, signal, redirect: 'follow' as const }
  return responseWith(await fetch(url, init))
}

/**
 * The path with its ids, each checked before anything is sent: `undefined` would ask for another address.
 * @throws TypeError
 */
function pathOf(path: string, ids: Record<string, unknown>): string {
  return Object.entries(ids).reduce((at, [name, id]) => {
    if (typeof id === 'string' && !/^\.{0,2}$/.test(id)) return at.replace(`{${name}}`, encodeURIComponent(id))
    const missing =
      id === undefined || id === null ? '; was the call that returns it awaited, and is the name right?' : ''
    throw new TypeError(`${name} of ${path} must be an id, not ${JSON.stringify(id)}${missing}`)
  }, path)
}

/** A proxy's page or an empty body also becomes an error body, without a code. */
function errorBody(error: unknown, response: Response): ErrorBody {
  if (typeof error === 'object' && error !== null) {
    const message = 'error' in error && typeof error.error === 'string' ? error.error : response.statusText
    return { ...error, error: message, code: codeOf(error) }
  }
  return { error: response.statusText || 'no error body' }
}

/** Each of `warnings` in words: `"send_email" is not a key of this call and was ignored (unknown_field)`. */
function warningsOf(body: unknown): string[] {
  const warnings = typeof body === 'object' && body !== null && 'warnings' in body ? body.warnings : undefined
  return Array.isArray(warnings) ? (warnings as Warning[]).map(({ message, code }) => `${message} (${code})`) : []
}

const requestIdOf = ({ headers }: Response) => headers.get('x-request-id')

/** The caller's own headers replace `User-Agent`, but not the key. */
function headersOf(apiKey: string, own: Record<string, string>): Headers {
  const headers = new Headers({ 'User-Agent': `countersign-sdk/${VERSION}` })
  for (const [name, value] of Object.entries(own)) headers.set(name, value)
  headers.set('Authorization', `Bearer ${apiKey}`)
  return headers
}
