import { upTo } from '../../characters.ts'
import type { Ctx } from '../../context.ts'
import type { Actor } from '../actor.ts'
import { toLocale } from '../locales.ts'
import { assertMay } from '../may.ts'
import { readWorkspace } from '../records/workspaces/read.ts'
import type { Source } from '../sending/draft.ts'
import { cleanName } from '../sending/file-name.ts'
import { importTemplate } from './import.ts'
import type { TemplateModel } from './model.ts'
import type { TemplateRow } from './read.ts'

/** As many characters as a template's name may have. */
export const NAME_MAX_CHARACTERS = 200

/**
 * A draft from a PDF, without boxes, in the workspace's language.
 * @param source what was uploaded; discarded in any case
 * @param name null: that of the file
 * @throws DomainError the refusals of a PDF (contract 7)
 */
export async function createTemplate(
  ctx: Ctx,
  actor: Actor,
  source: Extract<Source, { kind: 'file' }>,
  name: string | null,
): Promise<TemplateRow> {
  assertMay(ctx, actor, 'createTemplate')
  const { locale } = await readWorkspace(ctx.db, actor.workspaceId)
  const model: TemplateModel = {
    format: 1,
    name: upTo(NAME_MAX_CHARACTERS, name ?? nameOf(source.filename)),
    description: null,
    locale: toLocale(locale),
    signing_mode: 'parallel',
    expires_in_days: null,
    message: null,
    slots: [],
    boxes: [],
  }
  const { template } = await importTemplate(ctx, actor, { model, fields: [], source, templateId: null, lock: false })
  return template
}

/** Without folders and its ending. */
function nameOf(filename: string | null): string {
  const name = cleanName(filename)
  return name.replace(/\.pdf$/i, '').trim() || name
}
