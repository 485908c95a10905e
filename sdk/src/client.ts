import { environment } from './environment.ts'
import { checkedLevel, type Observers } from './observe.ts'
import type { RawClient } from './raw.ts'
import { DocumentsResource } from './resources/documents.ts'
import { EmbeddedResource } from './resources/embedded.ts'
import { EventsResource } from './resources/events.ts'
import { FieldsResource } from './resources/fields.ts'
import { HooksResource } from './resources/hooks.ts'
import { MeResource } from './resources/me.ts'
import { SandboxResource } from './resources/sandbox.ts'
import { SandboxesResource } from './resources/sandboxes.ts'
import { SigningRequestsResource } from './resources/signing-requests.ts'
import { TemplatesResource } from './resources/templates.ts'
import { type Fetch, type Sleep, sleep } from './retry.ts'
import { Transport } from './transport.ts'

export interface ClientOptions extends Observers {
  /** Default: `COUNTERSIGN_API_KEY`. */
  apiKey?: string
  /** The API with its version, as in `https://sign.example.com/v1`. Default: `COUNTERSIGN_BASE_URL`. */
  baseUrl?: string
  /** Milliseconds for one attempt of a call. Default 60,000. */
  timeout?: number
  /** Milliseconds that a download may stand still while it is read. Default 60,000. */
  idleTimeout?: number
  /** Attempts after the first, where trying again is safe. Default 2. */
  maxRetries?: number
  /** Called as `fetch(url, init)`. Default: the global one. */
  fetch?: Fetch
  /** Sent with every call; those of a call replace them. The key is sent whatever they are. */
  defaultHeaders?: Record<string, string>
  /** Whether to run in a browser, where whoever opens the page can read the key and send in your name. Default false. */
  dangerouslyAllowBrowser?: boolean
  /** How to wait between attempts; for tests. */
  sleep?: Sleep
}

const TIMEOUT_MS = 60_000
const IDLE_TIMEOUT_MS = 60_000
const MAX_RETRIES = 2

/** Client of the Countersign API. Methods return the body of a success and throw `ApiError` or `ConnectionError`. */
export class Countersign {
  readonly me: MeResource
  readonly signingRequests: SigningRequestsResource
  readonly documents: DocumentsResource
  readonly templates: TemplatesResource
  readonly fields: FieldsResource
  readonly hooks: HooksResource
  readonly events: EventsResource
  readonly embedded: EmbeddedResource
  /** Workspaces to test in, for a live key. */
  readonly sandboxes: SandboxesResource
  /** The sandbox of the key, for a test key. */
  readonly sandbox: SandboxResource
  /** Typed access to every path, without retries, timeouts or throwing: an openapi-fetch client. */
  readonly raw: RawClient
  readonly #options: ClientOptions

  /** @throws TypeError when the key or the base URL is missing or malformed, and in a browser */
  constructor(options: ClientOptions = {}) {
    if (inBrowser() && !options.dangerouslyAllowBrowser) throw new TypeError(BROWSER_HELP)
    this.#options = options
    const transport = new Transport({
      ...options,
      apiKey: checkedKey(options.apiKey ?? environment('COUNTERSIGN_API_KEY')),
      baseUrl: checkedUrl(options.baseUrl ?? environment('COUNTERSIGN_BASE_URL')),
      logLevel: options.logLevel ?? checkedLevel(environment('COUNTERSIGN_LOG')),
      defaultHeaders: options.defaultHeaders ?? {},
      timeout: options.timeout ?? TIMEOUT_MS,
      idleTimeout: options.idleTimeout ?? IDLE_TIMEOUT_MS,
      maxRetries: options.maxRetries ?? MAX_RETRIES,
      fetch: options.fetch ?? ((url, init) => globalThis.fetch(url, init)),
      sleep: options.sleep ?? sleep,
    })
    this.raw = transport.raw
    this.me = new MeResource(transport)
    this.signingRequests = new SigningRequestsResource(transport)
    this.documents = new DocumentsResource(transport)
    this.templates = new TemplatesResource(transport)
    this.fields = new FieldsResource(transport)
    this.hooks = new HooksResource(transport)
    this.events = new EventsResource(transport)
    this.embedded = new EmbeddedResource(transport)
    this.sandboxes = new SandboxesResource(transport)
    this.sandbox = new SandboxResource(transport)
  }

  /** Another client with some options changed, such as the key of another workspace. */
  withOptions(options: ClientOptions): Countersign {
    return new Countersign({ ...this.#options, ...options })
  }
}

const BROWSER_HELP =
  'in a browser, whoever opens the page can read the API key: call Countersign on your server. ' +
  '`openSigningFrame` of @countersign/sdk/embed shows a signing page without a key. ' +
  'Where nobody else opens the page, as in a tool on your own machine, pass dangerouslyAllowBrowser: true'

/** A page, not a worker at the edge or a test of one. */
function inBrowser(): boolean {
  return typeof window !== 'undefined' && typeof window.document !== 'undefined' && typeof navigator !== 'undefined'
}

/** The key never appears in an error message, so it is checked here before `fetch` could report it as invalid. */
function checkedKey(key: string | undefined): string {
  if (!key) throw new TypeError('there is no API key: pass apiKey or set COUNTERSIGN_API_KEY')
  if (/^[\x21-\x7e]+$/.test(key)) return key
  throw new TypeError('the API key contains invalid characters, such as a space or a line break')
}

function checkedUrl(url: string | undefined): string {
  if (!url) throw new TypeError('there is no base URL: pass baseUrl or set COUNTERSIGN_BASE_URL')
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return url
  throw new TypeError('the base URL must be an http or https URL, as in https://sign.example.com/v1')
}
