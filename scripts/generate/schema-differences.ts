import { operationsOf, refName, resolveRef, type Schema, type Spec } from '../../server/openapi.ts'
import { changed, type Difference, ofLists } from './difference.ts'

/** Who reads what a schema describes; one in both directions breaks for either. */
interface Reach {
  input: Set<string>
  output: Set<string>
}

/** The differences of the schemas that both releases have, by their names; new ones come with what refers to them. */
export function schemaDifferences(before: Spec, after: Spec): Difference[] {
  const reach = reachOf(after)
  const found = Object.entries(before.components.schemas).flatMap(([name, old]) => {
    const next = after.components.schemas[name]
    const side: Comparison = {
      before,
      after,
      input: reach.input.has(name),
      output: reach.output.has(name),
      refs: new Set(),
    }
    return next ? compare(side, name, old, next) : []
  })
  // A schema within two others differs in both, by the same name.
  return [...new Map(found.map((one) => [`${one.name} ${one.change}`, one])).values()]
}

interface Comparison {
  before: Spec
  after: Spec
  input: boolean
  output: boolean
  /** References that were replaced by others, so that none is followed twice. */
  refs: Set<string>
}

function compare(side: Comparison, at: string, old: Schema, next: Schema): Difference[] {
  if (old.$ref && old.$ref === next.$ref) return compare(side, at, withoutRef(old), withoutRef(next))
  if (old.$ref || next.$ref) {
    const replaced = `${old.$ref} ${next.$ref}`
    if (side.refs.has(replaced)) return []
    const within = { ...side, refs: new Set([...side.refs, replaced]) }
    if (!isUnion(old) && !isUnion(next)) return compare(within, at, plain(side.before, old), plain(side.after, next))
  }
  if (isUnion(old) || isUnion(next)) return ofUnion(side, at, old, next)
  return [
    ...ofTypes(side, at, old, next),
    ...ofEnum(side, at, old, next),
    ...ofRules(side, at, old, next),
    ...ofProperties(side, at, old, next),
    ...(old.items && next.items ? compare(side, `${at}[]`, old.items, next.items) : []),
    ...(isSchema(old.additionalProperties) && isSchema(next.additionalProperties)
      ? compare(side, `${at}.*`, old.additionalProperties, next.additionalProperties)
      : []),
  ]
}

const withoutRef = ({ $ref: _, ...rest }: Schema): Schema => rest
const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null
const isUnion = (schema: Schema): boolean => (schema.oneOf ?? schema.anyOf) !== undefined

/** What a reference leads to, with what stands beside it. */
function plain(spec: Spec, { $ref, ...rest }: Schema): Schema {
  return $ref === undefined ? rest : { ...resolveRef(spec, { $ref } as Schema), ...rest }
}

function ofUnion(side: Comparison, at: string, old: Schema, next: Schema): Difference[] {
  const [before, after] = [membersOf(old), membersOf(next)]
  const names = ofLists([...before.keys()], [...after.keys()], (name) => `${at}|${name}`)
  const inside = [...before].flatMap(([name, member]) => {
    const other = after.get(name)
    return other ? compare(side, `${at}|${name}`, member, other) : []
  })
  // A reader that was never told of null does not expect it.
  return [
    ...names.map((one) =>
      one.name.endsWith('|null') && one.change === 'added' ? { ...one, breaking: side.output } : one,
    ),
    ...inside,
  ]
}

function membersOf(schema: Schema): Map<string, Schema> {
  const members = schema.oneOf ?? schema.anyOf ?? [schema]
  return new Map(members.map((one) => [one.$ref ? refName(one.$ref) : String(one.const ?? one.type ?? 'any'), one]))
}

function ofTypes({ input, output }: Comparison, at: string, old: Schema, next: Schema): Difference[] {
  const [before, after] = [old, next].map(({ type }) => [type ?? []].flat()) as [string[], string[]]
  return ofLists(before, after, (type) => `${at} type ${type}`).map((one) => ({
    ...one,
    breaking: one.change === 'gone' ? input : output || before.length === 0,
  }))
}

