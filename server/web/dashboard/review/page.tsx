import type { Child } from 'hono/jsx'
import type { Review } from '../../../domain/instances/review.ts'
import { inSigningOrder } from '../../../domain/records/documents.ts'
import { goingOut, metadataFacts } from '../documents/going-out.tsx'
import { type Entries, type ValueForm, valueName } from '../instance/entries.ts'
import { PersonFields } from '../instance/person.tsx'
import { ValueFields } from '../instance/values.tsx'
import { ProblemList, type Problems } from '../parts/form.tsx'
import { type Crumb, Page } from '../parts/page.tsx'
import { ButtonLink, Card, Facts, FactsCard, NeedsPlan, Pill, Submit } from '../parts/pieces.tsx'
import { At } from '../parts/time.tsx'
import { may, type View } from '../state.ts'
import { REVIEW_FORM, valueBoxes, valueForm } from './form.ts'
import { confirmedWords, daysLeft, deciderOf, NOBODY_HERE } from './words.ts'

export interface ReviewProps {
  view: View
  review: Review
  /** What the form shows: what is kept, or what was sent and refused. */
  entries: Entries
  problems: Problems
  /** The name of the field that has the focus; null: none. */
  focus: string | null
  now: Date
}

const CRUMBS: Crumb[] = [['Review', '/review']]

/** A staged document as it would go out, with what can still be changed; afterwards, what became of it. */
export function ReviewPage(props: ReviewProps) {
  return props.review.state === 'staged' ? <Waiting {...props} /> : <Decided {...props} />
}

function Waiting({ view, review, entries, problems, focus, now }: ReviewProps) {
  const { document, template } = review
  const { id } = document
  const lead = (
    <>
      Staged by <Stager review={review} /> from template <bdi>{template.name}</bdi> v{template.version} ·{' '}
      {document.review_expires_at && (
        <>
          {daysLeft(document.review_expires_at, now).words}, expires on <At at={document.review_expires_at} />
        </>
      )}
    </>
  )
  const actions = (
    <div class="buttons">
      {/* What the Enter key presses, which is the first button of the form: the next one would send. */}
      {may(view, 'reviseInstance') && (
        <button type="submit" form={REVIEW_FORM} name="do" value="save" hidden>
          Save changes
        </button>
      )}
      {may(view, 'discardDocument') && <ButtonLink href={`/review/${id}/discard`} label="Discard" kind="danger" />}
      {may(view, 'confirmDocument') && (
        <Submit label={sendWords(review)} kind="primary" form={REVIEW_FORM} name="do" value="send" />
      )}
    </div>
  )
  return (
    <Page
      view={view}
      title={document.title}
      apiCall={`POST /v1/documents/${id}/confirm`}
      crumbs={CRUMBS}
      lead={lead}
      actions={actions}
    >
      <div class="two review">
        <Paper review={review} />
        {may(view, 'reviseInstance') ? (
          <form id={REVIEW_FORM} method="post" action={`/review/${id}`} class="stack">
            <ProblemList problems={problems} />
            <input type="hidden" name="revision" value={String(document.review_revision)} />
            <Entered {...{ view, review, entries, problems, focus }} />
            <Submit label="Save changes" name="do" value="save" />
          </form>
        ) : (
          <fieldset disabled class="plain">
            <NeedsPlan view={view} verb="confirmDocument" what="Changing this and sending it" />
            <Entered {...{ view, review, entries, problems, focus }} />
          </fieldset>
        )}
      </div>
    </Page>
  )
}

function Stager({ review: { document, stagedBy } }: Pick<ReviewProps, 'review'>) {
  const isPerson = document.api_key_id === null
  if (stagedBy === null) return isPerson ? NOBODY_HERE : 'the API'
  return (
    <>
      {!isPerson && 'key '}
      <b>
        <bdi>{stagedBy}</bdi>
      </b>
    </>
  )
}

