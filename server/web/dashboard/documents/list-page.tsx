import type { DocumentList, ListedDocument, ListOutcome } from '../../../domain/documents/list.ts'
import { placeText } from '../../../domain/place.ts'
import { InWorkspace } from '../parts/form.tsx'
import { Page } from '../parts/page.tsx'
import { ButtonLink, Empty, Link, Pill, Submit } from '../parts/pieces.tsx'
import { SearchForm } from '../parts/search-form.tsx'
import { type Column, Pager, Table } from '../parts/table.tsx'
import { Ago } from '../parts/time.tsx'
import { isShown, may, type View } from '../state.ts'
import { Faces } from './faces.tsx'
import { type ListQuery, listHref, SOURCES, TIMES } from './query.ts'
import { ListTabs } from './tabs.tsx'
import { senderWords, statusWords } from './words.ts'

export interface DocumentListProps {
  view: View
  query: ListQuery
  outcome: ListOutcome
  /** Those that hold a document. */
  folders: string[]
  counts: Record<string, number>
  now: Date
}

const COLUMNS: (string | Column)[] = [
  'Document',
  { label: 'Signers', rank: 3 },
  { label: 'Progress', rank: 2 },
  'Status',
  { label: 'Sent by', rank: 3 },
  { label: 'Created', end: true },
]

/** The workspace's documents. The part with the id is what the script replaces. */
export function ListPage({ view, query, outcome, folders, counts, now }: DocumentListProps) {
  // What was searched for, or turned to, stays as it was found.
  const isLive = query.q === '' && query.before === '' && query.after === ''
  return (
    <Page
      view={view}
      title="Documents"
      moreCalls={[{ does: 'Read one document', call: 'GET /v1/documents/{id}' }]}
      actions={<NewLinks view={view} />}
    >
      <div id="documents">
        <Filters query={query} folders={folders} />
        <div id="found" data-live={isLive ? '' : undefined}>
          <ListTabs current={query.tab} href={(tab) => listHref(query, { tab })} counts={counts} swap="documents" />
          {outcome.kind === 'slow' ? (
            <Empty title="This search took too long">
              <p>It was stopped after a second. Choose a shorter time, or search for an id, an address or key:value.</p>
            </Empty>
          ) : (
            <Rows view={view} query={query} list={outcome.list} now={now} />
          )}
        </div>
      </div>
    </Page>
  )
}

const TEMPLATES = '/templates?tab=locked'

function NewLinks({ view }: Pick<DocumentListProps, 'view'>) {
  if (!may(view, 'createDraft')) return null
  return (
    <div class="buttons">
      {isShown(view, TEMPLATES) && <ButtonLink href={TEMPLATES} label="Use a template" />}
      <ButtonLink href="/documents/new" label="New document" kind="primary" />
    </div>
  )
}

function Filters({ query, folders }: Pick<DocumentListProps, 'query' | 'folders'>) {
  return (
    <SearchForm
      action="/documents"
      swap="documents"
      tab={query.tab}
      query={query.q}
      label="Search documents"
      placeholder="Title, person, id or key:value"
    >
      <Choice name="time" label="Created" all="Any time" options={TIMES} value={query.time} />
      <Choice name="source" label="Sent" all="Any source" options={SOURCES} value={query.source} />
      {folders.length > 0 && (
        <Choice
          name="folder"
          label="Folder"
          all="Any folder"
          options={Object.fromEntries(folders.map((folder) => [folder, folder]))}
          value={query.folder}
        />
      )}
    </SearchForm>
  )
}

interface ChoiceProps {
  name: string
  label: string
  all: string
  options: Record<string, string>
  value: string
}

function Choice({ name, label, all, options, value }: ChoiceProps) {
  return (
    <select name={name} id={name} aria-label={label}>
      <option value="">{all}</option>
      {Object.entries(options).map(([option, text]) => (
        <option value={option} selected={option === value}>
          {text}
        </option>
      ))}
    </select>
  )
}

