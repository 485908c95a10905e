import { type Operation, operationsOf, type PlacedOperation, type Spec } from '../openapi.ts'
import { type Call, callOf } from './call.ts'
import { curlOf } from './curl.ts'
import { goOf } from './go.ts'
import { phpOf } from './php.ts'
import { pythonOf } from './python.ts'
import { typescriptOf } from './typescript.ts'

/** The languages that the samples are written in, in the order in which readers are offered them. */
export const SAMPLE_LANGUAGES = [
  { lang: 'Shell', label: 'curl', fence: 'sh', write: curlOf },
  { lang: 'TypeScript', label: 'TypeScript', fence: 'ts', write: typescriptOf },
  { lang: 'Python', label: 'Python', fence: 'py', write: pythonOf },
  { lang: 'Go', label: 'Go', fence: 'go', write: goOf },
  { lang: 'PHP', label: 'PHP', fence: 'php', write: phpOf },
] as const satisfies {
  /** As viewers of OpenAPI know it. */
  lang: string
  label: string
  /** What follows the backticks of a block in Markdown. */
  fence: string
  write: (call: Call) => string
}[]

/** What samples in curl and TypeScript need, in Markdown. */
export const ABOUT_SAMPLES =
  'The examples read your API key from the environment variable `COUNTERSIGN_API_KEY`. Those in TypeScript use `@countersign/sdk`.'

/** The other operations read no key and only say that they are retired. */
export const hasSamples = ({ operation }: PlacedOperation): boolean => operation.security?.length !== 0

/** As in `x-codeSamples`. */
export const samplesOf = (call: Call): NonNullable<Operation['x-codeSamples']> =>
  SAMPLE_LANGUAGES.map(({ lang, label, write }) => ({ lang, label, source: write(call) }))

/** Gives each operation its samples as `x-codeSamples`, where viewers of OpenAPI look for them. */
export function addSamples(spec: Spec, base: string): void {
  for (const place of operationsOf(spec).filter(hasSamples)) {
    place.operation['x-codeSamples'] = samplesOf(callOf(spec, place, base))
  }
}
