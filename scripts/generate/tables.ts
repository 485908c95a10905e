import {
  type Operation,
  operationsOf,
  type ResponseObject,
  refName,
  resolveRef,
  type Schema,
  type Spec,
} from '../../server/openapi.ts'
import { MULTIPART } from '../../server/openapi-published.ts'
import { BANNER } from './server.ts'
import { errorSchemas, PAYLOAD_MODES, webhookBodies } from './spec.ts'

const literal = (value: unknown): string => JSON.stringify(value, null, 2).replaceAll('\n', '\n  ')

/** server/generated/operations.ts: the properties of each operation that the layers around its handler need. */
export function writeOperations(spec: Spec): string {
  const rows = operationsOf(spec).map(({ method, path, operation }) => {
    const row = {
      id: operation.operationId,
      method,
      path,
      authenticated: operation.security?.length !== 0,
      rateLimited: operation['x-rate-limited'] === true,
      scope: operation['x-scope'] ?? null,
      entitlement: operation['x-entitlement'] ?? null,
      idempotent: operation['x-idempotent'] === true,
      body: operation.requestBody
        ? {
            mediaTypes: Object.keys(operation.requestBody.content),
            required: operation.requestBody.required,
            jsonParts: jsonParts(spec, operation.requestBody),
            listParts: listParts(spec, operation.requestBody),
          }
        : null,
      topLevelKeys: operation['x-open-body'] ? bodyKeys(spec, operation) : null,
      edgeCodes: edgeCodes(spec, operation),
      statuses: Object.keys(operation.responses).map(Number),
      errors: errorsOf(spec, operation),
    }
    return `  ${operation.operationId}: ${literal(row)},\n`
  })
  const ids = operationsOf(spec).map(({ operation }) => `  | '${operation.operationId}'`)
  return `${BANNER}
export type OperationId =
${ids.join('\n')}

export interface Operation {
  id: OperationId
  method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  path: string
  /** False: the key is not read. */
  authenticated: boolean
  /** Spends a token of the key's window. */
  rateLimited: boolean
  /** What the key must be allowed to do; null where none is read. */
  scope: 'read' | 'write' | 'disclose' | null
  entitlement: 'enterprise' | null
  /** Accepts an \`Idempotency-Key\`. */
  idempotent: boolean
  body: {
    mediaTypes: readonly ('application/json' | 'multipart/form-data')[]
    required: boolean
    /** The parts of a multipart body that are JSON; every other part is a string. */
    jsonParts: readonly string[]
    /** Those of them that are lists: such a part may be repeated, once for each element. */
    listParts: readonly string[]
  } | null
  /** The known keys of a body whose unknown keys get a warning until 2026-12-31; null where that rule does not apply. */
  topLevelKeys: readonly string[] | null
  edgeCodes: readonly EdgeCode[]
  statuses: readonly number[]
  /** The status of each code. */
  errors: Readonly<Partial<Record<ErrorCode, number>>>
}

/** Where a violation of the body's schema has its own code instead of \`invalid_request\`. */
export interface EdgeCode {
  /** The path in the body, \`*\` for any element of a list. */
  at: readonly string[]
  when: 'unknown_key' | 'invalid'
  code: ErrorCode
  /** The known keys at that path. */
  accepted?: readonly string[]
}

export const operations = {
${rows.join('')}} as const satisfies Record<OperationId, Operation>

/** Every code of an error body. */
export const errorCodes = ${JSON.stringify(spec.components['x-error-codes'], null, 2)} as const

export type ErrorCode = keyof typeof errorCodes
`
}

/** The parts of a multipart body that are JSON: all whose schema allows anything but strings. The file is not a part. */
function jsonParts(spec: Spec, body: Operation['requestBody']): string[] {
  const schema = body?.content[MULTIPART]?.schema
  if (!schema) return []
  const properties = resolveRef(spec, schema).properties ?? {}
  return Object.entries(properties).flatMap(([name, property]) => (isText(spec, property) ? [] : [name]))
}

