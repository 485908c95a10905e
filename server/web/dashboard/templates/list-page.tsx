import { upTo } from '../../../characters.ts'
import type { TemplatePage, TemplateSummary } from '../../../domain/templates/list.ts'
import { Page } from '../parts/page.tsx'
import { ButtonLink, Empty, Link, Pill } from '../parts/pieces.tsx'
import { SearchForm } from '../parts/search-form.tsx'
import { Pager, Table } from '../parts/table.tsx'
import { Ago } from '../parts/time.tsx'
import { may, type View } from '../state.ts'
import { TEMPLATE_PURPOSES, TEMPLATE_TABS, type TemplateQuery, templateListHref } from './query.ts'
import { fieldWords, roleWords, stateWords } from './words.ts'

export interface TemplateListProps {
  view: View
  query: TemplateQuery
  page: TemplatePage
  now: Date
}

/** The templates of the workspace. The part with the id is what the script replaces. */
export function TemplateList({ view, query, page, now }: TemplateListProps) {
  const action = may(view, 'createTemplate') && <ButtonLink href="/templates/new" label="New template" kind="primary" />
  return (
    <Page
      view={view}
      title={query.to === '' ? 'Templates' : TEMPLATE_PURPOSES[query.to].title}
      apiCall="GET /v1/templates"
      actions={action}
    >
      <div id="templates">
        <SearchForm
          action="/templates"
          swap="templates"
          tab={query.tab}
          query={query.q}
          label="Search templates"
          placeholder="Name or field key"
        >
          {query.to !== '' && <input type="hidden" name="to" value={query.to} />}
        </SearchForm>
        {query.to === '' && <Tabs query={query} />}
        {page.templates.length === 0 ? <Nothing query={query} /> : <Rows query={query} page={page} now={now} />}
      </div>
    </Page>
  )
}

function Tabs({ query }: Pick<TemplateListProps, 'query'>) {
  return (
    <nav class="tabs list" aria-label="Status">
      {Object.entries(TEMPLATE_TABS).map(([tab, label]) => (
        <a
          href={templateListHref(query, { tab: tab as TemplateQuery['tab'] })}
          id={`tab-${tab || 'all'}`}
          data-swap="templates"
          aria-current={query.tab === tab ? 'page' : undefined}
        >
          {label}
        </a>
      ))}
    </nav>
  )
}

function Nothing({ query }: { query: TemplateQuery }) {
  const isPlain = query.q === '' && (query.tab === '' || query.to !== '')
  if (isPlain && query.cursor === '') {
    return (
      <Empty title={query.to === '' ? 'No templates yet' : 'No template is locked yet'}>
        <p>
          A template is a PDF with places for signatures and values. Upload one, place the fields and lock it. From then
          on, a new document takes only its values.
        </p>
      </Empty>
    )
  }
  return (
    <Empty title="Nothing found">
      <p>
        <Link href="/templates">Show all templates</Link>
      </p>
    </Empty>
  )
}

function Rows({ query, page: { templates, nextCursor }, now }: Omit<TemplateListProps, 'view'>) {
  return (
    <>
      <Table
        caption="Templates, the last changed first"
        columns={['Template', 'Signers', 'Fields', 'State', { label: 'Changed', end: true }]}
      >
        {templates.map((template) => (
          <Row template={template} to={query.to} now={now} />
        ))}
      </Table>
      <Pager
        newer={query.cursor === '' ? null : templateListHref(query, {})}
        older={nextCursor === null ? null : templateListHref(query, { cursor: nextCursor })}
      >
        {templates.length === 1 ? '1 template' : `${templates.length} templates`}
        {query.cursor !== '' || nextCursor !== null ? ' on this page' : ''}
      </Pager>
    </>
  )
}

function Row({ template, to, now }: { template: TemplateSummary; to: TemplateQuery['to']; now: Date }) {
  const state = stateWords(template)
  const { model } = template
  // One without signers makes files, and is sent to nobody.
  const page = to === '' || model.slots.length === 0 ? '' : TEMPLATE_PURPOSES[to].page
  return (
    <tr>
      <td class="wide first-page">
        <img src={`/templates/${template.id}/edit/page-1`} alt="" loading="lazy" width={36} height={51} />
        <a class="title" href={`/templates/${template.id}${page}`}>
          <bdi>{template.name}</bdi>
        </a>
        {model.description !== null && (
          <small>
            <bdi>{upTo(100, model.description)}</bdi>
          </small>
        )}
      </td>
      <td class="small">
        <bdi>{roleWords(model)}</bdi>
      </td>
      <td class="small">{fieldWords(model)}</td>
      <td class="whole">
        <Pill tone={state.tone}>{state.text}</Pill>
      </td>
      <td class="end small num">
        <Ago at={template.updatedAt} now={now} />
      </td>
    </tr>
  )
}
