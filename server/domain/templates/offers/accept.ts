import type { Ctx } from '../../../context.ts'
import { transaction } from '../../../db/database.ts'
import type { Actor } from '../../actor.ts'
import { DomainError } from '../../errors.ts'
import { registerFields } from '../../fields/register.ts'
import { assertMay } from '../../may.ts'
import { recordWork } from '../../records/workspaces/log.ts'
import { editedBy } from '../draft.ts'
import { assertDraft } from '../lock.ts'
import type { TemplateModel } from '../model.ts'
import { knownFields, loadTemplate, lockTemplateRow } from '../read.ts'
import { DRAFT_VERSION, recordUses } from '../uses.ts'
import { findOffers } from './find.ts'
import { takeOffers } from './take.ts'

/**
 * Puts everything that the PDF of a draft offers into it, and the fields it needs into the registry.
 * @returns the number of boxes that are new
 * @throws DomainError `not_found`; `invalid_state` unless it is a draft; `values_changed` if it was edited meanwhile;
 *   StorageError
 */
export async function acceptOffers(ctx: Ctx, actor: Actor, id: string): Promise<number> {
  assertMay(ctx, actor, 'acceptOffers')
  const before = await loadTemplate(ctx.db, actor.workspaceId, id)
  assertDraft(before)
  const offers = await findOffers(ctx, before)
  return transaction(ctx.db, async (tx) => {
    const template = await lockTemplateRow(tx, actor.workspaceId, id)
    assertDraft(template)
    // Edited while the PDF was read: what is offered now is another thing.
    if (template.revision !== before.revision) {
      throw new DomainError('values_changed', 'the template was changed while its PDF was read')
    }
    const draft = template.draft as TemplateModel
    const { model, fields } = takeOffers(draft, offers, await knownFields(tx, actor.workspaceId))
    await registerFields(ctx, tx, actor.workspaceId, fields)
    const now = ctx.clock.now()
    await tx
      .updateTable('templates')
      .set({ draft: JSON.stringify(model), revision: template.revision + 1, updated_at: now })
      .set(editedBy(actor, now))
      .where('id', '=', template.id)
      .execute()
    await recordUses(tx, template.id, DRAFT_VERSION, model)
    await recordWork(ctx, tx, actor, 'template.changed', { name: model.name, id: template.id })
    return model.boxes.length - draft.boxes.length
  })
}
