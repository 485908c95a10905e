import type { Ctx } from '../../context.ts'
import { type Actor, libraryOf } from '../actor.ts'
import type { StoredFile } from '../documents/read-files.ts'
import { assertMay } from '../may.ts'
import { streamBlob } from '../records/stored-bytes.ts'
import type { Snapshot } from './model.ts'
import { draftSnapshot, loadTemplate, loadTemplateFile } from './read.ts'

/** The template as it stands, as import accepts it. @throws DomainError `not_found` */
export async function exportTemplate(ctx: Ctx, actor: Actor, id: string): Promise<Snapshot> {
  assertMay(ctx, actor, 'exportTemplate')
  return draftSnapshot(ctx.db, await loadTemplate(ctx.db, libraryOf(actor), id))
}

/** The PDF of the template as it stands. @throws DomainError `not_found` */
export async function getTemplateFile(ctx: Ctx, actor: Actor, id: string): Promise<StoredFile> {
  assertMay(ctx, actor, 'getTemplateFile')
  const template = await loadTemplate(ctx.db, libraryOf(actor), id)
  const file = await loadTemplateFile(ctx.db, template.id, template.file_sha256)
  return {
    filename: file.filename,
    length: file.length,
    sha256: file.sha256,
    stream: (range) => streamBlob(ctx, file.region, file, range),
  }
}
