import type { Ctx } from '../../context.ts'
import { afterCommit, transaction } from '../../db/database.ts'
import type { Actor } from '../actor.ts'
import { recoverGivenUp } from '../deliveries/recover.ts'
import { assertMay } from '../may.ts'
import { recordWork } from '../records/workspaces/log.ts'
import { assertSendable, findHook } from './find.ts'

/**
 * Gives every delivery of a hook that was given up at or after `since` one more attempt, for a receiver that was down
 * longer than the schedule lasts. Deliveries still being retried keep their schedule. Returns how many.
 * @throws DomainError `not_found`; `hook_disabled`, `https_required`
 */
export async function recoverHook(ctx: Ctx, actor: Actor, id: string, since: Date): Promise<number> {
  assertMay(ctx, actor, 'recoverHook')
  const hook = await findHook(ctx, actor.workspaceId, id)
  await assertSendable(ctx, hook)
  return transaction(ctx.db, async (tx) => {
    const recovered = await recoverGivenUp(tx, { hookId: hook.id, mode: hook.payload, since, now: ctx.clock.now() })
    if (recovered > 0) {
      await recordWork(ctx, tx, actor, 'hook.recovered', { name: hook.target_url, id: hook.id })
      afterCommit(tx, () => ctx.deliveries.wake())
    }
    return recovered
  })
}
