import { type Operation, type PlacedOperation, resolveRef, type Spec } from '../openapi.ts'
import { MULTIPART } from '../openapi-published.ts'

/** Stands for every id in the calls. */
export const EXAMPLE_ID = '2f8d6c1b-7a54-4e0d-9b3c-6e1f0a9d8c72'

/** An example call of an operation, which each language writes in its own way. */
export interface Call {
  operationId: string
  method: string
  /** Of the API, with `/v1`. */
  base: string
  /** With the names of its placeholders, `/documents/{id}`. */
  path: string
  /** What stands for each placeholder, in their order. */
  ids: [name: string, value: string][]
  /** Besides those of the key and of the body. */
  headers: [name: string, value: string][]
  body?: { json: unknown } | { parts: Part[] }
  /** The name of the file that the answer becomes: it is a PDF. */
  file?: string
  /** Whether a success has a body. */
  answers: boolean
}

/** Of a form: a file, the text of a file, or JSON. */
export type Part = { name: string } & ({ file: string } | { textOf: string } | { json: unknown })

const FORM: Part[] = [
  { name: 'file', file: 'lease.pdf' },
  { name: 'signers', json: [{ email: 'ada@example.com', role: 'tenant', name: 'Ada Lovelace' }] },
]
/** The spec has no examples of parts. */
const PARTS: Record<string, Part[]> = {
  createSigningRequest: FORM,
  validateSigningRequest: FORM,
  // The files that `countersign templates export` writes.
  importTemplate: [
    { name: 'file', file: 'template.pdf' },
    { name: 'template', textOf: 'template.json' },
    { name: 'fields', textOf: 'fields.json' },
  ],
}

/** @throws Error for an operation that takes a form without an example here */
export function callOf(spec: Spec, { method, path, operation }: PlacedOperation, base: string): Call {
  const content = contentOfSuccess(spec, operation)
  return {
    operationId: operation.operationId,
    method: method.toUpperCase(),
    base,
    path,
    ids: [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name!, name === 'seq' ? '5' : EXAMPLE_ID]),
    headers: operation['x-idempotent'] ? [['Idempotency-Key', 'order-7731']] : [],
    body: bodyOf(operation),
    file: content.includes('application/pdf') ? `${path.split('/').at(-1)}.pdf` : undefined,
    answers: content.length > 0,
  }
}

/** With `write` for each placeholder, and its value where there is none. */
export function urlOf({ base, path, ids }: Call, write = (_name: string, value: string) => value): string {
  return base + ids.reduce((filled, [name, value]) => filled.replace(`{${name}}`, write(name, value)), path)
}

function bodyOf({ operationId, requestBody }: Operation): Call['body'] {
  const content = requestBody?.content ?? {}
  if (MULTIPART in content) {
    const parts = PARTS[operationId]
    if (!parts) throw new Error(`${operationId} takes a form, and has no example in samples/call.ts`)
    return { parts }
  }
  const { example, examples } = content['application/json'] ?? {}
  const json = example ?? Object.values(examples ?? {})[0]?.value
  return json === undefined ? undefined : { json }
}

/** The media types of its successes. */
const contentOfSuccess = (spec: Spec, { responses }: Operation): string[] =>
  Object.entries(responses)
    .filter(([status]) => status < '300')
    .flatMap(([, answer]) => Object.keys(resolveRef(spec, answer).content ?? {}))
