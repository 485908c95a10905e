import type { Ctx } from '../../context.ts'
import type { UserActor } from '../../domain/actor.ts'
import { workspaceSettings } from '../../domain/people/settings.ts'

/** The time zone that a form chooses where no script chooses the reader's own. */
export async function ownZone(ctx: Ctx, actor: UserActor): Promise<string> {
  return (await workspaceSettings(ctx, actor)).time_zone ?? 'UTC'
}
