import type { Schema, Spec } from '../../openapi.ts'
import { Code, Markdown } from './markdown.tsx'
import { examplesOf } from './operation.tsx'
import { Fields } from './schema.tsx'

type Webhook = Spec['webhooks'][string]

/** `/docs/events`: what all webhooks have in common, and every event at a glance. */
export function EventsPage({ spec }: { spec: Spec }) {
  return (
    <>
      <h1>Events</h1>
      <Markdown text={eventsIntroduction(spec)} />
      <ul class="cards">
        {Object.entries(spec.webhooks).map(([event, { post }]) => (
          <li>
            <a href={`/docs/events/${event}`} id={event}>
              <code>{event}</code>
            </a>
            <p>{post.summary}.</p>
          </li>
        ))}
      </ul>
    </>
  )
}

/** `/docs/events/<event>`: its fields, and its bodies in both payload modes. */
export function EventPage({ spec, event, webhook: { post } }: { spec: Spec; event: string; webhook: Webhook }) {
  const { schema, examples } = payloadOf(post)
  return (
    <>
      <h1>
        <code>{event}</code>
      </h1>
      <p class="lead">{post.summary}.</p>
      {post.description && <Markdown text={post.description} />}
      <div class="columns">
        <div>
          {schema && (
            <>
              <h2>Fields</h2>
              <Fields spec={spec} schema={schema} />
            </>
          )}
          <p>
            How webhooks are signed, repeated and answered: <a href="/docs/webhooks">Webhooks</a>.
          </p>
        </div>
        <div class="beside">
          {examples.map(([mode, value]) => (
            <>
              <h2>{mode ? `Payload ${mode}` : 'Body'}</h2>
              <Code label={`Body of ${event} ${mode}`} language="json" text={JSON.stringify(value, null, 2)} />
            </>
          ))}
        </div>
      </div>
    </>
  )
}

/** What holds for every event, as the spec says it. */
export function eventsIntroduction(spec: Spec): string {
  return spec.tags.find(({ name }) => name === 'Webhooks')?.description ?? ''
}

/** The fields of the full payload, and an example of each mode with its name. */
export function payloadOf(post: Webhook['post']): { schema: Schema | undefined; examples: [string, unknown][] } {
  const media = post.requestBody?.content['application/json']
  return { schema: media?.schema.anyOf?.[0] ?? media?.schema, examples: media ? examplesOf(media) : [] }
}
