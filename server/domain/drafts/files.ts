import { randomUUID } from 'node:crypto'
import type { Ctx } from '../../context.ts'
import type { DraftFile } from '../../db/schema.ts'
import type { Region } from '../../regions.ts'
import { derivedKey } from '../../storage/index.ts'
import type { Actor } from '../actor.ts'
import { DomainError } from '../errors.ts'
import type { UploadedPdf } from '../sending/draft.ts'
import { cleanName } from '../sending/file-name.ts'
import { malformedMarkers } from '../sending/placement.ts'
import { withInspected } from '../sending/plan.ts'
import { fileWarnings } from '../sending/refusals.ts'
import { remarkOf } from '../sending/remark.ts'
import type { RefusedFile } from './file-refusal.ts'
import { withPicturesAsPdfs } from './pictures.ts'

/** Where the files of a draft are kept. */
export interface DraftPlace {
  workspaceId: string
  draftId: string
  region: Region
}

const KINDS = 'only PDFs and pictures (PNG, JPEG) can be sent; save it as a PDF first'

/**
 * Checks the PDFs, and pictures as PDFs, and stores those that can be sent. Each gets a key of its own, so that the same PDF can be taken away
 * and uploaded again while the files of ended drafts are collected.
 */
export async function storeFiles(
  ctx: Ctx,
  place: DraftPlace,
  uploads: readonly UploadedPdf[],
): Promise<{ files: DraftFile[]; refused: RefusedFile[] }> {
  const files: DraftFile[] = []
  const { uploads: pdfs, refused, discard } = await withPicturesAsPdfs(ctx, place.workspaceId, uploads)
  try {
    for (const upload of pdfs) {
      try {
        files.push(await storeFile(ctx, place, upload))
      } catch (error) {
        if (!(error instanceof DomainError)) throw error
        const isOther = error.code === 'unsupported_media_type' && upload.file.size > 0
        const message = isOther ? KINDS : error.message
        refused.push({ filename: cleanName(upload.filename), message })
      }
    }
    return { files, refused }
  } finally {
    await discard()
  }
}

/** @throws DomainError with the refusals of a PDF */
async function storeFile(
  ctx: Ctx,
  { workspaceId, draftId, region }: DraftPlace,
  upload: UploadedPdf,
): Promise<DraftFile> {
  const { file, filename } = upload
  const id = randomUUID()
  const { sha256, size: length } = file
  const key = derivedKey(workspaceId, draftId, sha256, `draft ${id}`)
  const blobs = ctx.storage.region(region)
  await blobs.put(key, file.source)
  try {
    const source = { kind: 'file' as const, ...upload }
    // A page that cannot be searched for markers can still be signed on an appended one.
    return await withInspected(
      ctx,
      workspaceId,
      { source, placement: { kind: 'auto_append' } },
      async (source, found) => ({
        id,
        blob_key: key,
        filename: cleanName(filename),
        title: cleanName(filename).replace(/\.pdf$/i, ''),
        length,
        sha256,
        pages: found.pages,
        markers: found.markers.map(({ kind, role, page, x, y, w, h }) => ({ kind, role, page, x, y, w, h })),
        placement: found.markers.length > 0 ? 'anchors' : 'auto_append',
        boxes: [],
        found: [...fileWarnings(found, source.original), ...malformedMarkers(found.malformed)].map(remarkOf),
      }),
    )
  } catch (error) {
    await blobs.delete(key).catch((err: unknown) => ctx.log.warn({ err }, 'could not delete a refused file'))
    throw error
  }
}

/** Where the files of a draft of this workspace go. */
export function draftPlaceOf(actor: Actor, { id, region }: { id: string; region: Region }): DraftPlace {
  return { workspaceId: actor.workspaceId, draftId: id, region }
}
