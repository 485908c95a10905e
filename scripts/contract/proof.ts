import { operationsOf, resolveRef, type Spec } from '../../server/openapi.ts'
import { documented } from '../../test/support/coverage.ts'
import { errorSchemas } from '../generate/spec.ts'

export interface ProofRow {
  /** `GET /me`, or `Webhooks`. */
  name: string
  documented: number
  /** By a test, against the running server. */
  produced: number
}

export interface NeverSent {
  name: string
  status: string
  code: string
  /** `x-never-sent` of the spec. */
  why: string
}

/** @param missing of `documented()`, what no test of the last run has produced */
export function proofOf(spec: Spec, missing: readonly string[]): ProofRow[] {
  const unseen = new Set(missing)
  const promised = documented(spec)
  const row = (name: string, prefix: string): ProofRow => {
    const own = promised.filter((one) => one.startsWith(`${prefix} `))
    return { name, documented: own.length, produced: own.filter((one) => !unseen.has(one)).length }
  }
  const operations = operationsOf(spec).map(({ method, path, operation }) =>
    row(`${method.toUpperCase()} ${path}`, operation.operationId),
  )
  return [...operations, row('Webhooks', 'webhook')]
}

export function neverSentOf(spec: Spec): NeverSent[] {
  return operationsOf(spec).flatMap(({ method, path, operation }) =>
    Object.entries(operation.responses).flatMap(([status, response]) =>
      errorSchemas(spec, resolveRef(spec, response)).flatMap(({ code, schema }) => {
        const why = schema['x-never-sent']
        return why === undefined ? [] : [{ name: `${method.toUpperCase()} ${path}`, status, code, why }]
      }),
    ),
  )
}

/** The guide of the docs, in Markdown. */
export function proofGuide(rows: ProofRow[], neverSent: NeverSent[]): string {
  const sum = (key: 'documented' | 'produced') => rows.reduce((total, row) => total + row[key], 0)
  const reasons = new Map(neverSent.map(({ code, why }) => [code, why]))
  return `# Contract coverage

Which of the documented answers the tests of this release have produced, by real calls to a running server.

An answer is an operation, a status and, for an error, its code; a webhook counts once in full and once in minimal form. Each was checked against the spec when it was produced. An error that only a broken dependency causes was caused by breaking it. A whole run of the tests fails when one is missing; \`npm run contract\` writes this page.

| Operation | Documented | Produced |
|---|---:|---:|
${rows.map(({ name, documented: all, produced }) => `| \`${name}\` | ${all} | ${produced} |\n`).join('')}| Together | ${sum('documented')} | ${sum('produced')} |

## Never sent

These codes are documented, and nothing in this release causes them where they stand. They are not counted above.

| Code | Places | Why |
|---|---:|---|
${[...reasons].map(([code, why]) => `| \`${code}\` | ${neverSent.filter((one) => one.code === code).length} | ${why} |`).join('\n')}
`
}
