import { operationsOf, type Spec } from '../../server/openapi.ts'

/** Keys of the spec whose text is for people. */
const PROSE = new Set(['description', 'summary', 'x-fix', 'x-never-sent'])
/** Keys whose content shows values of a caller, not names of the API. */
const SHOWN = new Set(['example', 'examples', ...PROSE])

function visit(node: unknown, see: (key: string, value: unknown) => boolean): void {
  if (typeof node !== 'object' || node === null) return
  for (const [key, value] of Object.entries(node)) if (see(key, value)) visit(value, see)
}

/** What a text about the API can name: operations, events, keys, values, codes, parameters and headers. */
export function namesOf(spec: Spec): Set<string> {
  const names = new Set([
    ...operationsOf(spec).map(({ method, path }) => `${method.toUpperCase()} ${path}`),
    ...Object.keys(spec.webhooks),
  ])
  visit(spec, (key, value) => {
    if (SHOWN.has(key)) return false
    if (key === 'properties' || key === 'headers') for (const name of Object.keys(value as object)) names.add(name)
    if (key === 'enum' || key === 'x-codes') for (const name of Object.values(value as object)) names.add(String(name))
    if (key === 'const' || key === 'name') names.add(String(value))
    return true
  })
  return names
}

/** The words in backticks of all texts: whole, and up to a colon or brackets (`placement: manual`, `warnings[]`). */
export function wordsOf(spec: Spec): Set<string> {
  const words = new Set<string>()
  visit(spec, (key, value) => {
    if (key === 'example' || key === 'examples') return false
    if (!PROSE.has(key) || typeof value !== 'string') return true
    for (const [, word = ''] of value.matchAll(/`([^`]+)`/g))
      for (const one of [word, word.replace(/(:|\[).*$/, '')]) words.add(one)
    return false
  })
  return words
}
