import type { Ctx } from '../../context.ts'
import { PdfTimeoutError } from '../../pdf/errors.ts'
import type { AuditTrailModel } from '../../pdf/types.ts'
import { StorageError } from '../../storage/index.ts'
import type { Actor } from '../actor.ts'
import { busy } from '../busy.ts'
import { assertMay } from '../may.ts'
import { readAudit } from '../records/audit.ts'
import { type DocumentRow, loadDocument, loadSigners } from '../records/documents.ts'
import { isDamage } from '../records/file-problem.ts'
import { readRevisions, type StoredRevision, unsealed } from '../records/revisions.ts'
import { withLocalParts } from '../records/stored-bytes.ts'
import { documentStatus } from '../signers/states.ts'
import { consentsOf } from './audit-consents.ts'
import { describeEvents, deviceOf } from './audit-entries.ts'
import { assertSent } from './audit-events.ts'
import { documentFacts, signerFacts } from './audit-facts.ts'
import { readAgents, readInks } from './audit-pictures.ts'
import { sealedRevisions } from './read-files.ts'
import { sealedTrail } from './sealed-trail.ts'

const UNFINISHED = 'not sealed: the document has not ended'
const COPY = 'a copy behind the pages of the document; the sealed file is attached to this PDF'
const NO_SEAL = 'not sealed: no seal could be made at that time; fetch it again'

/**
 * The audit trail as a PDF, always English, addresses masked (contract 4.12): sealed once the document has ended, else
 * rendered on each request. It outlives retention; only the pictures of the first page and of the signatures are missing
 * then.
 * @throws DomainError `not_found`, `not_sent`, `busy`
 */
export async function getAuditTrail(ctx: Ctx, actor: Actor, id: string): Promise<Uint8Array> {
  assertMay(ctx, actor, 'getAuditTrail')
  const { model, document, revisions, head, status } = await describeTrail(ctx, actor, id)
  const draw = (note: string) => drawTrail(ctx, document, revisions, withNote(model, note))
  const sealed = `with the seal of this service, as it stood after event ${head.seq}`
  return orBusy(async () => {
    if (status === 'pending') return draw(UNFINISHED)
    return (await sealedTrail(ctx, document, head, () => draw(sealed))) ?? (await draw(NO_SEAL))
  })
}

/**
 * The sealed document and behind it the audit trail, as one PDF to read, print and file; the sealed file is attached to it.
 * @throws DomainError as `getSignedDocument`; `busy`
 */
export async function getSignedWithAuditTrail(
  ctx: Ctx,
  actor: Actor,
  id: string,
): Promise<{ bytes: Uint8Array; name: string }> {
  assertMay(ctx, actor, 'getSignedWithAuditTrail')
  const { document, revisions, sha256, name } = await sealedRevisions(ctx, actor.workspaceId, id)
  const { model } = await describeTrail(ctx, actor, id)
  const bytes = await orBusy(() =>
    withLocalParts(ctx, document, revisions, (parts) =>
      ctx.pdf.of(document.workspace_id).withAuditTrail(parts, sha256, withNote(model, COPY), name),
    ),
  )
  return { bytes, name: name.replace(/\.pdf$/, '-with-audit-trail.pdf') }
}

async function orBusy<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof PdfTimeoutError ? busy(error) : error
  }
}

/** What a trail says of the document as it stands. @throws DomainError `not_found`, `not_sent` */
async function describeTrail(ctx: Ctx, actor: Actor, id: string) {
  assertSent(ctx, await loadDocument(ctx.db, actor.workspaceId, id))
  // Before all else, so that nothing in the trail is older than its last entry.
  const events = await readAudit(ctx.db, id)
  const [document, signers, workspace, revisions, inks, agents] = await Promise.all([
    loadDocument(ctx.db, actor.workspaceId, id),
    loadSigners(ctx.db, id),
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
  return { model, document, revisions, status, head: events.at(-1)! }
}

function withNote(model: AuditTrailModel, note: string): AuditTrailModel {
  return { ...model, facts: [...model.facts, ['This trail', note]] }
}

async function drawTrail(
  ctx: Ctx,
  document: DocumentRow,
  revisions: StoredRevision[],
  model: AuditTrailModel,
): Promise<Uint8Array> {
  const pdf = ctx.pdf.of(document.workspace_id)
  if (document.deleted_at) return pdf.auditTrail(model, null)
  return withLocalParts(ctx, document, unsealed(revisions), (parts) => pdf.auditTrail(model, parts)).catch(
    (error: unknown) => {
      // The trail matters more than its picture, most of all when a file is lost.
      if (!(error instanceof StorageError) && !isDamage(error)) throw error
      const about = { err: error, document_id: document.id }
      ctx.log.warn(about, 'an audit trail was made without the picture of the first page')
      return pdf.auditTrail(model, null)
    },
  )
}