function listParts(spec: Spec, body: Operation['requestBody']): string[] {
  const schema = body?.content[MULTIPART]?.schema
  if (!schema) return []
  const properties = resolveRef(spec, schema).properties ?? {}
  return Object.entries(properties).flatMap(([name, property]) => (isList(spec, property) ? [name] : []))
}

function isList(spec: Spec, schema: Schema): boolean {
  const target = resolveRef(spec, schema)
  return target.oneOf?.some((member) => isList(spec, member)) ?? [target.type].flat().includes('array')
}

function isText(spec: Spec, schema: Schema): boolean {
  const target = resolveRef(spec, schema)
  if (target.oneOf) return target.oneOf.every((member) => isText(spec, member))
  return [target.type].flat().every((type) => type === 'string' || type === 'null')
}

function bodyKeys(spec: Spec, operation: Operation): string[] {
  const keys = Object.values(operation.requestBody?.content ?? {}).flatMap(({ schema }) =>
    Object.keys(resolveRef(spec, schema).properties ?? {}),
  )
  return [...new Set(keys)]
}

interface EdgeCode {
  at: string[]
  when: 'unknown_key' | 'invalid'
  code: string
  accepted?: string[]
}

/** Where a violation of the schema has its own code instead of \`invalid_request\`. */
function edgeCodes(spec: Spec, operation: Operation): EdgeCode[] {
  const found = new Map<string, EdgeCode>()
  const walk = (schema: Schema, at: string[]): void => {
    const target = resolveRef(spec, schema)
    const invalid = schema['x-invalid-code'] ?? target['x-invalid-code']
    const add = (edge: EdgeCode) => found.set(`${edge.when} ${edge.at.join('.')}`, edge)
    if (invalid) add({ at, when: 'invalid', code: invalid })
    const unknown = target['x-unknown-key-code']
    if (unknown) add({ at, when: 'unknown_key', code: unknown, accepted: Object.keys(target.properties ?? {}) })
    for (const [name, property] of Object.entries(target.properties ?? {})) walk(property, [...at, name])
    if (target.items) walk(target.items, [...at, '*'])
    for (const member of target.oneOf ?? []) walk(member, at)
  }
  for (const { schema } of Object.values(operation.requestBody?.content ?? {})) walk(schema, [])
  return [...found.values()]
}

function errorsOf(spec: Spec, operation: Operation): Record<string, number> {
  const table: Record<string, number> = {}
  for (const [status, response] of Object.entries(operation.responses)) {
    for (const { code } of errorSchemas(spec, resolveRef(spec, response))) {
      if (table[code] !== undefined) throw new Error(`${operation.operationId}: ${code} has two statuses`)
      table[code] = Number(status)
    }
  }
  return table
}

/** sdk/src/generated/errors.ts: every code, whether to retry it, and its body. */
export function writeSdkErrors(spec: Spec): string {
  const bodies = new Map<string, Set<string>>()
  const note = (response: ResponseObject) => {
    for (const { name, code } of errorSchemas(spec, response)) {
      bodies.set(code, (bodies.get(code) ?? new Set()).add(name))
    }
  }
  for (const { operation } of operationsOf(spec)) {
    for (const response of Object.values(operation.responses)) note(resolveRef(spec, response))
  }
  for (const response of Object.values(spec.components.responses)) note(response)
  const lines = [...bodies].map(
    ([code, names]) =>
      `  ${/^\w+$/.test(code) ? code : `'${code}'`}: ${[...names].map((name) => `Schemas['${name}']`).join(' | ')}\n`,
  )
  const codes = Object.entries(spec.components['x-error-codes'])
  const retryable = codes.filter(([, entry]) => entry.retryable).map(([code]) => code)
  const permanent = codes.flatMap(([code, { retryable: again, statuses }]) =>
    !again && statuses.some((status) => status >= 500) ? [code] : [],
  )
  return `${BANNER}import type { components } from './openapi.ts'

type Schemas = components['schemas']

/** The body of each documented code. */
export interface ErrorBodies {
${lines.join('')}}

/** Every documented code. New ones may appear: fall back to the status. */
export type ErrorCode = keyof ErrorBodies

/** Codes after which the same call may succeed unchanged. */
export const retryableCodes: readonly string[] = ${JSON.stringify(retryable)}

/** Codes of a 5xx after which it fails again. A 5xx with a newer code is judged by its status. */
export const permanentCodes: readonly string[] = ${JSON.stringify(permanent)}
`
}

