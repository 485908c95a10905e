import type { Ctx } from '../../../context.ts'
import type { UserActor } from '../../../domain/actor.ts'
import { listAuditEvents } from '../../../domain/documents/audit-events.ts'
import { renderAuditTrail } from '../../../domain/documents/audit-trail.ts'
import type { DocumentView } from '../../../domain/documents/get.ts'
import { presentedFile, renewedFile, signedFile } from '../../../domain/documents/read-files.ts'
import { isRenewed } from '../../../domain/records/audit.ts'
import { rootsPem } from '../../../http/pki.ts'
import { streamOf, type ZipEntry, zipStream } from '../../../http/zip.ts'

/**
 * Everything that proves what was signed, as one archive: the file as it was sent, the sealed one, this one with its
 * later time stamps, the audit trail for people and for programs, and the roots that the seal leads to. Files that were
 * deleted are left out.
 * @throws DomainError `not_sent`
 */
export async function documentArchive(
  ctx: Ctx,
  actor: UserActor,
  { document }: DocumentView,
): Promise<ReadableStream<Uint8Array>> {
  const { id, deleted_at: deletedAt, seal_state: seal } = document
  const { events, head } = await listAuditEvents(ctx, actor, id)
  const entries: ZipEntry[] = []
  if (deletedAt === null) {
    const sent = await presentedFile(ctx, actor, id)
    entries.push({ name: 'document.pdf', open: () => sent.stream() })
  }
  if (deletedAt === null && seal === 'sealed') {
    const signed = await signedFile(ctx, actor, id)
    entries.push({ name: 'signed.pdf', open: () => signed.stream() })
  }
  if (deletedAt === null && isRenewed(events)) {
    const renewed = await renewedFile(ctx, actor, id)
    entries.push({ name: 'renewed.pdf', open: () => renewed.stream() })
  }
  entries.push(
    { name: 'audit-trail.pdf', open: async () => streamOf(await renderAuditTrail(ctx, actor, id)) },
    {
      name: 'audit-events.json',
      open: () => streamOf(Buffer.from(`${JSON.stringify({ document_id: id, events, head }, null, 2)}\n`)),
    },
    { name: 'roots.pem', open: () => streamOf(Buffer.from(rootsPem(ctx.sealer))) },
  )
  return zipStream(entries, ctx.clock.now())
}
