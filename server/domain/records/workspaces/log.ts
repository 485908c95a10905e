import type { Ctx } from '../../../context.ts'
import type { Tx } from '../../../db/database.ts'
import type { Actor } from '../../actor.ts'

/** What people do that the log of a workspace keeps, each with the words that stand before its target. */
export const WORK = {
  'person.added': 'added',
} as const

export type Work = keyof typeof WORK

/** What something was done to. */
export interface Target {
  /** As people know it: a name, an address, a title. Never a secret. */
  name: string
  id?: string
}

/**
 * Records in the caller's transaction what a person did in the dashboard. Other actors leave no row: calls with a key
 * are in the API log, and what signers do is in the audit trail.
 */
export async function recordWork(
  ctx: Pick<Ctx, 'clock'>,
  tx: Tx,
  actor: Actor,
  action: Work,
  target: Target,
): Promise<void> {
  if (actor.kind !== 'user') return
  const { workspaceId, userId } = actor
  const user = await tx.selectFrom('users').select(['name', 'email']).where('id', '=', userId).executeTakeFirstOrThrow()
  await tx
    .insertInto('workspace_log')
    .values({
      workspace_id: workspaceId,
      at: ctx.clock.now(),
      user_id: userId,
      who: user.name ?? user.email,
      action,
      target: target.name,
      target_id: target.id ?? null,
    })
    .execute()
}
