import type { Ctx } from '../../../context.ts'
import { DomainError } from '../../errors.ts'
import { available, resolveSession } from './resolve.ts'

/**
 * The frame's script is running: notes when it did so for the first time.
 * @throws DomainError `not_found`, and as `resolveSession`
 */
export async function markLoaded(ctx: Ctx, token: string): Promise<void> {
  const opened = await resolveSession(ctx, token)
  if (!opened) throw new DomainError('not_found', 'there is no such session')
  await available(() =>
    ctx.db
      .updateTable('embedded_sessions')
      .set({ first_loaded_at: ctx.clock.now() })
      .where('id', '=', opened.sessionId)
      .where('first_loaded_at', 'is', null)
      .execute(),
  )
}
