import type { Ctx } from '../../context.ts'
import type { PdfPart } from '../../pdf/types.ts'
import { ReaderError } from '../../pdf/view/reader.ts'
import type { Region } from '../../regions.ts'
import { DomainError } from '../errors.ts'

type PictureCtx = Pick<Ctx, 'reader' | 'log'>

interface PageOfFile {
  workspaceId: string
  /** What tells the file from others. */
  file: string
  sha256: string
  /** The first is 1. */
  page: number
}

/**
 * A picture of a page, as it was drawn lately or is drawn now. Null when it cannot be drawn, or not at the moment.
 * @param read hands over the PDF, if it has to be drawn
 */
export async function pictureOfPage(
  ctx: PictureCtx,
  { workspaceId, file, sha256, page }: PageOfFile,
  read: (draw: (parts: PdfPart[]) => Promise<Uint8Array | null>) => Promise<Uint8Array | null>,
): Promise<Uint8Array | null> {
  const key = `${file} ${sha256} ${page}`
  try {
    const known = ctx.reader.pictureOf(key)
    return await (known ?? read((parts) => ctx.reader.run(workspaceId, key, 'picture', { parts, sha256, page })))
  } catch (error) {
    if (!(error instanceof ReaderError)) throw error
    ctx.log.info({ err: error, workspace_id: workspaceId, page }, 'a page could not be drawn')
    return null
  }
}

/** A PDF that is stored as one object. */
interface StoredPdf {
  region: Region
  blob_key: string
  sha256: string
  /** The number of its pages. */
  pages: number
}

/** As `pictureOfPage`. @throws DomainError `not_found` for a page that it does not have */
export async function pictureOfBlob(
  ctx: PictureCtx & Pick<Ctx, 'storage'>,
  workspaceId: string,
  { region, blob_key: file, sha256, pages }: StoredPdf,
  page: number,
): Promise<Uint8Array | null> {
  if (page < 1 || page > pages) throw new DomainError('not_found', `the file has ${pages} pages`)
  return pictureOfPage(ctx, { workspaceId, file, sha256, page }, async (draw) => {
    const local = await ctx.storage.region(region).localFile(file)
    try {
      return await draw([local.source])
    } finally {
      await local.release()
    }
  })
}
