import type { Ctx } from '../../context.ts'
import { PdfTimeoutError } from '../../pdf/errors.ts'
import type { AuditTrailModel } from '../../pdf/types.ts'
import { StorageError } from '../../storage/index.ts'
import type { Actor } from '../actor.ts'
import { busy } from '../busy.ts'
import { assertMay } from '../may.ts'
import { readAudit } from '../records/audit.ts'
import { loadDocument, loadSigners } from '../records/documents.ts'
import { isDamage } from '../records/file-problem.ts'
import { readRevisions, unsealed } from '../records/revisions.ts'
import { withLocalParts } from '../records/stored-bytes.ts'
import { documentStatus } from '../signers/states.ts'
import { consentsOf } from './audit-consents.ts'
import { describeEvents } from './audit-entries.ts'
import { assertSent } from './audit-events.ts'
import { documentFacts, signerFacts } from './audit-facts.ts'
import { readAgents, readInks } from './audit-pictures.ts'
import { deviceOf } from './device.ts'

/**
 * The audit trail as a PDF, rendered on each request, always English, addresses masked (contract 4.12). It outlives
 * retention; only the pictures of the first page and of the signatures are missing then.
 * @throws DomainError `not_found`, `not_sent`, `busy`
 */
export async function renderAuditTrail(ctx: Ctx, actor: Actor, id: string): Promise<Uint8Array> {
  assertMay(ctx, actor, 'renderAuditTrail')
  const document = await loadDocument(ctx.db, actor.workspaceId, id)
  assertSent(ctx, document)
  const [signers, events, workspace, revisions, inks, agents] = await Promise.all([
    loadSigners(ctx.db, id),
    readAudit(ctx.db, id),
    ctx.db.selectFrom('workspaces').select('name').where('id', '=', actor.workspaceId).executeTakeFirstOrThrow(),
    readRevisions(ctx.db, id),
    readInks(ctx.db, id),
    readAgents(ctx.db, id),
  ])
  const status = documentStatus(
    document,
    signers.map((signer) => signer.status),
    ctx.clock.now(),
  )
  const model: AuditTrailModel = {
    title: document.title,
    documentId: id,
    workspace: workspace.name,
    status,
    facts: documentFacts(document, signers, revisions, events),
    signers: signers.map((signer) => {
      const own = events.filter(({ signing_request_id: id }) => id === signer.id)
      const signed = own.find(({ type }) => type === 'signed')
      return {
        name: signer.name,
        email: signer.email,
        role: signer.role,
        status: signer.status,
        signature: signer.status === 'signed' ? (inks.get(signer.id) ?? null) : null,
        facts: signerFacts(signer, own, {
          revision: revisions.find(({ signing_request_id: id }) => id === signer.id),
          device: deviceOf((signed && agents.get(signed.seq)) ?? null),
        }),
      }
    }),
    consents: consentsOf(events, signers),
    events: describeEvents(events, signers, agents),
    generatedAt: ctx.clock.now().toISOString(),
  }
  const pdf = ctx.pdf.of(actor.workspaceId)
  try {
    if (document.deleted_at) return await pdf.auditTrail(model, null)
    return await withLocalParts(ctx, document, unsealed(revisions), (parts) => pdf.auditTrail(model, parts)).catch(
      (error: unknown) => {
        // The trail matters more than its picture, most of all when a file is lost.
        if (!(error instanceof StorageError) && !isDamage(error)) throw error
        ctx.log.warn({ err: error, document_id: id }, 'an audit trail was made without the picture of the first page')
        return pdf.auditTrail(model, null)
      },
    )
  } catch (error) {
    throw error instanceof PdfTimeoutError ? busy(error) : error
  }
}
