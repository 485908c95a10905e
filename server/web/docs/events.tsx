import type { Spec } from '../../openapi.ts'
import { Code, Markdown } from './markdown.tsx'
import { examplesOf } from './operation.tsx'
import { Fields } from './schema.tsx'

/** `/docs/events`: every webhook with its fields and its bodies in both payload modes. */
export function EventsPage({ spec }: { spec: Spec }) {
  const events = Object.entries(spec.webhooks)
  return (
    <>
      <h1>Events</h1>
      <Markdown text={spec.tags.find(({ name }) => name === 'Webhooks')?.description ?? ''} />
      <ul class="codes index">
        {events.map(([event]) => (
          <li>
            <a href={`#${event}`}>
              <code>{event}</code>
            </a>
          </li>
        ))}
      </ul>
      {events.map(([event, { post }]) => {
        const media = post.requestBody?.content['application/json']
        const full = media?.schema.anyOf?.[0] ?? media?.schema
        return (
          <section aria-labelledby={event}>
            <h2 id={event}>
              <code>{event}</code>
            </h2>
            <p>{post.summary}.</p>
            {post.description && <Markdown text={post.description} />}
            {full && (
              <details>
                <summary>
                  Fields<span class="hidden-text"> of {event}</span>
                </summary>
                <Fields spec={spec} schema={full} />
              </details>
            )}
            {media &&
              examplesOf(media).map(([mode, value]) => (
                <>
                  {mode && <h3>Payload {mode}</h3>}
                  <Code label={`Body of ${event} ${mode}`} text={JSON.stringify(value, null, 2)} />
                </>
              ))}
          </section>
        )
      })}
    </>
  )
}
