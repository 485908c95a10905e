import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** A JSON Schema of the spec; the generator rejects keywords that are not listed here. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  items?: Schema
  minItems?: number
  maxItems?: number
  enum?: (string | null)[]
  const?: string
  oneOf?: Schema[]
  anyOf?: Schema[]
  allOf?: Schema[]
  if?: Schema
  then?: Schema
  minLength?: number
  maxLength?: number
  pattern?: string
  minimum?: number
  maximum?: number
  format?: string
  default?: Json
  description?: string
  examples?: Json[]
  'x-since'?: string
  'x-enum-since'?: Record<string, string>
  /** Surrounding white space is removed before the other rules apply. */
  'x-trim'?: boolean
  /** What the server checks where `pattern` cannot say it: validators without the flag `u` misread `\p{L}`. */
  'x-pattern'?: string
  /** The error message when the pattern does not match. */
  'x-message'?: string
  /** Not validated at the edge: the domain returns its own code. */
  'x-judged-by-domain'?: boolean
  /** The code for an unknown key of this object. */
  'x-unknown-key-code'?: string
  /** The code for an invalid value. */
  'x-invalid-code'?: string
  'x-retryable'?: boolean
  /** Of an error: what the caller does about it; one schema of each code has it. */
  'x-fix'?: string
  /** Why nothing in this release causes the error. */
  'x-never-sent'?: string
  'x-payload-mode'?: 'full' | 'minimal'
  /** Of a published part: the schema that it is meant to have (decision 0542). */
  'x-schema'?: Schema
}

export interface Header {
  $ref?: string
  required?: boolean
  schema: Schema
}

export interface Media {
  schema: Schema
  /** Of a published `application/*`, in place of `schema`: what `application/json` takes (decision 0542). */
  'x-schema'?: Schema
  example?: Json
  examples?: Record<string, { value: Json }>
}

export interface ResponseObject {
  $ref?: string
  description: string
  headers?: Record<string, Header>
  content?: Record<string, Media>
  'x-codes'?: string[]
}

export interface Parameter {
  $ref?: string
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  schema: Schema
}

export interface Operation {
  operationId: string
  summary: string
  tags: string[]
  deprecated?: boolean
  security?: object[]
  parameters?: Parameter[]
  requestBody?: { required: boolean; content: Record<string, Media> }
  responses: Record<string, ResponseObject>
  'x-rate-limited'?: boolean
  'x-scope'?: 'read' | 'write'
  'x-entitlement'?: 'enterprise'
  'x-idempotent'?: boolean
  'x-open-body'?: boolean
}

export interface ErrorCodeEntry {
  description: string
  retryable: boolean
  statuses: number[]
}

export interface Spec {
  openapi: string
  info: { version: string; description: string }
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, { post: Operation }>
  components: {
    schemas: Record<string, Schema>
    responses: Record<string, ResponseObject>
    'x-error-codes': Record<string, ErrorCodeEntry>
  }
}

export const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const

/** The multi-file spec as one document, bundled by redocly. */
export function bundle(root: string): Spec {
  const directory = mkdtempSync(join(tmpdir(), 'spec-'))
  try {
    const output = join(directory, 'openapi.json')
    const cli = join(root, 'node_modules/@redocly/cli/bin/cli.js')
    const args = [cli, 'bundle', 'spec/openapi.yaml', '--config', 'spec/redocly.yaml', '--output', output]
    const { status, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
    if (status !== 0) throw new Error(`redocly bundle failed:\n${stderr}`)
    return JSON.parse(readFileSync(output, 'utf8')) as Spec
  } finally {
    rmSync(directory, { recursive: true })
  }
}

/** Follows references to the referenced object. */
export function resolve<T extends object>(spec: Spec, node: T): T {
  const ref = (node as { $ref?: string }).$ref
  if (ref === undefined) return node
  const target = ref
    .slice(2)
    .split('/')
    .reduce((at: unknown, key) => (at as Record<string, unknown>)?.[key], spec)
  if (typeof target !== 'object' || target === null) throw new Error(`cannot resolve ${ref}`)
  return resolve(spec, target as T)
}

export const refName = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1)

/** Every operation of the paths, in the order of the document. */
export function operationsOf(spec: Spec): { method: (typeof METHODS)[number]; path: string; operation: Operation }[] {
  return Object.entries(spec.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => (item[method] ? [{ method, path, operation: item[method] }] : [])),
  )
}

