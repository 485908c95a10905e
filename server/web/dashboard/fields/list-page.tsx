import type { RegisteredField } from '../../../domain/fields/list.ts'
import { Page } from '../parts/page.tsx'
import { Empty, Pill } from '../parts/pieces.tsx'
import { SearchForm } from '../parts/search-form.tsx'
import { Table } from '../parts/table.tsx'
import { may, type View } from '../state.ts'
import { labelText, typeText } from './words.ts'

export interface FieldListProps {
  view: View
  fields: RegisteredField[]
  archived: boolean
  q: string
}

/** The registry. The part with the id is what the script replaces. */
export function FieldList({ view, fields, archived, q }: FieldListProps) {
  const action = may(view, 'saveField') && (
    <div class="buttons">
      <a class="btn" href="/fields/new?type=collection">
        New table
      </a>
      <a class="btn primary" href="/fields/new">
        New field
      </a>
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
      section="fields"
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
          <a href="/fields" id="tab-all" data-swap="fields" aria-current={archived ? undefined : 'page'}>
            In use
          </a>
          <a
            href="/fields?tab=archived"
            id="tab-archived"
            data-swap="fields"
            aria-current={archived ? 'page' : undefined}
          >
            Archived
          </a>
        </nav>
        {shown.length === 0 ? <Nothing isFiltered={archived || q !== ''} /> : <Rows fields={shown} />}
      </div>
    </Page>
  )
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) {
    return (
      <Empty title="Nothing found">
        <p>
          <a class="text" href="/fields">
            Show all fields
          </a>
        </p>
      </Empty>
    )
  }
  return (
    <Empty title="No field yet">
      <p>A field is a value with a type, such as a name, an amount or a table. Templates place it in boxes.</p>
    </Empty>
  )
}

function Rows({ fields }: { fields: RegisteredField[] }) {
  return (
    <Table
      caption="Fields, by key"
      columns={[{ label: 'Key' }, { label: 'Label' }, { label: 'Type' }, { label: 'State', end: true }]}
    >
      {fields.map(({ definition, archived }) => (
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
      ))}
    </Table>
  )
}
