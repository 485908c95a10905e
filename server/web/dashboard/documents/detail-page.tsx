import { isErasable } from '../../../domain/documents/erase.ts'
import type { DocumentView } from '../../../domain/documents/get.ts'
import type { Timeline } from '../../../domain/documents/timeline.ts'
import { fileProblem } from '../../../domain/records/file-problem.ts'
import { sealProblem } from '../../../domain/records/seal-problem.ts'
import { allows } from '../../../domain/signers/states.ts'
import { Page } from '../parts/page.tsx'
import { Card, Facts, Pill } from '../parts/pieces.tsx'
import { At } from '../parts/time.tsx'
import { may } from '../state.ts'
import { Deliveries } from './deliveries.tsx'
import type { DetailProps } from './detail-props.ts'
import { Signers } from './signers.tsx'
import { senderWords, statusWords } from './words.ts'

/** One document: who signs, what happened, which files there are, and what can be done now. */
export function DetailPage({ view, shown, timeline, deliveries, envelope, links, now }: DetailProps) {
  const { document, signers } = shown
  const status = statusWords(document, signers, now)
  const base = `/documents/${document.id}`
  const statuses = signers.map((signer) => signer.status)
  const isOpen = signers.some((signer) => allows('withdraw', signer.status))
  return (
    <Page
      view={view}
      title={document.title}
      section="documents"
      apiCall={`GET /v1/documents/${document.id}`}
      crumbs={[{ label: 'Documents', href: '/documents' }]}
      lead={
        <>
          Created <At at={document.created_at} />
        </>
      }
      actions={
        <div class="buttons">
          <Pill tone={status.tone}>{status.text}</Pill>
          {isErasable(document, statuses, now) && may(view, 'eraseDocument') && (
            <a class="btn danger" href={`${base}/erase`}>
              Erase now
            </a>
          )}
          {isOpen && may(view, 'withdrawSigningRequest') && (
            <a class="btn danger" href={`${base}/withdraw`}>
              Withdraw
            </a>
          )}
        </div>
      }
    >
      <Problems view={view} shown={shown} />
      <div class="two">
        <div class="stack">
          <Signers view={view} shown={shown} links={links} now={now} />
          <History base={base} timeline={timeline} />
          <Deliveries view={view} base={base} deliveries={deliveries} />
        </div>
        <div class="stack">
          <FirstPage base={base} shown={shown} />
          <Files base={base} shown={shown} />
          <DocumentFacts shown={shown} />
          <Envelope documents={envelope} />
        </div>
      </div>
    </Page>
  )
}

/** What keeps the document from its end, although nobody has to sign any more. */
function Problems({ view, shown: { document } }: Pick<DetailProps, 'view' | 'shown'>) {
  const [seal, file] = [sealProblem(document), fileProblem(document)]
  if (!seal && !file) return null
  return (
    <div class="problems">
      {file && (
        <p>
          A stored file of this document is {file.code}, since <At at={file.since} />. Restore it from a backup.
        </p>
      )}
      {seal && (
        <>
          <p>
            Everyone has signed, but the document could not be sealed in {seal.attempts} attempts ({seal.code}). The
            next one is at <At at={seal.nextAttemptAt} />.
          </p>
          {may(view, 'abandonDocument') && (
            <p>
              <a class="text" href={`/documents/${document.id}/abandon`}>
                End it without a seal
              </a>
            </p>
          )}
        </>
      )}
    </div>
  )
}

function History({ base, timeline }: { base: string; timeline: Timeline }) {
  const chain = timeline.isIntact
    ? `chain intact${timeline.sealedAt === null ? '' : `, sealed up to entry ${timeline.sealedAt}`}`
    : 'the chain is broken'
  return (
    <Card title="What happened" aside={<Pill tone={timeline.isIntact ? 'ok' : 'bad'}>{chain}</Pill>}>
      <ol class="timeline">
        {timeline.entries.map(({ seq, at, title, text }) => (
          <li key={seq}>
            <b>{title}</b>
            <small>
              <At at={new Date(at)} />
            </small>
            {text && <small class="wide">{text}</small>}
          </li>
        ))}
      </ol>
      <p class="pad small">
        <a class="text" href={`${base}/audit-trail`}>
          Audit trail (PDF)
        </a>{' '}
        ·{' '}
        <a class="text" href={`${base}/events`}>
          Entries with their hashes (JSON)
        </a>
      </p>
    </Card>
  )
}

function FirstPage({ base, shown: { document } }: { base: string } & Pick<DetailProps, 'shown'>) {
  if (!hasFiles(document)) return null
  const [size] = document.page_sizes
  const pages = document.page_count === 1 ? 'The only page' : `Page 1 of ${document.page_count}`
  return (
    <section class="card pad sheet" aria-label="First page">
      <a href={`${base}/file`}>
        <img
          src={`${base}/first-page.webp`}
          alt="The first page as it was sent"
          width={Math.round(size?.width ?? 595)}
          height={Math.round(size?.height ?? 842)}
        />
      </a>
      <p class="small">{pages}</p>
    </section>
  )
}

function Files({ base, shown: { document } }: { base: string } & Pick<DetailProps, 'shown'>) {
  const kept = hasFiles(document)
  return (
    <Card title="Files">
      <ul class="pad stack plain">
        {kept && <File href={`${base}/file?download`} label="As it was sent" />}
        {kept && document.seal_state === 'sealed' && (
          <File href={`${base}/signed?download`} label="Signed and sealed" />
        )}
        {!kept && <li class="small">The files were deleted. Hashes and the audit trail are kept.</li>}
        <File href={`${base}/audit-trail`} label="Audit trail" />
        <File href={`${base}/files.zip`} label="All of it, with the root certificate (ZIP)" />
      </ul>
    </Card>
  )
}

function File({ href, label }: { href: string; label: string }) {
  return (
    <li>
      <a class="text" href={href}>
        <bdi>{label}</bdi>
      </a>
    </li>
  )
}

function DocumentFacts({ shown }: Pick<DetailProps, 'shown'>) {
  const { document, deletesAt } = shown
  const metadata = Object.entries(document.metadata ?? {})
  return (
    <Card title="Facts">
      <div class="pad">
        <Facts
          facts={[
            ['Id', <code>{document.id}</code>],
            ['Sent by', <bdi>{senderWords(shown)}</bdi>],
            ['File', <bdi>{document.filename}</bdi>],
            ['Region', document.region.toUpperCase()],
            ['Order', document.signing_mode === 'parallel' ? 'all at once' : 'one after the other'],
            ['Emails', document.send_emails ? 'sent by the service' : 'none'],
            ['SHA-256', <code>{document.sha256}</code>],
            ...(document.seal_level ? [['Seal', `PAdES ${document.seal_level}`] as [string, string]] : []),
            ...(document.completed_at ? [['Completed', <At at={document.completed_at} />] as [string, string]] : []),
            ...(deletesAt ? [['Deleted', <At at={deletesAt} />] as [string, string]] : []),
            ...metadata.map(([key, value]): [string, string] => [key, String(value)]),
          ]}
        />
      </div>
    </Card>
  )
}

function Envelope({ documents }: { documents: DetailProps['envelope'] }) {
  if (documents.length === 0) return null
  return (
    <Card title="Sent together with">
      <ul class="pad stack plain">
        {documents.map(({ id, title }) => (
          <File href={`/documents/${id}`} label={title} />
        ))}
      </ul>
    </Card>
  )
}

const hasFiles = ({ deleted_at, review_state }: DocumentView['document']) =>
  deleted_at === null && review_state !== 'discarded'
