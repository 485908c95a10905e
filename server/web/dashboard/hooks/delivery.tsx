import type { LoggedAttempt } from '../../../db/schema.ts'
import type { HookRow } from '../../../domain/hooks/find.ts'
import type { LoggedDelivery } from '../../../domain/hooks/read.ts'
import { Page } from '../parts/page.tsx'
import { Card, Copy, Facts, Link, Pill, PostButton } from '../parts/pieces.tsx'
import { Table } from '../parts/table.tsx'
import { At, untilText } from '../parts/time.tsx'
import { may, type View } from '../state.ts'
import { answerTitle, lastAnswer } from './answered.ts'
import { DeliveryState } from './hook-log.tsx'
import { CRUMBS } from './pages.tsx'

export interface DeliveryPageProps {
  view: View
  hook: HookRow
  delivery: LoggedDelivery
  /** The delivery as a command, signed now. */
  curl: string
  now: Date
}

/** A delivery with every attempt, what was answered, and itself as a command. */
export function DeliveryPage({ view, hook, delivery, curl, now }: DeliveryPageProps) {
  const { id, event, event_id, document_id, title, attempts, next_retry_at, created_at } = delivery
  const to = `/webhooks/${hook.id}`
  return (
    <Page
      view={view}
      title={event}
      apiCall={`POST /v1/hooks/${hook.id}/deliveries/${id}/redeliver`}
      crumbs={[...CRUMBS, [hook.target_url, to]]}
      actions={
        hook.enabled &&
        may(view, 'redeliverHookDelivery') && (
          <PostButton action={`${to}/deliveries/${id}/again`} label="Send again now" kind="primary" />
        )
      }
    >
      <div class="stack">
        <section class="card pad">
          <Facts
            facts={[
              ['State', <DeliveryState of={delivery} />],
              ['Event', <code>{event_id}</code>],
              [
                'Document',
                document_id && title !== null ? <Link href={`/documents/${document_id}`}>{title}</Link> : 'none',
              ],
              ['Queued', <At at={created_at} />],
              [
                'Next try',
                next_retry_at ? (
                  <>
                    <At at={next_retry_at} />, {untilText(next_retry_at, now)}
                  </>
                ) : (
                  'none'
                ),
              ],
            ]}
          />
        </section>
        {attempts > 0 && (
          <Card title={answerTitle(delivery.response_status)} pad="">
            <pre class="code wrap">{lastAnswer(delivery) || 'nothing'}</pre>
          </Card>
        )}
        {delivery.attempt_log.length > 0 && (
          <Table
            caption="Attempts, oldest first"
            columns={['Tried', 'Answer', 'Got as far as', { label: 'Time', end: true }]}
          >
            {delivery.attempt_log.map((attempt) => (
              <Attempt attempt={attempt} />
            ))}
          </Table>
        )}
        <Card title="The same as a command" pad="stack">
          <p class="small">
            The bytes that sending it again would send, signed when this page was loaded. Your check accepts it for five
            minutes; reload the page for another signature, and change the address to try a server of your own.
          </p>
          <div class="command">
            <Copy id="curl" text={curl} block />
          </div>
        </Card>
      </div>
    </Page>
  )
}

function Attempt({ attempt: { at, status, phase, note, latency_ms } }: { attempt: LoggedAttempt }) {
  return (
    <>
      <tr>
        <td class="small num whole">
          <At at={new Date(at)} />
        </td>
        <td>
          <Pill tone={status !== null && status >= 200 && status < 300 ? 'ok' : 'bad'}>{status ?? 'no answer'}</Pill>
        </td>
        <td class="small">{phase ?? 'unknown'}</td>
        <td class="end small num">{latency_ms} ms</td>
      </tr>
      {note !== '' && (
        <tr class="sunken">
          <td colspan={4} class="wide">
            <details>
              <summary class="small">{answerTitle(status)}</summary>
              <pre class="code wrap">{note}</pre>
            </details>
          </td>
        </tr>
      )}
    </>
  )
}
