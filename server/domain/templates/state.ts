import type { Ctx } from '../../context.ts'
import type { Actor } from '../actor.ts'
import { assertMay } from '../may.ts'
import { checkModel } from './check.ts'
import type { Snapshot } from './model.ts'
import { findOffers, type OfferedBox } from './offers/find.ts'
import type { Checked } from './problem.ts'
import { draftSnapshot, knownFields, loadTemplate, loadVersion, type TemplateRow } from './read.ts'

/** A template as it stands: its draft, and what keeps it from being locked. */
export interface TemplateState extends Checked {
  template: TemplateRow
  draft: Snapshot
  /** Only of a draft without boxes; else none. */
  offers: OfferedBox[]
  /** The newest version, which calls use; null unless the template is locked. */
  locked: Snapshot | null
  /** Whether files of rows were uploaded for it, whose results are kept. */
  hasUploads: boolean
}

/** For the people who work on it. @throws DomainError `not_found` */
export async function templateState(ctx: Ctx, actor: Actor, id: string): Promise<TemplateState> {
  assertMay(ctx, actor, 'templateState')
  const template = await loadTemplate(ctx.db, actor.workspaceId, id)
  const draft = await draftSnapshot(ctx.db, template)
  const checked = checkModel(draft.model, draft.file.pages, await knownFields(ctx.db, actor.workspaceId))
  const isEmpty = template.status === 'draft' && draft.model.boxes.length === 0
  const offers = isEmpty ? await findOffers(ctx, template) : []
  const newest = template.status === 'locked' ? await loadVersion(ctx.db, template, template.version) : null
  const upload = await ctx.db
    .selectFrom('bulk_sends')
    .select('id')
    .where('template_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  const locked = newest && (JSON.parse(newest.snapshot) as Snapshot)
  return { template, draft, ...checked, offers, locked, hasUploads: upload !== undefined }
}
