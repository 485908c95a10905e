import { operationsOf, type PlacedOperation, type Spec } from '../openapi.ts'
import { type Call, callOf, type Part, urlOf } from './call.ts'
import { hasSamples } from './languages.ts'

/** Where the docs serve the collection, as a zip. */
export const BRUNO_PATH = '/countersign-bruno.zip'
const NAME = 'Countersign'

const ABOUT =
  'Choose the environment Countersign and enter your API key there as `apiKey`. Calls that send a file look for it beside `bruno.json`.'

interface BrunoFile {
  name: string
  text: string
}

/**
 * Every call as a collection of Bruno: a folder for each tag, and an environment with the address of the API, for which
 * the user enters a key, which Bruno keeps out of the files.
 */
export function brunoFiles(spec: Spec, base: string): BrunoFile[] {
  const places = operationsOf(spec).filter(hasSamples)
  const folders = spec.tags.flatMap(({ name }, index) => {
    const own = places.filter(({ operation }) => operation.tags[0] === name)
    if (own.length === 0) return []
    return [
      { name: `${name}/folder.bru`, text: block('meta', [`name: ${name}`, `seq: ${index + 1}`]) },
      ...own.map((place, at) => ({
        name: `${name}/${place.operation.operationId}.bru`,
        text: requestOf(callOf(spec, place, '{{baseUrl}}'), place, at + 1),
      })),
    ]
  })
  return [
    { name: 'bruno.json', text: `${JSON.stringify({ version: '1', name: NAME, type: 'collection' }, null, 2)}\n` },
    {
      name: 'collection.bru',
      text: blocks(['auth', ['mode: bearer']], ['auth:bearer', ['token: {{apiKey}}']], ['docs', [ABOUT]]),
    },
    {
      name: `environments/${NAME}.bru`,
      text: `${block('vars', [`baseUrl: ${base}`])}vars:secret [\n  apiKey\n]\n`,
    },
    ...folders,
  ]
}

function requestOf(call: Call, { operation }: PlacedOperation, seq: number): string {
  const { method, ids, headers, body } = call
  const kind = !body ? 'none' : 'json' in body ? 'json' : 'multipartForm'
  const pairs = (values: [string, string][]) => values.map(([name, value]) => `${name}: ${value}`)
  return blocks(
    ['meta', [`name: ${operation.summary}`, 'type: http', `seq: ${seq}`]],
    [method.toLowerCase(), [`url: ${urlOf(call, (name) => `:${name}`)}`, `body: ${kind}`, 'auth: inherit']],
    ['params:path', pairs(ids)],
    ['headers', pairs(headers)],
    ['body:json', body && 'json' in body ? JSON.stringify(body.json, null, 2).split('\n') : []],
    ['body:multipart-form', body && 'parts' in body ? body.parts.map(partOf) : []],
  )
}

function partOf(part: Part): string {
  if ('json' in part) return `${part.name}: ${JSON.stringify(part.json)}`
  return `${part.name}: @file(${'file' in part ? part.file : part.textOf})`
}

type Block = [name: string, lines: string[]]

/** Those that have something in them. */
const blocks = (...all: Block[]): string =>
  all
    .filter(([, lines]) => lines.length > 0)
    .map(([name, lines]) => block(name, lines))
    .join('\n')

const block = (name: string, lines: string[]) => `${name} {\n${lines.map((line) => `  ${line}\n`).join('')}}\n`
