import { type FieldUse, USING_LISTED } from '../../../domain/templates/uses.ts'
import { EntryField, InWorkspace, ProblemList, type Problems, Select, TextArea } from '../parts/form.tsx'
import { Page } from '../parts/page.tsx'
import { ButtonLink, Card, Link, Submit } from '../parts/pieces.tsx'
import { may, type View } from '../state.ts'
import { FieldChanged } from './changed.tsx'
import { Columns } from './columns.tsx'
import type { FieldEntries } from './form.ts'
import { OfType } from './of-type.tsx'
import { TYPES } from './words.ts'

export interface FieldPageProps {
  view: View
  /** Null: a new one. */
  known: { key: string; archived: boolean; uses: FieldUse[] } | null
  /** `fieldState` of what was opened; empty: a new one. */
  was: string
  entries: FieldEntries
  /** The field as somebody else has saved it meanwhile; null: nobody has. */
  changed: FieldEntries | null
  problems: Problems
}

/** One field of the registry: all that can be changed of it, and the templates that use it. */
export function FieldPage({ view, known, was, entries, changed, problems }: FieldPageProps) {
  return (
    <Page
      view={view}
      title={known ? known.key : 'New field'}
      apiCall="POST /v1/templates/import"
      crumbs={[['Field registry', '/fields']]}
      lead={known?.archived ? 'Archived: not offered to templates any more.' : undefined}
    >
      <div class="two">
        <form method="post" action={known ? `/fields/${known.key}` : '/fields'} class="card pad stack" data-types>
          <InWorkspace view={view} />
          <input type="hidden" name="was" value={was} />
          <ProblemList problems={problems} />
          {changed && <FieldChanged stored={changed} typed={entries} archived={known?.archived === true} />}
          <Identity isNew={known === null} entries={entries} problems={problems} />
          {entries.type === 'collection' ? (
            <Columns entries={entries} problems={problems} />
          ) : (
            <Value isNew={known === null} entries={entries} problems={problems} />
          )}
          {may(view, 'saveField') && !known?.archived && (
            <div class="buttons">
              <Submit label={changed ? 'Save mine over it' : known ? 'Save' : 'Add the field'} kind="primary" />
              <ButtonLink
                href={changed && known ? `/fields/${known.key}` : '/fields'}
                label={changed ? 'Take what is stored' : 'Cancel'}
              />
            </div>
          )}
        </form>
        {known && (
          <div class="stack">
            <Uses uses={known.uses} />
            <Archive view={view} known={known} />
          </div>
        )}
      </div>
    </Page>
  )
}

type Part = Pick<FieldPageProps, 'entries' | 'problems'> & { isNew: boolean }

function Identity({ isNew, entries, problems }: Part) {
  return (
    <>
      {isNew ? (
        <>
          <EntryField
            name="key"
            label="Key"
            hint="Small letters, digits and _, such as monthly_rent. Programs use it; it cannot be changed."
            value={entries.key}
            maxlength={41}
            problems={problems}
            required
          />
          {entries.type === 'collection' ? (
            <input type="hidden" name="type" value="collection" />
          ) : (
            <Select
              name="type"
              label="Type"
              value={entries.type}
              options={TYPES}
              problems={problems}
              hint="It cannot be changed later."
              shows
            />
          )}
        </>
      ) : (
        <input type="hidden" name="type" value={entries.type} />
      )}
      <TextArea
        name="labels"
        label="Labels"
        hint="What people read. One line for each language: de: Miete. A line without a language is English."
        value={entries.labels}
        rows={3}
        problems={problems}
      />
    </>
  )
}

/** What a value must be: of an edited field only what its type has. */
function Value({ isNew, entries, problems }: Part) {
  return (
    <>
      <OfType of={entries} named={(name) => name} problems={problems} type={isNew ? null : entries.type} />
      <EntryField
        name="example"
        value={entries.example}
        problems={problems}
        label="Example"
        hint="For previews and for the code of a call."
        maxlength={500}
      />
    </>
  )
}

function Uses({ uses }: { uses: FieldUse[] }) {
  const byTemplate = new Map<string, FieldUse[]>()
  for (const use of uses) byTemplate.set(use.templateId, [...(byTemplate.get(use.templateId) ?? []), use])
  return (
    <Card title="Where it is used">
      {byTemplate.size === 0 ? (
        <p class="pad small">In no template.</p>
      ) : (
        <ul class="uses">
          {[...byTemplate].slice(0, USING_LISTED).map(([id, versions]) => (
            <li>
              <Link href={`/templates/${id}`} name={versions[0]!.name} />
              <small>
                {versions.map(({ version }) => (version === null ? 'draft' : `version ${version}`)).join(', ')}
              </small>
            </li>
          ))}
          {byTemplate.size > USING_LISTED && <li class="small">And in others, changed longer ago.</li>}
        </ul>
      )}
    </Card>
  )
}

function Archive({ view, known: { key, archived } }: { view: View; known: { key: string; archived: boolean } }) {
  if (!may(view, archived ? 'restoreField' : 'archiveField')) return null
  return (
    <form method="post" action={`/fields/${key}/${archived ? 'restore' : 'archive'}`} class="card pad stack">
      <InWorkspace view={view} />
      <p class="small">
        {archived
          ? 'Restored, it is offered to templates again.'
          : 'Archived, it is not offered any more, and drafts that use it cannot be locked. Versions that are locked go on.'}
      </p>
      <div>
        <Submit label={archived ? 'Restore' : 'Archive'} kind="small" />
      </div>
    </form>
  )
}
