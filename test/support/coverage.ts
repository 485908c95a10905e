import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { errorSchemas } from '../../scripts/generate/spec.ts'
import { operationsOf, resolveRef, type Spec } from '../../server/openapi.ts'
import { COVERAGE_DIRECTORY, loadSpec } from './contract.ts'
import { resetExchanges } from './exchanges.ts'

const ALLOWED_FILE = fileURLToPath(new URL('../contract/not-covered.json', import.meta.url))

export interface Coverage {
  /** Documented answers and webhooks. */
  total: number
  /** Documented, and produced by no test. */
  missing: string[]
  /** Missing, and not on the list of what may be. */
  unexpected: string[]
  /** On the list although a test produces it: the list must shrink. */
  outdated: string[]
  /** Produced, although the spec says that it is never sent. */
  contradicted: string[]
}

/** Every (operation, status, code) and every body of a webhook that the spec promises. */
export function documented(spec: Spec): string[] {
  const events = Object.keys(spec.webhooks).flatMap((event) => [`webhook ${event} full`, `webhook ${event} minimal`])
  return [...answersOf(spec).flatMap(({ name, isSent }) => (isSent ? [name] : [])), ...events]
}

function answersOf(spec: Spec): { name: string; isSent: boolean }[] {
  return operationsOf(spec).flatMap(({ operation }) =>
    Object.entries(operation.responses).flatMap(([status, reference]) => {
      const errors = errorSchemas(spec, resolveRef(spec, reference))
      const at = `${operation.operationId} ${status}`
      if (errors.length === 0) return [{ name: at, isSent: true }]
      return errors.map(({ code, schema }) => ({ name: `${at} ${code}`, isSent: !schema['x-never-sent'] }))
    }),
  )
}

/** Clears what earlier runs have seen. */
export function resetCoverage(): void {
  rmSync(COVERAGE_DIRECTORY, { recursive: true, force: true })
  resetExchanges()
}

/** What all workers together have seen since the last reset. */
export function readCoverage(): Coverage {
  // In folders where the parts of a run in shards were brought together.
  const files = existsSync(COVERAGE_DIRECTORY)
    ? readdirSync(COVERAGE_DIRECTORY, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.jsonl'))
    : []
  const seen = new Set(
    files.flatMap((file) =>
      readFileSync(join(COVERAGE_DIRECTORY, file), 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as string),
    ),
  )
  const spec = loadSpec()
  const promised = documented(spec)
  const missing = promised.filter((one) => !seen.has(one))
  const allowed = new Set(JSON.parse(readFileSync(ALLOWED_FILE, 'utf8')) as string[])
  return {
    total: promised.length,
    missing,
    unexpected: missing.filter((one) => !allowed.has(one)),
    outdated: [...allowed].filter((one) => !missing.includes(one)),
    contradicted: answersOf(spec).flatMap(({ name, isSent }) => (!isSent && seen.has(name) ? [name] : [])),
  }
}

/** Removes from the list what has been seen by now; it never adds anything. */
export function shrinkAllowed({ missing, outdated }: Coverage): void {
  const allowed = JSON.parse(readFileSync(ALLOWED_FILE, 'utf8')) as string[]
  const kept = allowed.filter((one) => missing.includes(one) && !outdated.includes(one))
  writeFileSync(ALLOWED_FILE, `${JSON.stringify(kept, null, 2)}\n`)
}

/** Whether the spec, the list and the run agree. */
export function isComplete({ unexpected, outdated, contradicted }: Coverage): boolean {
  return unexpected.length + outdated.length + contradicted.length === 0
}

/** The count, and what is wrong with the list or the spec. */
export function describeCoverage({ total, missing, unexpected, outdated, contradicted }: Coverage): string {
  return [
    `Contract: ${total - missing.length} of ${total} documented answers were produced by a test.`,
    ...unexpected.map((one) => `  produced by no test: ${one}`),
    ...contradicted.map((one) => `  x-never-sent in the spec, and produced: ${one}`),
    ...outdated.map((one) => `  take off test/contract/not-covered.json: ${one}`),
  ].join('\n')
}
