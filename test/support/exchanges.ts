import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { RecordedError } from '../../server/web/docs/recorded.ts'
import { asExample } from './example-text.ts'
import { causeOf, rememberCall } from './exchange-causes.ts'

/** Where every worker notes the clearest call that got each error. */
const DIRECTORY = fileURLToPath(new URL('../../.cache/exchanges', import.meta.url))
/** What a reader has to know of a request and of an answer; the rest are transport and what every answer has. */
const REQUEST_HEADERS = ['Authorization', 'Content-Type', 'Idempotency-Key', 'Range', 'If-Match']
const RESPONSE_HEADERS = ['Allow', 'Retry-After']
/** Characters of a string in a body; the rest of it tells a reader nothing. */
const STRING_MAX = 160
const BRACKETS_MAX = 500

const clearest = new Map<string, number>()

/** Notes a call that got an error, when it is clearer than those of this process before it; remembers one that succeeded. */
export async function noteExchange(
  operation: string,
  url: string,
  init: RequestInit | undefined,
  response: Response,
): Promise<void> {
  const called = new URL(url)
  if (response.status < 400) {
    const { status } = response
    if (status < 300) rememberCall(called, init, () => ({ request: requestOf(called, init), status }))
    return
  }
  const request = requestOf(called, init)
  const body = (await response.clone().json()) as RecordedError['response']['body']
  if (!request || typeof body.code !== 'string') return
  const headers = chosen(response.headers, RESPONSE_HEADERS)
  const noted = asExample<RecordedError>(
    {
      ...{ code: body.code, operation, ...causeOf(body.code, called, init), request },
      response: { status: response.status, headers, body },
    },
    called.origin,
  )
  const place = `${operation} ${response.status} ${noted.code}`
  const cost = costOf(noted)
  if (cost >= (clearest.get(place) ?? Number.POSITIVE_INFINITY)) return
  clearest.set(place, cost)
  mkdirSync(DIRECTORY, { recursive: true })
  appendFileSync(join(DIRECTORY, `${process.pid}.jsonl`), `${JSON.stringify(noted)}\n`)
}

/** Nothing for a body that cannot be written down: a stream, bytes, or a deep nesting. */
function requestOf({ pathname, search }: URL, init: RequestInit = {}): RecordedError['request'] | undefined {
  const { method = 'GET', body } = init
  const headers = chosen(new Headers(init.headers), REQUEST_HEADERS)
  const request = { method: method.toUpperCase(), path: pathname + search, headers }
  if (body === undefined || body === null) return request
  if (body instanceof FormData)
    return { ...request, parts: [...body].map(([name, value]) => [name, partOf(name, value)]) }
  // So many brackets may nest deeper than the stack goes.
  if (typeof body !== 'string' || body.split(/[[{]/).length > BRACKETS_MAX) return undefined
  if (headers['Content-Type'] === 'application/json') {
    delete headers['Content-Type']
    const json = parsed(body)
    if (JSON.stringify(json) === body) return { ...request, json: shortened(json) }
  }
  return { ...request, text: String(shortened(body)) }
}

function chosen(headers: Headers, names: string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = headers.get(name)
      return value === null ? [] : [[name, String(shortened(value))]]
    }),
  )
}

/** As curl takes it: `@` for a file to upload, `<` for one whose text is the value. */
function partOf(name: string, value: File | string): string {
  if (typeof value === 'string') return value.length > STRING_MAX ? `<${name}.json` : value
  return `@${/^[\w.-]+$/.test(value.name) ? value.name : 'lease.pdf'}`
}

/** Undefined for what is no JSON: such bodies are sent on purpose. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function shortened(value: unknown): unknown {
  if (typeof value === 'string') {
    return value.length > STRING_MAX ? `${value.slice(0, 24)}... (${value.length} characters)` : value
  }
  if (Array.isArray(value)) return value.map(shortened)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shortened(inner)]))
}

/** Low for what is short and shows nothing besides the mistake. */
export function costOf(recorded: RecordedError): number {
  return JSON.stringify(recorded.request).length + 1000 * doubtsOf(recorded)
}

/** How much of a call would leave a reader wondering. */
export function doubtsOf({ code, operation, notes, before, request, response }: RecordedError): number {
  const text = JSON.stringify(request)
  return [
    !('doc_url' in response.body),
    operation === 'any',
    !request.path.startsWith('/v1/'),
    !('Authorization' in request.headers) && code !== 'invalid_key',
    request.text !== undefined,
    request.json !== undefined && (Array.isArray(request.json) || typeof request.json !== 'object'),
    // curl leaves it out.
    Object.values(request.headers).includes(''),
    // Not printable, or escaped because it is not.
    /[^\x20-\x7e]|\\[a-z]/.test(text),
    // Files that differ have the same name here.
    code === 'idempotency_key_reuse' && (!before || JSON.stringify(before.request) === text),
    code === 'ip_not_allowed' && !notes,
    code === 'payload_too_large' && !notes && !text.includes(' characters)'),
  ].filter(Boolean).length
}

/** What all workers have noted since the last reset. */
export function readExchanges(): RecordedError[] {
  const files = existsSync(DIRECTORY) ? readdirSync(DIRECTORY) : []
  return files.flatMap((file) =>
    readFileSync(join(DIRECTORY, file), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as RecordedError),
  )
}

/** Forgets what earlier runs have noted. */
export function resetExchanges(): void {
  rmSync(DIRECTORY, { recursive: true, force: true })
}
