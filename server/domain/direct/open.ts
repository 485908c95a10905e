import type { Ctx } from '../../context.ts'
import type { UserActor } from '../actor.ts'
import { DomainError } from '../errors.ts'
import { loadUsable, type UsableTemplate } from '../instances/template.ts'
import { lacksEntitlement } from '../may.ts'
import { memberActor } from '../people/members.ts'
import { readWorkspace, type Workspace } from '../records/workspaces/read.ts'
import { type LogoPicture, logoOf, type PageLook, pageLook } from '../signing/look.ts'
import type { WhomToAsk } from '../signing/page.ts'
import type { DirectLink } from './link.ts'
import { directObstacle } from './obstacle.ts'

/** A direct link by which documents can be made now. */
export interface OpenLink {
  link: DirectLink
  workspace: Workspace
  /** The sender: whoever made the link, with the rights of today, and not at the keyboard. */
  actor: UserActor
  template: UsableTemplate
}

/** Null: it was switched off, or its workspace, its maker or its template does not allow it now. */
export async function openDirectLink(ctx: Ctx, link: DirectLink): Promise<OpenLink | null> {
  if (link.ended_at !== null) return null
  const { workspace_id: workspaceId, made_by: userId } = link
  const [workspace, actor] = await Promise.all([
    readWorkspace(ctx.db, workspaceId),
    memberActor(ctx, { workspaceId, userId }, { ip: null, userAgent: null }),
  ])
  if (!workspace.direct_links || !actor || lacksEntitlement(ctx, 'instantiateTemplate', actor)) return null
  const template = await usableTemplate(ctx, link)
  if (!template || directObstacle(template.template, template.snapshot) !== null) return null
  return { link, workspace, actor, template }
}

async function usableTemplate(ctx: Ctx, link: DirectLink): Promise<UsableTemplate | null> {
  try {
    return await loadUsable(ctx, link.workspace_id, link.template_id, null)
  } catch (error) {
    if (error instanceof DomainError && error.code === 'template_unlocked') return null
    throw error
  }
}

/** What whoever opens a direct link is shown; the title is empty of one that takes nobody. */
export interface DirectPage extends WhomToAsk {
  isOpen: boolean
  look: PageLook
}

/** Reading it changes nothing. */
export async function directPage(ctx: Ctx, link: DirectLink): Promise<DirectPage> {
  const open = await openDirectLink(ctx, link)
  const workspace = open?.workspace ?? (await readWorkspace(ctx.db, link.workspace_id))
  return {
    isOpen: open !== null,
    title: open?.template.snapshot.model.name ?? '',
    sender: workspace.name,
    replyTo: workspace.reply_to,
    look: pageLook(workspace),
  }
}

/** The picture of the link's workspace; null: there is none. */
export async function logoOfDirectLink({ db }: Pick<Ctx, 'db'>, link: DirectLink): Promise<LogoPicture | null> {
  return logoOf(await readWorkspace(db, link.workspace_id))
}
