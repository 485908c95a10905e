import type { Ctx } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import type { Actor } from '../actor.ts'
import { assertMay } from '../may.ts'
import { type TemplateModel, usedKeys } from './model.ts'

/** The draft's number in `template_uses`. */
export const DRAFT_VERSION = 0

export interface FieldUse {
  templateId: string
  name: string
  /** Null: the draft. */
  version: number | null
}

/** Templates that are named of those that use a field. */
export const USING_LISTED = 100

/**
 * The templates and versions that use a field, newest first (decision 0502): those of `USING_LISTED` templates, and of
 * one more where there are more.
 */
export async function whereUsed(ctx: Pick<Ctx, 'db' | 'config'>, actor: Actor, key: string): Promise<FieldUse[]> {
  assertMay(ctx, actor, 'whereUsed')
  const using = ctx.db
    .selectFrom('templates')
    .select(['id', 'name', 'updated_at'])
    .where('workspace_id', '=', actor.workspaceId)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('template_uses')
          .select('version')
          .whereRef('template_id', '=', 'templates.id')
          .where('template_uses.key', '=', key),
      ),
    )
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .limit(USING_LISTED + 1)
  const rows = await ctx.db
    .selectFrom(using.as('templates'))
    .innerJoin('template_uses', 'template_uses.template_id', 'templates.id')
    .select(['templates.id', 'templates.name', 'template_uses.version'])
    .where('template_uses.key', '=', key)
    .orderBy('templates.updated_at', 'desc')
    .orderBy('templates.id')
    .orderBy('template_uses.version', 'desc')
    .execute()
  return rows.map(({ id, name, version }) => ({
    templateId: id,
    name,
    version: version === DRAFT_VERSION ? null : version,
  }))
}

/** Notes the fields that a version uses; a draft's replace those noted before. */
export async function recordUses(tx: Tx, templateId: string, version: number, model: TemplateModel): Promise<void> {
  if (version === DRAFT_VERSION) {
    await tx
      .deleteFrom('template_uses')
      .where('template_id', '=', templateId)
      .where('version', '=', DRAFT_VERSION)
      .execute()
  }
  const keys = usedKeys(model)
  if (keys.length === 0) return
  await tx
    .insertInto('template_uses')
    .values(keys.map((key) => ({ template_id: templateId, version, key })))
    .execute()
}
