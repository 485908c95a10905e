import type { Ctx } from '../../context.ts'
import type { Actor } from '../actor.ts'
import { DomainError } from '../errors.ts'
import { assertMay } from '../may.ts'
import { pictureOfPage } from '../records/page-picture.ts'
import { type DocumentWithRevisions, unsealed } from '../records/revisions.ts'
import { withLocalParts } from '../records/stored-bytes.ts'
import { currentRevisions, keptRevisions } from './read-files.ts'

/**
 * A picture of the first page, for a signer who sees it before pdf.js has loaded. Null when there is none: the
 * browser's own drawing shows the page then.
 * @throws DomainError as `currentFileForSigner`
 */
export async function firstPageForSigner(ctx: Ctx, actor: Actor): Promise<Uint8Array | null> {
  assertMay(ctx, actor, 'firstPageForSigner')
  return picture(ctx, await currentRevisions(ctx, actor), 1)
}

/**
 * A picture of a page as it is now, with what was signed so far, before the seal; the first is 1. A signer's
 * tables may have added pages to those that were sent. Null when it cannot be drawn, or not at the moment.
 * @throws DomainError as `getDocumentFile`; `not_found` for a page that the document does not have
 */
export async function documentPage(ctx: Ctx, actor: Actor, id: string, page: number): Promise<Uint8Array | null> {
  assertMay(ctx, actor, 'documentPage')
  const { document, revisions } = await keptRevisions(ctx, actor.workspaceId, id)
  const pages = document.page_count
  if (page < 1 || page > pages) throw new DomainError('not_found', `the document has ${pages} pages`)
  return picture(ctx, { document, revisions: unsealed(revisions) }, page)
}

function picture(ctx: Ctx, { document, revisions }: DocumentWithRevisions, page: number): Promise<Uint8Array | null> {
  const { id, workspace_id: workspaceId } = document
  const { sha256 } = revisions.at(-1)!
  return pictureOfPage(ctx, { workspaceId, file: id, sha256, page }, (draw) =>
    withLocalParts(ctx, document, revisions, draw),
  )
}
