import type { Ctx } from '../../../context.ts'
import type { UserActor } from '../../../domain/actor.ts'
import { listAuditEvents } from '../../../domain/documents/audit-events.ts'
import { getAuditTrail } from '../../../domain/documents/audit-trail.ts'
import type { DocumentView } from '../../../domain/documents/get.ts'
import { getDocumentFile, getRenewedDocument, getSignedDocument } from '../../../domain/documents/read-files.ts'
import { isRenewed } from '../../../domain/records/audit.ts'
import { fileProblem } from '../../../domain/records/file-problem.ts'
import { rootsPem } from '../../../http/pki.ts'
import { streamOf, type ZipEntry, zipStream } from '../../../http/zip.ts'

/**
 * Everything that proves what was signed, as one archive: the file as it was sent, the sealed one, this one with its
 * later time stamps, the audit trail for people and for programs, and the roots that the seal leads to. Files that were
 * deleted, or are known to be damaged, are left out; one that turns out to be damaged breaks the archive off.
 * @throws DomainError `not_sent`; StorageError
 */
export async function documentArchive(
  ctx: Ctx,
  actor: UserActor,
  { document }: DocumentView,
): Promise<ReadableStream<Uint8Array>> {
  const { id } = document
  const { events, head } = await listAuditEvents(ctx, actor, id)
  return zipStream(
    [
      ...(await pdfs(ctx, actor, document, isRenewed(events))),
      { name: 'audit-trail.pdf', open: async () => streamOf(await getAuditTrail(ctx, actor, id)) },
      {
        name: 'audit-events.json',
        open: () => streamOf(Buffer.from(`${JSON.stringify({ document_id: id, events, head }, null, 2)}\n`)),
      },
      { name: 'roots.pem', open: () => streamOf(Buffer.from(rootsPem(ctx.sealer))) },
    ],
    ctx.clock.now(),
  )
}

async function pdfs(
  ctx: Ctx,
  actor: UserActor,
  document: DocumentView['document'],
  hasRenewal: boolean,
): Promise<ZipEntry[]> {
  const { id, deleted_at: deletedAt, seal_state: seal } = document
  if (deletedAt !== null) return []
  const files = [{ name: 'document.pdf', file: await getDocumentFile(ctx, actor, id) }]
  if (seal === 'sealed') files.push({ name: 'signed.pdf', file: await getSignedDocument(ctx, actor, id) })
  if (hasRenewal) files.push({ name: 'renewed.pdf', file: await getRenewedDocument(ctx, actor, id) })
  const entries: ZipEntry[] = []
  // Read twice where something is damaged: which of them it is, and whether it still is, is not recorded.
  for (const { name, file } of files)
    if (fileProblem(document) === null || (await file.isIntact())) entries.push({ name, open: () => file.stream() })
  return entries
}
