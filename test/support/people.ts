import { randomUUID } from 'node:crypto'
import type { Role, UserActor } from '../../server/domain/actor.ts'
import type { Workspace } from '../../server/domain/records/workspaces/read.ts'

/** A person of a workspace, as the verbs see one. */
export function personOf({ id, tier }: Pick<Workspace, 'id' | 'tier'>, role: Role = 'owner'): UserActor {
  const origin = { ip: '203.0.113.7', userAgent: 'test' }
  return { kind: 'user', workspaceId: id, userId: randomUUID(), role, tier, origin }
}
