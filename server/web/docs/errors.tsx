import type { CodeEntry } from './catalogue.ts'
import { Code, InlineMarkdown, Markdown } from './markdown.tsx'
import { slugOf } from './spec.ts'

const INTRODUCTION = `Every error body is \`{ error, code, meta?, doc_url }\`. Match \`code\` exactly; \`error\` is for people and may change.
For a code that you do not know, fall back to the status. \`doc_url\` leads to the entry of the code on this page.`

/** `/docs/errors`: what causes each code, an example, and what to do. */
export function ErrorsPage({ catalogue }: { catalogue: CodeEntry[] }) {
  return (
    <>
      <h1>Errors</h1>
      <Markdown text={INTRODUCTION} />
      <ul class="codes index">
        {catalogue.map(({ code }) => (
          <li>
            <a href={`#${code}`}>
              <code>{code}</code>
            </a>
          </li>
        ))}
      </ul>
      {catalogue.map((entry) => (
        <Entry entry={entry} />
      ))}
    </>
  )
}

function Entry({ entry }: { entry: CodeEntry }) {
  const { code, statuses, causes, fix, example, retryable, neverSent, operations } = entry
  return (
    <section aria-labelledby={code}>
      <h2 id={code}>
        <code>{code}</code> <span class="status">{statuses.join(', ')}</span>
      </h2>
      {causes.map((cause) => (
        <Markdown text={cause} />
      ))}
      <p>
        <strong>What to do.</strong> <InlineMarkdown text={fix} />
        {retryable && ' The same call may succeed later, unchanged; the SDK repeats it where that is harmless.'}
      </p>
      {neverSent && <p>This release never sends it. {neverSent}</p>}
      <Code label={`Example of ${code}`} text={JSON.stringify(example, null, 2)} />
      {operations.length > 0 && (
        <details>
          <summary>
            Calls that have it<span class="hidden-text"> ({code})</span>: {operations.length}
          </summary>
          <ul>
            {operations.map(({ id, tag, summary }) => (
              <li>
                <a href={`/docs/api/${slugOf(tag)}#${id}`}>
                  {summary} <code>{id}</code>
                </a>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}

/** The same as Markdown. */
export function errorsText(catalogue: CodeEntry[]): string {
  const entries = catalogue.map(
    ({ code, statuses, causes, fix, example }) =>
      `## ${code}\n\nStatus ${statuses.join(', ')}. ${causes.join('\n\n')}\n\n**What to do.** ${fix}\n\n` +
      `\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\`\n`,
  )
  return `# Errors\n\n${INTRODUCTION}\n\n${entries.join('\n')}`
}
