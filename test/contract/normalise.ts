interface Node {
  [key: string]: unknown
}

export interface Document {
  paths: Node
  components: { schemas: Record<string, unknown> }
}

/** Annotations, and what `createRoute` has no place for: they bind no body. */
const DROPPED = new Set(['description', 'summary', 'examples', 'example', 'headers', 'encoding', 'default'])

/**
 * An OpenAPI document reduced to what it demands, so that two spellings of one demand compare equal: `const` is an
 * `enum` of one, `anyOf` is `oneOf` (all of ours exclude each other), a null among types or members is `nullable`,
 * a `required` that is empty or false is none, additional properties `{}` are `true`, beside a reference nothing counts, and only schemas are referred to.
 */
export function normalise(document: Document): Document {
  const { paths, components } = document
  return walk({ paths, components: { schemas: components.schemas } }, document) as unknown as Document
}

function walk(value: unknown, document: Document): unknown {
  if (Array.isArray(value)) return value.map((one) => walk(one, document))
  if (typeof value !== 'object' || value === null) return value
  const node = value as Node
  if (typeof node.$ref === 'string') {
    if (node.$ref.startsWith('#/components/schemas/')) return { $ref: node.$ref }
    return walk(at(document, node.$ref), document)
  }
  const out: Node = {}
  for (const [key, child] of Object.entries(node)) {
    if (key === 'properties' || key === 'schemas' || key === 'paths') {
      out[key] = Object.fromEntries(Object.entries(child as Node).map(([name, one]) => [name, walk(one, document)]))
    } else if (!DROPPED.has(key) && !key.startsWith('x-')) out[key] = walk(child, document)
  }
  return spelled(out)
}

function at(document: Document, reference: string): unknown {
  return reference
    .slice(2)
    .split('/')
    .reduce((node: unknown, key) => (node as Node)[key], document)
}

function spelled(node: Node): Node {
  const out = { ...node }
  if (isEmptyObject(out.additionalProperties)) out.additionalProperties = true
  if ('const' in out) {
    out.enum = [out.const]
    delete out.const
  }
  for (const key of ['anyOf', 'oneOf']) {
    if (!Array.isArray(out[key])) continue
    const members = out[key] as Node[]
    delete out[key]
    const others = members.filter((member) => member.type !== 'null')
    if (others.length < members.length) out.nullable = true
    out.members = others
  }
  if (Array.isArray(out.type)) {
    const types = out.type as string[]
    if (types.includes('null')) out.nullable = true
    const others = types.filter((type) => type !== 'null')
    if (others.length > 1) {
      out.members = others.map((type) => ({ type }))
      delete out.type
    } else out.type = others[0]
  }
  if (Array.isArray(out.enum)) {
    if (out.enum.includes(null)) out.nullable = true
    out.enum = (out.enum as unknown[]).filter((value) => value !== null)
    delete out.type
  }
  // Of a parameter; of an object it is a list.
  if (out.required === false || (Array.isArray(out.required) && out.required.length === 0)) delete out.required
  return out
}

function isEmptyObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0
}
