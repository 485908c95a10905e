import { operationsOf, type Schema, type Spec } from '../../openapi.ts'
import type { RecordedError } from './recorded.ts'
import { merged } from './spec.ts'

/** A code of the API as its entry in `/docs/errors` describes it. */
export interface CodeEntry {
  code: string
  statuses: number[]
  retryable: boolean
  /** What causes it; several where calls of different kinds have it for different reasons. */
  causes: string[]
  /** What the caller does about it. */
  fix: string
  /** Calls that got it, one for each status. */
  recordings: RecordedError[]
  /** A body of the spec, for a code without recordings. */
  example: unknown
  /** Documented, but nothing in this release causes it: why. */
  neverSent: string | null
  operations: { id: string; tag: string; summary: string }[]
}

/** Every code of the spec, in alphabetical order. @throws Error for a code without a fix or an example */
export function catalogueOf(spec: Spec, recordings: RecordedError[], publicUrl: string): CodeEntry[] {
  const schemas = Object.values(spec.components.schemas)
  const operations = operationsOf(spec).map(({ operation }) => ({
    operation,
    codes: codesOf(spec, operation.responses),
  }))
  return Object.entries(spec.components['x-error-codes'])
    .map(([code, { statuses, retryable }]) => {
      const own = schemas.filter((schema) => schema.properties?.code?.const === code && schema.properties.error)
      const example = own[0]?.examples?.[0]
      const fix = own.find((schema) => schema['x-fix'])?.['x-fix']
      if (!fix || typeof example !== 'object') throw new Error(`${code} has no x-fix or no example`)
      return {
        code,
        statuses,
        retryable,
        causes: [...new Set(own.flatMap(({ description = '' }) => description.trim()))],
        fix,
        recordings: recordings.filter((one) => one.code === code),
        example: { ...example, doc_url: `${publicUrl}/docs/errors#${code}` },
        neverSent: whyNever(own),
        operations: operations
          .filter(({ codes }) => codes.has(code))
          .map(({ operation: { operationId: id, tags, summary } }) => ({ id, tag: tags[0]!, summary })),
      }
    })
    .sort((a, b) => a.code.localeCompare(b.code, 'en'))
}

function codesOf(spec: Spec, responses: Spec['paths'][string][string]['responses']): Set<string> {
  return new Set(Object.values(responses).flatMap((answer) => merged(spec, answer)['x-codes'] ?? []))
}

function whyNever(schemas: Schema[]): string | null {
  const reasons = schemas.map((schema) => schema['x-never-sent'])
  return reasons.every((reason) => reason !== undefined) ? (reasons[0] ?? null) : null
}
