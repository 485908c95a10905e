import { deviceOf } from '../../../domain/documents/audit-entries.ts'
import type { ListedSession } from '../../../domain/people/own-sessions.ts'
import { USER_SESSION } from '../../../limits.ts'
import { AsPerson, Buttons, EntryField, ProblemList, type Problems, Select } from '../parts/form.tsx'
import { Page } from '../parts/page.tsx'
import { Card, Submit } from '../parts/pieces.tsx'
import { Table } from '../parts/table.tsx'
import { Ago } from '../parts/time.tsx'
import { SettingsTabs } from '../settings/tabs.tsx'
import type { View } from '../state.ts'

interface AccountProps {
  view: View
  sessions: ListedSession[]
  now: Date
  /** A new address as typed and refused. */
  email?: string
  problems?: Problems
}

/** What people can be emailed about of the documents that they sent. */
export const EMAIL_CHOICES = [
  ['all', 'Signed by everyone, and problems'],
  ['problems', 'Problems only: declined, expired, meant for someone else'],
  ['none', 'Nothing'],
] as const

/** The person's own name, emails and devices. */
export function AccountPage({ view, sessions, now, email, problems = {} }: AccountProps) {
  const { person } = view
  return (
    <Page view={view} title="Your account" lead={person.email}>
      <SettingsTabs view={view} />
      <ProblemList problems={problems} />
      <div class="stack">
        <Card title="Name">
          <form method="post" action="/account/name" class="pad stack narrow">
            <AsPerson view={view} />
            <EntryField
              name="name"
              label="Your name"
              value={person.name ?? ''}
              autocomplete="name"
              hint="In the log and in the audit trail of what you do. Empty: your address."
              problems={problems}
            />
            <div class="buttons">
              <Submit label="Save" kind="primary" />
            </div>
          </form>
        </Card>
        <Card title="Emails about what you send">
          <form method="post" action="/account/emails" class="pad stack narrow">
            <AsPerson view={view} />
            <Select name="emails" label="Email me about" value={person.emails} options={EMAIL_CHOICES} />
            <div class="buttons">
              <Submit label="Save" about=" what you are emailed about" />
            </div>
          </form>
        </Card>
        <Card title="Email address">
          <form method="post" action="/account/email" class="pad stack narrow">
            <AsPerson view={view} />
            <EntryField
              name="email"
              label="Another address"
              type="email"
              value={email}
              autocomplete="email"
              required
              hint="It gets a code. You then sign in with it."
              problems={problems}
            />
            <div class="buttons">
              <Submit label="Send the code" />
            </div>
          </form>
        </Card>
        <section class="stack" aria-label="Devices">
          <Table
            caption="Where you are signed in"
            columns={['Device', 'Address', 'Last used', { label: '', end: true }]}
          >
            {sessions.map(({ id, userAgent, ip, lastUsedAt }) => {
              const device = deviceOf(userAgent) ?? 'Unknown device'
              return (
                <tr>
                  <td>
                    <span class="title">{device}</span>
                    {id === person.sessionId && <small>this one</small>}
                  </td>
                  <td class="small">{ip ?? 'unknown'}</td>
                  <td class="small">
                    <Ago at={lastUsedAt} now={now} />
                  </td>
                  <td class="end">
                    <form method="post" action={`/account/sessions/${id}/end`}>
                      <AsPerson view={view} />
                      <Submit label="Sign out" kind="small" aria-label={`Sign out ${device}, ${ip ?? 'unknown'}`} />
                    </form>
                  </td>
                </tr>
              )
            })}
          </Table>
          {sessions.length === USER_SESSION.listed && (
            <p class="small">Only the {USER_SESSION.listed} that were used last are listed.</p>
          )}
          <form method="post" action="/account/sign-out-everywhere">
            <AsPerson view={view} />
            <Submit label="Sign out everywhere" kind="danger" />
          </form>
        </section>
      </div>
    </Page>
  )
}

/** Takes the code that went to the new address. */
export function EmailCodePage({ view, email, problems = {} }: { view: View; email: string; problems?: Problems }) {
  return (
    <Page view={view} title="Confirm your new address" crumbs={[['Your account', '/account']]}>
      <ProblemList problems={problems} />
      <form method="post" action="/account/email/code" class="card pad stack narrow">
        <AsPerson view={view} />
        <p>
          An email with a code is on its way to <strong>{email}</strong>. It works once, for 15 minutes.
        </p>
        <EntryField
          name="code"
          label="Code of six characters"
          autocomplete="one-time-code"
          maxlength={20}
          required
          problems={problems}
        />
        <Buttons submit="Change my address" cancel="/account" />
      </form>
    </Page>
  )
}
