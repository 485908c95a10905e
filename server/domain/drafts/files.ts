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

/** Where the files of a draft are kept. */
export interface DraftPlace {
  workspaceId: string
  draftId: string
  region: Region
}

/** What could not be taken, in the words of its refusal. */
export interface RefusedFile {
  filename: string
  message: string
}

/**
 * Checks the PDFs and stores those that can be sent. Each gets a key of its own, so that the same PDF can be taken away
 * and uploaded again while the files of ended drafts are collected.
 */
export async function storeFiles(
  ctx: Ctx,
  place: DraftPlace,
  uploads: readonly UploadedPdf[],
): Promise<{ files: DraftFile[]; refused: RefusedFile[] }> {
  const files: DraftFile[] = []
  const refused: RefusedFile[] = []
  for (const upload of uploads) {
    try {
      files.push(await storeFile(ctx, place, upload))
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      refused.push({ filename: cleanName(upload.filename), message: error.message })
    }
  }
  return { files, refused }
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
