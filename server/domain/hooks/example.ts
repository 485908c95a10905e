import type { Ctx } from '../../context.ts'
import type { PayloadMode } from '../../db/schema.ts'
import { eventExamples } from '../../generated/event-examples.ts'
import type { Actor } from '../actor.ts'
import { DomainError } from '../errors.ts'
import { EVENT_TYPES, type EventType } from '../events/catalogue.ts'
import { deliveryBody } from '../events/envelope.ts'
import { newEventId } from '../events/record.ts'
import { assertMay } from '../may.ts'
import { findHook } from './find.ts'
import { type SentOnce, sendOwnEvent } from './send-once.ts'

/**
 * Sends a hook an example of an event, whether or not it subscribes to it: the one that the API's documentation shows,
 * about a document that nobody has. Signed like any other, one attempt, logged, never retried.
 * @throws DomainError `unknown_event`; `not_found`; `hook_disabled`, `https_required`; `rate_limited`
 */
export async function sendExample(ctx: Ctx, actor: Actor, id: string, event: string): Promise<SentOnce> {
  assertMay(ctx, actor, 'sendExample')
  const hook = await findHook(ctx, actor.workspaceId, id)
  const type = EVENT_TYPES.find((name) => name === event)
  if (!type) throw new DomainError('unknown_event', `there is no event ${JSON.stringify(event)} to send an example of`)
  const payload: Record<string, unknown> = eventExamples[type satisfies EventType]
  return sendOwnEvent(ctx, hook, { type, documentId: eventExamples[type].document_id, payload })
}

/** The bodies that an example of the event would have now in each payload mode, of this workspace (contract 6.2, 6.4). */
export function exampleBodies(
  ctx: Pick<Ctx, 'clock'>,
  { workspaceId }: Pick<Actor, 'workspaceId'>,
  type: EventType,
): Record<PayloadMode, string> {
  const payload = eventExamples[type]
  const event = {
    id: newEventId(),
    type,
    workspace_id: workspaceId,
    document_id: payload.document_id,
    payload,
    created_at: ctx.clock.now(),
  }
  return { full: deliveryBody(event, 'full'), minimal: deliveryBody(event, 'minimal') }
}
