import type { Spec } from '../../openapi.ts'
import type { Guide } from './guides.ts'

/** `/llms.txt`: what programs that read documentation should read, each page as Markdown (llmstxt.org). */
export function llmsText(spec: Spec, guides: Guide[], publicUrl: string): string {
  const link = (path: string, title: string, what: string) => `- [${title}](${publicUrl}${path}): ${what}`
  return [
    '# Countersign API',
    `> ${spec.info.summary}`,
    'Send the API key as `Authorization: Bearer <key>`. Match the `code` of an error, never its text.',
    '## Guides',
    guides.map(({ name, title, summary }) => link(`/docs/${name}.md`, title, summary)).join('\n'),
    '## Reference',
    [
      link('/openapi.json', 'OpenAPI 3.1', 'every operation, body, code and webhook'),
      link('/docs/errors.md', 'Errors', 'what causes each code, and what to do'),
      link('/api-changelog.json', 'Changelog', 'every release'),
      link('/state-machine.json', 'State machine', 'the states of signers, documents and reviews'),
    ].join('\n'),
  ]
    .join('\n\n')
    .concat('\n')
}
