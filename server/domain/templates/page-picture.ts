import type { Ctx } from '../../context.ts'
import type { Actor } from '../actor.ts'
import { assertMay } from '../may.ts'
import { pictureOfBlob } from '../records/page-picture.ts'
import { loadTemplate, loadTemplateFile } from './read.ts'

/**
 * A picture of a page of the template's PDF; the first is 1. Null when it cannot be drawn, or not at the moment.
 * @throws DomainError `not_found`
 */
export async function templatePage(ctx: Ctx, actor: Actor, id: string, page: number): Promise<Uint8Array | null> {
  assertMay(ctx, actor, 'templatePage')
  const template = await loadTemplate(ctx.db, actor.workspaceId, id)
  const { region, blob_key, sha256, page_sizes } = await loadTemplateFile(ctx.db, template.id, template.file_sha256)
  return pictureOfBlob(ctx, actor.workspaceId, { region, blob_key, sha256, pages: page_sizes.length }, page)
}
