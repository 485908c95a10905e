import type { DocumentDeliveries, DocumentDelivery } from '../../../domain/hooks/of-document.ts'
import { Card, Link, Pill, PostButton } from '../parts/pieces.tsx'
import { At } from '../parts/time.tsx'
import { may, type View } from '../state.ts'
import type { Words } from './words.ts'

interface DeliveriesProps {
  view: View
  base: string
  deliveries: DocumentDeliveries
}

/** What was reported about the document, to whom, and what came back. */
export function Deliveries({ view, base, deliveries: { newest, isCut } }: DeliveriesProps) {
  if (newest.length === 0) return null
  return (
    <Card title="Webhooks for this document">
      <table class="cards">
        <caption class="unseen">Deliveries about this document, the newest first</caption>
        <thead class="unseen">
          <tr>
            {['Event', 'Sent to', 'Answer', 'Action'].map((label) => (
              <th scope="col">{label}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {newest.map((delivery) => (
            <Row view={view} base={base} delivery={delivery} />
          ))}
        </tbody>
      </table>
      {isCut && (
        <p class="small">
          The newest {newest.length} are shown. The others are in the log of each of the{' '}
          <Link href="/webhooks">webhooks</Link>.
        </p>
      )}
    </Card>
  )
}

function Row({ view, base, delivery }: Omit<DeliveriesProps, 'deliveries'> & { delivery: DocumentDelivery }) {
  const answer = answerWords(delivery)
  return (
    <tr>
      <td class="mono small whole">
        {delivery.isLogged ? (
          <Link href={`/webhooks/${delivery.hookId}/deliveries/${delivery.id}`}>{delivery.event}</Link>
        ) : (
          delivery.event
        )}
      </td>
      <td class="small">{new URL(delivery.targetUrl).host}</td>
      <td>
        <Pill tone={answer.tone}>{answer.text}</Pill>
        {delivery.status === 'pending' && delivery.nextRetryAt && (
          <small>
            {' '}
            next at <At at={delivery.nextRetryAt} brief />
          </small>
        )}
      </td>
      <td class="end">
        {delivery.isRepeatable && may(view, 'redeliverHookDelivery') && (
          <PostButton
            action={`${base}/deliveries/${delivery.hookId}/${delivery.id}`}
            label="Send again"
            about={`: ${delivery.event}`}
            kind="small"
          />
        )}
      </td>
    </tr>
  )
}

function answerWords({ status, responseStatus, latencyMs, attempts }: DocumentDelivery): Words {
  const answer = responseStatus === null ? 'no answer' : `${responseStatus} in ${latencyMs} ms`
  if (status === 'success') return { tone: 'ok', text: answer }
  if (status === 'giving_up') return { tone: 'bad', text: `${answer}, given up` }
  return { tone: 'wait', text: attempts === 0 ? 'on its way' : answer }
}
