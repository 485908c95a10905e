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
