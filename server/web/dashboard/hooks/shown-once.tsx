import type { HookRow } from '../../../domain/hooks/find.ts'
import { Copy, Link } from '../parts/pieces.tsx'
import { At } from '../parts/time.tsx'

/** A secret on the only page that shows it. */
export interface ShownOnce {
  secret: string
  /** Until when the one before is used, too; null: there is none. */
  until: Date | null
  /** The hooks for the same address that were on until then. */
  replaced: string[]
}

/** The secret, and what has become of the hook that was on before. */
export function Once({ secret, until, replaced, events }: ShownOnce & Pick<HookRow, 'events'>) {
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
      {replaced.map((id) => (
        <Replaced id={id} by={events} />
      ))}
    </div>
  )
}

/** Which deliveries that a replaced hook still had to make come to the new one (contract 4.4; decision 0030). */
function Replaced({ id, by: events }: { id: string; by: string[] }) {
  return (
    <p class="small">
      The <Link href={`/webhooks/${id}`}>webhook that was on for this address</Link> is off.{' '}
      {events.length === 0 ? (
        'Its deliveries that were still waiting come here.'
      ) : (
        <>
          Of its deliveries that were still waiting, those of {events.join(', ')} come here. Any others end, and are
          under <Link href={`/webhooks/${id}?tab=given_up`}>Given up</Link> in its log.
        </>
      )}
    </p>
  )
}
