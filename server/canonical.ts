import { createHash } from 'node:crypto'

import canonicalizeModule from 'canonicalize'

// The package is CommonJS and exports the function itself; its types describe a default export.
const canonicalize = canonicalizeModule as unknown as (value: unknown) => string | undefined

/**
 * Canonical JSON (RFC 8785): equal values give equal text. @throws for values without a JSON form, such as undefined
 */
export function canonicalJson(value: unknown): string {
  const text = canonicalize(value)
  if (text === undefined) throw new TypeError('this value has no JSON form')
  return text
}

/** Tells values apart, whatever the order of their keys: a form sends it back, to be compared with what is stored by then. */
export function digestOf(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('base64url')
}