/** sdk/src/generated/models.ts: what the SDK exports under the names of the spec, which is all but the bodies of errors. */
export function writeSdkModels(spec: Spec): string {
  const names = Object.keys(spec.components.schemas).filter((name) => !name.endsWith('Error'))
  return `${BANNER}export type {\n${names.map((name) => `  ${name},\n`).join('')}} from './openapi.ts'\n`
}

/** sdk/src/generated/events.ts: every event with its two bodies. */
export function writeSdkEvents(spec: Spec): string {
  const rows = Object.entries(spec.webhooks).map(([event, { post }]) => {
    const bodies = webhookBodies(spec, post)
    const named = PAYLOAD_MODES.map((mode) => {
      const name = refName(bodies[mode].$ref!)
      return `${mode}: ${mode === 'minimal' ? `Minimal<'${event}', Schemas['${name}']>` : `Schemas['${name}']`}`
    })
    return `  '${event}': { ${named.join('; ')} }\n`
  })
  const names = Object.keys(spec.webhooks).map((event) => `  '${event}',\n`)
  return `${BANNER}import type { components } from './openapi.ts'

type Schemas = components['schemas']
type Minimal<Name extends string, Body> = Omit<Body, 'event'> & { event: Name }

/** The names of all events. New ones may appear: return 2xx for unknown ones. */
export const eventNames = [
${names.join('')}] as const

export type EventName = (typeof eventNames)[number]

/** The bodies of each event, for a hook in full and in minimal mode. */
export interface WebhookBodies {
${rows.join('')}}
`
}

/** sdk/src/generated/event-examples.ts: each event as a full and as a minimal hook gets it. */
export function writeSdkEventExamples(spec: Spec): string {
  const rows = Object.entries(spec.webhooks).map(([event, { post }]) => {
    const { example, examples = {} } = post.requestBody!.content['application/json']!
    const shown = PAYLOAD_MODES.map((mode) => {
      // A ping is the same in either mode.
      const value = examples[mode]?.value ?? example
      if (value === undefined) throw new Error(`${event} has no example of a ${mode} body`)
      return `${mode}: ${JSON.stringify(value)}`
    })
    return `  '${event}': { ${shown.join(', ')} },\n`
  })
  return `${BANNER}import type { EventName } from './events.ts'

export const eventExamples: Record<EventName, Record<'full' | 'minimal', object>> = {
${rows.join('')}}
`
}

/** server/generated/event-examples.ts: what each event carries besides the envelope, as an example. */
export function writeEventExamples(spec: Spec): string {
  const envelope = ['event', 'event_id', 'created_at', 'workspace_id']
  const rows = Object.entries(spec.webhooks).flatMap(([event, { post }]) => {
    // A ping is its envelope, in either mode.
    if (event === 'ping') return []
    const full = post.requestBody!.content['application/json']!.examples?.full?.value
    if (typeof full !== 'object' || full === null || Array.isArray(full)) throw new Error(`${event} has no example`)
    const own = Object.entries(full).filter(([key]) => !envelope.includes(key))
    return [`  '${event}': ${literal(Object.fromEntries(own))},\n`]
  })
  return `${BANNER}
/** By event name: the fields of a full body besides the envelope. */
export const eventExamples = {
${rows.join('')}} as const
`
}
