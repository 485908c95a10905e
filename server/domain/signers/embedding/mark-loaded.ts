import type { Ctx } from '../../../context.ts'
import type { Actor } from '../../actor.ts'
import { DomainError } from '../../errors.ts'
import { assertMay } from '../../may.ts'
import { available } from './resolve.ts'

/**
 * Records when the frame's script ran for the first time.
 * @throws DomainError `not_found` for a signer with a link, `embedding_unavailable`
 */
export async function markLoaded(ctx: Ctx, actor: Actor): Promise<void> {
  assertMay(ctx, actor, 'markLoaded')
  const { access } = actor
  if (access.kind !== 'embedded_session') throw new DomainError('not_found', 'there is no such session')
  await available(() =>
    ctx.db
      .updateTable('embedded_sessions')
      .set({ first_loaded_at: ctx.clock.now() })
      .where('id', '=', access.sessionId)
      .where('first_loaded_at', 'is', null)
      .execute(),
  )
}
