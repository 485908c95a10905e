import type { PayloadMode } from '../../../db/schema.ts'
import type { HookRow } from '../../../domain/hooks/find.ts'
import type { HookSummary, ListedHooks } from '../../../domain/hooks/read.ts'
import { HOOK_LIST } from '../../../limits.ts'
import { Buttons, Checkbox, EntryField, InWorkspace, ProblemList, type Problems, Select } from '../parts/form.tsx'
import { NumberedPager } from '../parts/numbered-pager.tsx'
import { type Crumb, Page } from '../parts/page.tsx'
import { ButtonLink, Empty, Link, Pill } from '../parts/pieces.tsx'
import { Table } from '../parts/table.tsx'
import { Ago } from '../parts/time.tsx'
import { may, type View } from '../state.ts'
import { countWords } from './answered.ts'
import { EVENT_NAMES, type HookForm } from './form.ts'

export const CRUMBS: Crumb[] = [['Webhooks', '/webhooks']]

export interface HookListProps extends Pick<ListedHooks, 'hooks' | 'total'> {
  view: View
  /** From 1. */
  page: number
  now: Date
}

export function HookList({ view, hooks, total, page, now }: HookListProps) {
  const actions = may(view, 'createHook') && <ButtonLink href="/webhooks/new" label="Add a webhook" kind="primary" />
  return (
    <Page
      view={view}
      title="Webhooks"
      apiCall="GET /v1/hooks"
      lead="Each event is signed, and tried 8 times over about 45 hours."
      actions={actions}
    >
      {hooks.length === 0 ? (
        <Empty title="No webhooks yet">
          <p>A webhook tells your server what happens to your documents, the moment it happens.</p>
        </Empty>
      ) : (
        <>
          <Table caption="Webhooks" columns={['Address', 'Receives', 'Last answer', { label: 'Waiting', end: true }]}>
            {hooks.map((summary) => (
              <Row of={summary} now={now} />
            ))}
          </Table>
          {total > HOOK_LIST.rows && (
            <NumberedPager
              page={page}
              rows={HOOK_LIST.rows}
              total={total}
              all={`${total} webhooks`}
              href={(number) => (number === 1 ? '/webhooks' : `/webhooks?page=${number}`)}
            />
          )}
        </>
      )}
    </Page>
  )
}

function Row({ of: { hook, failing, givenUp, last }, now }: { of: HookSummary; now: Date }) {
  return (
    <tr>
      <td class="wide">
        <a class="text title" href={`/webhooks/${hook.id}`}>
          {hook.target_url}
        </a>
        {!hook.enabled && (
          <Pill tone="idle">{hook.disabled_reason === 'replaced' ? 'replaced by a newer one' : 'switched off'}</Pill>
        )}
      </td>
      <td class="small">{receives(hook)}</td>
      <td class="small whole">
        {last ? (
          <>
            <Pill tone={last.delivered ? 'ok' : 'bad'}>{last.status ?? 'no answer'}</Pill>{' '}
            <Ago at={last.at} now={now} />
          </>
        ) : (
          'Nothing sent yet'
        )}
      </td>
      <td class="end small num">
        {countWords(failing)} failing, {countWords(givenUp)} given up
      </td>
    </tr>
  )
}

export function receives({ events, payload }: Pick<HookRow, 'events' | 'payload'>): string {
  const which = events.length === 0 ? 'Every event' : events.length === 1 ? events[0] : `${events.length} events`
  return `${which} · ${payload} bodies`
}

export interface HookFormProps {
  view: View
  /** Null: a new one. */
  of: HookRow | null
  form: HookForm
  /** `storedText` of what was opened. */
  stored: string
  problems: Problems
  /** Of one event, to be compared. */
  bodies: Record<PayloadMode, string>
}

export function HookFormPage({ view, of: hook, form, stored, problems, bodies }: HookFormProps) {
  const back = hook ? `/webhooks/${hook.id}` : '/webhooks'
  const crumbs: Crumb[] = hook ? [...CRUMBS, [hook.target_url, back]] : CRUMBS
  return (
    <Page
      view={view}
      title={hook ? 'Change this webhook' : 'New webhook'}
      apiCall={hook ? undefined : 'POST /v1/hooks'}
      crumbs={crumbs}
    >
      <form method="post" action={hook ? `${back}/edit` : '/webhooks'} class="card pad stack narrow">
        <InWorkspace view={view} />
        {hook && <input type="hidden" name="stored" value={stored} />}
        <ProblemList problems={problems} />
        {!hook && (
          <EntryField
            name="target_url"
            label="Address"
            type="url"
            hint="It starts with https. If another webhook sends to this address, this one takes its place: what still waits is sent by this one, or ends if this one does not have the event."
            placeholder="https://app.example.com/webhooks/signing"
            value={form.targetUrl}
            problems={problems}
            maxlength={2048}
            required
          />
        )}
        <Events chosen={form.events} problems={problems} />
        <Select
          name="payload"
          label="Bodies"
          value={form.payload}
          hint="Minimal bodies carry ids only: no names, no addresses, no metadata. Switching to minimal also cuts down what is still being retried."
          options={[
            ['full', 'Full'],
            ['minimal', 'Minimal'],
          ]}
        />
        <Checkbox
          name="standard_webhooks"
          label="Also sign as Standard Webhooks"
          hint="Adds the headers webhook-id, webhook-timestamp and webhook-signature, for receivers that check with one of its libraries."
          checked={form.standardWebhooks}
        />
        <details>
          <summary>One event, full and minimal</summary>
          <div class="columns">
            <Body title="Full" text={bodies.full} />
            <Body title="Minimal" text={bodies.minimal} />
          </div>
        </details>
        <Buttons submit={hook ? 'Save' : 'Add the webhook'} cancel={back} />
        {hook && may(view, 'deleteHook') && (
          <p class="small">
            Its address cannot be changed; add another webhook instead, or{' '}
            <Link href={`${back}/delete`}>delete this one</Link>.
          </p>
        )}
      </form>
    </Page>
  )
}

function Body({ title, text }: { title: string; text: string }) {
  return (
    <figure>
      <figcaption>{title}</figcaption>
      <pre class="code wrap">{JSON.stringify(JSON.parse(text), null, 2)}</pre>
    </figure>
  )
}

function Events({ chosen, problems }: { chosen: string[]; problems: Problems }) {
  const some = chosen.length > 0 || problems.events !== undefined
  return (
    <fieldset
      id="events"
      class="stack choices"
      tabindex={-1}
      aria-describedby={problems.events ? 'events-problem' : undefined}
    >
      <legend>Events</legend>
      {problems.events && (
        <p id="events-problem" class="problem">
          {problems.events}
        </p>
      )}
      <div class="check">
        <input type="radio" id="every" name="which" value="every" checked={!some} />
        <label for="every">Every event, those of later versions included</label>
      </div>
      <div class="check">
        <input type="radio" id="some" name="which" value="some" checked={some} />
        <label for="some">Only these, 10 at most</label>
      </div>
      <div class="columns">
        {EVENT_NAMES.map((name) => (
          <div class="check">
            <input type="checkbox" id={`event-${name}`} name="events" value={name} checked={chosen.includes(name)} />
            <label for={`event-${name}`} class="mono">
              {name}
            </label>
          </div>
        ))}
      </div>
    </fieldset>
  )
}
