import { type Media, type Operation, type PlacedOperation, resolveRef, type Spec } from '../../openapi.ts'
import type { RecordedError } from './recorded.ts'

/** Stands for every id in the calls. */
export const EXAMPLE_ID = '2f8d6c1b-7a54-4e0d-9b3c-6e1f0a9d8c72'
/** What stands for a placeholder of a path. */
export const exampleFor = (place: string): string => (place === '{seq}' ? '5' : EXAMPLE_ID)
/** The base and its alias; the address of the API ends with the first. */
const BASE = /^(?:\/api)?\/v1/
/** What an upload looks like where the spec has no example of its parts. */
const PARTS: Record<string, readonly string[]> = {
  createSigningRequest: [
    'file=@lease.pdf',
    `signers=[{"email":"ada@example.com","role":"tenant","name":"Ada Lovelace"}]`,
  ],
  validateSigningRequest: [
    'file=@lease.pdf',
    `signers=[{"email":"ada@example.com","role":"tenant","name":"Ada Lovelace"}]`,
  ],
  // The files that `countersign templates export` writes.
  importTemplate: ['file=@template.pdf', 'template=<template.json', 'fields=<fields.json'],
}
/** Characters; a longer body takes a line for each key. */
const ONE_LINE = 60

interface Call {
  method: string
  address: string
  headers: string[]
  body: string[]
  output?: string[]
}

/** A call as one would type it, with `$KEY` for the key. */
export function curlOf(spec: Spec, { method, path, operation }: PlacedOperation, apiUrl: string): string {
  return commandOf({
    method: method.toUpperCase(),
    address: `${apiUrl}${path.replaceAll(/\{\w+\}/g, exampleFor)}`,
    headers: ['Authorization: Bearer $KEY', ...(operation['x-idempotent'] ? ['Idempotency-Key: order-7731'] : [])],
    body: exampleOf(operation.operationId, operation.requestBody?.content ?? {}),
    // Without a file curl refuses to show bytes in a terminal.
    output: isPdf(spec, operation) ? [`-o ${path.split('/').at(-1)}.pdf`] : [],
  })
}

/** Whether a success is a PDF. */
const isPdf = (spec: Spec, { responses }: Operation): boolean =>
  Object.entries(responses).some(
    ([status, answer]) => status < '300' && 'application/pdf' in (resolveRef(spec, answer).content ?? {}),
  )

function exampleOf(id: string, content: Record<string, Media>): string[] {
  if ('multipart/form-data' in content) return (PARTS[id] ?? []).map(part)
  const value = exampleBody(content)
  return value === undefined ? [] : json(JSON.stringify(value, null, 2))
}

/** A recorded call as one would type it, after what led to its error. */
export function recordedCurl({ notes = [], before, request }: RecordedError, apiUrl: string): string {
  const earlier = before && [
    `# First, answered with ${before.status}:`,
    `${requestCurl(before.request, apiUrl)}\n`,
    '# Then:',
  ]
  return [...notes.map((note) => `# ${note}`), ...(earlier ?? []), requestCurl(request, apiUrl)].join('\n')
}

function requestCurl({ method, path, headers, ...body }: RecordedError['request'], apiUrl: string): string {
  return commandOf({
    method,
    address: `${apiUrl}${path.replace(BASE, '')}`,
    headers: Object.entries(headers).map(
      ([name, value]) => `${name}: ${value.replace(/^Bearer cs_live_.*/, 'Bearer $KEY')}`,
    ),
    body: recordedBody(body),
  })
}

function recordedBody({
  json: value,
  text,
  parts,
}: Pick<RecordedError['request'], 'json' | 'text' | 'parts'>): string[] {
  if (parts) return parts.map(([name, content]) => part(`${name}=${content}`))
  if (text !== undefined) return [`-d ${quoted(text)}`]
  if (value === undefined) return []
  const line = JSON.stringify(value)
  return json(line.length > ONE_LINE ? JSON.stringify(value, null, 2) : line)
}

const part = (text: string) => `-F ${quoted(text)}`
const json = (text: string) => [`-H 'Content-Type: application/json'`, `-d ${quoted(text.replaceAll('\n', '\n  '))}`]
/** An apostrophe would end the shell's string. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

function commandOf({ method, address, headers, body, output = [] }: Call): string {
  const usual = body.length > 0 ? 'POST' : 'GET'
  return [
    // An address with a query has characters that mean something to a shell.
    `curl ${method === usual ? '' : `-X ${method} `}${/[^\w:/.-]/.test(address) ? quoted(address) : address}`,
    ...headers.map((header) => `-H "${header}"`),
    ...body,
    ...output,
  ].join(' \\\n  ')
}

/** The first body in JSON that the spec shows, if any. */
export function exampleBody(content: Record<string, Media>): unknown {
  const { example, examples } = content['application/json'] ?? {}
  return example ?? Object.values(examples ?? {})[0]?.value
}
