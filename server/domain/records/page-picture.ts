import type { Ctx } from '../../context.ts'
import { ReaderError } from '../../pdf/view/reader.ts'
import type { Region } from '../../regions.ts'
import { DomainError } from '../errors.ts'

/** A PDF that is stored as one object. */
interface StoredPdf {
  region: Region
  blob_key: string
  sha256: string
  /** The number of its pages. */
  pages: number
}

/**
 * A picture of one of its pages; the first is 1. Null when it cannot be drawn, or not at the moment.
 * @throws DomainError `not_found` for a page that it does not have
 */
export async function pictureOfPage(
  ctx: Pick<Ctx, 'storage' | 'reader' | 'log'>,
  workspaceId: string,
  { region, blob_key, sha256, pages }: StoredPdf,
  page: number,
): Promise<Uint8Array | null> {
  if (page < 1 || page > pages) throw new DomainError('not_found', `the file has ${pages} pages`)
  const local = await ctx.storage.region(region).localFile(blob_key)
  try {
    const input = { parts: [local.source], sha256, page }
    return await ctx.reader.run(workspaceId, `${blob_key} ${page}`, 'picture', input)
  } catch (error) {
    if (!(error instanceof ReaderError)) throw error
    ctx.log.info({ err: error, workspace_id: workspaceId, page }, 'a page could not be drawn')
    return null
  } finally {
    await local.release()
  }
}
