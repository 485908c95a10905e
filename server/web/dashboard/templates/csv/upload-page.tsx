import { stepAfter, type Upload, type UploadView } from '../../../../domain/bulk/read.ts'
import type { MonthUsage } from '../../../../domain/documents/start.ts'
import type { TemplateView } from '../../../../domain/templates/read.ts'
import { Page } from '../../parts/page.tsx'
import { ButtonLink, Facts, Link, NeedsPlan, Pill, PostButton, Submit, type Tone } from '../../parts/pieces.tsx'
import { At } from '../../parts/time.tsx'
import { may, type View } from '../../state.ts'
import { crumbsOf } from '../send/page.tsx'
import { count } from '../words.ts'
import { EqualRows, EqualTable } from './sent-before.tsx'
import { ToCorrect } from './to-correct.tsx'

export interface UploadPageProps {
  view: View
  template: TemplateView
  upload: UploadView
  usage: MonthUsage
}

/** A file: how far it is, what is wrong with its rows, and what can be done. */
export function UploadPage({ view, template, upload, usage }: UploadPageProps) {
  const { id } = template.template
  const base = `/templates/${id}/csv`
  const { state, counts } = upload
  const left = counts.good - counts.sent
  const running = state === 'checking' || state === 'sending'
  const next = stepAfter(upload)
  const hasRowsToCorrect = !running && counts.bad > 0 && upload.heading !== null
  const mayMap = !running && counts.sent < counts.total && upload.mapping !== null && may(view, 'mapUpload')
  const mayGoOn = next !== null && may(view, VERBS[next])
  return (
    <Page
      view={view}
      title={upload.filename}
      apiCall={`POST /v1/templates/${id}/instantiate`}
      crumbs={[...crumbsOf(template), ['Send to a list', base]]}
      lead={
        <>
          Uploaded <At at={upload.created_at} />, for version {upload.template_version}
        </>
      }
    >
      <div class="stack" id="progress" data-live={running ? '' : undefined}>
        <div class="card pad stack narrow">
          <p>
            <StatePill upload={upload} /> {sentence(upload)}
          </p>
          {running && (
            <>
              <progress
                max={state === 'checking' ? counts.total : counts.good}
                value={state === 'checking' ? counts.checked : counts.sent}
                aria-label={state === 'checking' ? 'Rows checked' : 'Rows sent'}
              />
              <p class="small">
                You can leave this page; it goes on without you. <Link href={`${base}/${upload.id}`}>Refresh</Link>
              </p>
            </>
          )}
          <Facts
            facts={[
              ['Rows', figure(counts.total)],
              ['Good', figure(counts.good)],
              ['With a problem', figure(counts.bad)],
              ['Sent', figure(counts.sent)],
            ]}
          />
          {next && <NeedsPlan view={view} verb={VERBS[next]} what="Sending from a template" />}
          {next === 'send' && <EqualRows base={base} sentBefore={upload.sentBefore} />}
          {mayGoOn && next === 'send' && <Remaining usage={usage} left={left} />}
          <div class="buttons">
            {mayGoOn && (
              <form method="post" action={`${base}/${upload.id}/${next}`}>
                {next === 'send' && <input type="hidden" name="sent_before" value={upload.sentBefore.length} />}
                <Submit label={next === 'check' ? 'Go on checking' : sendWords(upload, left)} kind="primary" />
              </form>
            )}
            {running && <PostButton action={`${base}/${upload.id}/stop`} label="Stop" kind="danger" />}
            {!running && <ButtonLink href={`${base}/${upload.id}/result.csv`} label="Download the result" />}
            {hasRowsToCorrect && (
              <ButtonLink href={`${base}/${upload.id}/problems.csv`} label="Download the rows with a problem" />
            )}
            {mayMap && <ButtonLink href={`${base}/${upload.id}/columns`} label="Which column is what" />}
          </div>
        </div>
        {next === 'send' && upload.sentBefore.length > 0 && <EqualTable sentBefore={upload.sentBefore} />}
        {upload.toCorrect.length > 0 && <ToCorrect {...{ view, template, upload }} />}
      </div>
    </Page>
  )
}

const VERBS = { check: 'checkUpload', send: 'sendUpload' } as const

function sendWords({ counts, state }: Upload, left: number): string {
  const rows = count(left, 'row')
  if (state === 'stopped') return `Send the remaining ${rows}`
  return counts.bad > 0 ? `Send only the good ${rows}` : `Send ${rows}`
}

function sentence({ state, counts, stop_reason }: Upload): string {
  const { total, checked, good, bad, sent } = counts
  const reason = stop_reason ?? 'Stopped by hand.'
  const soFar = sent === 0 ? 'Nothing is sent yet.' : wereSent(sent)
  switch (state) {
    case 'mapping':
      return 'Somebody has to say what its columns are.'
    case 'checking':
      return `${figure(checked)} of ${figure(total)} rows are checked. ${soFar}`
    case 'checked':
      if (bad === 0) return `Nothing is wrong with any row. ${soFar}`
      return good === 0
        ? 'No row can be sent yet.'
        : `${count(bad, 'row needs', 'rows need')} you, ${count(good, 'is', 'are')} ready. ${soFar}`
    case 'sending':
      return `${figure(sent)} of ${figure(good)} documents are sent.`
    case 'stopped':
      return checked < total
        ? `${reason} ${figure(checked)} of ${figure(total)} rows are checked. ${soFar}`
        : `${reason} ${figure(sent)} of ${figure(good)} documents were sent.`
    case 'done':
      return wereSent(sent)
  }
}

const wereSent = (sent: number) => `${count(sent, 'document')} ${sent === 1 ? 'was' : 'were'} sent.`
const figure = (number: number) => number.toLocaleString('en')

/** What the plan has left, where it is less than what is to be sent. */
function Remaining({ usage: { documents, documentCap: cap }, left }: { usage: MonthUsage; left: number }) {
  if (cap === null || cap - documents >= left) return null
  return (
    <p class="problem">
      The plan has {count(Math.max(0, cap - documents), 'document')} left this month. Sending stops there, and the rest
      can be sent later.
    </p>
  )
}

const STATES: Record<Upload['state'], [tone: Tone, word: string]> = {
  mapping: ['wait', 'Columns to choose'],
  checking: ['wait', 'Being checked'],
  checked: ['wait', 'Checked, not sent'],
  sending: ['wait', 'Being sent'],
  stopped: ['bad', 'Stopped'],
  done: ['ok', 'Done'],
}

/** How far the file is. */
export function StatePill({ upload }: { upload: Upload }) {
  const [tone, word] = STATES[upload.state]
  return <Pill tone={tone}>{word}</Pill>
}
