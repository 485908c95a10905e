import type { WaitingReview } from '../../../domain/instances/review.ts'
import { Page } from '../parts/page.tsx'
import { Empty, Pill } from '../parts/pieces.tsx'
import { Pager, Table } from '../parts/table.tsx'
import { Ago } from '../parts/time.tsx'
import type { View } from '../state.ts'
import { daysLeft } from './words.ts'

export interface ReviewListProps {
  view: View
  reviews: WaitingReview[]
  /** The query of the next page; null: there is none. */
  older: string | null
  now: Date
}

/** What was staged and waits for somebody, the least time first. */
export function ReviewList({ view, reviews, older, now }: ReviewListProps) {
  const lead = 'These wait for somebody to look at them. Nobody is invited before that.'
  return (
    <Page
      view={view}
      title="Review"
      moreCalls={[{ does: 'Confirm one document', call: 'POST /v1/documents/{id}/confirm' }]}
      lead={lead}
    >
      {reviews.length === 0 ? (
        <Empty title="Nothing to review">
          <p>
            A call of instantiate or generate with <code>"review": true</code> puts a document here instead of sending
            it, and so does “Review first” when you send a template.
          </p>
        </Empty>
      ) : (
        <>
          <Table
            caption="Documents awaiting review"
            columns={[
              'Document',
              'For',
              'Staged by',
              { label: 'Staged', end: true },
              { label: 'Time left', end: true },
            ]}
          >
            {reviews.map((review) => (
              <ReviewRow review={review} now={now} />
            ))}
          </Table>
          {older !== null && (
            <Pager newer={null} older={older}>
              The least time first
            </Pager>
          )}
        </>
      )}
    </Page>
  )
}

function ReviewRow({ review, now }: { review: WaitingReview; now: Date }) {
  const { days, words } = daysLeft(review.expiresAt, now)
  return (
    <tr>
      <td class="wide">
        <a class="title" href={`/review/${review.id}`}>
          <bdi>{review.title}</bdi>
        </a>
      </td>
      <td data-label="For">
        {review.kind === 'file' ? <span class="small">A file, for nobody to sign</span> : <Names of={review.signers} />}
      </td>
      <td data-label="Staged by" class="small by">
        <bdi>{review.stagedBy ?? '–'}</bdi>
      </td>
      <td data-label="Staged" class="end small num">
        <Ago at={review.stagedAt} now={now} />
      </td>
      <td data-label="Time left" class="end whole">
        <Pill tone={days < 3 ? 'bad' : 'wait'}>{words}</Pill>
      </td>
    </tr>
  )
}

/** The first two, and how many more. */
function Names({ of }: { of: string[] }) {
  const more = of.length - 2
  return (
    <>
      <bdi>{of.slice(0, 2).join(', ')}</bdi>
      {more > 0 && ` and ${more} more`}
    </>
  )
}
