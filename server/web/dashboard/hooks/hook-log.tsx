import type { LogFilter, LoggedDelivery, LogTab, ReadHook } from '../../../domain/hooks/read.ts'
import { DELIVERY_LOG } from '../../../limits.ts'
import { Empty, Pill, Submit, type Tone } from '../parts/pieces.tsx'
import { Table } from '../parts/table.tsx'
import { At, untilText } from '../parts/time.tsx'
import { may, type View } from '../state.ts'
import { answerTitle, countWords, endNote, lastAnswer } from './answered.ts'
import { LOGGED_EVENTS } from './form.ts'

export interface LogProps extends ReadHook {
  view: View
  filter: LogFilter
  /** The path of the hook's page. */
  to: string
  now: Date
  /** Whether it follows what happens: not below a secret, whose page cannot be asked for again. */
  isLive: boolean
}

const TABS: [LogTab, string][] = [
  ['all', 'All'],
  ['failing', 'Failing'],
  ['given_up', 'Given up'],
]

/** The log of a hook, with its tabs and the choice of an event. */
export function HookLog(props: LogProps) {
  const { deliveries, filter, failing, givenUp, to, isLive } = props
  const counts = { all: null, failing, given_up: givenUp }
  const live = { 'data-live': isLive ? '' : undefined }
  return (
    <div id="log">
      <form class="filters" action={to} data-swap="log">
        <nav class="tabs" aria-label="Which deliveries" id="tabs" {...live}>
          {TABS.map(([tab, label]) => (
            <a
              href={`${to}?${new URLSearchParams({ tab, ...(filter.event && { event: filter.event }) })}`}
              id={`tab-${tab}`}
              data-swap="log"
              aria-current={tab === filter.tab ? 'page' : undefined}
            >
              {label} {counts[tab] !== null && <span class="num">{countWords(counts[tab])}</span>}
            </a>
          ))}
        </nav>
        <input type="hidden" name="tab" value={filter.tab} />
        <select id="event" name="event" aria-label="Event">
          <option value="">Any event</option>
          {LOGGED_EVENTS.map((name) => (
            <option value={name} selected={name === filter.event}>
              {name}
            </option>
          ))}
        </select>
        <Submit label="Show" />
      </form>
      <div id="deliveries" {...live}>
        {deliveries.length === 0 ? (
          <Empty title="Nothing here">
            <p>The log keeps the last 100 deliveries, and those that still wait or were given up.</p>
            {filter.event !== null && (
              <p>One event is looked for among the newest {DELIVERY_LOG.searched.toLocaleString('en')}.</p>
            )}
          </Empty>
        ) : (
          <Table
            caption="Deliveries, newest first"
            columns={['Event', 'Document', 'Answer', { label: 'Attempts', end: true }, { label: 'When', end: true }]}
          >
            {deliveries.map((delivery) => (
              <Row {...props} delivery={delivery} />
            ))}
          </Table>
        )}
      </div>
    </div>
  )
}

function Row({ delivery, to, view, hook, now }: LogProps & { delivery: LoggedDelivery }) {
  const { id, event, document_id, title, status, attempts, response_status, next_retry_at, created_at } = delivery
  const failed = status !== 'success' && attempts > 0
  return (
    <>
      <tr>
        <td class="whole">
          <a class="text mono" href={`${to}/deliveries/${id}`}>
            {event}
          </a>
        </td>
        <td class="wide">
          {document_id && title !== null ? (
            <a class="text cut" href={`/documents/${document_id}`}>
              {title}
            </a>
          ) : (
            <small>none</small>
          )}
        </td>
        <td class={attempts > 0 ? 'whole' : undefined}>
          <DeliveryState of={delivery} />
        </td>
        <td data-label="Attempts" class="end num">
          {status === 'pending' ? `${attempts} of 8` : attempts}
          {failed && next_retry_at && <small>, next {untilText(next_retry_at, now)}</small>}
        </td>
        <td class="end small num wide">
          <At at={created_at} brief />
        </td>
      </tr>
      {failed && (
        <tr class="sunken">
          <td colspan={5} class="wide">
            <details>
              <summary id={`show-${id}`}>{answerTitle(response_status)}</summary>
              <pre class="code wrap">{lastAnswer(delivery) || 'nothing'}</pre>
              <div class="buttons">
                {next_retry_at && (
                  <small>
                    next try <At at={next_retry_at} brief />
                  </small>
                )}
                {hook.enabled && may(view, 'redeliverHookDelivery') && (
                  <form method="post" action={`${to}/deliveries/${id}/again`}>
                    <Submit
                      label="Send again now"
                      kind="small"
                      id={`again-${id}`}
                      aria-label={`Send again now: ${event}`}
                    />
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
export function DeliveryState({ of: delivery }: { of: LoggedDelivery }) {
  const { status, attempts, response_status, response_body, latency_ms } = delivery
  const note = endNote(delivery)
  const tone: Tone = status === 'success' ? 'ok' : status === 'giving_up' ? 'bad' : 'wait'
  if (attempts === 0) return <Pill tone={status === 'pending' ? 'idle' : tone}>{response_body || 'waiting'}</Pill>
  if (lastAnswer(delivery).startsWith('redirect not followed'))
    return <Pill tone={tone}>redirect not followed: {response_status}</Pill>
  return (
    <>
      <Pill tone={tone}>
        {response_status ?? 'no answer'} · {latency_ms} ms
      </Pill>
      {note !== null && <small> {note}</small>}
    </>
  )
}
