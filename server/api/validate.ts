import { domainToASCII } from 'node:url'
import type { z } from '@hono/zod-openapi'
import { didYouMean, sentInstead } from '../did-you-mean.ts'
import type { EdgeCode } from '../generated/operations.ts'
import { HttpError } from '../http/errors.ts'

type Issue = z.core.$ZodIssue
type Place = readonly PropertyKey[]

const MAX_VALUE_CHARACTERS = 60
const MAX_ISSUES = 50

/**
 * Checks a part of a request against the spec's schema.
 * @param edgeCodes places with a code of their own (`unknown_signer_field`, `invalid_phone`); anything else is
 * `invalid_request` with every problem in `meta.issues`
 * @param ignored unknown keys that `input` no longer has
 * @throws HttpError 400
 */
export function validate<T extends z.ZodType>(
  schema: T,
  input: unknown,
  edgeCodes: readonly EdgeCode[] = [],
  ignored: readonly string[] = [],
): z.output<T> {
  const result = schema.safeParse(input)
  if (result.success) return result.data
  throw refusal(result.error.issues, input, edgeCodes, ignored)
}

/** The error for an `input` with these `issues`. */
export function refusal(
  issues: Issue[],
  input: unknown,
  edgeCodes: readonly EdgeCode[] = [],
  ignored: readonly string[] = [],
): HttpError {
  for (const edge of edgeCodes) {
    const here = issues.filter((issue) => concerns(edge, issue))
    if (here.length > 0)
      return edge.when === 'unknown_key' ? unknownKeys(edge, here) : invalidPlace(edge, here[0]!, input)
  }
  const all = issues.flatMap((issue) => leaves(issue))
  const details = all.slice(0, MAX_ISSUES).map((issue) => ({
    path: pathText(issue.path),
    message: messageOf(issue, input) + (isMissing(issue, input) ? instead(issue.path, all, ignored) : ''),
  }))
  const [first] = details
  return new HttpError('invalid_request', sentence(first!), { meta: { path: first!.path, issues: details } })
}

function isMissing(issue: Issue, input: unknown): boolean {
  return issue.code !== 'unrecognized_keys' && at(input, issue.path) === undefined
}

/** The unknown key that may be meant by the one missing at `place`. */
function instead(place: Place, issues: Issue[], ignored: readonly string[]): string {
  const holder = pathText(place.slice(0, -1))
  const unknown = issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' && pathText(issue.path) === holder ? issue.keys : [],
  )
  return holder === ''
    ? sentInstead(String(place.at(-1)), [...unknown, ...ignored])
    : sentInstead(String(place.at(-1)), unknown, holder)
}

/** Of a union, only the branch that matched deepest is useful in the message. */
function leaves(issue: Issue): Issue[] {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [issue]
  const deepest = issue.errors.reduce((best, branch) => (depth(branch) > depth(best) ? branch : best))
  return deepest.map((leaf) => ({ ...leaf, path: [...issue.path, ...leaf.path] })).flatMap(leaves)
}

function depth(issues: Issue[]): number {
  return Math.max(0, ...issues.map((issue) => issue.path.length))
}

function concerns(edge: EdgeCode, issue: Issue): boolean {
  if ((issue.code === 'unrecognized_keys') !== (edge.when === 'unknown_key')) return false
  return issue.path.length === edge.at.length && edge.at.every((key, i) => key === '*' || key === issue.path[i])
}

/** `meta` names the unknown keys (as a list with indexes if their objects are in an array) and the accepted keys. */
function unknownKeys(edge: EdgeCode, issues: Issue[]): HttpError {
  const found = issues.map((issue) => ({
    place: issue.path,
    fields: issue.code === 'unrecognized_keys' ? issue.keys : [],
  }))
  const [first] = found
  const where = first!.place.length > 0 ? `${pathText(first!.place)} has` : 'the body has'
  const message = `${where} the unknown key ${JSON.stringify(first!.fields[0])}${didYouMean(first!.fields[0], edge.accepted!) || `; accepted: ${edge.accepted!.join(', ')}`}`
  const list = edge.at.length > 0 && edge.at.at(-1) === '*'
  const named = list
    ? { [edge.at[0]!]: found.map(({ place, fields }) => ({ index: Number(place.at(-1)), fields })) }
    : { fields: found.flatMap(({ fields }) => fields) }
  return new HttpError(edge.code, message, { meta: { ...named, accepted: edge.accepted } })
}

