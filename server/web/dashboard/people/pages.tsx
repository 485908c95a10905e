import type { Role } from '../../../domain/actor.ts'
import type { ListedMember, ListedPeople } from '../../../domain/people/list.ts'
import { PEOPLE_LIST } from '../../../limits.ts'
import { Buttons, EntryField, InWorkspace, ProblemList, type Problems, Select } from '../parts/form.tsx'
import { NumberedPager } from '../parts/numbered-pager.tsx'
import { Page } from '../parts/page.tsx'
import { ButtonLink, Pill, PostButton, Submit } from '../parts/pieces.tsx'
import { Table } from '../parts/table.tsx'
import { Ago, At } from '../parts/time.tsx'
import { SettingsTabs } from '../settings/tabs.tsx'
import { may, type View } from '../state.ts'

const ROLES = [
  ['member', 'Member: sends documents and follows them'],
  ['owner', 'Owner: also keys, webhooks, settings and people'],
] as const

interface PeopleProps {
  view: View
  people: ListedPeople
  now: Date
  problems: Problems
}

export function PeoplePage({ view, people, now, problems }: PeopleProps) {
  const mayChange = may(view, 'changeRole')
  return (
    <Page
      view={view}
      title="People"
      actions={mayChange && <ButtonLink href="/settings/people/invite" label="Invite" kind="primary" />}
    >
      <SettingsTabs view={view} />
      <ProblemList problems={problems} />
      <div id="people">
        <Table caption="People" columns={['Person', 'Role', 'Last seen', { label: '', end: true }]}>
          {people.members.map((member) => (
            <tr>
              <td>
                <span class="title">{member.name ?? member.email}</span>
                <small>
                  {member.name && member.email}
                  {member.id === view.person.userId && ' (you)'}
                </small>
              </td>
              <td>
                <Pill tone={member.role === 'owner' ? 'ok' : 'idle'}>{roleName(member.role)}</Pill>
              </td>
              <td class="small">
                {member.lastSeenAt ? <Ago at={member.lastSeenAt} now={now} /> : 'not in the last 30 days'}
              </td>
              <td class="end wide">{mayChange && <Actions view={view} member={member} />}</td>
            </tr>
          ))}
          {people.invitations.map(({ id, email, role, expiresAt }) => (
            <tr>
              <td>
                <span class="title">{email}</span>
                <small>
                  invited, until <At at={expiresAt} />
                </small>
              </td>
              <td>
                <Pill tone="wait">{roleName(role)}, invited</Pill>
              </td>
              <td class="small">not yet</td>
              <td class="end wide">
                {mayChange && (
                  <PostButton
                    action={`/settings/people/invitations/${id}/withdraw`}
                    label="Withdraw"
                    kind="small"
                    aria-label={`Withdraw the invitation of ${email}`}
                  />
                )}
              </td>
            </tr>
          ))}
        </Table>
        {people.total > PEOPLE_LIST.rows && (
          <NumberedPager
            page={people.page}
            rows={PEOPLE_LIST.rows}
            total={people.total}
            all={`${people.total} people`}
            href={(number) => (number === 1 ? '/settings/people' : `/settings/people?page=${number}`)}
          />
        )}
      </div>
    </Page>
  )
}

function Actions({ view, member: { id, role, email } }: { view: View; member: ListedMember }) {
  const other = role === 'owner' ? 'member' : 'owner'
  return (
    <form method="post" action={`/settings/people/${id}/role`} class="buttons">
      <InWorkspace view={view} />
      <Submit label={`Make ${other}`} kind="small" name="role" value={other} aria-label={`Make ${other}: ${email}`} />
      <ButtonLink
        href={`/settings/people/${id}/remove`}
        label="Remove"
        kind="small danger"
        aria-label={`Remove ${email}`}
      />
    </form>
  )
}

interface InviteProps {
  view: View
  email?: string
  role?: Role
  problems?: Problems
}

export function InvitePage({ view, email, role = 'member', problems = {} }: InviteProps) {
  return (
    <Page view={view} title="Invite somebody" crumbs={[['People', '/settings/people']]}>
      <ProblemList problems={problems} />
      <form method="post" action="/settings/people/invite" class="card pad stack narrow">
        <InWorkspace view={view} />
        <EntryField name="email" label="Email address" type="email" value={email} required problems={problems} />
        <Select name="role" label="Role" value={role} options={ROLES} />
        <p class="small">They get an email with a link that works for seven days.</p>
        <Buttons submit="Send the invitation" cancel="/settings/people" />
      </form>
    </Page>
  )
}

const roleName = (role: Role) => (role === 'owner' ? 'Owner' : 'Member')
