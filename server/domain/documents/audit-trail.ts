import type { Ctx } from '../../context.ts'
import { PdfTimeoutError } from '../../pdf/errors.ts'
import type { AuditTrailModel } from '../../pdf/types.ts'
import type { Actor } from '../actor.ts'
import { busy } from '../busy.ts'
import { maskPhone } from '../mask.ts'
import { assertMay } from '../may.ts'
import { type AuditMeta, type ChainedAuditEvent, readAudit } from '../records/audit.ts'
import { type DocumentRow, loadDocument, loadSigners, type SignerRow } from '../records/documents.ts'
import { type Revision, readRevisions } from '../records/revisions.ts'
import { deadReason, documentStatus } from '../signers/states.ts'

/**
 * The audit trail as a PDF, rendered on each request, always English, addresses masked (contract 4.12).
 * It outlives retention. @throws DomainError `not_found`, `busy`
 */
export async function renderAuditTrail(ctx: Ctx, actor: Actor, id: string): Promise<Uint8Array> {
  assertMay(ctx, actor, 'renderAuditTrail')
  const document = await loadDocument(ctx.db, actor.workspaceId, id)
  const [signers, events, workspace, revisions] = await Promise.all([
    loadSigners(ctx.db, id),
    readAudit(ctx.db, id),
    ctx.db.selectFrom('workspaces').select('name').where('id', '=', actor.workspaceId).executeTakeFirstOrThrow(),
    readRevisions(ctx.db, id),
  ])
  const status = documentStatus(
    document.seal_state,
    signers.map((signer) => signer.status),
  )
  const model: AuditTrailModel = {
    title: document.title,
    documentId: id,
    workspace: workspace.name,
    status,
    facts: documentFacts(document, signers),
    signers: signers.map((signer) => ({
      name: signer.name,
      email: signer.email,
      role: signer.role,
      status: signer.status,
      facts: signerFacts(
        signer,
        revisions.find(({ signing_request_id }) => signing_request_id === signer.id),
      ),
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
  try {
    return await ctx.pdf.of(actor.workspaceId).auditTrail(model)
  } catch (error) {
    throw error instanceof PdfTimeoutError ? busy(error) : error
  }
}

function documentFacts(document: DocumentRow, signers: SignerRow[]): [string, string][] {
  const dead = deadReason(signers.map(({ status }) => status))
  const facts: [string, string | null][] = [
    ['File name', document.filename],
    ['Created', utc(document.created_at)],
    ['Completed', utc(document.completed_at)],
    ['Can complete', dead === null ? null : `no: a signer has ${dead === 'withdrawn' ? 'been withdrawn' : dead}`],
    ['Signing order', document.signing_mode],
    ['SHA-256, upload', document.original_sha256],
    ['SHA-256, shown', document.sha256],
    ['Removed', document.removed.length > 0 ? document.removed.join(', ') : null],
    ['SHA-256, sealed', document.signed_sha256],
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

function signerFacts(signer: SignerRow, revision: Revision | undefined): [string, string][] {
  const level = signer.sms_verified_at ? 'Advanced (AES): email link and code by SMS' : 'Simple (SES): email link'
  const facts: [string, string | null][] = [
    ['Company', signer.company],
    ['Job title', signer.job_title],
    ['Reference', signer.reference],
    ['Invited', utc(signer.invited_at)],
    ['Viewed', utc(signer.viewed_at)],
    ['Phone verified', phoneFact(signer)],
    ['Signed', utc(signer.signed_at)],
    ['SHA-256, signed', revision ? revision.sha256 : null],
    ['Bytes, signed', revision ? String(revision.length) : null],
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

/** The details of an event on one line: who, from where, and every published fact. */
function describe(event: ChainedAuditEvent, signers: SignerRow[]): string {
  const signer = signers.find(({ id }) => id === event.signing_request_id)
  const who = signer ? (signer.name ? `${signer.name} <${signer.email}>` : signer.email) : null
  const facts = Object.entries(event.meta).flatMap(([key, value]) => fact(key, value, signer) ?? [])
  return [who, ...facts, event.ip && `from ${event.ip}`].filter(Boolean).join('; ')
}

function fact(key: string, value: AuditMeta[string], signer: SignerRow | undefined): string | null {
  // These hashes have lines of their own above, and the signer is already named.
  if (value === null || key === 'sha256' || key === 'original_sha256') return null
  if ((key === 'email' && value === signer?.email) || (key === 'name' && value === signer?.name)) return null
  if (Array.isArray(value)) return value.length === 0 ? null : `${label(key)}: ${value.join(', ')}`
  return `${label(key)}: ${value}`
}

function label(key: string): string {
  return key.replaceAll('_', ' ')
}

function utc(at: Date | null): string | null {
  return at && `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`
}
