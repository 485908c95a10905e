import type { KeySummary } from '../../../domain/keys/list.ts'
import { KEY_LIST } from '../../../limits.ts'
import { NumberedPager } from '../parts/numbered-pager.tsx'
import { type Crumb, Page } from '../parts/page.tsx'
import { ButtonLink, Copy, Empty, Link, Pill, percent } from '../parts/pieces.tsx'
import { Table } from '../parts/table.tsx'
import { Ago } from '../parts/time.tsx'
import { SettingsTabs } from '../settings/tabs.tsx'
import { may, type View } from '../state.ts'

export const SCOPE_WORDS = {
  full: 'everything',
  read: 'reading only',
  embedded: 'embedding only',
  disclose: 'reading, and full addresses and devices',
} as const
export const KEY_CRUMBS: Crumb[] = [['API keys', '/keys']]

export interface KeyListProps {
  view: View
  /** Of one page. */
  keys: KeySummary[]
  /** From 1. */
  page: number
  total: number
  now: Date
}

export function KeyList({ view, keys, page, total, now }: KeyListProps) {
  const actions = may(view, 'issueKey') && <ButtonLink href="/keys/new" label="New key" kind="primary" />
  return (
    <Page view={view} title="API keys" lead="Each key has its own limit of 60 calls a minute." actions={actions}>
      <SettingsTabs view={view} />
      {keys.length === 0 ? (
        <Empty title="No key yet">
          <p>A program needs a key to send documents. It is shown once, when it is made.</p>
        </Empty>
      ) : (
        <>
          <Table
            caption="API keys"
            columns={['Name', 'Key', 'May', 'From', 'Last used', 'Last 24 hours', { label: 'Change', end: true }]}
          >
            {keys.map((key) => (
              <KeyRow view={view} of={key} now={now} />
            ))}
          </Table>
          {total > KEY_LIST.rows && (
            <NumberedPager
              page={page}
              rows={KEY_LIST.rows}
              total={total}
              all={`${total} keys`}
              href={(number) => (number === 1 ? '/keys' : `/keys?page=${number}`)}
            />
          )}
        </>
      )}
    </Page>
  )
}

function KeyRow({ view, of: key, now }: { view: View; of: KeySummary; now: Date }) {
  const origins = [...key.embedOrigins, ...key.returnOrigins]
  return (
    <tr>
      <td>
        <span class="title">{key.name}</span>
        {origins.length > 0 && <small>for {[...new Set(origins)].join(', ')}</small>}
      </td>
      <td class="mono whole">{key.display}…</td>
      <td data-label="May" class="whole">
        {SCOPE_WORDS[key.scope]}
      </td>
      <td data-label="From" class="mono small">
        {key.allowIps.length > 0 ? key.allowIps.join(', ') : 'anywhere'}
      </td>
      <td data-label="Last used" class="small">
        {key.lastUsedAt ? <Ago at={key.lastUsedAt} now={now} /> : 'never'}
      </td>
      <td data-label="Last 24 hours" class="small">
        <Calls of={key} now={now} />
      </td>
      <td class="end wide">
        {key.revokedAt ? (
          <Pill tone="idle">revoked</Pill>
        ) : (
          <div class="buttons">
            {may(view, 'changeKey') && (
              <ButtonLink href={`/keys/${key.id}/edit`} label="Edit" kind="small" aria-label={`Edit ${key.name}`} />
            )}
            {may(view, 'revokeWorkspaceKey') && (
              <ButtonLink
                href={`/keys/${key.id}/revoke`}
                label="Revoke"
                kind="small danger"
                aria-label={`Revoke ${key.name}`}
              />
            )}
          </div>
        )}
      </td>
    </tr>
  )
}

/** How many calls, which share of them was refused or failed, and the newest of those. */
function Calls({ of: { id, calls, errors, refusals }, now }: { of: KeySummary; now: Date }) {
  if (calls === 0) return <>no calls</>
  const share = `${calls === 1 ? '1 call' : `${calls.toLocaleString('en')} calls`}, ${percent(errors / calls)} refused`
  if (refusals.length === 0) return <>{share}</>
  return (
    <details>
      <summary>{share}</summary>
      <ul>
        {refusals.map(({ at, method, route, status, code }) => (
          <li>
            <span class="mono">
              {method} {route}
            </span>{' '}
            {status} {code} · <Ago at={at} now={now} />
          </li>
        ))}
        <li>
          <Link href={`/log?status=failed&key=${id}`}>All of them in the log</Link>
        </li>
      </ul>
    </details>
  )
}

/** The only page that shows a key. */
export function CreatedKey({
  view,
  name,
  secret,
  apiUrl,
}: {
  view: View
  name: string
  secret: string
  apiUrl: string
}) {
  return (
    <Page view={view} title={name} crumbs={KEY_CRUMBS}>
      <div class="once">
        <b>New key. It is shown only now.</b>
        <Copy id="key" text={secret} block />
        <small>As lines of a .env file:</small>
        <Copy id="env" text={`COUNTERSIGN_API_KEY=${secret}`} block />
        <Copy id="env-url" text={`COUNTERSIGN_BASE_URL=${apiUrl}`} block />
      </div>
      <p class="small">We keep only its hash. Whoever has the key can act for this workspace.</p>
      <p>
        <ButtonLink href="/keys" label="All keys" />
      </p>
    </Page>
  )
}
