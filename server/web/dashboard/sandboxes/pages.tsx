import type { ListedSandbox } from '../../../domain/sandboxes/manage.ts'
import { contentsOf, type Message } from '../../../domain/sandboxes/messages.ts'
import { Buttons, EntryField, InWorkspace, ProblemList, type Problems } from '../parts/form.tsx'
import { Page } from '../parts/page.tsx'
import { ButtonLink, Card, Empty, Submit } from '../parts/pieces.tsx'
import { SwitchTo } from '../parts/sandbox-banner.tsx'
import { Table } from '../parts/table.tsx'
import { may, type View } from '../state.ts'

/** How long a sandbox can be made to exist here, as the API takes it. */
export const LIVES = [
  ['PT1H', 'An hour'],
  ['P1D', 'A day'],
  ['P30D', '30 days'],
] as const
/** How far its clock is moved here. */
export const MOVES = [
  ['PT1H', 'An hour'],
  ['P1D', 'A day'],
  ['P14D', '14 days'],
] as const

const CALL = 'POST /v1/sandboxes'

/** The moment as its clock shows it: it is nobody's own time. */
const momentOf = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ', ')} UTC`

export function SandboxList({ view, sandboxes }: { view: View; sandboxes: ListedSandbox[] }) {
  const actions = may(view, 'createSandbox') && <ButtonLink href="/sandboxes/new" label="New sandbox" kind="primary" />
  const lead = 'Workspaces to test in: nothing is sent to anybody, and nothing binds.'
  return (
    <Page view={view} title="Sandboxes" lead={lead} actions={actions} apiCall={CALL}>
      {sandboxes.length === 0 ? (
        <Empty title="No sandbox yet">
          <p>A sandbox has keys, webhooks and documents of its own, and uses the templates of this workspace.</p>
        </Empty>
      ) : (
        <Table caption="Sandboxes" columns={['Name', 'Its time', 'Ends', { label: 'Open', end: true }]}>
          {sandboxes.map(({ id, name, now, endsAt }) => (
            <tr>
              <td>
                <span class="title">{name}</span>
              </td>
              <td data-label="Its time" class="small">
                {momentOf(now)}
              </td>
              <td data-label="Ends" class="small">
                {momentOf(endsAt)}
              </td>
              <td class="end wide">
                <div class="buttons">
                  <SwitchTo view={view} id={id} label="Open" about={` ${name}`} />
                  {may(view, 'deleteSandbox') && (
                    <ButtonLink
                      href={`/sandboxes/${id}/erase`}
                      label="Erase"
                      kind="small danger"
                      aria-label={`Erase ${name}`}
                    />
                  )}
                </div>
              </td>
            </tr>
          ))}
        </Table>
      )}
    </Page>
  )
}

interface NewSandboxProps {
  view: View
  name: string
  expiresIn: string
  problems: Problems
}

export function NewSandbox({ view, name, expiresIn, problems }: NewSandboxProps) {
  return (
    <Page view={view} title="New sandbox" crumbs={[['Sandboxes', '/sandboxes']]} apiCall={CALL}>
      <form method="post" action="/sandboxes" class="card pad stack narrow">
        <InWorkspace view={view} />
        <ProblemList problems={problems} />
        <EntryField name="name" label="Name" value={name} maxlength={120} hint="Empty: Sandbox." problems={problems} />
        <fieldset>
          <legend>It is erased after</legend>
          {LIVES.map(([value, label]) => (
            <label class="choice">
              <input type="radio" name="expires_in" value={value} checked={value === expiresIn} />
              {label}
            </label>
          ))}
        </fieldset>
        <Buttons submit="Create" cancel="/sandboxes" />
      </form>
    </Page>
  )
}

export function SandboxPage({ view, now, messages }: { view: View; now: Date; messages: Message[] }) {
  return (
    <Page
      view={view}
      title={view.person.workspace.name}
      moreCalls={[
        { does: 'Read the messages', call: 'GET /v1/sandbox/messages' },
        { does: 'Move the clock', call: 'PUT /v1/sandbox/clock' },
        { does: 'Act as a signer', call: 'POST /v1/sandbox/signing-requests/{id}/act' },
      ]}
    >
      <div class="stack">
        <Card title="Clock" pad="stack">
          <p>
            It is {momentOf(now)} here. What falls due on the way is done when the clock is moved: reminders, expiry,
            retries of webhooks.
          </p>
          <div class="buttons">
            {MOVES.map(([value, label]) => (
              <form method="post" action={`/sandboxes/clock?advance=${value}`}>
                <InWorkspace view={view} />
                <Submit label={`${label} on`} kind="small" />
              </form>
            ))}
          </div>
        </Card>
        <Card title="Messages" pad="stack">
          {messages.length === 0 ? (
            <p>Nothing was sent yet. Mails and text messages stand here instead of reaching anybody.</p>
          ) : (
            <ul class="messages">
              {messages.map((message) => (
                <MessageItem message={message} />
              ))}
            </ul>
          )}
        </Card>
        <form method="post" action="/sandboxes/empty">
          <InWorkspace view={view} />
          <Submit label="Empty the sandbox" kind="danger" />
        </form>
      </div>
    </Page>
  )
}

function MessageItem({ message }: { message: Message }) {
  const { channel, recipient, subject, body, created_at: at } = message
  const { links, code } = contentsOf(message)
  return (
    <li>
      <details>
        <summary>
          <b>{recipient}</b> {subject ?? (channel === 'sms' ? 'Text message' : '')}{' '}
          <span class="small">{momentOf(at)}</span>
        </summary>
        <p class="text-of-mail">{body}</p>
      </details>
      {links.sign !== null && <ButtonLink href={links.sign} label="Open as the signer" kind="small" />}
      {links.hand_over !== null && <ButtonLink href={links.hand_over} label="Confirm the hand-over" kind="small" />}
      {code !== null && (
        <span>
          Code <code>{code}</code>
        </span>
      )}
    </li>
  )
}
