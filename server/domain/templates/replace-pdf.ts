import type { Ctx } from '../../context.ts'
import { transaction } from '../../db/database.ts'
import { blobKey } from '../../storage/index.ts'
import type { Actor } from '../actor.ts'
import { assertMay } from '../may.ts'
import { recordWork } from '../records/workspaces/log.ts'
import { readWorkspace } from '../records/workspaces/read.ts'
import type { Source } from '../sending/draft.ts'
import { editedBy } from './draft.ts'
import { insertFile } from './import.ts'
import { assertDraft } from './lock.ts'
import type { TemplateModel } from './model.ts'
import { withTemplateFile } from './pdf.ts'
import { loadTemplate, lockTemplateRow } from './read.ts'

/**
 * Gives a draft another PDF. Boxes keep their page and place; those that are off it now are problems of the draft.
 * @param source what was uploaded; discarded in any case
 * @throws DomainError `not_found`; `invalid_state` unless it is a draft; the refusals of a PDF (contract 7)
 */
export async function replaceTemplatePdf(ctx: Ctx, actor: Actor, id: string, source: Source): Promise<void> {
  assertMay(ctx, actor, 'replaceTemplatePdf')
  const before = await loadTemplate(ctx.db, actor.workspaceId, id)
  assertDraft(before)
  const workspace = await readWorkspace(ctx.db, actor.workspaceId)
  await withTemplateFile(ctx, workspace, source, before.draft as TemplateModel, async (file) => {
    await ctx.storage.region(workspace.region).put(blobKey(workspace.id, before.id, file.sha256), file.source)
    await transaction(ctx.db, async (tx) => {
      const template = await lockTemplateRow(tx, actor.workspaceId, id)
      assertDraft(template)
      const now = ctx.clock.now()
      await insertFile(tx, { workspace, id: template.id, file, now })
      await tx
        .updateTable('templates')
        .set({ file_sha256: file.sha256, revision: template.revision + 1, updated_at: now })
        .set(editedBy(actor, now))
        .where('id', '=', template.id)
        .execute()
      await recordWork(ctx, tx, actor, 'template.pdf_replaced', { name: template.name, id: template.id })
    })
  })
}
