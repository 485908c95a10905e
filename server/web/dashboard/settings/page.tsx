import type { Usage } from '../../../domain/people/settings.ts'
import type { SsoInfo } from '../../../domain/people/single-sign-on.ts'
import type { Workspace } from '../../../domain/records/workspaces/read.ts'
import { EXPIRY } from '../../../limits.ts'
import type { Region } from '../../../regions.ts'
import { LANGUAGES } from '../instance/person.tsx'
import { Checkbox, DaysToSign, EntryField, InWorkspace, ProblemList, type Problems, Select } from '../parts/form.tsx'
import { Page } from '../parts/page.tsx'
import { Card, FactsCard, Submit } from '../parts/pieces.tsx'
import { may, type View } from '../state.ts'
import { storedText } from '../stored.ts'
import { PlanCard, REGION_NAMES, RetentionCard, SsoCard } from './cards.tsx'
import { keptFor, shownOf } from './form.ts'
import { LookCard } from './look.tsx'
import { SettingsTabs } from './tabs.tsx'

interface SettingsProps {
  view: View
  /** As stored, or as typed and refused. */
  workspace: Workspace
  /** As stored, whatever was typed. */
  stored: Workspace
  usage: Usage
  /** Those that can be chosen. */
  regions: Region[]
  /** The issuer of single sign-on; null: there is none. */
  sso: SsoInfo | null
  problems: Problems
}

/** No call changes a setting. */
const READ_CALLS = [{ does: 'Read the plan and the SMS codes', call: 'GET /v1/me' }]

export function SettingsPage({ view, workspace, stored, usage, regions, sso, problems }: SettingsProps) {
  const mayChange = may(view, 'changeWorkspace')
  return (
    <Page view={view} title="Settings" moreCalls={READ_CALLS}>
      <SettingsTabs view={view} />
      <ProblemList problems={problems} />
      <div class="two">
        <div class="stack">
          {mayChange ? (
            <SettingsForm {...{ view, workspace, stored, regions, problems }} />
          ) : (
            <SettingsFacts workspace={workspace} />
          )}
        </div>
        <div class="stack">
          <PlanCard workspace={workspace} usage={usage} />
          {mayChange && <RetentionCard workspace={workspace} />}
          <SsoCard sso={sso} />
        </div>
      </div>
    </Page>
  )
}

type FormProps = Pick<SettingsProps, 'view' | 'workspace' | 'problems'>

function SettingsForm({
  view,
  workspace,
  stored,
  regions,
  problems,
}: FormProps & Pick<SettingsProps, 'stored' | 'regions'>) {
  return (
    <form method="post" action="/settings" enctype="multipart/form-data" class="stack">
      <InWorkspace view={view} />
      <input type="hidden" name="stored" value={storedText(shownOf(stored))} />
      <Card title="Workspace" pad="stack">
        <EntryField
          name="name"
          label="Name"
          value={workspace.name}
          required
          hint="Signers see it."
          problems={problems}
        />
        <EntryField
          name="slug"
          label="Short name"
          value={workspace.slug}
          required
          hint="In the API, and for commands."
          problems={problems}
        />
        <Select
          name="region"
          label="Region"
          value={workspace.region}
          options={regions.map((region) => [region, REGION_NAMES[region]])}
          hint="Where the files of new documents and templates are stored. What exists stays where it is."
          problems={problems}
        />
      </Card>
      <Card title="New documents" pad="stack">
        <Select
          name="signer_locale"
          label="Language of signers"
          value={workspace.signer_locale}
          options={LANGUAGES}
          hint="You can choose another one for each person."
          problems={problems}
        />
        <DaysToSign
          value={workspace.expires_in_days === null ? '' : String(workspace.expires_in_days)}
          hint={`You can choose another number for each document. If you leave this empty, it is ${EXPIRY.defaultDays} days.`}
          problems={problems}
        />
        <Checkbox
          name="print_document_id"
          label="Print the document ID on each page"
          checked={workspace.print_document_id}
          hint="In small print at the foot of the page, so that a printed copy can be matched with its audit trail."
        />
        <Checkbox
          name="direct_links"
          label="Direct links"
          checked={workspace.direct_links}
          hint="Templates can have a link and a QR code by which anybody can fill in and sign a new document, after confirming an email address."
        />
      </Card>
      <Card title="Emails" pad="stack">
        <EntryField
          name="sender_name"
          label="Sender name"
          value={workspace.sender_name ?? ''}
          placeholder={workspace.name}
          hint="Signers get emails from this name “via Countersign”. If you leave it empty, it is the name of the workspace."
          problems={problems}
        />
        <EntryField
          name="reply_to"
          label="Replies to"
          type="email"
          value={workspace.reply_to ?? ''}
          hint="When a signer answers an email, or has a question while signing, it goes here. If you leave it empty, an answer goes to the address the email came from."
          problems={problems}
        />
        <EntryField
          name="notify_email"
          label="Notify this address of documents sent by the API"
          type="email"
          value={workspace.notify_email ?? ''}
          hint="When one is signed, declined, expired or meant for someone else. Whoever sends from this dashboard is emailed anyway."
          problems={problems}
        />
        <Checkbox
          name="reminders"
          label="Remind signers"
          checked={workspace.reminders}
          hint="3, 7 and 12 days after the invitation."
        />
        <Select
          name="locale"
          label="Language of emails to you"
          value={workspace.locale}
          options={LANGUAGES}
          problems={problems}
        />
        <EntryField
          name="time_zone"
          label="Time zone"
          value={workspace.time_zone ?? ''}
          placeholder="Europe/Zurich"
          hint="Emails give times in the reader’s own time zone where it is known, and in this one otherwise. If you leave it empty, it is UTC."
          problems={problems}
        />
      </Card>
      <LookCard workspace={workspace} problems={problems} />
      <div class="buttons">
        <Submit label="Save" kind="primary" />
      </div>
    </form>
  )
}

/** For those who may not change them. */
function SettingsFacts({ workspace }: { workspace: Workspace }) {
  return (
    <FactsCard
      title="Workspace"
      facts={[
        ['Name', workspace.name],
        ['Short name', workspace.slug],
        ['Replies to', workspace.reply_to ?? 'the address that sends'],
        ['Notified of endings', workspace.notify_email ?? 'nobody'],
        ['Sender name', workspace.sender_name ?? workspace.name],
        [
          'Language of signers',
          LANGUAGES.find(([tag]) => tag === workspace.signer_locale)?.[1] ?? workspace.signer_locale,
        ],
        ['Days to sign', String(workspace.expires_in_days ?? EXPIRY.defaultDays)],
        ['Reminders', workspace.reminders ? 'on' : 'off'],
        ['Document ID on each page', workspace.print_document_id ? 'yes' : 'no'],
        ['Direct links', workspace.direct_links ? 'on' : 'off'],
        ['Time zone', workspace.time_zone ?? 'UTC'],
        ['Files are kept', keptFor(workspace)],
      ]}
    />
  )
}
