import type { Ctx } from '../../context.ts'
import type { Actor } from '../actor.ts'
import { DomainError } from '../errors.ts'
import { assertMay } from '../may.ts'
import { isUuid } from '../uuid.ts'
import { attemptRequest } from './attempt.ts'
import { bodyNow } from './body-now.ts'
import { findHook } from './find.ts'

/**
 * A delivery as a command to run: the bytes that `redeliverHookDelivery` would send, signed now with the hook's secret, so that they
 * pass the receiver's check for the next five minutes. The secret itself is not in it.
 * @throws DomainError `not_found`
 */
export async function attemptAsCurl(
  ctx: Pick<Ctx, 'db' | 'config' | 'clock' | 'keyring'>,
  actor: Actor,
  { hookId, deliveryId }: { hookId: string; deliveryId: string },
): Promise<string> {
  assertMay(ctx, actor, 'attemptAsCurl')
  const hook = await findHook(ctx, actor.workspaceId, hookId)
  const delivery = isUuid(deliveryId)
    ? await ctx.db
        .selectFrom('deliveries')
        .select(['event', 'event_id', 'body', 'mode'])
        .where('id', '=', deliveryId)
        .where('hook_id', '=', hook.id)
        .executeTakeFirst()
    : undefined
  if (!delivery) throw new DomainError('not_found', 'there is no such delivery in the log of this hook')
  const { event, event_id } = delivery
  const now = await bodyNow(ctx.db, hook, delivery)
  const { headers } = attemptRequest(ctx, { ...hook, event, event_id }, now)
  const lines = [
    // Brackets and braces in an address are no patterns here.
    `curl --globoff --include --request POST ${quoted(hook.target_url)}`,
    ...Object.entries(headers).map(([name, value]) => `  --header ${quoted(`${name}: ${value}`)}`),
    `  --data-binary ${quoted(now.body)}`,
  ]
  return lines.join(' \\\n')
}

/** One word of a POSIX shell, whatever it contains. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
