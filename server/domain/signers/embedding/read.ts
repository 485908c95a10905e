import type { Ctx } from '../../../context.ts'
import type { Actor } from '../../actor.ts'
import { DomainError } from '../../errors.ts'
import { assertMay } from '../../may.ts'
import { isUuid } from '../../uuid.ts'
import { loadSession, type Session } from './session.ts'

/** A session of the workspace, in any state. @throws DomainError `not_found` */
export async function getEmbeddedSession(ctx: Ctx, actor: Actor, id: string): Promise<Session> {
  assertMay(ctx, actor, 'getEmbeddedSession')
  const session = isUuid(id) ? await loadSession(ctx, { id, workspace_id: actor.workspaceId }) : null
  if (!session) throw new DomainError('not_found', 'no embedded session with this id')
  return session
}
