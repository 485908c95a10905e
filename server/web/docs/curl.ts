import { type Media, type Operation, type PlacedOperation, resolveRef, type Spec } from '../../openapi.ts'

/** Stands for every id in the calls. */
export const EXAMPLE_ID = '2f8d6c1b-7a54-4e0d-9b3c-6e1f0a9d8c72'
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

/** A call as one would type it, with `$KEY` for the key. */
export function curlOf(spec: Spec, { method, path, operation }: PlacedOperation, apiUrl: string): string {
  const address = `${apiUrl}${path.replaceAll(/\{\w+\}/g, EXAMPLE_ID)}`
  const content = operation.requestBody?.content ?? {}
  const lines = [
    `curl ${method === 'get' || method === 'post' ? '' : `-X ${method.toUpperCase()} `}${address}`,
    `  -H "Authorization: Bearer $KEY"`,
    ...(operation['x-idempotent'] ? [`  -H "Idempotency-Key: order-7731"`] : []),
    ...bodyOf(operation.operationId, content),
    // Without a file curl refuses to show bytes in a terminal.
    ...(isPdf(spec, operation) ? [`  -o ${path.split('/').at(-1)}.pdf`] : []),
  ]
  if (method === 'post' && Object.keys(content).length === 0) lines[0] = `curl -X POST ${address}`
  return lines.join(' \\\n')
}

/** Whether a success is a PDF. */
const isPdf = (spec: Spec, { responses }: Operation): boolean =>
  Object.entries(responses).some(
    ([status, answer]) => status < '300' && 'application/pdf' in (resolveRef(spec, answer).content ?? {}),
  )

function bodyOf(id: string, content: Record<string, Media>): string[] {
  if ('multipart/form-data' in content) return (PARTS[id] ?? []).map((part) => `  -F '${part}'`)
  const value = exampleBody(content)
  if (value === undefined) return []
  // An apostrophe would end the shell's string.
  const json = JSON.stringify(value, null, 2).replaceAll("'", `'\\''`).replaceAll('\n', '\n  ')
  return [`  -H 'Content-Type: application/json'`, `  -d '${json}'`]
}

/** The first body in JSON that the spec shows, if any. */
export function exampleBody(content: Record<string, Media>): unknown {
  const { example, examples } = content['application/json'] ?? {}
  return example ?? Object.values(examples ?? {})[0]?.value
}
