import type { RegisteredField } from '../../../domain/fields/list.ts'
import { FIELD_LIST } from '../../../limits.ts'
import { countPages, NumberedPager } from '../parts/numbered-pager.tsx'
import { Page } from '../parts/page.tsx'
import { ButtonLink, Empty, Link, Pill } from '../parts/pieces.tsx'
import { SearchForm } from '../parts/search-form.tsx'
import { Table } from '../parts/table.tsx'
import { may, type View } from '../state.ts'
import { labelText, typeText } from './words.ts'

/** The query of the list's address. */
export interface FieldQuery {
  archived: boolean
  q: string
  /** From 1. */
  page: number
}

export interface FieldListProps {
  view: View
  fields: RegisteredField[]
  query: FieldQuery
}

/** The registry. The part with the id is what the script replaces. */
export function FieldList({ view, fields, query }: FieldListProps) {
  const { archived, q } = query
  const action = may(view, 'saveField') && (
    <div class="buttons">
      <ButtonLink href="/fields/-/new?type=collection" label="New table" />
      <ButtonLink href="/fields/-/new" label="New field" kind="primary" />
    </div>
  )
  const wanted = q.toLowerCase()
  const shown = fields.filter(
    (field) =>
      field.archived === archived &&
      `${field.definition.key} ${labelText(field.definition)}`.toLowerCase().includes(wanted),
  )
  return (
    <Page
      view={view}
      title="Field registry"
      apiCall="GET /v1/fields"
      actions={action}
      lead="What templates print and ask for. A key keeps its type for ever, so that programs can rely on it."
    >
      <div id="fields">
        <SearchForm
          action="/fields"
          swap="fields"
          tab={archived ? 'archived' : ''}
          query={q}
          label="Search fields"
          placeholder="Key or label"
        />
        <nav class="tabs list" aria-label="Status">
          <a
            href={hrefOf({ archived: false, q, page: 1 })}
            id="tab-all"
            data-swap="fields"
            aria-current={archived ? undefined : 'page'}
          >
            In use
          </a>
          <a
            href={hrefOf({ archived: true, q, page: 1 })}
            id="tab-archived"
            data-swap="fields"
            aria-current={archived ? 'page' : undefined}
          >
            Archived
          </a>
        </nav>
        {shown.length === 0 ? <Nothing isFiltered={archived || q !== ''} /> : <Rows fields={shown} query={query} />}
      </div>
    </Page>
  )
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) {
    return (
      <Empty title="Nothing found">
        <p>
          <Link href="/fields">Show all fields</Link>
        </p>
      </Empty>
    )
  }
  return (
    <Empty title="No fields yet">
      <p>A field is a value with a type, such as a name, an amount or a table. Templates place it in boxes.</p>
    </Empty>
  )
}

function Rows({ fields, query }: { fields: RegisteredField[]; query: FieldQuery }) {
  const { rows } = FIELD_LIST
  const page = Math.min(query.page, countPages(fields.length, rows))
  const shown = fields.slice((page - 1) * rows, page * rows)
  return (
    <>
      <Table caption="Fields, by key" columns={['Key', 'Label', 'Type', { label: 'State', end: true }]}>
        {shown.map((field) => (
          <Row field={field} />
        ))}
      </Table>
      <NumberedPager
        page={page}
        rows={rows}
        total={fields.length}
        all={fields.length === 1 ? '1 field' : `${fields.length} fields`}
        href={(number) => hrefOf({ ...query, page: number })}
      />
    </>
  )
}

function Row({ field: { definition, archived } }: { field: RegisteredField }) {
  return (
    <tr>
      <td>
        <a class="title mono" href={`/fields/${definition.key}`}>
          {definition.key}
        </a>
      </td>
      <td>
        <bdi>{labelText(definition)}</bdi>
      </td>
      <td class="small">{typeText(definition)}</td>
      <td class="end">
        <Pill tone={archived ? 'idle' : 'ok'}>{archived ? 'Archived' : 'In use'}</Pill>
      </td>
    </tr>
  )
}

function hrefOf({ archived, q, page }: FieldQuery): string {
  const search = new URLSearchParams()
  if (archived) search.set('tab', 'archived')
  if (q !== '') search.set('q', q)
  if (page > 1) search.set('page', String(page))
  return search.size === 0 ? '/fields' : `/fields?${search}`
}
