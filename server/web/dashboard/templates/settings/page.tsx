import type { TemplateDraft, TheirDraft } from '../../../../domain/templates/draft.ts'
import { LANGUAGES, SIGNING_MODES } from '../../instance/person.tsx'
import { Differences } from '../../parts/differences.tsx'
import { DaysToSign, EntryField, ProblemList, type Problems, Select, TextArea } from '../../parts/form.tsx'
import { Page } from '../../parts/page.tsx'
import { ButtonLink, Card, Link, Submit } from '../../parts/pieces.tsx'
import { At } from '../../parts/time.tsx'
import type { View } from '../../state.ts'
import { differences } from './differences.ts'
import type { SettingsEntries } from './form.ts'
import { Slots } from './slots.tsx'

export interface SettingsProps {
  view: View
  draft: TemplateDraft
  /** As stored, or as typed and refused. */
  entries: SettingsEntries
  /** The revision that a save replaces. */
  revision: number
  problems: Problems
  /** What somebody else has saved meanwhile; null: nobody has. */
  theirs: TheirDraft | null
}

/** Everything of a template but its boxes: name, language, terms and signers. */
export function TemplateSettings({ view, draft, entries, revision, problems, theirs }: SettingsProps) {
  const { template, model } = draft
  const base = `/templates/${template.id}`
  return (
    <Page
      view={view}
      title="Settings"
      apiCall="POST /v1/templates/import"
      crumbs={[
        ['Templates', '/templates'],
        [model.name, base],
      ]}
    >
      <ProblemList problems={problems} />
      <form method="post" action={`${base}/settings`} class="stack draft">
        {/* What the Enter key presses. */}
        <button type="submit" name="do" value="save" hidden>
          Save
        </button>
        <input type="hidden" name="revision" value={String(revision)} />
        {theirs && <Theirs theirs={theirs} entries={entries} base={base} />}
        <Card title="Template" pad="stack">
          <EntryField name="name" label="Name" value={entries.name} required maxlength={200} problems={problems} />
          <TextArea
            name="description"
            label="Description"
            value={entries.description}
            rows={2}
            maxlength={2000}
            hint="For the people of the workspace."
            problems={problems}
          />
          <div class="fields">
            <Select
              name="locale"
              label="Language"
              value={entries.locale}
              options={LANGUAGES}
              hint="In which dates, numbers and labels are printed."
              problems={problems}
            />
            <DaysToSign
              value={entries.expires_in_days}
              hint="Leave it empty for what the workspace has."
              problems={problems}
            />
            <Select
              name="signing_mode"
              label="Signing"
              value={entries.signing_mode}
              options={SIGNING_MODES}
              hint="Who signs when, where there are several."
              problems={problems}
            />
          </div>
          <TextArea
            name="message"
            label="Message"
            value={entries.message}
            rows={4}
            maxlength={2000}
            hint="In the invitation."
            problems={problems}
          />
        </Card>
        <Card title="Signers" aside={<Submit label="Add a signer" kind="small" name="do" value="add" />}>
          <Slots entries={entries} model={model} problems={problems} />
        </Card>
        <div class="buttons">
          <Submit label={theirs ? 'Save mine over theirs' : 'Save'} kind="primary" name="do" value="save" />
          <ButtonLink href={theirs ? `${base}/settings` : base} label={theirs ? 'Take theirs' : 'Cancel'} />
        </div>
      </form>
    </Page>
  )
}

/** Somebody else was first: what is different, and that a save takes only what this page has. */
function Theirs({ theirs, entries, base }: { theirs: TheirDraft; entries: SettingsEntries; base: string }) {
  const different = differences(theirs.model, entries)
  return (
    <div class="problems" role="alert">
      <h2>Not saved yet</h2>
      <p>
        <bdi>{theirs.by ?? 'A program'}</bdi> has saved this template since you opened it (<At at={theirs.at} />
        ). {different.length === 0 ? 'What is on this page is the same as theirs.' : 'Below is yours. Theirs says:'}
      </p>
      <Differences different={different} />
      <p>
        “Save mine over theirs” keeps their boxes. “Take theirs” drops what you have typed, as does the{' '}
        <Link href={base}>template’s page</Link>.
      </p>
    </div>
  )
}
