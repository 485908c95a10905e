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
  const open: { value: unknown; path: string; depth: number }[] = [{ value: root, path, depth: 0 }]
  for (let item = open.pop(); item; item = open.pop()) {
    const { value, depth } = item
    if (value === INEXACT) {
      throw new UnstorableError(
        item.path,
        'number',
        'is an integer with too many digits to be stored exactly; send it as a string',
      )
    }
    if (typeof value === 'string') assertText(value, item.path)
    else if (typeof value === 'number' && !Number.isFinite(value)) {
      throw new UnstorableError(item.path, 'number', 'is a number out of range')
    } else if (typeof value === 'object' && value !== null) {
      if (depth === BODY.maxDepth) {
        throw new UnstorableError(item.path, 'depth', `is nested deeper than ${BODY.maxDepth} levels`)
      }
      for (const [key, child] of Object.entries(value)) {
        const childPath = Array.isArray(value) ? `${item.path}[${key}]` : join(item.path, key)
        if (!Array.isArray(value)) assertText(key, childPath, 'key')
        if (key === '__proto__') throw new UnstorableError(childPath, 'key', 'is not a key that can be used')
        open.push({ value: child, path: childPath, depth: depth + 1 })
      }
    }
  }
}

function assertText(text: string, place: string, flaw: Flaw = 'text'): void {
  if (text.includes('\u0000')) throw new UnstorableError(place, flaw, 'contains the character U+0000')
  if (/\p{Surrogate}/u.test(text)) throw new UnstorableError(place, flaw, 'contains an unpaired surrogate')
}

function join(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`
}

/** @param path as `duplicateKey` returns it: it may begin with an index */
function joinPaths(root: string, path: string): string {
  return root === '' || path.startsWith('[') ? root + path : join(root, path)
}