/** Recipients and values, as they are or are to be, and what goes out with them. */
function Entered({ view, review, entries, problems, focus }: Omit<ReviewProps, 'now'>) {
  const { document, signers } = review
  const values = valueForm(review)
  return (
    <>
      {signers.length > 0 && (
        <Card
          title="Recipients"
          aside={<span class="small">{document.signing_mode === 'sequential' ? 'In order' : 'All at once'}</span>}
        >
          <div class="pad stack">
            {inSigningOrder(signers).map((signer) => (
              <PersonFields
                slot={signer.slot}
                role={signer.role ?? `Slot ${signer.slot}`}
                pinned={signer.pinned}
                ordered={document.signing_mode === 'sequential'}
                of={signers.length}
                entries={entries}
                problems={problems}
              />
            ))}
          </div>
        </Card>
      )}
      <Unchangeable view={view} review={review} />
      {values.inputs.length > 0 && (
        <Card title="Values" aside={<span class="small">{countWords(values)}</span>} pad="stack">
          <ValueFields of={values} {...{ entries, problems, focus }} />
        </Card>
      )}
    </>
  )
}

/** What whoever staged it has decided, which goes out as it is. */
function Unchangeable({ view, review: { document, signers, callbackUrl } }: Pick<ReviewProps, 'view' | 'review'>) {
  const facts = [
    ...goingOut({ document, signers, sender: view.person.workspace.name }),
    ...(callbackUrl === null ? [] : [['Own webhook', <bdi>{callbackUrl}</bdi>] satisfies [string, Child]]),
    ...metadataFacts(document),
  ]
  if (facts.length === 0) return null
  return <FactsCard title={document.kind === 'file' ? 'Facts' : 'Invitation'} facts={facts} />
}

function sendWords({ document, signers }: Review): string {
  if (document.kind === 'file') return 'Confirm the file'
  const first = document.signing_mode === 'sequential' ? 1 : signers.length
  if (!document.send_emails) return 'Confirm, without emails'
  return first === signers.length
    ? `Confirm and send to ${first}`
    : `Confirm and send to the first of ${signers.length}`
}

function countWords({ inputs, kept }: ValueForm): string {
  const required = inputs.filter((input) => input.required)
  const given = required.filter(({ definition }) => kept[definition.key] !== undefined)
  return `${given.length} of ${required.length} required`
}

/** The pages as they would go out, the values on them lit up; each leads to its input. */
function Paper({ review }: Pick<ReviewProps, 'review'>) {
  const { document } = review
  const { page_count: count, page_sizes: sizes } = document
  const lit = valueBoxes(review)
  return (
    <Card
      title={document.kind === 'file' ? 'The file' : 'As it would go out'}
      aside={
        <a class="text" href={`/review/${document.id}/document.pdf`} target="_blank" rel="noopener">
          Open the PDF, {count === 1 ? '1 page' : `${count} pages`}
        </a>
      }
    >
      <ol class="drawn">
        {sizes.map(({ width, height }, at) => (
          <li>
            <img
              src={`/documents/${document.id}/page-${at + 1}`}
              alt={`Page ${at + 1} of ${count}`}
              loading="lazy"
              width={Math.round(width)}
              height={Math.round(height)}
            />
            <svg viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
              {lit
                .filter(({ page }) => page === at + 1)
                .map(({ x, y, w, h, field }) => (
                  <a href={`#${valueName(field)}`} tabindex={-1}>
                    <rect x={x} y={y} width={w} height={h} />
                  </a>
                ))}
            </svg>
          </li>
        ))}
      </ol>
    </Card>
  )
}

const STATES = { confirmed: ['ok', 'Confirmed'], discarded: ['idle', 'Discarded'] } as const

/** The same address afterwards. */
function Decided({ view, review }: ReviewProps) {
  const { document, state, template } = review
  if (state === 'staged') throw new Error(`document ${document.id} waits`)
  const [tone, word] = STATES[state]
  const facts: [string, Child][] = [
    ['Decision', <Pill tone={tone}>{word}</Pill>],
    ['By', deciderOf(review)],
    ['Template', `${template.name} v${template.version}`],
    ['Staged by', <Stager review={review} />],
    ['Staged', <At at={document.created_at} />],
  ]
  if (document.review_decided_at) facts.splice(2, 0, ['When', <At at={document.review_decided_at} />])
  return (
    <Page
      view={view}
      title={document.title}
      apiCall={`GET /v1/documents/${document.id}`}
      crumbs={CRUMBS}
      lead={state === 'confirmed' ? confirmedWords(document).lead : 'This was discarded.'}
      actions={<ButtonLink href={`/documents/${document.id}`} label="Open the document" kind="primary" />}
    >
      <div class="card pad narrow">
        <Facts facts={facts} />
      </div>
    </Page>
  )
}
