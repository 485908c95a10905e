import type { Usage } from '../../../domain/people/settings.ts'
import type { Workspace } from '../../../domain/records/workspaces/read.ts'
import type { Region } from '../../../regions.ts'
import { LANGUAGES } from '../instance/person.tsx'
import { Checkbox, Field, ProblemList, type Problems, Select } from '../parts/form.tsx'
import { Page } from '../parts/page.tsx'
import { Card, Facts } from '../parts/pieces.tsx'
import { At } from '../parts/time.tsx'
import { may, type View } from '../state.ts'
import { SettingsTabs } from './tabs.tsx'

const REGION_NAMES: Record<Region, string> = { eu: 'European Union', ch: 'Switzerland', us: 'United States' }

interface SettingsProps {
  view: View
  /** As stored, or as typed and refused. */
  workspace: Workspace
  usage: Usage
  problems: Problems
}

export function SettingsPage({ view, workspace, usage, problems }: SettingsProps) {
  const mayChange = may(view, 'changeWorkspace')
  return (
    <Page view={view} title="Settings" section="settings" apiCall="GET /v1/me">
      <SettingsTabs view={view} />
      <ProblemList problems={problems} />
      <div class="two">
        <div class="stack">
          {mayChange ? <SettingsForm {...{ workspace, problems }} /> : <SettingsFacts workspace={workspace} />}
          {mayChange && <RetentionForm {...{ workspace, problems }} />}
        </div>
        <PlanCard workspace={workspace} usage={usage} />
      </div>
    </Page>
  )
}

type FormProps = Pick<SettingsProps, 'workspace' | 'problems'>

function SettingsForm({ workspace, problems }: FormProps) {
  return (
    <form method="post" action="/settings" enctype="multipart/form-data" class="stack">
      <Card title="Workspace">
        <div class="pad stack">
          <Field name="name" label="Name" value={workspace.name} required hint="Signers see it." problems={problems} />
          <Field
            name="slug"
            label="Short name"
            value={workspace.slug}
            required
            hint="In the API, and for commands."
            problems={problems}
          />
        </div>
      </Card>
      <Card title="Emails">
        <div class="pad stack">
          <Field
            name="reply_to"
            label="Answers go to"
            type="email"
            value={workspace.reply_to ?? ''}
            hint="Empty: to the address that sends."
            problems={problems}
          />
          <Field
            name="notify_email"
            label="Tell this address how documents end"
            type="email"
            value={workspace.notify_email ?? ''}
            hint="Completed, declined, expired. Empty: nobody is told by email."
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
          <Field
            name="time_zone"
            label="Time zone"
            value={workspace.time_zone ?? ''}
            placeholder="Europe/Zurich"
            hint="Of times in emails to people whose own zone is not known. Empty: UTC."
            problems={problems}
          />
        </div>
      </Card>
      <Card title="Look">
        <div class="pad stack">
          <Field
            name="brand_color"
            label="Colour of the button in emails"
            value={workspace.brand_color ?? ''}
            placeholder="#1f4fd8"
            hint="Text on it is white or black, whichever can be read better."
            problems={problems}
          />
          {workspace.logo && (
            <p>
              <img class="brand" src="/settings/logo" alt="The logo" />
            </p>
          )}
          <Field
            name="picture"
            label={workspace.logo ? 'Another logo' : 'Logo'}
            type="file"
            accept="image/png,image/jpeg"
            hint="PNG or JPEG, above every email."
            problems={problems}
          />
          {workspace.logo && <Checkbox name="no_picture" label="No logo" checked={false} />}
        </div>
      </Card>
      <div class="buttons">
        <button type="submit" class="btn primary">
          Save
        </button>
      </div>
    </form>
  )
}

/** For those who may not change them. */
function SettingsFacts({ workspace }: { workspace: Workspace }) {
  return (
    <Card title="Workspace">
      <div class="pad">
        <Facts
          facts={[
            ['Name', workspace.name],
            ['Short name', workspace.slug],
            ['Answers go to', workspace.reply_to ?? 'the address that sends'],
            ['Told of endings', workspace.notify_email ?? 'nobody'],
            ['Reminders', workspace.reminders ? 'on' : 'off'],
            ['Time zone', workspace.time_zone ?? 'UTC'],
            ['Files are kept', workspace.retention_days === null ? 'for ever' : `${workspace.retention_days} days`],
          ]}
        />
      </div>
    </Card>
  )
}

function RetentionForm({ workspace, problems }: FormProps) {
  return (
    <Card title="Retention">
      <form method="post" action="/settings/retention" class="pad stack">
        <Field
          name="retention_days"
          label="Days that files are kept after completion"
          type="number"
          min={1}
          value={workspace.retention_days === null ? '' : String(workspace.retention_days)}
          hint="Empty: for ever. The audit trail always stays."
          problems={problems}
        />
        <div class="buttons">
          <button type="submit" class="btn">
            Change the retention
          </button>
        </div>
      </form>
    </Card>
  )
}

function PlanCard({ workspace, usage }: { workspace: Workspace; usage: Usage }) {
  const { documents, sms, enterprise } = usage
  return (
    <Card title="Plan and usage">
      <div class="pad">
        <Facts
          facts={[
            ['Plan', workspace.tier],
            ['Documents', `${documents.used} of ${documents.cap ?? 'any number'} this month`],
            ['SMS', `${sms.used} of ${sms.monthly} this month`],
            ['Starts again', <At at={sms.resetsAt} />],
            ['Enterprise', enterprise ? 'included' : 'not included'],
            ['Region', `${REGION_NAMES[workspace.region]}, where all files are stored`],
          ]}
        />
      </div>
    </Card>
  )
}
