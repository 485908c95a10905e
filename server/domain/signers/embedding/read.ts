import type { Ctx } from '../../../context.ts'
import { ApiError } from '../../../errors.ts'
import type { ApiKeyActor } from '../../actor.ts'
import { isUuid } from '../../uuid.ts'
import { loadSession, type Session } from './session.ts'

/** A session of the workspace, whatever its state. @throws ApiError 404 `not_found` */
export async function readSession(ctx: Ctx, actor: ApiKeyActor, id: string): Promise<Session> {
  const session = isUuid(id) ? await loadSession(ctx, { id, workspace_id: actor.workspaceId }) : null
  if (!session) throw new ApiError('not_found', 'no embedded session with this id')
  return session
}