function ofEnum({ input }: Comparison, at: string, old: Schema, next: Schema): Difference[] {
  if (old.enum && next.enum) return ofLists(old.enum.map(String), next.enum.map(String), (value) => `${at}=${value}`)
  return Boolean(old.enum) === Boolean(next.enum) ? [] : [changed(`${at} enum`, input && next.enum !== undefined)]
}

/** Keys under which a larger value permits more, and under which a smaller one does. */
const UPPER = ['maxLength', 'maximum', 'maxItems'] as const
const LOWER = ['minLength', 'minimum', 'minItems'] as const

function ofRules({ input }: Comparison, at: string, old: Schema, next: Schema): Difference[] {
  const limits = [...UPPER, ...LOWER].flatMap((key) => {
    const [before, after] = [old[key], next[key]]
    if (before === after) return []
    const isUpper = UPPER.some((one) => one === key)
    const tighter = after !== undefined && (before === undefined || (isUpper ? after < before : after > before))
    return [changed(`${at} ${key}`, input && tighter)]
  })
  const texts = (['format', 'pattern', 'const'] as const).flatMap((key) =>
    old[key] === next[key] ? [] : [changed(`${at} ${key}`, (input && next[key] !== undefined) || key === 'const')],
  )
  const others = (['default', 'if', 'then', 'allOf'] as const).flatMap((key) =>
    JSON.stringify(said(old[key])) === JSON.stringify(said(next[key]))
      ? []
      : [changed(`${at} ${key}`, input && next[key] !== undefined && old[key] !== undefined)],
  )
  const closes = input && next.additionalProperties === false && old.additionalProperties !== false
  return [...limits, ...texts, ...others, ...(closes ? [changed(`${at} additionalProperties`, true)] : [])]
}

/** Without the texts and marks for readers. */
function said(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(said)
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([key]) => !/^(description|examples|x-.*)$/.test(key))
  return Object.fromEntries(kept.map(([key, one]) => [key, said(one)]))
}

function ofProperties(side: Comparison, at: string, old: Schema, next: Schema): Difference[] {
  const [before, after] = [old.properties ?? {}, next.properties ?? {}]
  const asked = new Set(next.required)
  const names = ofLists(Object.keys(before), Object.keys(after), (name) => `${at}.${name}`).map((one) =>
    one.change === 'added' ? { ...one, breaking: side.input && asked.has(one.name.slice(at.length + 1)) } : one,
  )
  const required = ofLists(old.required ?? [], next.required ?? [], (name) => name).flatMap(({ name, change }) =>
    name in before && name in after
      ? [changed(`${at}.${name} required`, change === 'added' ? side.input : side.output)]
      : [],
  )
  const inside = Object.entries(before).flatMap(([name, property]) => {
    const other = after[name]
    return other ? compare(side, `${at}.${name}`, property, other) : []
  })
  return [...names, ...required, ...inside]
}

/** The components that bodies of requests lead to, and those that answers and webhooks lead to. */
function reachOf(spec: Spec): Reach {
  const [input, output] = [new Set<string>(), new Set<string>()]
  for (const { operation } of operationsOf(spec)) {
    follow(spec, [operation.requestBody, operation.parameters], input)
    follow(spec, operation.responses, output)
  }
  follow(spec, spec.webhooks, output)
  return { input, output }
}

function follow(spec: Spec, node: unknown, seen: Set<string>): void {
  if (typeof node !== 'object' || node === null) return
  for (const [key, value] of Object.entries(node)) {
    if (key !== '$ref' || typeof value !== 'string') follow(spec, value, seen)
    else if (!seen.has(value)) {
      seen.add(value)
      if (value.startsWith('#/components/schemas/')) seen.add(refName(value))
      follow(spec, resolveRef(spec, { $ref: value }), seen)
    }
  }
}
