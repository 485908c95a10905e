import { operationsOf, type Spec } from '../../openapi.ts'
import type { Guide } from './guides.ts'
import { slugOf } from './spec.ts'

/** `/llms.txt`: what programs that read documentation should read, each page as Markdown (llmstxt.org). */
export function llmsText(spec: Spec, guides: Guide[], publicUrl: string): string {
  const link = (path: string, title: string, what: string) => `- [${title}](${publicUrl}${path}): ${what}`
  const operations = operationsOf(spec).map(({ operation }) => operation)
  const tags = spec.tags.map(({ name }) => ({ name, own: operations.filter(({ tags: [first] }) => first === name) }))
  return [
    '# Countersign API',
    `> ${spec.info.summary}`,
    'Send the API key as `Authorization: Bearer <key>`. Match the `code` of an error, never its text.',
    '## Guides',
    guides.map(({ name, title, summary }) => link(`/docs/${name}.md`, title, summary)).join('\n'),
    '## Reference',
    [
      link('/openapi.json', 'OpenAPI 3.1', 'every operation, body, code and webhook'),
      ...tags
        .filter(({ own }) => own.length > 0)
        .map(({ name, own }) =>
          link(`/docs/api/${slugOf(name)}.md`, name, own.map(({ summary }) => summary.toLowerCase()).join('; ')),
        ),
      link('/docs/errors.md', 'Errors', 'what causes each code, and what to do'),
      link('/docs/events.md', 'Events', 'every webhook event with its fields and bodies'),
      ...Object.entries(spec.webhooks).map(([event, { post }]) =>
        link(`/docs/events/${event}.md`, event, post.summary.toLowerCase()),
      ),
      link('/changelog.md', 'Changelog', 'every release'),
      link('/webhook-test-vectors.json', 'Test vectors', 'what a check of webhook signatures must accept and refuse'),
      link('/state-machine.json', 'State machine', 'the states of signers, documents and reviews'),
    ].join('\n'),
  ]
    .join('\n\n')
    .concat('\n')
}
