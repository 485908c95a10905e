import { transaction } from '../../server/db/database.ts'
import type { Role, UserActor } from '../../server/domain/actor.ts'
import { addMember } from '../../server/domain/people/members.ts'
import type { Workspace } from '../../server/domain/records/workspaces/read.ts'
import type { TestServer } from './server.ts'

/** A person of a workspace, as the verbs see one. */
export async function personOf(
  { ctx }: Pick<TestServer, 'ctx'>,
  { id, tier }: Pick<Workspace, 'id' | 'tier'>,
  role: Role = 'owner',
): Promise<UserActor> {
  const email = `${role}@${id}.example.com`
  const user = await transaction(ctx.db, (tx) => addMember(ctx, tx, { workspaceId: id, email, name: 'Olga', role }))
  const origin = { ip: '203.0.113.7', userAgent: 'test' }
  return { kind: 'user', workspaceId: id, userId: user.id, role, tier, liveId: null, origin }
}
