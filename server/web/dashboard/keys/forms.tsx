import type { Child } from 'hono/jsx'
import type { KeySummary } from '../../../domain/keys/list.ts'
import type { KeyRequest, KeySettings } from '../../../domain/keys/request.ts'
import { Buttons, EntryField, InWorkspace, ProblemList, type Problems, Select, TextArea } from '../parts/form.tsx'
import { Page } from '../parts/page.tsx'
import { NeedsPlan } from '../parts/pieces.tsx'
import type { View } from '../state.ts'
import { KEY_CRUMBS, SCOPE_WORDS } from './pages.tsx'

interface KeyFormProps {
  view: View
  /** Of this form, however often it is sent. */
  formId: string
  request: KeyRequest
  problems: Problems
}

export function KeyForm({ view, formId, request, problems }: KeyFormProps) {
  return (
    <Page view={view} title="New API key" crumbs={KEY_CRUMBS}>
      <form method="post" action="/keys" class="card pad stack narrow">
        <InWorkspace view={view} />
        <input type="hidden" name="form" value={formId} />
        <ProblemList problems={problems} />
        <SettingFields view={view} settings={request} problems={problems}>
          <Select
            name="scope"
            label="May do"
            value={request.scope}
            options={[
              ['full', 'Everything'],
              ['read', 'Reading only'],
              ['embedded', 'Embedded sessions only'],
              ['disclose', 'Reading, and full addresses and devices, which no other key gets'],
            ]}
          />
        </SettingFields>
        <Buttons submit="Make the key" cancel="/keys" />
      </form>
    </Page>
  )
}

interface ChangeProps {
  view: View
  of: KeySummary
  settings: KeySettings
  /** `storedText` of what was opened. */
  stored: string
  problems: Problems
}

/** What can be changed of a key; to let it do more, a new one is made (decision 0023). */
export function ChangeForm({ view, of: key, settings, stored, problems }: ChangeProps) {
  const lead = (
    <>
      <code>{key.display}…</code> may do {SCOPE_WORDS[key.scope]}. That stays: a key that may do more is a new key.
    </>
  )
  return (
    <Page view={view} title={`Edit ${key.name}`} crumbs={KEY_CRUMBS} lead={lead}>
      <form method="post" action={`/keys/${key.id}/edit`} class="card pad stack narrow">
        <input type="hidden" name="stored" value={stored} />
        <ProblemList problems={problems} />
        <SettingFields view={view} settings={settings} problems={problems} />
        <p class="small">Calls follow the change immediately. Sessions and documents already open are not affected.</p>
        <Buttons submit="Save" cancel="/keys" />
      </form>
    </Page>
  )
}

interface SettingsProps {
  view: View
  settings: KeySettings
  problems: Problems
  /** After the name. */
  children?: Child
}

function SettingFields({ view, settings, problems, children }: SettingsProps) {
  return (
    <>
      <EntryField
        name="name"
        label="Name"
        hint="What uses it, such as Production or CI."
        value={settings.name}
        problems={problems}
        maxlength={100}
        required
      />
      {children}
      <TextArea
        name="allow_ips"
        label="Addresses it may be used from"
        hint="Addresses or blocks such as 203.0.113.0/24, one a line. Empty: from anywhere."
        value={settings.allowIps.join('\n')}
        problems={problems}
        rows={2}
      />
      <TextArea
        name="embed_origins"
        label="Sites that may embed signing"
        hint="Origins such as https://app.example.com, one a line."
        value={settings.embedOrigins.join('\n')}
        problems={problems}
        rows={2}
      />
      <NeedsPlan view={view} verb="createEmbeddedSession" what="Embedding" />
      <TextArea
        name="return_origins"
        label="Sites that signers may return to"
        hint="Origins that a return_url may have, one a line."
        value={settings.returnOrigins.join('\n')}
        problems={problems}
        rows={2}
      />
    </>
  )
}
