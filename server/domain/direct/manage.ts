import { randomUUID } from 'node:crypto'
import type { Ctx } from '../../context.ts'
import { type Db, type Tx, transaction } from '../../db/database.ts'
import type { Actor } from '../actor.ts'
import { DomainError } from '../errors.ts'
import { type Locale, toLocale } from '../locales.ts'
import { assertMay } from '../may.ts'
import { recordWork } from '../records/workspaces/log.ts'
import { readWorkspace } from '../records/workspaces/read.ts'
import { currentLinkKey } from '../signers/link.ts'
import type { Snapshot } from '../templates/model.ts'
import { loadTemplate, loadVersion, lockTemplateRow, type TemplateRow } from '../templates/read.ts'
import { directLinkUrl } from './link.ts'
import { directObstacle } from './obstacle.ts'

/** The direct link of a template, as the people of its workspace see it. */
export interface TemplateLink {
  template: TemplateRow
  /** Of the newest version; of a template that was never locked, the draft's. */
  title: string
  /** The workspace's name, and the language of its signers. */
  sender: string
  locale: Locale
  /** Whether the workspace has direct links at all. */
  isOn: boolean
  /** Why it takes nobody, or cannot be made, in a sentence; null: nothing keeps it. */
  obstacle: string | null
  /** Null: there is none. */
  link: { url: string; madeAt: Date; madeBy: string | null; isOfMember: boolean } | null
}

/** @throws DomainError `not_found` */
export async function readDirectLink(ctx: Ctx, actor: Actor, templateId: string): Promise<TemplateLink> {
  assertMay(ctx, actor, 'readDirectLink')
  const { db } = ctx
  const template = await loadTemplate(db, actor.workspaceId, templateId)
  const [workspace, locked, link] = await Promise.all([
    readWorkspace(db, actor.workspaceId),
    lockedSnapshot(db, template),
    db
      .selectFrom('direct_links')
      .leftJoin('users', 'users.id', 'made_by')
      .leftJoin('memberships', (join) =>
        join
          .onRef('memberships.user_id', '=', 'made_by')
          .onRef('memberships.workspace_id', '=', 'direct_links.workspace_id'),
      )
      .selectAll('direct_links')
      .select(({ fn }) => [fn.coalesce('users.name', 'users.email').as('maker'), 'memberships.role'])
      .where('template_id', '=', template.id)
      .where('ended_at', 'is', null)
      .executeTakeFirst(),
  ])
  return {
    template,
    title: locked?.model.name ?? template.name,
    sender: workspace.name,
    locale: toLocale(workspace.signer_locale),
    isOn: workspace.direct_links,
    obstacle: directObstacle(template, locked),
    link: link
      ? {
          url: directLinkUrl(ctx, link),
          madeAt: link.created_at,
          madeBy: link.maker,
          isOfMember: link.role !== null,
        }
      : null,
  }
}

/**
 * Makes the direct link of a template; one that there was takes nobody any more. Whoever makes it is the sender of its
 * documents.
 * @throws DomainError `not_found`; `invalid_state`: the workspace has none, or as `directObstacle`
 */
export async function makeDirectLink(ctx: Ctx, actor: Actor, templateId: string): Promise<void> {
  assertMay(ctx, actor, 'makeDirectLink')
  const { workspaceId } = actor
  await transaction(ctx.db, async (tx) => {
    const template = await lockTemplateRow(tx, workspaceId, templateId)
    const { direct_links: isOn } = await readWorkspace(tx, workspaceId)
    const obstacle = isOn
      ? directObstacle(template, await lockedSnapshot(tx, template))
      : 'Direct links are switched off in this workspace.'
    if (obstacle !== null) throw new DomainError('invalid_state', obstacle)
    await end(ctx, tx, template)
    await tx
      .insertInto('direct_links')
      .values({
        id: randomUUID(),
        workspace_id: workspaceId,
        template_id: template.id,
        link_key_version: currentLinkKey(ctx),
        made_by: actor.userId,
        created_at: ctx.clock.now(),
        ended_at: null,
      })
      .execute()
    await recordWork(ctx, tx, actor, 'direct_link.made', { name: template.name, id: template.id })
  })
}

/** Switches off the direct link of a template; documents made by it go on. @throws DomainError `not_found` */
export async function endDirectLink(ctx: Ctx, actor: Actor, templateId: string): Promise<void> {
  assertMay(ctx, actor, 'endDirectLink')
  await transaction(ctx.db, async (tx) => {
    const template = await lockTemplateRow(tx, actor.workspaceId, templateId)
    const isEnded = await end(ctx, tx, template)
    if (isEnded) await recordWork(ctx, tx, actor, 'direct_link.ended', { name: template.name, id: template.id })
  })
}

/** Whether there was one. */
async function end({ clock }: Pick<Ctx, 'clock'>, tx: Tx, { id }: TemplateRow): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('direct_links')
    .set({ ended_at: clock.now() })
    .where('template_id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The newest version; null: the template is not locked. */
async function lockedSnapshot(db: Db | Tx, template: TemplateRow): Promise<Snapshot | null> {
  if (template.status !== 'locked') return null
  const { snapshot } = await loadVersion(db, template, template.version)
  return JSON.parse(snapshot) as Snapshot
}
