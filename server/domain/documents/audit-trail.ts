import type { Ctx } from '../../context.ts'
import { PdfTimeoutError } from '../../pdf/errors.ts'
import type { AuditTrailModel } from '../../pdf/types.ts'
import { StorageError } from '../../storage/index.ts'
import type { Actor } from '../actor.ts'
import { busy } from '../busy.ts'
import { maskPhone } from '../mask.ts'
import { assertMay } from '../may.ts'
import { type ChainedAuditEvent, readAudit } from '../records/audit.ts'
import { type DocumentRow, loadDocument, loadSigners, type SignerRow } from '../records/documents.ts'
import { isDamage } from '../records/file-problem.ts'
import { readRevisions, type StoredRevision, unsealed } from '../records/revisions.ts'
import { withLocalParts } from '../records/stored-bytes.ts'
import { deadReason, documentStatus } from '../signers/states.ts'
import { describeEvents } from './audit-entries.ts'
import { assertSent } from './audit-events.ts'
import { readAgents, readInks } from './audit-pictures.ts'
import { removedWords } from './audit-words.ts'
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
    facts: documentFacts(document, signers, revisions),
    signers: signers.map((signer) => ({
      name: signer.name,
      email: signer.email,
      role: signer.role,
      status: signer.status,
      signature: signer.status === 'signed' ? (inks.get(signer.id) ?? null) : null,
      facts: signerFacts(signer, {
        revision: revisions.find(({ signing_request_id }) => signing_request_id === signer.id),
        device: deviceOf(signingAgent(signer.id, events, agents)),
      }),
    })),
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

function documentFacts(document: DocumentRow, signers: SignerRow[], revisions: StoredRevision[]): [string, string][] {
  const dead = deadReason(signers.map(({ status }) => status))
  const facts: [string, string | null][] = [
    ['File name', document.filename],
    ['Created', utc(document.created_at)],
    ['Completed', utc(document.completed_at)],
    ['Can complete', dead === null ? null : `no: a signer has ${dead === 'withdrawn' ? 'been withdrawn' : dead}`],
    ['Signing order', document.signing_mode === 'parallel' ? 'all at once' : 'one after the other'],
    ['SHA-256 as sent to us', document.original_sha256],
    ['SHA-256 as shown', document.sha256],
    ['Removed from the file', document.removed.length > 0 ? removedWords(document.removed) : null],
    ['SHA-256, sealed', document.signed_sha256],
    ['SHA-256, renewed', revisions.findLast(({ kind }) => kind === 'renewal')?.sha256 ?? null],
    ['Seal', document.seal_level && `PAdES ${document.seal_level}, certificate serial ${document.cert_serial}`],
    ['Time-stamp', document.tsa_provider && `${utc(document.tsa_signed_at)} by ${document.tsa_provider}`],
    [
      'Audit trail in the seal',
      document.audit_head_hash && `event ${document.audit_head_seq}, ${document.audit_head_hash}`,
    ],
    ['Files deleted', utc(document.deleted_at)],
  ]
  return facts.filter((fact): fact is [string, string] => fact[1] !== null)
}

/** The `User-Agent` of the signature; null without one. */
function signingAgent(id: string, events: ChainedAuditEvent[], agents: Map<number, string>): string | null {
  const signed = events.find((event) => event.type === 'signed' && event.signing_request_id === id)
  return (signed && agents.get(signed.seq)) ?? null
}

function signerFacts(
  signer: SignerRow,
  { revision, device }: { revision: StoredRevision | undefined; device: string | null },
): [string, string][] {
  const level = signer.sms_verified_at ? 'Advanced (AES): email link and code by SMS' : 'Simple (SES): email link'
  const facts: [string, string | null][] = [
    ['Company', signer.company],
    ['Job title', signer.job_title],
    ['Reference', signer.reference],
    ['Invited', utc(signer.invited_at)],
    ['Given to this person', utc(signer.reassigned_at)],
    ['Viewed', utc(signer.viewed_at)],
    ['Phone verified', phoneFact(signer)],
    ['Signed', utc(signer.signed_at)],
    ['Signed with', device],
    ['SHA-256, signed', revision ? revision.sha256 : null],
    ['Size when signed', revision ? `${revision.length.toLocaleString('en')} bytes` : null],
    ['Signature level', signer.signed_at && level],
    ['Consent text', signer.consent_version],
    ['Declined', utc(signer.declined_at)],
    ['Reason', signer.decline_reason],
    ['Withdrawn', utc(signer.withdrawn_at)],
    ['Expired', utc(signer.expired_at)],
  ]
  return facts.filter((fact): fact is [string, string] => Boolean(fact[1]))
}

/** The number, the time, and the provider's message id, by which the provider can look up the rest. */
function phoneFact(signer: SignerRow): string | null {
  const { sms_verified_at: at, sms_provider: provider, sms_message_id: id } = signer
  return at && `${utc(at)}, ${maskPhone(signer.phone_e164)}, code sent by ${provider} as ${id}`
}

function utc(at: Date | null): string | null {
  return at && `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`
}
