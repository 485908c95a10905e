import type { Ctx } from '../../context.ts'
import { afterCommit, enqueue, type Tx, transaction } from '../../db/database.ts'
import type { Recovery } from '../../db/tasks.ts'
import type { Actor } from '../actor.ts'
import { countGivenUp, recoverGivenUp } from '../deliveries/recover.ts'
import { assertMay } from '../may.ts'
import { recordWork } from '../records/workspaces/log.ts'
import { assertSendable, findHook, type HookRow } from './find.ts'

/**
 * Gives every delivery of a hook that was given up at or after `since` one more attempt, for a receiver that was down
 * longer than the schedule lasts. Deliveries still being retried keep their schedule. Returns how many. The oldest of
 * many are queued at once, the others by background tasks (decision 0030).
 * @throws DomainError `not_found`; `hook_disabled`, `https_required`
 */
export async function recoverHook(ctx: Ctx, actor: Actor, id: string, since: Date): Promise<number> {
  assertMay(ctx, actor, 'recoverHook')
  const hook = await findHook(ctx, actor.workspaceId, id)
  await assertSendable(ctx, hook)
  const before = ctx.clock.now()
  return transaction(ctx.db, async (tx) => {
    const all = await countGivenUp(tx, { hookId: hook.id, since, before })
    if (all === 0) return 0
    await recordWork(ctx, tx, actor, 'hook.recovered', { name: hook.target_url, id: hook.id })
    const recovery = { hookId: hook.id, since: since.toISOString(), before: before.toISOString(), after: 0 }
    const { queued, more } = await recoverSome(ctx, tx, hook, recovery)
    return more ? all : queued
  })
}

/** Queues the next of them; none any more if the hook was switched off meanwhile. */
export async function continueRecovery(ctx: Ctx, recovery: Recovery): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    const hook = await tx
      .selectFrom('hooks')
      .selectAll()
      .where('id', '=', recovery.hookId)
      .where('enabled', '=', true)
      .executeTakeFirst()
    if (hook) await recoverSome(ctx, tx, hook, recovery)
  })
}

async function recoverSome(ctx: Ctx, tx: Tx, hook: HookRow, { since, before, after, ...rest }: Recovery) {
  const now = ctx.clock.now()
  const window = { hookId: hook.id, since: new Date(since), before: new Date(before) }
  const { queued, last } = await recoverGivenUp(tx, { ...window, mode: hook.payload, after, now })
  if (last !== null) await enqueue(ctx, tx, 'recover-hook', { since, before, after: last, ...rest })
  if (queued > 0) afterCommit(tx, () => ctx.deliveries.wake())
  return { queued, more: last !== null }
}
