import { type DraftView, draftTitle } from '../../../domain/drafts/read.ts'
import { DRAFTS } from '../../../limits.ts'
import { listHref, queryOf } from '../documents/query.ts'
import { ListTabs } from '../documents/tabs.tsx'
import { NumberedPager } from '../parts/numbered-pager.tsx'
import { Page } from '../parts/page.tsx'
import { ButtonLink, Empty, Pill } from '../parts/pieces.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { Ago } from '../parts/time.tsx'
import type { View } from '../state.ts'
import { sendsAt } from './scheduled-page.tsx'

export interface DraftListProps {
  view: View
  drafts: DraftView[]
  /** From 1. */
  page: number
  counts: Record<string, number> & { drafts: number }
  now: Date
}

const COLUMNS: (string | Column)[] = [
  'Document',
  { label: 'Signers', rank: 2 },
  'Status',
  { label: 'By', rank: 3 },
  { label: 'Last change', end: true },
]

/** What is being prepared, and what waits for its time. */
export function DraftList({ view, drafts, page, counts, now }: DraftListProps) {
  const query = queryOf(() => undefined)
  return (
    <Page
      view={view}
      title="Documents"
      actions={<ButtonLink href="/documents/new" label="New document" kind="primary" />}
    >
      <div id="documents">
        <ListTabs current="drafts" href={(tab) => listHref(query, { tab })} counts={counts} />
        {drafts.length === 0 ? (
          <Empty title="No drafts">
            <p>
              A document that is prepared here, and not sent yet, waits in this list. It is deleted 60 days after its
              last change.
            </p>
          </Empty>
        ) : (
          <>
            <Table caption="Drafts, those that are scheduled first, then the last changed" columns={COLUMNS}>
              {drafts.map((each) => (
                <Row {...each} now={now} />
              ))}
            </Table>
            <NumberedPager
              page={page}
              rows={DRAFTS.rows}
              total={counts.drafts}
              all={counts.drafts === 1 ? '1 draft' : `${counts.drafts} drafts`}
              href={(number) => (number === 1 ? '/documents/drafts' : `/documents/drafts?page=${number}`)}
            />
          </>
        )}
      </div>
    </Page>
  )
}

function Row({ draft, by, now }: DraftView & { now: Date }) {
  const { id, files, model } = draft
  const names = model.signers.map(({ name, email }) => name || email).filter(Boolean)
  return (
    <tr>
      <td>
        <a class="title" href={`/documents/drafts/${id}`}>
          <bdi>{draftTitle(draft)}</bdi>
        </a>
        {files.length > 1 && <small>{files.length} PDFs</small>}
      </td>
      <td class="small by rank-2">
        {/* Of several, long ones would be cut off without being counted. */}
        <bdi>{names[0]}</bdi>
        {names.length > 1 && ` and ${names.length - 1} more`}
      </td>
      <td>
        <Status draft={draft} />
      </td>
      <td class="small by rank-3">{by && <bdi>{by}</bdi>}</td>
      <td class="end small num">
        <Ago at={draft.updated_at} now={now} />
      </td>
    </tr>
  )
}

function Status({ draft }: Pick<DraftView, 'draft'>) {
  if (draft.send_problem !== null) return <Pill tone="bad">Could not be sent</Pill>
  if (draft.send_at !== null) {
    return (
      <>
        <Pill tone="wait">Scheduled</Pill> <small>{sendsAt(draft)}</small>
      </>
    )
  }
  return <Pill tone="idle">Draft</Pill>
}
