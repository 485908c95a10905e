import { operationsOf, type Spec } from '../../openapi.ts'
import { BRUNO_PATH } from '../../samples/bruno.ts'
import type { Guide } from './guides.ts'
import { Markdown } from './markdown.tsx'
import { slugOf } from './spec.ts'

/** `/docs`: the guides, and every operation at a glance. */
export function DocsStartPage({ spec, guides }: { spec: Spec; guides: Guide[] }) {
  return (
    <>
      <h1>Countersign API</h1>
      <p class="lead">{spec.info.summary}</p>
      <h2>Guides</h2>
      <ul class="cards">
        {guides.map(({ name, title, summary }) => (
          <li>
            <a href={`/docs/${name}`}>{title}</a>
            <p>{summary}</p>
          </li>
        ))}
      </ul>
      <h2 id="operations">Operations</h2>
      <p>Each with every parameter, answer and error, and a call of this server to copy.</p>
      {spec.tags
        .map(({ name }) => ({
          name,
          places: operationsOf(spec).filter(({ operation }) => operation.tags[0] === name),
        }))
        .filter(({ places }) => places.length > 0)
        .map(({ name, places }) => (
          <>
            <h3>
              <a href={`/docs/api/${slugOf(name)}`}>{name}</a>
            </h3>
            <ul class="operations">
              {places.map(({ method, path, operation: { operationId, summary } }) => (
                <li>
                  <a href={`/docs/api/${slugOf(name)}#${operationId}`}>{summary}</a>{' '}
                  <code>
                    {method.toUpperCase()} {path}
                  </code>
                </li>
              ))}
            </ul>
          </>
        ))}
      <p>
        Also: <a href="/docs/events">events</a>, <a href="/docs/errors">errors</a>, <a href="/changelog">changelog</a>,{' '}
        <a href="/openapi.json">openapi.json</a>, <a href="/openapi.full.json">openapi.full.json</a>,{' '}
        <a href={BRUNO_PATH}>a Bruno collection</a>, <a href="/api-changelog.json">api-changelog.json</a>,{' '}
        <a href="/state-machine.json">state-machine.json</a>, <a href="/llms.txt">llms.txt</a>.
      </p>
      <h2>About every call</h2>
      <p>Release {spec.info.version}.</p>
      <Markdown text={spec.info.description} />
    </>
  )
}
