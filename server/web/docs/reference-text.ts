import { operationsOf, type PlacedOperation, type ResponseObject, type Schema, type Spec } from '../../openapi.ts'
import { type Call, callOf } from '../../samples/call.ts'
import { curlOf } from '../../samples/curl.ts'
import { ABOUT_SAMPLES, hasSamples } from '../../samples/languages.ts'
import { typescriptOf } from '../../samples/typescript.ts'
import { eventsIntroduction, payloadOf } from './events.tsx'
import type { Guide } from './guides.ts'
import { examplesOf, factsOf, keysThere } from './operation.tsx'
import { DEPTH_MAX, innerOf, keysOf, limitsOf, typeOf } from './schema-facts.ts'
import { merged, slugOf } from './spec.ts'

/** `/docs.md`: the guides, and every operation at a glance. */
export function startText(spec: Spec, guides: Guide[]): string {
  const operations = operationsOf(spec).map(
    ({ method, path, operation: { operationId, summary, tags } }) =>
      `- [${summary}](/docs/api/${slugOf(tags[0]!)}.md#${operationId}): \`${method.toUpperCase()} ${path}\``,
  )
  return paragraphs([
    '# Countersign API',
    spec.info.summary,
    '## Guides',
    guides.map(({ name, title, summary }) => `- [${title}](/docs/${name}.md): ${summary}`).join('\n'),
    '## Operations',
    operations.join('\n'),
    'Also: [events](/docs/events.md), [errors](/docs/errors.md), [changelog](/changelog.md).',
    `## About every call\n\nRelease ${spec.info.version}.`,
    spec.info.description,
  ])
}

/** `/docs/api/<tag>.md`: the operations of a tag. */
export function operationsText(spec: Spec, tag: Spec['tags'][number], places: PlacedOperation[], apiUrl: string) {
  return paragraphs([
    `# ${tag.name}`,
    tag.description,
    ABOUT_SAMPLES,
    ...places.map((place) => operationText(spec, place, apiUrl)),
  ])
}

function operationText(spec: Spec, place: PlacedOperation, apiUrl: string): string {
  const { method, path, operation } = place
  const answers = Object.entries(operation.responses).map(([status, answer]): [string, ResponseObject] => [
    status,
    merged(spec, answer),
  ])
  const parameters = (operation.parameters ?? []).map((one) => merged(spec, one))
  return paragraphs([
    `## ${operation.summary}`,
    `\`${method.toUpperCase()} ${path}\` (${operation.operationId})`,
    operation.description,
    factsOf(operation).join(' '),
    parameters.length > 0 && '### Parameters',
    parameters
      .map((one) => keyLine(one.name, `${one.in}, ${typeOf(spec, one.schema)}`, one.required, one.description))
      .join('\n'),
    ...Object.entries(operation.requestBody?.content ?? {}).flatMap(([type, { schema }]) => [
      `### Body (${type})`,
      keysText(spec, schema),
    ]),
    ...(hasSamples(place) ? samplesText(callOf(spec, place, apiUrl)) : []),
    ...answers.filter(([status]) => status < '400').map(([status, answer]) => successText(spec, status, answer)),
    '### Errors',
    answers
      .filter(([status]) => status >= '400')
      .map(([status, answer]) => `- ${status}: ${(answer['x-codes'] ?? []).map((code) => `\`${code}\``).join(', ')}`)
      .join('\n'),
  ])
}

/** A program that reads writes the other languages itself. */
const samplesText = (call: Call) => [block('sh', curlOf(call)), block('ts', typescriptOf(call))]

function successText(spec: Spec, status: string, answer: ResponseObject): string {
  const media = Object.entries(answer.content ?? {})
  return paragraphs([
    `### Response ${status} (${media.map(([type]) => type).join(', ') || 'no body'})`,
    answer.description,
    ...media.flatMap(([, one]) => [
      keysThere(one.schema) && keysText(spec, one.schema),
      ...examplesOf(one).map(([name, value]) => paragraphs([name && `Example: ${name}`, json(value)])),
    ]),
  ])
}

/** `/docs/events.md`: every event in full. */
export function eventsText(spec: Spec): string {
  const events = Object.keys(spec.webhooks).map((event) => eventText(spec, event, '##'))
  return paragraphs(['# Events', eventsIntroduction(spec), ...events])
}

/** `/docs/events/<event>.md`. */
export function eventText(spec: Spec, event: string, level = '#'): string {
  const { post } = spec.webhooks[event]!
  const { schema, examples } = payloadOf(post)
  return paragraphs([
    `${level} ${event}`,
    `${post.summary}.`,
    post.description,
    ...examples.flatMap(([mode, value]) => [`${level}# ${mode ? `Payload ${mode}` : 'Body'}`, json(value)]),
    schema && `${level}# Fields`,
    schema && keysText(spec, schema),
  ])
}

function keysText(spec: Spec, schema: Schema, depth = 0): string {
  const { properties, required } = keysOf(spec, schema)
  if (depth >= DEPTH_MAX) return ''
  return Object.entries(properties)
    .flatMap(([name, property]) => {
      const target = merged(spec, property)
      const text = [target.description, limitsOf(target)].filter(Boolean).join(' ')
      const line = '  '.repeat(depth) + keyLine(name, typeOf(spec, target), required.has(name), text)
      const inner = keysText(spec, innerOf(spec, target), depth + 1)
      return inner === '' ? [line] : [line, inner]
    })
    .join('\n')
}

function keyLine(name: string, type: string, required: boolean | undefined, text: string | undefined): string {
  const about = (text ?? '').replace(/\s+/g, ' ').trim()
  return `- \`${name}\` (${type}${required ? ', required' : ''})${about && `: ${about}`}`
}

const block = (language: string, text: string) => `\`\`\`${language}\n${text}\n\`\`\``
const json = (value: unknown) => block('json', JSON.stringify(value, null, 2))

function paragraphs(parts: (string | false | undefined)[]): string {
  return `${parts
    .filter(Boolean)
    .map((part) => (part as string).trim())
    .join('\n\n')}\n`
}
