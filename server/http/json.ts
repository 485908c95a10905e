import { BODY } from '../limits.ts'
import { duplicateKey } from './duplicate-keys.ts'
import { HttpError } from './errors.ts'

/** What makes a value impossible to store as it was sent: its number, depth, text or key, or that its key is not unique. */
type Flaw = 'number' | 'depth' | 'text' | 'key' | 'duplicate'

/** JSON that cannot be stored, and where. */
export class UnstorableError extends HttpError {
  /** `metadata.order`; empty for the body itself. */
  readonly place: string
  readonly flaw: Flaw

  constructor(place: string, flaw: Flaw, problem: string) {
    const displayed = place
      .replaceAll('\u0000', '\ufffd')
      .replace(/\p{Surrogate}/gu, '\ufffd')
      .slice(0, 200)
    super('invalid_request', `${displayed || 'the body'} ${problem}`, { meta: { path: displayed } })
    this.place = displayed
    this.flaw = flaw
  }
}

/**
 * Parses JSON from a caller into values that can be stored: no string that Postgres refuses (U+0000, unpaired
 * surrogates), no number that JSON cannot reproduce, no key twice, no `__proto__`, no nesting that overflows.
 * @param at what the text is, for the message: `the body`, `signers`
 * @throws HttpError 400 `invalid_request`; an UnstorableError names the place
 */
export function parseJson(text: string, at: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
    if (MANY_DIGITS.test(text)) value = JSON.parse(markInexact(text))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new HttpError(
      'invalid_request',
      `${at} is not valid JSON: ${reason.replace(/ in JSON at/, ' at').slice(0, 200)}`,
    )
  }
  const root = at === 'the body' ? '' : at
  const duplicate = duplicateKey(text)
  if (duplicate !== null) throw new UnstorableError(joinPaths(root, duplicate), 'duplicate', 'was sent twice')
  assertStorable(value, root)
  return value
}

/** How much there is in a JSON text: the keys of all objects, and all values in lists and objects. */
export interface Parts {
  keys: number
  values: number
}

const [QUOTE, BACKSLASH, COLON, OPEN_LIST, OPEN_OBJECT, COMMA] = [0x22, 0x5c, 0x3a, 0x5b, 0x7b, 0x2c]

/**
 * Counts without parsing: parsing takes a hundred times as long, for what may be refused anyway.
 * @throws HttpError 400 `invalid_request` for more than `most`
 */
export function assertParts(json: Uint8Array, most: Parts): void {
  const parts = { keys: 0, values: 0 }
  let inString = false
  for (let at = 0; at < json.length; at++) {
    const byte = json[at]
    if (inString) {
      if (byte === BACKSLASH) at++
      else if (byte === QUOTE) inString = false
    } else if (byte === QUOTE) inString = true
    else if (byte === COLON) parts.keys++
    else if (byte === COMMA || byte === OPEN_LIST || byte === OPEN_OBJECT) parts.values++
  }
  for (const name of ['keys', 'values'] as const) {
    if (parts[name] <= most[name]) continue
    const message = `the body has ${parts[name]} ${name}, more than this call can use (${most[name]})`
    throw new HttpError('invalid_request', message, { meta: { path: '', [name]: parts[name] } })
  }
}

/** UTF-8, as JSON must be (RFC 8259, 8.1). @throws HttpError 400 `invalid_request` */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new HttpError('invalid_request', 'the body is not valid UTF-8')
  }
}

const MANY_DIGITS = /\d{16}/
const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g
/** No string that a caller may send starts like this. */
const INEXACT = '\u0000inexact'

/**
 * Valid JSON with a marker in place of each integer that a double cannot hold: an identifier must not silently change.
 */
function markInexact(text: string): string {
  return text.replace(STRING_OR_NUMBER, (token) => (isInexact(token) ? JSON.stringify(INEXACT) : token))
}

function isInexact(token: string): boolean {
  if (!/^-?\d+$/.test(token)) return false
  const value = Number(token)
  return !Number.isFinite(value) || BigInt(value) !== BigInt(token)
}

/** @throws UnstorableError for the first place that cannot be stored */
export function assertStorable(root: unknown, path: string): void {
  // Put together only where it is told: a body can have hundreds of thousands of values.
  const keys: (string | number)[] = []
  const refuse = (flaw: Flaw, problem: string): never => {
    const place = keys.reduce<string>((at, key) => (typeof key === 'number' ? `${at}[${key}]` : join(at, key)), path)
    throw new UnstorableError(place, flaw, problem)
  }
  const assertText = (text: string, flaw: Flaw) => {
    if (text.includes('\u0000')) refuse(flaw, 'contains the character U+0000')
    if (/\p{Surrogate}/u.test(text)) refuse(flaw, 'contains an unpaired surrogate')
  }
  const check = (value: unknown): void => {
    if (value === INEXACT)
      refuse('number', 'is an integer with too many digits to be stored exactly; send it as a string')
    if (typeof value === 'string') assertText(value, 'text')
    else if (typeof value === 'number' && !Number.isFinite(value)) refuse('number', 'is a number out of range')
    else if (typeof value === 'object' && value !== null) {
      if (keys.length === BODY.maxDepth) refuse('depth', `is nested deeper than ${BODY.maxDepth} levels`)
      if (Array.isArray(value)) for (let at = 0; at < value.length; at++) checkAt(at, value[at])
      else for (const [key, child] of Object.entries(value)) checkAt(key, child)
    }
  }
  const checkAt = (key: string | number, child: unknown) => {
    keys.push(key)
    if (typeof key === 'string') assertText(key, 'key')
    if (key === '__proto__') refuse('key', 'is not a key that can be used')
    check(child)
    keys.pop()
  }
  check(root)
}

function join(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`
}

/** @param path as `duplicateKey` returns it: it may begin with an index */
function joinPaths(root: string, path: string): string {
  return root === '' || path.startsWith('[') ? root + path : join(root, path)
}
