/**
 * The OpenAPI document of the API as types, and how to walk it. The docs that the server renders, the generators and the
 * tests all read it by these.
 */

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** A JSON Schema of the spec; the generators reject keywords that are not listed here. */
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
  /** Known only because it has a code of its own: nobody is offered it. */
  'x-enum-retired'?: string[]
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
  /** Of a published part: the schema that it is meant to have (decision 0003). */
  'x-schema'?: Schema
}

export interface Header {
  $ref?: string
  required?: boolean
  schema: Schema
}

export interface Media {
  schema: Schema
  /** Of a published `application/*`, in place of `schema`: what `application/json` takes (decision 0003). */
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
  description?: string
  schema: Schema
  example?: Json
}

export interface Operation {
  operationId: string
  summary: string
  description?: string
  tags: string[]
  deprecated?: boolean
  security?: object[]
  parameters?: Parameter[]
  requestBody?: { required?: boolean; content: Record<string, Media> }
  responses: Record<string, ResponseObject>
  'x-since'?: string
  'x-rate-limited'?: boolean
  'x-scope'?: 'read' | 'write' | 'disclose'
  'x-entitlement'?: 'enterprise'
  'x-idempotent'?: boolean
  'x-open-body'?: boolean
  /** Of the served spec alone. */
  'x-codeSamples'?: { lang: string; label: string; source: string }[]
}

export interface ErrorCodeEntry {
  description: string
  retryable: boolean
  statuses: number[]
}

export interface Spec {
  openapi: string
  info: { version: string; summary: string; description: string }
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, { post: Operation }>
  /** What is answered outside the operations: an unknown path, an unsupported method. Early releases lack it. */
  'x-any-path'?: { responses: Record<string, ResponseObject> }
  components: {
    schemas: Record<string, Schema>
    responses: Record<string, ResponseObject>
    'x-error-codes': Record<string, ErrorCodeEntry>
  }
}

export const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const

/** Follows references to the referenced object. */
export function resolveRef<T extends object>(spec: Spec, node: T): T {
  const ref = (node as { $ref?: string }).$ref
  if (ref === undefined) return node
  const target = ref
    .slice(2)
    .split('/')
    .reduce((at: unknown, key) => (at as Record<string, unknown>)?.[key], spec)
  if (typeof target !== 'object' || target === null) throw new Error(`cannot resolve ${ref}`)
  return resolveRef(spec, target as T)
}

export const refName = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1)

/** An operation with its place. */
export interface PlacedOperation {
  method: (typeof METHODS)[number]
  path: string
  operation: Operation
}

/** Every operation of the paths, in the order of the document. */
export function operationsOf(spec: Spec): PlacedOperation[] {
  return Object.entries(spec.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => (item[method] ? [{ method, path, operation: item[method] }] : [])),
  )
}
