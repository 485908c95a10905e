import type { Ctx } from '../../context.ts'
import type { ApiKeyActor } from '../../domain/actor.ts'
import type { DocumentView } from '../../domain/documents/get.ts'
import type { DocumentRow, SignerRow } from '../../domain/records/documents.ts'
import { fileProblem } from '../../domain/records/file-problem.ts'
import { sealProblem } from '../../domain/records/seal-problem.ts'
import { reviewState, reviewUrl } from '../../domain/signers/review.ts'
import { documentStatus } from '../../domain/signers/states.ts'
import type { components } from '../../generated/openapi.ts'
import { iso, presentSigner } from './signer.ts'

type Schemas = components['schemas']

/** What can no longer become `signed`. */
const ENDED: ReadonlySet<Schemas['DocumentStatus']> = new Set([
  'discarded',
  'finalized',
  'abandoned',
  'declined',
  'withdrawn',
  'expired',
])

/** A document as `GET /documents/{id}` shows it (contract 2.9). */
export function presentDocument(ctx: Ctx, actor: ApiKeyActor, view: DocumentView): Schemas['Document'] {
  const { document, signers, callbackConfigured, deletesAt } = view
  const statuses = signers.map((signer) => signer.status)
  return {
    id: document.id,
    title: document.title,
    filename: document.filename,
    status: presentStatus(ctx, document, signers),
    sha256: document.sha256,
    originalSha256: document.original_sha256,
    signedSha256: document.signed_sha256,
    placement: document.placement,
    signingMode: document.signing_mode,
    source: document.source,
    region: document.region,
    sandbox: document.sandbox,
    metadata: document.metadata,
    observers: document.observers,
    templateId: document.template_id,
    templateVersion: document.template_version,
    envelopeId: document.envelope_id,
    createdAt: iso(document.created_at),
    completedAt: iso(document.completed_at),
    expiresAt: earliest(signers),
    completable: !ENDED.has(presentStatus(ctx, document, signers)),
    counts: { total: statuses.length, signed: statuses.filter((status) => status === 'signed').length },
    callbackConfigured,
    review: presentReview(ctx, actor, document),
    retention: { deletesAt: iso(deletesAt), deletedAt: iso(document.deleted_at) },
    signatureLevel: signers.length > 0 && signers.every((signer) => signer.require_sms_verification) ? 'aes' : 'ses',
    removed: document.removed,
    earlierSignatures: document.earlier_signatures,
    seal: presentSeal(document),
    sealProblem: presentSealProblem(document),
    fileProblem: presentFileProblem(document),
    signers: signers.map((signer) => presentSigner(ctx, actor, signer, isHandedOut(ctx, document))),
  }
}

/** The public status of a document. */
export function presentStatus(ctx: Ctx, document: DocumentRow, signers: SignerRow[]): Schemas['DocumentStatus'] {
  return documentStatus(
    document,
    signers.map((signer) => signer.status),
    ctx.clock.now(),
  )
}

/** Whether signing links are shown: not while a document is staged, and never for one that was discarded. */
export function isHandedOut(ctx: Ctx, document: DocumentRow): boolean {
  const state = reviewState(document, ctx.clock.now())
  return state === null || state === 'confirmed'
}

function presentReview(ctx: Ctx, actor: ApiKeyActor, document: DocumentRow): Schemas['Document']['review'] {
  const state = reviewState(document, ctx.clock.now())
  if (state === null || document.review_expires_at === null) return null
  const url = actor.scope === 'full' ? reviewUrl(ctx, document.id) : null
  return { state, expiresAt: iso(document.review_expires_at), url }
}

function presentSeal(document: DocumentRow): Schemas['Document']['seal'] {
  const { seal_level: level, cert_serial: certSerial, tsa_provider: tsaProvider, tsa_signed_at: at } = document
  if (level === null || certSerial === null || tsaProvider === null || at === null) return null
  return { level, certSerial, tsaProvider, tsaSignedAt: iso(at) }
}

function presentSealProblem(document: DocumentRow): Schemas['Document']['sealProblem'] {
  const problem = sealProblem(document)
  if (!problem) return null
  const { code, reason, since, attempts, nextAttemptAt } = problem
  return { code, reason, since: iso(since), attempts, nextAttemptAt: iso(nextAttemptAt) }
}

function presentFileProblem(document: DocumentRow): Schemas['Document']['fileProblem'] {
  const problem = fileProblem(document)
  return problem && { code: problem.code, since: iso(problem.since) }
}

/** The earliest expiry of an open request; null when none is open. */
function earliest(signers: SignerRow[]): string | null {
  const open = signers.filter((signer) => signer.status === 'pending' || signer.status === 'viewed')
  const ends = open.flatMap((signer) => signer.expires_at?.getTime() ?? [])
  return ends.length === 0 ? null : new Date(Math.min(...ends)).toISOString()
}
