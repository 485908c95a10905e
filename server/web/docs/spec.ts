import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The parts of a JSON Schema of `spec/openapi.json` that the reference shows. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  items?: Schema
  enum?: (string | null)[]
  const?: string
  oneOf?: Schema[]
  anyOf?: Schema[]
  allOf?: Schema[]
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  minimum?: number
  maximum?: number
  format?: string
  default?: unknown
  description?: string
  examples?: unknown[]
  'x-since'?: string
  'x-fix'?: string
  'x-never-sent'?: string
  'x-retryable'?: boolean
  'x-schema'?: Schema
}

export interface Media {
  schema?: Schema
  /** Of `application/*`: what `application/json` takes (decision 0542). */
  'x-schema'?: Schema
  example?: unknown
  examples?: Record<string, { value: unknown }>
}

export interface ResponseObject {
  $ref?: string
  description: string
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
  example?: unknown
}

export interface Operation {
  operationId: string
  summary: string
  description?: string
  tags: string[]
  parameters?: Parameter[]
  requestBody?: { required?: boolean; content: Record<string, Media> }
  responses: Record<string, ResponseObject>
  security?: object[]
  'x-since'?: string
  'x-rate-limited'?: boolean
  'x-scope'?: 'read' | 'write'
  'x-entitlement'?: 'enterprise'
  'x-idempotent'?: boolean
}

export interface Spec {
  info: { version: string; summary: string; description: string }
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, { post: Operation }>
  components: {
    schemas: Record<string, Schema>
    'x-error-codes': Record<string, { description: string; statuses: number[]; retryable: boolean }>
  }
}

const FILE = fileURLToPath(new URL('../../../spec/openapi.json', import.meta.url))
/** The address that the spec and the guides write for a server; pages show their own server's. */
const SITE = 'https://sign.example.com'

/** The addresses of this server, in place of those written in the spec and the guides. */
export interface Addresses {
  /** Without a slash at the end. */
  publicUrl: string
  /** With `/v1`. */
  apiUrl: string
}

export function withAddresses(text: string, { publicUrl, apiUrl }: Addresses): string {
  return text.replaceAll(`${SITE}/v1`, apiUrl).replaceAll(SITE, publicUrl)
}

/** The published spec, with the addresses of this server. */
export function loadSpec(addresses: Addresses): Spec {
  return JSON.parse(withAddresses(readFileSync(FILE, 'utf8'), addresses)) as Spec
}

/** An operation with its place. */
export interface Place {
  method: string
  path: string
  operation: Operation
}

export function operationsOf(spec: Spec): Place[] {
  return Object.entries(spec.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
}

/** `Signing requests` is shown at `/docs/api/signing-requests`. */
export const slugOf = (tag: string): string => tag.toLowerCase().replaceAll(' ', '-')

/** Follows a reference, and keeps what stands beside it. */
export function resolve<T extends { $ref?: string }>(spec: Spec, node: T): T {
  if (node.$ref === undefined) return node
  const target = node.$ref
    .slice(2)
    .split('/')
    .reduce((at: unknown, key) => (at as Record<string, unknown>)[key], spec)
  const { $ref: _, ...beside } = node
  return { ...resolve(spec, target as T), ...beside } as T
}
