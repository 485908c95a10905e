import { ApiError } from '../errors.ts'
import { BODY } from '../limits.ts'

/**
 * Parses JSON that a caller sent into values that everything behind can store: no string that Postgres refuses
 * (U+0000, unpaired surrogates), no number that JSON cannot write back, no `__proto__`, no nesting that overflows.
 * @param at what the text is, for the message: `the body`, `signers`
 * @throws ApiError 400 `invalid_request`
 */
export function parseJson(text: string, at: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ApiError(
      'invalid_request',
      `${at} is not valid JSON: ${reason.replace(/ in JSON at/, ' at').slice(0, 200)}`,
    )
  }
  assertStorable(value, at === 'the body' ? '' : at)
  return value
}

/** UTF-8, as JSON must be (RFC 8259, 8.1). @throws ApiError 400 `invalid_request` */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new ApiError('invalid_request', 'the body is not valid UTF-8')
  }
}

/** @throws ApiError 400 `invalid_request` naming the first place that cannot be stored */
export function assertStorable(root: unknown, path: string): void {
  const open: { value: unknown; path: string; depth: number }[] = [{ value: root, path, depth: 0 }]
  for (let item = open.pop(); item; item = open.pop()) {
    const { value, depth } = item
    if (typeof value === 'string') assertText(value, item.path)
    else if (typeof value === 'number' && !Number.isFinite(value)) refuse(item.path, 'is a number out of range')
    else if (typeof value === 'object' && value !== null) {
      if (depth === BODY.maxDepth) refuse(item.path, `is nested deeper than ${BODY.maxDepth} levels`)
      for (const [key, child] of Object.entries(value)) {
        const childPath = Array.isArray(value) ? `${item.path}[${key}]` : join(item.path, key)
        if (!Array.isArray(value)) assertText(key, childPath)
        if (key === '__proto__') refuse(childPath, 'is not a key that can be used')
        open.push({ value: child, path: childPath, depth: depth + 1 })
      }
    }
  }
}

function assertText(text: string, path: string): void {
  if (text.includes('\u0000')) refuse(path, 'holds the character U+0000')
  if (/\p{Surrogate}/u.test(text)) refuse(path, 'holds an unpaired surrogate')
}

function refuse(path: string, problem: string): never {
  const shown = path
    .replaceAll('\u0000', '\ufffd')
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .slice(0, 200)
  throw new ApiError('invalid_request', `${shown || 'the body'} ${problem}`, { meta: { path: shown } })
}

function join(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`
}
