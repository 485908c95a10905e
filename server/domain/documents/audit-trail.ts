import type { Ctx } from '../../context.ts'
import type { AuditTrailModel } from '../../pdf/types.ts'
import type { Actor } from '../actor.ts'
import { type AuditMeta, type ChainedAuditEvent, readAudit } from '../audit.ts'
import { maskPhone } from '../mask.ts'
import { deadReason, documentStatus } from '../signing/states.ts'
import { readWorkspace } from '../workspaces/read.ts'
import { type DocumentRow, loadDocument, loadSigners, type SignerRow } from './load.ts'
import { readRevisions } from './revisions.ts'

/**
 * The audit trail as a PDF, rendered on each request, always English, addresses masked (contract 4.12).
 * It outlives retention. @throws ApiError 404 `not_found`
 */
export async function renderAuditTrail(
  ctx: Ctx,
  actor: Extract<Actor, { workspaceId: string }>,
  id: string,
): Promise<Uint8Array> {
  const document = await loadDocument(ctx.db, actor.workspaceId, id)
  const [signers, events, workspace, revisions] = await Promise.all([
    loadSigners(ctx.db, id),
    readAudit(ctx.db, id),
    readWorkspace(ctx.db, actor.workspaceId),
    readRevisions(ctx.db, id),
  ])
  const status = documentStatus(
    document.seal_state === 'sealed',
    signers.map((one) => one.status),
  )
  const model: AuditTrailModel = {
    title: document.title,
    documentId: id,
    workspace: workspace.name,
    status,
    facts: [
      ...documentFacts(document, signers),
      ...revisions
        .filter((revision) => revision.kind === 'signer')
        .map((revision): [string, string] => {
          const signer = signers.find((one) => one.id === revision.signing_request_id)
          return [
            `SHA-256 of the first ${revision.length} bytes, signed by ${signer?.name ?? signer?.email ?? 'a signer'}`,
            revision.sha256,
          ]
        }),
    ],
    signers: signers.map((signer) => ({
      name: signer.name,
      email: signer.email,
      role: signer.role,
      status: signer.status,
      facts: signerFacts(signer),
    })),
    events: events.map((event) => ({
      seq: event.seq,
      at: event.at,
      type: event.type,
      text: describe(event, signers),
      hash: event.hash,
    })),
    generatedAt: ctx.clock.now().toISOString(),
  }
  return ctx.pdf.auditTrail(model)
}

function documentFacts(document: DocumentRow, signers: SignerRow[]): [string, string][] {
  const dead = deadReason(signers.map((one) => one.status))
  const facts: [string, string | null][] = [
    ['File name', document.filename],
    ['Created', utc(document.created_at)],
    ['Completed', utc(document.completed_at)],
    ['Can complete', dead === null ? null : `no: a signer has ${dead === 'withdrawn' ? 'been withdrawn' : dead}`],
    ['Signing order', document.signing_mode],
    ['SHA-256 of the upload', document.original_sha256],
    ['SHA-256 of what the signers were shown', document.sha256],
    ['Removed from the upload', document.removed.length > 0 ? document.removed.join(', ') : null],
    ['SHA-256 of the sealed PDF', document.signed_sha256],
    ['Seal', document.seal_level && `PAdES ${document.seal_level}, certificate serial ${document.cert_serial}`],
    ['Time-stamp', document.tsa_provider && `${utc(document.tsa_signed_at)} by ${document.tsa_provider}`],
    [
      'Audit trail in the seal',
      document.audit_head_hash && `event ${document.audit_head_seq}, ${document.audit_head_hash}`,
    ],
    ['Files deleted by retention', utc(document.deleted_at)],
  ]
  return facts.filter((fact): fact is [string, string] => fact[1] !== null)
}

function signerFacts(signer: SignerRow): [string, string][] {
  const level = signer.sms_verified_at ? 'Advanced (AES): email link and code by SMS' : 'Simple (SES): email link'
  const facts: [string, string | null][] = [
    ['Company', signer.company],
    ['Job title', signer.job_title],
    ['Reference', signer.reference],
    ['Invited', utc(signer.invited_at)],
    ['Viewed', utc(signer.viewed_at)],
    ['Phone verified', signer.sms_verified_at && `${utc(signer.sms_verified_at)}, ${maskPhone(signer.phone_e164)}`],
    ['Signed', utc(signer.signed_at)],
    ['Signature level', signer.signed_at && level],
    ['Consent text', signer.consent_version],
    ['Declined', utc(signer.declined_at)],
    ['Reason', signer.decline_reason],
    ['Withdrawn', utc(signer.withdrawn_at)],
    ['Expired', utc(signer.expired_at)],
  ]
  return facts.filter((fact): fact is [string, string] => Boolean(fact[1]))
}

/** One line of an event: who, and every published fact. */
function describe(event: ChainedAuditEvent, signers: SignerRow[]): string {
  const signer = signers.find((one) => one.id === event.signing_request_id)
  const who = signer ? `${signer.name ?? signer.email}${signer.name ? ` <${signer.email}>` : ''}` : ''
  return [who, ...Object.entries(event.meta).map(fact)].filter(Boolean).join('; ')
}

function fact([key, value]: [string, AuditMeta[string]]): string {
  if (value === null || (Array.isArray(value) && value.length === 0)) return ''
  return `${key.replaceAll('_', ' ')}: ${Array.isArray(value) ? value.join(', ') : value}`
}

function utc(at: Date | null): string | null {
  return at && `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`
}
