// `npm run snapshot -- 2026-10-10`: freezes the spec as it is in that release as spec/snapshots/<date>.json, with its hash in
// spec/snapshots/SHA256SUMS. A snapshot is never written twice (decision 0053).
import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Spec } from '../server/openapi.ts'
import { toPublish } from '../server/openapi-published.ts'
import { asOf } from './generate/snapshot.ts'
import { annotate, bundle } from './generate/spec.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = join(root, 'spec/snapshots')

/** @throws Error for a release that exists */
export function freeze(spec: Spec, date: string): void {
  if (existsSync(join(folder, `${date}.json`))) throw new Error(`${date} is frozen`)
  mkdirSync(folder, { recursive: true })
  const text = `${JSON.stringify(toPublish(annotate(asOf(spec, date))), null, 2)}\n`
  writeFileSync(join(folder, `${date}.json`), text)
  appendFileSync(join(folder, 'SHA256SUMS'), `${createHash('sha256').update(text).digest('hex')}  ${date}.json\n`)
}

function main(): void {
  const dates = process.argv.slice(2)
  if (dates.length === 0 || dates.some((date) => !/^\d{4}-\d\d-\d\d$/.test(date)))
    throw new Error('usage: npm run snapshot -- YYYY-MM-DD...')
  const spec = bundle(root)
  for (const date of dates) freeze(spec, date)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main()