function invalidPlace(edge: EdgeCode, issue: Issue, input: unknown): HttpError {
  return new HttpError(edge.code, sentence({ path: pathText(issue.path), message: messageOf(issue, input) }))
}

function sentence({ path, message }: { path: string; message: string }): string {
  return path === '' ? `the body ${message}` : `${path} ${message}`
}

/** States the rule and, where helpful, the value. */
function messageOf(issue: Issue, input: unknown): string {
  const value = at(input, issue.path)
  if (isMissing(issue, input) && issue.code !== 'custom') return 'is required'
  switch (issue.code) {
    case 'invalid_type':
      // A key that must be absent says why.
      if (issue.expected === 'null' && !issue.message.startsWith('Invalid')) return issue.message
      return `must be ${KINDS[issue.expected] ?? issue.expected}, not ${kindOf(value)}`
    case 'invalid_value':
      return mustBe(issue.values, value)
    case 'unrecognized_keys':
      return `has the unknown key ${issue.keys.map((key) => JSON.stringify(key)).join(', ')}`
    case 'too_small':
      return `must ${measure(issue.origin)} at least ${issue.minimum}${unit(issue.origin, issue.minimum)}`
    case 'too_big':
      return `must ${measure(issue.origin)} at most ${issue.maximum}${unit(issue.origin, issue.maximum)}`
    case 'invalid_format':
      if (issue.message.startsWith('Invalid')) return `is not valid: ${quoted(value)}`
      return issue.message + inAscii(value)
    default:
      return issue.message
  }
}

/** What to write for an address at an internationalised domain name (RFC 5891), in whose other form mail is sent. */
function inAscii(value: unknown): string {
  const [, local, domain] =
    (typeof value === 'string' && /^([!-?A-~]+)@([^@\s]*[^\0-\x7f][^@\s]*)$/.exec(value.trim())) || []
  const ascii = domain && domainToASCII(domain)
  return ascii ? `, with its domain in ASCII: ${local}@${ascii}` : ''
}

const KINDS: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'number') return String(value)
  return KINDS[typeof value] ?? typeof value
}

function measure(origin: string): string {
  return origin === 'string' || origin === 'array' ? 'have' : 'be'
}

function unit(origin: string, count: number | bigint): string {
  const plural = Number(count) === 1 ? '' : 's'
  if (origin === 'string') return ` character${plural}`
  return origin === 'array' ? ` element${plural}` : ''
}

/** Known to the schema only because it has a code of its own (contract 9: `placement_retired`). */
const RETIRED: ReadonlySet<unknown> = new Set(['manual'])

function mustBe(values: readonly unknown[], value: unknown): string {
  const allowed = values.filter((one) => !RETIRED.has(one))
  const texts = allowed.filter((one) => typeof one === 'string')
  const list = allowed.map((one) => JSON.stringify(one)).join(' or ')
  return `must be ${list}, not ${quoted(value)}${didYouMean(value, texts)}`
}

function quoted(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > MAX_VALUE_CHARACTERS ? `${text.slice(0, MAX_VALUE_CHARACTERS)}…` : text
}

function at(value: unknown, path: Place): unknown {
  return path.reduce<unknown>(
    (current, key) => (typeof current === 'object' && current !== null ? Reflect.get(current, key) : undefined),
    value,
  )
}

/** `signers[0].email` */
function pathText(path: Place): string {
  return path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .replace(/^\./, '')
}