/** The error schemas behind a response's body: one for each possible code. */
export function errorSchemas(spec: Spec, response: ResponseObject): { name: string; code: string; schema: Schema }[] {
  const schema = response.content?.['application/json']?.schema
  if (!schema) return []
  return (schema.oneOf ?? [schema]).flatMap((member) => {
    const target = resolve(spec, member)
    const code = target.properties?.code?.const
    return code !== undefined && target.properties?.error && member.$ref
      ? [{ name: refName(member.$ref), code, schema: target }]
      : []
  })
}

export const PAYLOAD_MODES = ['full', 'minimal'] as const

/** The body of a webhook in each payload mode; a single schema is used for both when they do not differ. */
export function webhookBodies(spec: Spec, post: Operation): Record<(typeof PAYLOAD_MODES)[number], Schema> {
  const { schema } = post.requestBody!.content['application/json']!
  const [full, minimal] = PAYLOAD_MODES.map((mode) =>
    (schema.anyOf ?? [schema]).find((body) => (resolve(spec, body)['x-payload-mode'] ?? mode) === mode),
  )
  if (!full || !minimal) throw new Error(`${post.operationId} has no body for one of the payload modes`)
  return { full, minimal }
}

export const MULTIPART = 'multipart/form-data'
const JSON_TYPE = 'application/json'
const HIDDEN = 'application/*'

/**
 * The spec as it is published, for generators of clients (decision 0542). JSON beside multipart is listed as
 * `application/*` without a `schema`: they otherwise take it and cannot send a file. A part that is a list or an object is
 * published without null: they otherwise append it to the form without encoding it.
 */
export function toPublish(spec: Spec): Spec {
  const published = withContents(spec, ({ [JSON_TYPE]: json, ...content }) => {
    if (!json || !(MULTIPART in content)) return null
    const { schema, ...rest } = json
    return { ...content, [HIDDEN]: { 'x-schema': schema, ...rest } as Media }
  })
  return withParts(published, (part) => {
    const plain = withoutNull(published, part)
    return plain && { ...plain, 'x-schema': part }
  })
}

/** The opposite of `toPublish`: what the server takes. */
export function asMeant(published: Spec): Spec {
  const spec = withContents(published, ({ [HIDDEN]: hidden, ...content }) => {
    const { 'x-schema': schema, ...rest } = hidden ?? {}
    return schema ? { ...content, [JSON_TYPE]: { ...rest, schema } } : null
  })
  return withParts(spec, (part) => part['x-schema'] ?? null)
}

/** A list or an object that may be null, without null; null for anything else. */
function withoutNull(spec: Spec, part: Schema): Schema | null {
  const { type, oneOf, 'x-judged-by-domain': _, ...rest } = { ...resolve(spec, part), $ref: undefined }
  if (Array.isArray(type) && type.includes('array')) return { ...rest, type: 'array' }
  const object = oneOf?.find((member) => resolve(spec, member).type === 'object')
  return object ? { ...rest, ...object } : null
}

/** Changes the properties of multipart bodies; null leaves one as it is. */
function withParts(spec: Spec, change: (part: Schema) => Schema | null): Spec {
  for (const { operation } of operationsOf(spec)) {
    const schema = operation.requestBody?.content[MULTIPART]?.schema
    const { properties = {} } = schema ? resolve(spec, schema) : {}
    // Two operations may share one schema.
    for (const [name, part] of Object.entries(properties)) properties[name] = change(part) ?? part
  }
  return spec
}

type Contents = Record<string, Media>

/** A copy with the contents of request bodies changed; null leaves one as it is. */
function withContents(spec: Spec, change: (content: Contents) => Contents | null): Spec {
  const copy = structuredClone(spec)
  for (const { operation } of operationsOf(copy)) {
    const body = operation.requestBody
    if (body) body.content = change(body.content) ?? body.content
  }
  return copy
}

/** Adds derived data: `x-codes` to every error response, the table of all codes to the components. */
export function annotate(spec: Spec): Spec {
  const codes: Record<string, ErrorCodeEntry> = {}
  const note = (response: ResponseObject, status: number) => {
    const errors = errorSchemas(spec, response)
    if (errors.length === 0) return
    response['x-codes'] = errors.map((error) => error.code)
    for (const { code, schema } of errors) {
      codes[code] ??= {
        description: schema.description ?? '',
        retryable: schema['x-retryable'] === true,
        statuses: [],
      }
      const entry = codes[code]
      if (!entry.statuses.includes(status)) entry.statuses.push(status)
    }
  }
  for (const { operation } of operationsOf(spec)) {
    for (const [status, response] of Object.entries(operation.responses)) note(resolve(spec, response), Number(status))
  }
  // Not in releases before it.
  const { MethodNotAllowed } = spec.components.responses
  if (MethodNotAllowed) note(MethodNotAllowed, 405)
  spec.components['x-error-codes'] = codes
  return spec
}