function Rows({ view, query, list, now }: Pick<DocumentListProps, 'view' | 'query' | 'now'> & { list: DocumentList }) {
  const { rows, searched, hasNewer, hasOlder } = list
  const older = searched?.since && <Link href={listHref(query, { older: '1' })}>Search what is older</Link>
  if (rows.length === 0) return <Nothing query={query} older={older} />
  const [first, last] = [rows[0]!.document, rows.at(-1)!.document]
  return (
    <>
      <form method="post" action="/documents/selected" class="selecting">
        <InWorkspace view={view} />
        <input type="hidden" name="list" value={listHref(query, {})} />
        <Selected view={view} />
        <Table caption="Documents, the newest first" columns={COLUMNS}>
          {rows.map((row) => (
            <Row row={row} now={now} />
          ))}
        </Table>
      </form>
      <Pager
        newer={hasNewer ? listHref(query, { after: placeText({ at: first.created_at, id: first.id }) }) : null}
        older={hasOlder ? listHref(query, { before: placeText({ at: last.created_at, id: last.id }) }) : null}
      >
        {rows.length === 1 ? '1 document' : `${rows.length} documents`}
        {hasNewer || hasOlder ? ' on this page' : ''}
        {older ? <> from the last 90 days. {older}</> : null}
      </Pager>
    </>
  )
}

/** Shown while something is selected; without a style sheet, always. */
function Selected({ view }: Pick<DocumentListProps, 'view'>) {
  return (
    <div class="buttons selected">
      {may(view, 'remindSigningRequest') && <Submit label="Remind" kind="small" name="do" value="remind" />}
      <Submit label="Download signed PDFs" kind="small" name="do" value="download" />
      {may(view, 'moveDocuments') && <Submit label="Move to a folder…" kind="small" name="do" value="move" />}
      {may(view, 'withdrawDocument') && <Submit label="Withdraw" kind="small danger" name="do" value="withdraw" />}
    </div>
  )
}

function Nothing({ query, older }: { query: ListQuery; older: unknown }) {
  const isFiltered = listHref(query, { before: '', after: '' }) !== '/documents'
  if (!isFiltered)
    return (
      <Empty title="Nothing here yet">
        <p>
          Documents appear here as soon as one is sent. <Link href="/start">Send the first one by API</Link>
          {', or by hand with New document.'}
        </p>
      </Empty>
    )
  return (
    <Empty title="Nothing found">
      <p>{older ? 'No document of the last 90 days matches.' : 'No document matches.'}</p>
      <p>
        {older ? <>{older} or </> : null}
        <Link href="/documents">show all documents</Link>
      </p>
    </Empty>
  )
}

function Row({ row, now }: { row: ListedDocument; now: Date }) {
  const { document, signers } = row
  const status = statusWords(document, signers, now)
  const signed = signers.filter((signer) => signer.status === 'signed').length
  const detail = detailOf(row)
  return (
    <tr>
      <td>
        <input
          type="checkbox"
          id={`select-${document.id}`}
          name="document"
          value={document.id}
          aria-label={`Select ${document.title}`}
        />{' '}
        <a class="title" href={`/documents/${document.id}`}>
          <bdi>{document.title}</bdi>
        </a>
        {detail && (
          <small>
            <bdi>{detail}</bdi>
          </small>
        )}
        {document.folder !== null && (
          <small>
            in <bdi>{document.folder}</bdi>
          </small>
        )}
      </td>
      <td class="rank-3">
        <Faces signers={signers} />
      </td>
      <td class="rank-2">
        {signers.length > 0 && (
          <span class="meter">
            <progress value={signed} max={signers.length} aria-label="Signed" />
            <span class="num small">
              {signed} of {signers.length}
            </span>
          </span>
        )}
      </td>
      <td>
        <Pill tone={status.tone}>{status.text}</Pill>
      </td>
      <td class="small by rank-3">
        <bdi>{senderWords(row)}</bdi>
      </td>
      <td class="end small num">
        <Ago at={document.created_at} now={now} />
      </td>
    </tr>
  )
}

/** The line that tells documents of one title apart. */
function detailOf({ document, templateName }: ListedDocument): string | null {
  const [pair] = Object.entries(document.metadata ?? {})
  if (pair) return `${pair[0]} ${String(pair[1])}`
  if (templateName !== null) return `template ${templateName}, version ${document.template_version}`
  return document.filename === document.title ? null : document.filename
}
