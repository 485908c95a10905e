import { type Media, operationsOf, resolveRef, type Schema, type Spec } from '../../server/openapi.ts'

type Node = Record<string, unknown>
type IsNewer = (since: unknown) => boolean

/** What references lead to; the other parts of the components are kept whole. */
const KINDS = ['schemas', 'responses', 'headers', 'parameters'] as const

/**
 * The spec as it was in an earlier release: without whatever is newer (`x-since`, `x-enum-since`), without components that
 * nothing refers to then, and with examples that show neither. A component's own mark does not count: it stays as long as
 * something that stays refers to it.
 * @param date of the release; `next` is newer than any
 */
export function asOf(spec: Spec, date: string): Spec {
  const isNewer: IsNewer = (since) => typeof since === 'string' && (since === 'next' || since > date)
  const old = structuredClone(spec)
  old.info.version = date
  drop(old.paths, isNewer)
  drop(old.webhooks, isNewer)
  drop(old['x-any-path'], isNewer)
  for (const kind of KINDS) for (const component of Object.values(componentsOf(old, kind))) drop(component, isNewer)
  for (const items of [old.paths, old.webhooks] as Record<string, object>[]) {
    for (const [name, item] of Object.entries(items)) if (Object.keys(item).length === 0) delete items[name]
  }
  for (const media of mediaOf(old)) {
    if (media.example !== undefined) media.example = shown(old, media.schema, media.example) as never
    for (const one of Object.values(media.examples ?? {})) one.value = shown(old, media.schema, one.value) as never
  }
  for (const schema of Object.values(old.components.schemas)) {
    if (schema.examples) schema.examples = schema.examples.map((value) => shown(old, schema, value)) as never
  }
  removeUnused(old)
  unmark(old)
  old.info.description = old.info.description.replace(/\n+Anything marked `x-since: next`.*\n/, '\n')
  return old
}

function componentsOf(spec: Spec, kind: (typeof KINDS)[number]): Record<string, object> {
  return (spec.components as unknown as Record<string, Record<string, object> | undefined>)[kind] ?? {}
}

/** Removes what is marked newer below `node`: keys, elements of lists, values of enums, names of required properties. */
function drop(node: unknown, isNewer: IsNewer): void {
  if (typeof node !== 'object' || node === null) return
  const isDropped = (value: unknown) =>
    typeof value === 'object' && value !== null && isNewer((value as Node)['x-since'])
  if (Array.isArray(node)) {
    node.splice(0, node.length, ...node.filter((one) => !isDropped(one)))
    for (const one of node) drop(one, isNewer)
    return
  }
  const here = node as Node
  const { properties, enum: values, required, 'x-enum-since': since } = here as Schema
  const gone = Object.entries(properties ?? {}).flatMap(([name, property]) => (isDropped(property) ? [name] : []))
  if (required && gone.length > 0) here.required = required.filter((name) => !gone.includes(name))
  if (values && since) here.enum = values.filter((value) => value === null || !isNewer(since[value]))
  for (const [key, value] of Object.entries(here)) {
    if (isDropped(value)) delete here[key]
    else drop(value, isNewer)
  }
  for (const key of ['oneOf', 'anyOf'] as const) {
    const { [key]: members, ...rest } = here as Schema
    if (members?.length !== 1) continue
    delete here[key]
    Object.assign(here, { ...members[0], ...rest })
  }
}

/** Marks are for what a release does not have yet. */
function unmark(node: unknown): void {
  if (typeof node !== 'object' || node === null) return
  const here = node as Node
  delete here['x-since']
  delete here['x-enum-since']
  for (const value of Object.values(here)) unmark(value)
}

function mediaOf(spec: Spec): Media[] {
  const operations = [
    ...operationsOf(spec).map((one) => one.operation),
    ...Object.values(spec.webhooks).map((one) => one.post),
  ]
  return operations.flatMap(({ requestBody, responses }) =>
    [
      ...(requestBody ? [requestBody] : []),
      ...Object.values(responses).map((response) => resolveRef(spec, response)),
    ].flatMap(({ content }) => Object.values(content ?? {})),
  )
}

/** An example without the keys that its schema no longer has. */
function shown(spec: Spec, schema: Schema | undefined, value: unknown): unknown {
  if (!schema || typeof value !== 'object' || value === null) return value
  const parts = partsOf(spec, schema)
  if (Array.isArray(value)) {
    const { items } = parts.find((part) => part.items) ?? {}
    return value.map((one) => shown(spec, items, one))
  }
  const properties: Record<string, Schema> = Object.assign({}, ...parts.map((part) => part.properties ?? {}))
  if (Object.keys(properties).length === 0) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, one]) =>
      key in properties ? [[key, shown(spec, properties[key], one)]] : [],
    ),
  )
}

/** The schema, and those it is put together from. */
function partsOf(spec: Spec, schema: Schema): Schema[] {
  const target = resolveRef(spec, schema)
  const members = [...(target.oneOf ?? []), ...(target.anyOf ?? []), ...(target.allOf ?? [])]
  return [target, ...members.flatMap((member) => partsOf(spec, member))]
}

function removeUnused(spec: Spec): void {
  const used = new Set<string>()
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    for (const [key, value] of Object.entries(node)) {
      if (key !== '$ref' || typeof value !== 'string') visit(value)
      else if (!used.has(value)) {
        used.add(value)
        visit(resolveRef(spec, { $ref: value }))
      }
    }
  }
  visit([spec.paths, spec.webhooks, spec['x-any-path']])
  for (const kind of KINDS) {
    const components = componentsOf(spec, kind)
    for (const name of Object.keys(components)) if (!used.has(`#/components/${kind}/${name}`)) delete components[name]
  }
}
