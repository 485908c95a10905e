import type { LogFilter, LoggedDelivery, LogTab, ReadHook } from '../../../domain/hooks/read.ts'
import { Page } from '../parts/page.tsx'
import { percent } from '../parts/percent.ts'
import { Card, Copy, Empty, Pill, type Tone } from '../parts/pieces.tsx'
import { Table } from '../parts/table.tsx'
import { At } from '../parts/time.tsx'
import { may, type View } from '../state.ts'
import { EVENTS } from './form.ts'
import { type Health, healthOf } from './health.ts'
import { CRUMBS, receives } from './pages.tsx'

/** A secret on the only page that shows it. */
export interface ShownOnce {
  secret: string
  /** Until when the one before is used, too; null: there is none. */
  until: Date | null
  /** How many hooks for the same address it replaced. */
  replaced: number
}

export interface HookPageProps extends ReadHook {
  view: View
  filter: LogFilter
  once: ShownOnce | null
  now: Date
}

export function HookPage(props: HookPageProps) {
  const { view, hook, once, now } = props
  const to = `/webhooks/${hook.id}`
  const state = hook.enabled ? 'made' : hook.disabled_reason === 'replaced' ? 'replaced; made' : 'switched off; made'
  return (
    <Page
      view={view}
      title={hook.target_url}
      section="webhooks"
      apiCall="GET /v1/hooks/{id}/deliveries"
      crumbs={CRUMBS}
      lead={
        <>
          {receives(hook)} · {state} <At at={hook.created_at} />
        </>
      }
      actions={<Actions {...props} to={to} />}
    >
      {once && <Once {...once} />}
      <div class="stack">
        <Strip health={healthOf(props.deliveries, now)} />
        <Log {...props} to={to} />
        <Tools {...props} to={to} />
      </div>
    </Page>
  )
}

function Actions({ view, hook, to }: HookPageProps & { to: string }) {
  return (
    <>
      {hook.enabled && may(view, 'pingHook') && (
        <form method="post" action={`${to}/ping`}>
          <button type="submit" class="btn">
            Send ping
          </button>
        </form>
      )}
      {may(view, 'changeHook') && (
        <a class="btn" href={`${to}/edit`}>
          Change
        </a>
      )}
      {may(view, 'rotateHookSecret') && (
        <a class="btn" href={`${to}/rotate`}>
          Rotate secret
        </a>
      )}
      {may(view, 'switchHook') &&
        (hook.enabled ? (
          <a class="btn danger" href={`${to}/off`}>
            Switch off
          </a>
        ) : (
          hook.disabled_reason !== 'replaced' && (
            <form method="post" action={`${to}/on`}>
              <button type="submit" class="btn primary">
                Switch on
              </button>
            </form>
          )
        ))}
    </>
  )
}

function Once({ secret, until, replaced }: ShownOnce) {
  return (
    <div class="once">
      <b>New secret. It is shown only now.</b>
      <Copy id="secret" text={secret} block />
      <Copy id="env" text={`COUNTERSIGN_WEBHOOK_SECRET=${secret}`} block />
      {until && (
        <small>
          Until <At at={until} /> each delivery is signed with this one and the one before.
        </small>
      )}
      {replaced > 0 && <small>The webhook that was on for this address is off, and its deliveries come here.</small>}
    </div>
  )
}

const [BAR, GAP, HEIGHT] = [10, 2, 32]

/** The attempts of the last 24 hours, a bar an hour: what failed stands below the line. */
function Strip({ health: { hours, medianMs, firstTime } }: { health: Health }) {
  const most = Math.max(1, ...hours.map(({ succeeded, failed }) => Math.max(succeeded, failed)))
  const sum = (of: 'succeeded' | 'failed') => hours.reduce((total, hour) => total + hour[of], 0)
  const scaled = (count: number) => (count === 0 ? 0 : Math.max(2, Math.round((count / most) * (HEIGHT / 2))))
  return (
    <div class="card pad strip">
      <svg
        viewBox={`0 0 ${hours.length * (BAR + GAP)} ${HEIGHT}`}
        role="img"
        aria-label={`Attempts of the last 24 hours in this log: ${sum('succeeded')} succeeded, ${sum('failed')} failed`}
        preserveAspectRatio="none"
      >
        <rect class="line" x="0" y={HEIGHT / 2} width={hours.length * (BAR + GAP)} height="0.5" />
        {hours.map(({ succeeded, failed }, n) => (
          <>
            {succeeded > 0 && (
              <rect
                class="ok"
                x={n * (BAR + GAP)}
                y={HEIGHT / 2 - scaled(succeeded)}
                width={BAR}
                height={scaled(succeeded)}
              />
            )}
            {failed > 0 && <rect class="bad" x={n * (BAR + GAP)} y={HEIGHT / 2} width={BAR} height={scaled(failed)} />}
          </>
        ))}
      </svg>
      <p class="small num">
        {sum('succeeded')} succeeded, {sum('failed')} failed in 24 hours
        {medianMs !== null && ` · median ${medianMs} ms`}
        {firstTime !== null && ` · ${percent(firstTime)} at first attempt`}
      </p>
    </div>
  )
}

const TABS: [LogTab, string][] = [
  ['all', 'All'],
  ['failing', 'Failing'],
  ['given_up', 'Given up'],
]

