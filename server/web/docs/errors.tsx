import { STATUS_CODES } from 'node:http'
import type { CodeEntry } from './catalogue.ts'
import { Code, InlineMarkdown, Markdown } from './markdown.tsx'
import type { RecordedError } from './recorded.ts'
import { recordedCurl } from './recorded-curl.ts'
import { slugOf } from './spec.ts'

const INTRODUCTION = `Every error body is \`{ error, code, meta?, doc_url }\`. Match \`code\` exactly; \`error\` is for people and may change.
For a code that you do not know, fall back to the status. \`doc_url\` leads to the entry of the code on this page.

The calls are recordings: a test sent each to a running server, which answered as shown. Keys, ids and times are examples.`

interface Props {
  catalogue: CodeEntry[]
  apiUrl: string
}

/** `/docs/errors`: what causes each code, a call that got it, and what to do. */
export function ErrorsPage({ catalogue, apiUrl }: Props) {
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
        <Entry entry={entry} apiUrl={apiUrl} />
      ))}
    </>
  )
}

function Entry({ entry, apiUrl }: { entry: CodeEntry; apiUrl: string }) {
  const { code, statuses, causes, fix, recordings, example, retryable, neverSent, operations } = entry
  return (
    <section class="columns" aria-labelledby={code}>
      <div>
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
      </div>
      <div class="beside">
        {recordings.length === 0 && (
          <Code label={`Example of ${code}`} language="json" text={JSON.stringify(example, null, 2)} />
        )}
        {recordings.map((recording) => (
          <Recording recording={recording} apiUrl={apiUrl} />
        ))}
      </div>
    </section>
  )
}

function Recording({ recording, apiUrl }: { recording: RecordedError; apiUrl: string }) {
  const { code, response } = recording
  const which = `${code} ${response.status}`
  return (
    <>
      <Code label={`Request that got ${which}`} title="Request" language="sh" text={recordedCurl(recording, apiUrl)} />
      <Code
        label={`Response ${which}`}
        title={headOf(response)}
        language="json"
        text={JSON.stringify(response.body, null, 2)}
      />
    </>
  )
}

/** `Response: 429 Too Many Requests, Retry-After: 12`. */
function headOf({ status, headers }: RecordedError['response']): string {
  const lines = Object.entries(headers).map(([name, value]) => `, ${name}: ${value}`)
  return `Response: ${status} ${STATUS_CODES[status]}${lines.join('')}`
}

/** The same as Markdown. */
export function errorsText({ catalogue, apiUrl }: Props): string {
  const entries = catalogue.map(
    ({ code, statuses, causes, fix, recordings, example }) =>
      `## ${code}\n\nStatus ${statuses.join(', ')}. ${causes.join('\n\n')}\n\n**What to do.** ${fix}\n\n` +
      (recordings.length === 0 ? json(example) : recordings.map((one) => recordingText(one, apiUrl)).join('\n')),
  )
  return `# Errors\n\n${INTRODUCTION}\n\n${entries.join('\n')}`
}

function recordingText(recording: RecordedError, apiUrl: string): string {
  const { response } = recording
  return `Request:\n\n\`\`\`sh\n${recordedCurl(recording, apiUrl)}\n\`\`\`\n\n${headOf(response)}\n\n${json(response.body)}`
}

const json = (value: unknown) => `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\`\n`
