import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { Countersign } from '../../sdk/src/index.ts'
import { fromPath, saveTo } from '../../sdk/src/node.ts'
import { operationsOf } from '../../server/openapi.ts'
import { callOf } from '../../server/samples/call.ts'
import { hasSamples } from '../../server/samples/languages.ts'
import { typescriptOf } from '../../server/samples/typescript.ts'
import { compileWithSdk } from '../support/compile.ts'
import { loadSpec } from '../support/contract.ts'
import { judgeSamples, type Ready } from './samples.ts'

afterEach(() => vi.unstubAllEnvs())

/** In this process, where files are of the sample's folder. */
async function runHere({ source, key, folder }: Ready): Promise<string> {
  vi.stubEnv('COUNTERSIGN_API_KEY', key)
  const names = {
    Countersign,
    fromPath: (name: string) => fromPath(join(folder, name)),
    saveTo: (name: string, response: Response) => saveTo(join(folder, name), response),
  }
  const code = source.replaceAll(/^import .*$/gm, '')
  const program = new Function(...Object.keys(names), `return (async () => { ${code} })()`)
  return program(...Object.values(names)).then(
    () => '',
    (error: Error) => error.message,
  )
}

test('the samples in TypeScript compile against the SDK', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-test-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const spec = loadSpec()
  const calls = operationsOf(spec)
    .filter(hasSamples)
    .map((place) => callOf(spec, place, 'https://sign.example.com/v1'))
  const files = Object.fromEntries(calls.map((call) => [`${call.operationId}.ts`, typescriptOf(call)]))
  expect(await compileWithSdk(folder, files, { snippets: true })).toBe('')
})

judgeSamples({
  label: 'TypeScript',
  prints: /^$/,
  run: async (samples) => {
    const printed: string[] = []
    for (const sample of samples) printed.push(await runHere(sample))
    return printed
  },
})
