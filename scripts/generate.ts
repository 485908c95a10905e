// Spec to code: bundles spec/, then writes the server's schemas, routes and tables and the SDK's types.
// `npm run generate` writes; `npm run generate -- --check` only compares and fails when something is stale.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { toPublish } from '../server/openapi-published.ts'
import { writeCliGuide } from './generate/cli.ts'
import { writeRoutes, writeSchemas } from './generate/server.ts'
import { annotate, bundle } from './generate/spec.ts'
import {
  writeEventExamples,
  writeOperations,
  writeSdkErrors,
  writeSdkEventExamples,
  writeSdkEvents,
  writeSdkModels,
} from './generate/tables.ts'
import { writeSdkTypes, writeTypes } from './generate/types.ts'
import { writeWebhookVectors } from './generate/webhook-vectors.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Every generated file with its text. */
export async function generate(): Promise<Record<string, string>> {
  const spec = annotate(bundle(root))
  return {
    'spec/openapi.json': `${JSON.stringify(toPublish(spec), null, 2)}\n`,
    'spec/guides/cli.md': writeCliGuide(),
    'spec/webhook-test-vectors.json': writeWebhookVectors(),
    'server/generated/schemas.ts': writeSchemas(spec),
    'server/generated/routes.ts': writeRoutes(spec),
    'server/generated/operations.ts': writeOperations(spec),
    'server/generated/event-examples.ts': writeEventExamples(spec),
    'server/generated/openapi.ts': await writeTypes(spec),
    'sdk/src/generated/openapi.ts': await writeSdkTypes(spec),
    'sdk/src/generated/models.ts': writeSdkModels(spec),
    'sdk/src/generated/errors.ts': writeSdkErrors(spec),
    'sdk/src/generated/events.ts': writeSdkEvents(spec),
    'sdk/src/generated/event-examples.ts': writeSdkEventExamples(spec),
  }
}

/** The generated files whose committed text differs from what the spec yields. */
export async function staleFiles(): Promise<string[]> {
  return Object.entries(await generate()).flatMap(([file, text]) => {
    const path = join(root, file)
    return existsSync(path) && readFileSync(path, 'utf8') === text ? [] : [file]
  })
}

export async function writeGenerated(): Promise<void> {
  for (const [file, text] of Object.entries(await generate())) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
}

async function main(): Promise<void> {
  if (process.argv.includes('--check')) {
    const stale = await staleFiles()
    if (stale.length === 0) return console.log('The generated files are up to date.')
    console.error(`Stale, run "npm run generate": ${stale.join(', ')}`)
    process.exitCode = 1
    return
  }
  await writeGenerated()
  console.log('Generated.')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main()
