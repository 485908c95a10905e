import type { Child } from 'hono/jsx'
import { isErasable } from '../../../domain/documents/erase.ts'
import { inSigningOrder } from '../../../domain/records/documents.ts'
import { type MoreCall, Page } from '../parts/page.tsx'
import { Card, FactsCard, Link, Pill } from '../parts/pieces.tsx'
import { At } from '../parts/time.tsx'
import { may } from '../state.ts'
import { Asks } from './asks.tsx'
import { Deliveries } from './deliveries.tsx'
import type { DetailProps } from './detail-props.ts'
import { Downloads, FileLink, hasTrail } from './files.tsx'
import { goingOut, metadataFacts } from './going-out.tsx'
import { HeadActions } from './head.tsx'
import { Pages } from './pages.tsx'
import { DocumentProblems } from './problems.tsx'
import { ReplacementCard } from './replacements.tsx'
import { canRemind, Signers } from './signers.tsx'
import { personName, senderWords } from './words.ts'

const DISCLOSE = 'Show full address and device'

/** One document: who signs, what happened, which files there are, and what can be done now. */
export function DetailPage(props: DetailProps) {
  const { view, shown, timeline, deliveries, envelope, replacements, links, page, now } = props
  const { document, signers } = shown
  const base = `/documents/${document.id}`
  const statuses = signers.map((signer) => signer.status)
  const isFinal = isErasable(document, statuses, now) || document.deleted_at !== null
  const isLive =
    !isFinal ||
    timeline.undeliveredCopies.length > 0 ||
    deliveries.newest.some((delivery) => delivery.status === 'pending')
  const live = { 'data-live': isLive ? '' : undefined }
  return (
    <Page
      view={view}
      title={document.title}
      apiCall={`GET /v1/documents/${document.id}`}
      moreCalls={remindCalls(props)}
      crumbs={[['Documents', '/documents']]}
      lead={
        <>
          Created <At at={document.created_at} /> <Sender of={shown} />
        </>
      }
      actions={
        <div class="buttons" id="state" {...live}>
          <HeadActions {...{ view, shown, replacements, now }} />
        </div>
      }
    >
      <div class="stack asks" id="asks" {...live}>
        <Asks view={view} shown={shown} />
      </div>
      <div class="two">
        <div class="stack" id="progress" {...live}>
          <DocumentProblems view={view} shown={shown} timeline={timeline} />
          <Signers view={view} shown={shown} timeline={timeline} links={links} now={now} />
          <Story story={timeline.story} />
          <Evidence view={view} base={base} timeline={timeline} isOut={hasTrail(document)}>
            <Deliveries view={view} base={base} deliveries={deliveries} />
          </Evidence>
        </div>
        <div class="stack">
          <Pages base={base} shown={shown} page={page} now={now} />
          <div class="stack" id="files" {...live}>
            <ReplacementCard replacements={replacements} now={now} />
            <Downloads base={base} shown={shown} timeline={timeline} now={now} />
            <DocumentFacts view={view} shown={shown} />
          </div>
          <Envelope documents={envelope} />
        </div>
      </div>
    </Page>
  )
}

/** Of the first signer who can be reminded, as an example for the others. */
function remindCalls({ view, shown, now }: DetailProps): MoreCall[] {
  const signer = inSigningOrder(shown.signers).find((one) => canRemind(view, shown, one, now))
  if (!signer) return []
  const does = (
    <>
      Remind <bdi>{personName(signer)}</bdi>
    </>
  )
  return [{ does, call: `POST /v1/signing-requests/${signer.id}/remind` }]
}

function Sender({ of: { keyName, senderName } }: { of: DetailProps['shown'] }) {
  const name = keyName ?? senderName
  if (name === null) return null
  return (
    <>
      by {keyName !== null && 'key '}
      <b>
        <bdi>{name}</bdi>
      </b>
    </>
  )
}

function Story({ story }: Pick<DetailProps['timeline'], 'story'>) {
  return (
    <Card title="What happened">
      <ol class="timeline story">
        {story.map(({ seq, at, text, note, tone }) => (
          <li key={seq} class={tone}>
            <span dir="auto">{text}</span>
            <small>
              <At at={new Date(at)} brief />
            </small>
            {note && <small class="wide">“{note}”</small>}
          </li>
        ))}
      </ol>
    </Card>
  )
}

interface EvidenceProps extends Pick<DetailProps, 'view' | 'timeline'> {
  base: string
  isOut: boolean
  children: Child
}

/** Every entry with its facts, and what programs were told. */
function Evidence({ view, base, timeline, isOut, children }: EvidenceProps) {
  const mayDisclose = may(view, 'discloseAuditEvent')
  const chain = timeline.isIntact
    ? `chain intact${timeline.sealedAt === null ? '' : `, sealed up to entry ${timeline.sealedAt}`}`
    : 'the chain is broken'
  return (
    <details class="card evidence">
      <summary id="evidence">
        <b>Evidence</b> <span>each entry with its facts, and webhooks</span>{' '}
        <Pill tone={timeline.isIntact ? 'ok' : 'bad'}>{chain}</Pill>
      </summary>
      <ol class="timeline">
        {timeline.entries.map(({ seq, at, title, text }) => (
          <li key={seq}>
            <b>{title}</b>
            <small>
              <At at={new Date(at)} brief />
            </small>
            {text && <small class="wide">{text}</small>}
            {mayDisclose && timeline.disclosable.has(seq) && (
              <small class="wide">
                <a class="text" href={`${base}/entries/${seq}/disclose`} aria-label={`${DISCLOSE} of entry ${seq}`}>
                  {DISCLOSE}
                </a>
              </small>
            )}
          </li>
        ))}
      </ol>
      {isOut && (
        <p class="pad small">
          <Link href={`${base}/audit-trail`}>Audit trail (PDF)</Link> ·{' '}
          <Link href={`${base}/events`}>Entries with their hashes (JSON)</Link>
        </p>
      )}
      {children}
    </details>
  )
}

function DocumentFacts({ view, shown }: Pick<DetailProps, 'view' | 'shown'>) {
  const { document, signers } = shown
  return (
    <FactsCard
      title="Facts"
      facts={[
        ['Id', <code>{document.id}</code>],
        ['Sent by', <bdi>{senderWords(shown)}</bdi>],
        ['File', <bdi>{document.filename}</bdi>],
        ['Region', document.region.toUpperCase()],
        ...goingOut({ document, signers, sender: view.person.workspace.name }),
        ['SHA-256', <code>{document.sha256}</code>],
        ...(document.seal_level ? [['Seal', `PAdES ${document.seal_level}`] as [string, string]] : []),
        ...(document.completed_at ? [['Completed', <At at={document.completed_at} />] as [string, string]] : []),
        ...deletion(shown),
        ...metadataFacts(document),
      ]}
    />
  )
}

/** When the files were deleted, whoever did it, or will be. */
function deletion({ document, deletesAt }: DetailProps['shown']): [string, Child][] {
  if (document.deleted_at) return [['Deleted', <At at={document.deleted_at} />]]
  return deletesAt ? [['Will be deleted', <At at={deletesAt} />]] : []
}

function Envelope({ documents }: { documents: DetailProps['envelope'] }) {
  if (documents.length === 0) return null
  return (
    <Card title="Sent together with">
      <ul class="pad stack plain">
        {documents.map(({ id, title }) => (
          <FileLink href={`/documents/${id}`} label={title} />
        ))}
      </ul>
    </Card>
  )
}
