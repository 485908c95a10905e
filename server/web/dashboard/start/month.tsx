import type { ListedDocument } from '../../../domain/documents/list.ts'
import type { MonthUsage, StartNews } from '../../../domain/documents/start.ts'
import type { HookSummary } from '../../../domain/hooks/read.ts'
import { REVIEWS_COUNTED } from '../../../domain/instances/count-reviews.ts'
import { LIST, START } from '../../../limits.ts'
import { statusWords } from '../documents/words.ts'
import { Page } from '../parts/page.tsx'
import { ButtonLink, Card, Facts, Link, Pill } from '../parts/pieces.tsx'
import { Ago } from '../parts/time.tsx'
import type { View } from '../state.ts'

export interface MonthPageProps {
  view: View
  news: StartNews
  usage: MonthUsage
  /** At most `HOOK_LIST.watched`: those that are on first. */
  hooks: HookSummary[]
  /** How many webhooks are on. */
  enabled: number
  /** What needs somebody, newest first. */
  documents: ListedDocument[]
  now: Date
}

/** No call tells the rest. */
const READ_CALLS = [{ does: 'Read the SMS codes', call: 'GET /v1/me' }]

/** After the first steps: what waits for this person and for the workspace, what was done, and this month. */
export function MonthPage({ view, news, usage, hooks, enabled, documents, now }: MonthPageProps) {
  const { sms, documentCap } = usage
  const watched = hooks.filter(({ hook }) => hook.enabled)
  const failing = watched.filter(({ failing, last }) => failing > 0 || last?.delivered === false)
  const of = (used: number, limit: number | null) =>
    limit === null ? used.toLocaleString('en') : `${used.toLocaleString('en')} of ${limit.toLocaleString('en')}`
  return (
    <Page view={view} title="Start" moreCalls={READ_CALLS}>
      <div class="stack narrow">
        {news.toSign.length > 0 && (
          <Card title="Waiting for your signature">
            <ul class="pad stack">
              {news.toSign.map(({ id, title, link }) => (
                <li class="buttons">
                  <Link href={`/documents/${id}`} name={title} />
                  <ButtonLink href={link} label="Sign" about={` ${title}`} kind="small primary" />
                </li>
              ))}
            </ul>
          </Card>
        )}
        <Card title="Needs attention">
          <ul class="pad stack">
            {failing.slice(0, START.rows).map(({ hook }) => (
              <li>
                <Pill tone="bad">not answering</Pill> <Link href={`/webhooks/${hook.id}`}>{hook.target_url}</Link>
              </li>
            ))}
            {documents.slice(0, START.rows).map(({ document, signers }) => {
              const { tone, text } = statusWords(document, signers, now)
              return (
                <li>
                  <Pill tone={tone}>{text}</Pill> <Link href={`/documents/${document.id}`} name={document.title} />
                </li>
              )
            })}
            {documents.length > START.rows && (
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
        <Card title="Signed in the last seven days" aside={<SignedCount of={news.signedCount} />}>
          <ul class="pad stack">
            {news.signed.map(({ id, title, at }) => (
              <li>
                <Link href={`/documents/${id}`} name={title} />{' '}
                <small>
                  <Ago at={at} now={now} />
                </small>
              </li>
            ))}
            {news.signed.length === 0 && <li class="small">Nothing.</li>}
            {news.signedCount > news.signed.length && (
              <li>
                <Link href="/documents?tab=signed">All signed documents</Link>
              </li>
            )}
          </ul>
        </Card>
        <Card title="This month" pad="">
          <Facts
            facts={[
              ['Documents', <span class="num">{of(usage.documents, documentCap)}</span>],
              ['SMS codes', <span class="num">{of(sms.used, sms.monthly)}</span>],
              ['Webhooks', <Webhooks enabled={enabled} watched={watched.length} failing={failing.length} />],
            ]}
          />
        </Card>
      </div>
    </Page>
  )
}

const SignedCount = ({ of }: { of: number }) => (
  <span class="num">{of < LIST.countedTo ? of : `${of.toLocaleString('en')} or more`}</span>
)

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