function Log(props: HookPageProps & { to: string }) {
  const { deliveries, filter, failing, givenUp, to } = props
  const counts = { all: null, failing, given_up: givenUp }
  const events = [...EVENTS, 'ping']
  return (
    <div id="log">
      <form class="filters" action={to} data-swap="log">
        <nav class="tabs" aria-label="Which deliveries">
          {TABS.map(([tab, label]) => (
            <a
              href={`${to}?${new URLSearchParams({ tab, ...(filter.event && { event: filter.event }) })}`}
              data-swap="log"
              aria-current={tab === filter.tab ? 'page' : undefined}
            >
              {label} {counts[tab] !== null && <span class="num">{counts[tab]}</span>}
            </a>
          ))}
        </nav>
        <input type="hidden" name="tab" value={filter.tab} />
        <select id="event" name="event" aria-label="Event">
          <option value="">Any event</option>
          {events.map((name) => (
            <option value={name} selected={name === filter.event}>
              {name}
            </option>
          ))}
        </select>
        <button type="submit" class="btn">
          Show
        </button>
      </form>
      {deliveries.length === 0 ? (
        <Empty title="Nothing here">
          <p>The log keeps the last 100 deliveries, and those that still wait or were given up.</p>
        </Empty>
      ) : (
        <Table
          caption="Deliveries, newest first"
          columns={[
            { label: 'Event' },
            { label: 'Document' },
            { label: 'Answer' },
            { label: 'Attempts', end: true },
            { label: 'When', end: true },
          ]}
        >
          {deliveries.map((delivery) => (
            <Row {...props} delivery={delivery} />
          ))}
        </Table>
      )}
    </div>
  )
}

function Row({ delivery, to, view, hook }: HookPageProps & { to: string; delivery: LoggedDelivery }) {
  const { id, event, document_id, title, status, attempts, response_body, next_retry_at, created_at } = delivery
  const failed = status !== 'success' && attempts > 0
  return (
    <>
      <tr>
        <td>
          <a class="text mono" href={`${to}/deliveries/${id}`}>
            {event}
          </a>
        </td>
        <td>
          {document_id && title !== null ? (
            <a class="text" href={`/documents/${document_id}`}>
              {title}
            </a>
          ) : (
            <small>none</small>
          )}
        </td>
        <td>
          <Answer of={delivery} />
        </td>
        <td class="end num">{status === 'pending' ? `${attempts} of 8` : attempts}</td>
        <td class="end small num wide">
          <At at={created_at} />
        </td>
      </tr>
      {failed && (
        <tr class="sunken">
          <td colspan={5} class="wide">
            <details>
              <summary>What your server answered</summary>
              <pre class="code wrap">{response_body || 'nothing'}</pre>
              <div class="buttons">
                {next_retry_at && (
                  <small>
                    next try <At at={next_retry_at} />
                  </small>
                )}
                {hook.enabled && may(view, 'redeliver') && (
                  <form method="post" action={`${to}/deliveries/${id}/again`}>
                    <button type="submit" class="btn small" aria-label={`Send again now: ${event}`}>
                      Send again now
                    </button>
                  </form>
                )}
              </div>
            </details>
          </td>
        </tr>
      )}
    </>
  )
}

/** What the endpoint last answered, in words. */
export function Answer({ of: delivery }: { of: LoggedDelivery }) {
  const { status, attempts, response_status, response_body, latency_ms } = delivery
  const tone: Tone = status === 'success' ? 'ok' : status === 'giving_up' ? 'bad' : 'wait'
  if (attempts === 0) return <Pill tone={status === 'pending' ? 'idle' : tone}>{response_body || 'waiting'}</Pill>
  if (response_body.startsWith('redirect not followed'))
    return <Pill tone={tone}>redirect not followed: {response_status}</Pill>
  return (
    <Pill tone={tone}>
      {response_status ?? 'no answer'} · {latency_ms} ms
    </Pill>
  )
}

/** What helps to find a fault, and to catch up after one. */
function Tools({ view, hook, givenUp, to }: HookPageProps & { to: string }) {
  return (
    <Card title="Try it out">
      <div class="pad stack">
        {hook.enabled && may(view, 'sendExample') && (
          <form method="post" action={`${to}/example`} class="filters">
            <select id="example" name="event" aria-label="Example of">
              {EVENTS.map((name) => (
                <option value={name}>{name}</option>
              ))}
            </select>
            <button type="submit" class="btn">
              Send an example
            </button>
            <small>About a document that nobody has; one attempt.</small>
          </form>
        )}
        {hook.enabled && givenUp > 0 && may(view, 'recoverHook') && (
          <form method="post" action={`${to}/recover`} class="filters">
            <select id="days" name="days" aria-label="Given up in">
              <option value="1">Given up in the last 24 hours</option>
              <option value="7">Given up in the last 7 days</option>
              <option value="30">All that was given up</option>
            </select>
            <button type="submit" class="btn">
              Send all again
            </button>
          </form>
        )}
        <p>
          <a class="text" href={`${to}/check`}>
            Why does my signature check fail?
          </a>{' '}
          <small>
            The secret begins with <code>{hook.secret_prefix}</code>
          </small>
        </p>
      </div>
    </Card>
  )
}
