import type { ListedDocument } from '../../../domain/documents/list.ts'
import type { MonthUsage } from '../../../domain/documents/start.ts'
import type { HookSummary } from '../../../domain/hooks/read.ts'
import { REVIEWS_COUNTED } from '../../../domain/instances/count-reviews.ts'
import { statusWords } from '../documents/words.ts'
import { Page } from '../parts/page.tsx'
import { Card, Facts, Link, Pill } from '../parts/pieces.tsx'
import type { View } from '../state.ts'

export interface MonthPageProps {
  view: View
  usage: MonthUsage
  /** At most `HOOK_LIST.watched`: those that are on first. */
  hooks: HookSummary[]
  /** How many webhooks are on. */
  enabled: number
  /** What needs somebody, newest first. */
  documents: ListedDocument[]
  now: Date
}

const SHOWN = 10
/** No call tells the rest. */
const READ_CALLS = [{ does: 'Read the SMS codes', call: 'GET /v1/me' }]

/** After the first steps: this month, and what needs attention. */
export function MonthPage({ view, usage, hooks, enabled, documents, now }: MonthPageProps) {
  const { sms, documentCap } = usage
  const watched = hooks.filter(({ hook }) => hook.enabled)
  const failing = watched.filter(({ failing, last }) => failing > 0 || last?.delivered === false)
  const of = (used: number, limit: number | null) =>
    limit === null ? used.toLocaleString('en') : `${used.toLocaleString('en')} of ${limit.toLocaleString('en')}`
  return (
    <Page view={view} title="This month" moreCalls={READ_CALLS}>
      <div class="stack narrow">
        <section class="card pad" aria-label="This month">
          <Facts
            facts={[
              ['Documents', <span class="num">{of(usage.documents, documentCap)}</span>],
              ['SMS codes', <span class="num">{of(sms.used, sms.monthly)}</span>],
              ['Webhooks', <Webhooks enabled={enabled} watched={watched.length} failing={failing.length} />],
            ]}
          />
        </section>
        <Card title="Needs attention">
          <ul class="pad stack">
            {failing.slice(0, SHOWN).map(({ hook }) => (
              <li>
                <Pill tone="bad">not answering</Pill> <Link href={`/webhooks/${hook.id}`}>{hook.target_url}</Link>
              </li>
            ))}
            {documents.slice(0, SHOWN).map(({ document, signers }) => {
              const { tone, text } = statusWords(document, signers, now)
              return (
                <li>
                  <Pill tone={tone}>{text}</Pill> <Link href={`/documents/${document.id}`} name={document.title} />
                </li>
              )
            })}
            {documents.length > SHOWN && (
              <li>
                <Link href="/documents?tab=attention">All documents that need attention</Link>
              </li>
            )}
            {view.toReview > 0 && (
              <li>
                <Pill tone="wait">to review</Pill> <Link href="/review">{reviewWords(view.toReview)}</Link>
              </li>
            )}
            {failing.length + documents.length + view.toReview === 0 && <li class="small">Nothing.</li>}
          </ul>
        </Card>
      </div>
    </Page>
  )
}

function Webhooks({ enabled, watched, failing }: { enabled: number; watched: number; failing: number }) {
  if (enabled === 0) return <Pill tone="idle">none</Pill>
  const all = enabled === watched ? `${enabled}` : `the newest ${watched}`
  if (failing > 0)
    return (
      <Pill tone="bad">
        {failing} of {all} not answering
      </Pill>
    )
  return <Pill tone="ok">{enabled === watched ? 'all answering' : `${all} of ${enabled} answering`}</Pill>
}

function reviewWords(count: number): string {
  if (count === 1) return 'Look at 1 document, then send it'
  return `Look at ${count < REVIEWS_COUNTED ? count : `${REVIEWS_COUNTED - 1}+`} documents, then send them`
}
