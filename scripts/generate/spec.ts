import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type ErrorCodeEntry,
  type Operation,
  operationsOf,
  type ResponseObject,
  refName,
  resolveRef,
  type Schema,
  type Spec,
} from '../../server/openapi.ts'

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

/** The error schemas behind a response's body: one for each possible code. */
export function errorSchemas(spec: Spec, response: ResponseObject): { name: string; code: string; schema: Schema }[] {
  const schema = response.content?.['application/json']?.schema
  if (!schema) return []
  return (schema.oneOf ?? [schema]).flatMap((member) => {
    const target = resolveRef(spec, member)
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
    (schema.anyOf ?? [schema]).find((body) => (resolveRef(spec, body)['x-payload-mode'] ?? mode) === mode),
  )
  if (!full || !minimal) throw new Error(`${post.operationId} has no body for one of the payload modes`)
  return { full, minimal }
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
    for (const [status, response] of Object.entries(operation.responses))
      note(resolveRef(spec, response), Number(status))
  }
  for (const [status, response] of Object.entries(spec['x-any-path']?.responses ?? {}))
    note(resolveRef(spec, response), Number(status))
  spec.components['x-error-codes'] = codes
  return spec
}
