import type { Media, Operation, PlacedOperation, ResponseObject, Schema, Spec } from '../../openapi.ts'
import { callOf } from '../../samples/call.ts'
import { hasSamples, SAMPLE_LANGUAGES } from '../../samples/languages.ts'
import { Code, InlineMarkdown, Markdown } from './markdown.tsx'
import { Fields } from './schema.tsx'
import { typeOf } from './schema-facts.ts'
import { merged } from './spec.ts'

/** One operation of the reference: what it takes, what it answers, what can go wrong. */
export function OperationSection({ spec, place, apiUrl }: { spec: Spec; place: PlacedOperation; apiUrl: string }) {
  const { method, path, operation } = place
  const answers = Object.entries(operation.responses).map(([status, answer]) => ({
    status,
    answer: merged(spec, answer),
  }))
  const successes = answers.filter(({ status }) => status < '400')
  return (
    <section class="columns" aria-labelledby={operation.operationId}>
      <div>
        <h2 id={operation.operationId}>{operation.summary}</h2>
        <p class="address">
          <code class={`method ${method}`}>{method.toUpperCase()}</code> <code>{path}</code>
          {operation['x-since'] === 'next' && <span class="next">next</span>}
        </p>
        {operation.description && <Markdown text={operation.description} />}
        <p class="facts">{factsOf(operation).join(' ')}</p>
        <Parameters spec={spec} operation={operation} />
        {Object.entries(operation.requestBody?.content ?? {}).map(([type, media]) => (
          <Body spec={spec} type={type} media={media} required={operation.requestBody?.required === true} />
        ))}
        {successes.map(({ status, answer }) => (
          <Success spec={spec} status={status} answer={answer} />
        ))}
        <Errors answers={answers} />
      </div>
      <div class="beside">
        {hasSamples(place) && <Samples spec={spec} place={place} apiUrl={apiUrl} />}
        {successes.map(({ status, answer }) => (
          <Examples status={status} answer={answer} id={operation.operationId} />
        ))}
      </div>
    </section>
  )
}

/** `islands/docs.ts` keeps what the reader chose. */
function Samples({ spec, place, apiUrl }: { spec: Spec; place: PlacedOperation; apiUrl: string }) {
  const { operationId } = place.operation
  const call = callOf(spec, place, apiUrl)
  return (
    <div class="samples">
      <fieldset>
        <legend class="hidden-text">Language of {operationId}</legend>
        {SAMPLE_LANGUAGES.map(({ label, fence }, index) => (
          <label>
            <input type="radio" name={`${operationId}-language`} value={fence} checked={index === 0} />
            {label}
          </label>
        ))}
      </fieldset>
      {SAMPLE_LANGUAGES.map(({ label, fence, write }) => (
        <div data-language={fence}>
          <Code
            label={`${operationId}: ${label}`}
            title={`${call.method} ${call.path}`}
            language={fence}
            text={write(call)}
          />
        </div>
      ))}
    </div>
  )
}

const KEY_FACTS = {
  read: 'A key that may only read is enough.',
  write: 'Needs a key that may write.',
  disclose: 'Needs a key of scope disclose.',
}

/** What its key must be able to do, and what else a call of it means. */
export function factsOf(operation: Operation): string[] {
  if (operation.security?.length === 0) return ['Reads no key.']
  return [
    KEY_FACTS[operation['x-scope'] ?? 'read'],
    operation['x-entitlement'] ? 'Needs the Enterprise entitlement.' : '',
    operation['x-rate-limited'] ? 'Counts towards the rate limit.' : 'Not rate-limited.',
    operation['x-idempotent'] ? 'Takes an Idempotency-Key.' : '',
  ].filter((fact) => fact !== '')
}

function Parameters({ spec, operation }: { spec: Spec; operation: Operation }) {
  const parameters = (operation.parameters ?? []).map((one) => merged(spec, one))
  if (parameters.length === 0) return null
  return (
    <>
      <h3>Parameters</h3>
      <ul class="keys">
        {parameters.map((one) => (
          <li>
            <code class="key">{one.name}</code>{' '}
            <span class="type">
              {one.in}, {typeOf(spec, one.schema)}
            </span>
            {one.required && <span class="required">required</span>}
            {one.description && (
              <p>
                <InlineMarkdown text={one.description} />
              </p>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

interface BodyProps {
  spec: Spec
  type: string
  media: Media
  required: boolean
}

function Body({ spec, type, media, required }: BodyProps) {
  return (
    <>
      <h3>
        Body <span class="type">{type}</span>
        {!required && <span class="type">, optional</span>}
      </h3>
      <Fields spec={spec} schema={media.schema} />
    </>
  )
}

function Success({ spec, status, answer }: { spec: Spec; status: string; answer: ResponseObject }) {
  const media = Object.entries(answer.content ?? {})
  return (
    <>
      <h3>
        Response {status} <span class="type">{media.map(([type]) => type).join(', ') || 'no body'}</span>
      </h3>
      <Markdown text={answer.description} />
      {media.map(
        ([, one]) =>
          keysThere(one.schema) && (
            <details>
              <summary>Fields of the response {status}</summary>
              <Fields spec={spec} schema={one.schema} />
            </details>
          ),
      )}
    </>
  )
}

function Examples({ status, answer, id }: { status: string; answer: ResponseObject; id: string }) {
  const examples = Object.values(answer.content ?? {}).flatMap(examplesOf)
  return (
    <>
      {examples.map(([name, value]) => (
        <Code
          label={`Example of the response ${status} of ${id} ${name}`}
          title={`Response ${status}${name && `: ${name}`}`}
          language="json"
          text={JSON.stringify(value, null, 2)}
        />
      ))}
    </>
  )
}

/** A file has no keys to list. */
export function keysThere(schema: Schema): boolean {
  return schema.format !== 'binary'
}

/** The examples of a body, each with its name; a single one has none. */
export function examplesOf(media: Media): [string, unknown][] {
  const named = Object.entries(media.examples ?? {}).map(([name, { value }]): [string, unknown] => [name, value])
  return media.example === undefined ? named : [['', media.example], ...named]
}

function Errors({ answers }: { answers: { status: string; answer: ResponseObject }[] }) {
  const rows = answers.filter(({ status }) => status >= '400')
  return (
    <>
      <h3>Errors</h3>
      <ul class="codes">
        {rows.map(({ status, answer }) => (
          <li>
            <span class="status">{status}</span>{' '}
            {(answer['x-codes'] ?? []).map((code) => (
              <>
                <a href={`/docs/errors#${code}`}>
                  <code>{code}</code>
                </a>{' '}
              </>
            ))}
          </li>
        ))}
      </ul>
    </>
  )
}
