import { sql } from 'kysely'
import type { Ctx } from '../../context.ts'
import { addJob, enqueue, takeBack, transaction } from '../../db/database.ts'
import type { SealError, SealReason } from '../../db/schema.ts'
import { SEAL } from '../../limits.ts'
import { CertificateRevokedError } from '../../pdf/revocation.ts'
import type { SealedRevision } from '../../pdf/types.ts'
import { TimestampUnavailableError } from '../../sealing/index.ts'
import { blobKey, type ChunkHashes } from '../../storage/index.ts'
import { recordEvent } from '../events/record.ts'
import { signerBlock } from '../events/signer-block.ts'
import { enqueueCopies } from '../messages/undelivered-copies.ts'
import { appendAudit } from '../records/audit.ts'
import type { DocumentRow } from '../records/documents.ts'
import { lengthOf, revisionsAsJson, revisionsFromJson, type StoredRevision } from '../records/revisions.ts'
import { lockWithSigners } from '../records/signers-json.ts'
import { withLocalParts } from '../records/stored-bytes.ts'
import { inWorkspace } from '../records/workspaces/sandbox.ts'

/** In a sandbox its first seal fails, as without a time-stamp authority (contract 1.13). */
const FAILING_FILE = 'tsa-down.pdf'

/**
 * Seals a document whose signers have all signed (contract 1.4): PAdES seal with time-stamp, checked by our own
 * verifier before anything is stored, then in one transaction: document `signed`, seal facts, `document.completed`
 * exactly once, copies by mail. Idempotent, and safe to run concurrently in any number of processes.
 * A failure only changes the time of the next attempt and enqueues a job for it; it is logged, not thrown.
 */
export async function sealDocument(ctx: Ctx, { documentId }: { documentId: string }): Promise<void> {
  const claimed = await claim(ctx, documentId)
  if (!claimed) return
  // Whoever resumes the work of a process that died does not know that it was in a sandbox.
  await sealClaimed(claimed.document.sandbox ? await inWorkspace(ctx, claimed.document.workspace_id) : ctx, claimed)
}

async function sealClaimed(ctx: Ctx, { document, lease, revisions, head }: Claimed): Promise<void> {
  const documentId = document.id
  let failure: SealError = 'pades_failed'
  const startedAt = performance.now()
  const renewal = setInterval(() => renewClaim(ctx, document), SEAL.renewMs)
  try {
    if (ctx.sandbox && document.filename === FAILING_FILE && document.seal_attempts === 1)
      throw new TimestampUnavailableError([{ provider: 'sandbox', reason: 'the first seal of this file fails' }])
    const sealed = await withLocalParts(ctx, document, revisions, (parts) =>
      ctx.sealer.seal(document.workspace_id, parts, revisions.at(-1)!.sha256, {
        auditHead: head,
        signedAt: ctx.clock.now(),
        uploadLength: revisions[0]!.length,
      }),
    )
    failure = 'seal_persist_failed'
    const blob = blobKey(document.workspace_id, documentId, sealed.sha256)
    const chunks = await ctx.storage.region(document.region).put(blob, { bytes: sealed.delta })
    await persist(ctx, documentId, { sealed, blob, chunks, revisions, head, lease })
    const { level, tsaProvider } = sealed
    const ms = Math.round(performance.now() - startedAt)
    ctx.log.info({ document_id: documentId, level, tsa_provider: tsaProvider, ms }, 'sealed')
  } catch (error) {
    if (error instanceof TimestampUnavailableError) failure = 'sealing_in_progress'
    ctx.log.warn({ err: error, document_id: documentId, seal_error: failure }, 'sealing failed, will retry')
    const reason = error instanceof CertificateRevokedError ? 'certificate_revoked' : null
    await postpone(ctx, document, failure, reason)
  } finally {
    clearInterval(renewal)
  }
}

interface Claimed {
  document: DocumentRow
  revisions: StoredRevision[]
  /** The end of the audit chain. */
  head: { seq: number; hash: string }
  /** The job for the end of the lease. */
  lease: number
}

/**
 * Claims the document for one attempt: no other attempt starts for `SEAL.leaseMs`, or until this process is known to be
 * dead (`resumeSeals`). A job for the end of the lease is enqueued with the claim, for a process whose death nobody sees.
 */
async function claim(ctx: Ctx, documentId: string): Promise<Claimed | undefined> {
  const now = ctx.clock.now()
  const leaseEnd = new Date(now.getTime() + SEAL.leaseMs)
  const row = await ctx.db
    .with('claimed', (db) =>
      db
        .updateTable('documents')
        .set((eb) => ({
          seal_due_at: leaseEnd,
          seal_claimed_by: ctx.holder.id,
          seal_attempts: eb('seal_attempts', '+', 1),
          // Two attempts left no outcome: their processes died, and this one's may too.
          seal_failing_since: sql`case when seal_error is null and seal_attempts >= 2
            then coalesce(seal_failing_since, ${now}::timestamptz) else seal_failing_since end`,
        }))
        .where('id', '=', documentId)
        .where('seal_state', '=', 'due')
        .where('seal_due_at', '<=', now)
        .returningAll(),
    )
    .selectFrom('claimed')
    .innerJoinLateral(sql<Claimed['head']>`audit_head(claimed.id)`.as('head'), (join) => join.onTrue())
    .selectAll('claimed')
    .select([
      'head.seq as chain_seq',
      'head.hash as chain_hash',
      revisionsAsJson('claimed.id').as('revisions'),
      addJob(ctx, 'seal-document', sql`json_build_object('documentId', claimed.id)`, { runAt: leaseEnd }).as('lease'),
    ])
    .executeTakeFirst()
  if (!row) return undefined
  const { lease, revisions, chain_seq: seq, chain_hash: hash, ...document } = row
  return { document, lease, revisions: revisionsFromJson(revisions), head: { seq, hash } }
}

/** Extends the claim of this attempt by another lease: the PDF workers may be busy, the authorities slow. */
function renewClaim(ctx: Ctx, document: DocumentRow): void {
  ctx.db
    .updateTable('documents')
    .set({ seal_due_at: new Date(ctx.clock.now().getTime() + SEAL.leaseMs) })
    .where('id', '=', document.id)
    .where('seal_state', '=', 'due')
    .where('seal_attempts', '=', document.seal_attempts)
    .execute()
    .catch((error: unknown) => ctx.log.warn({ err: error, document_id: document.id }, 'could not renew a seal claim'))
}

/**
 * Records the reason, and since when it has been failing, except for a time-stamp authority, which recovers by itself.
 * The next attempt waits 5 s after the first failure, twice as long after each further one, at most a minute.
 */
async function postpone(ctx: Ctx, document: DocumentRow, error: SealError, reason: SealReason | null): Promise<void> {
  const wait = Math.min(SEAL.firstRetryMs * 2 ** (document.seal_attempts - 1), SEAL.lastRetryMs)
  const now = ctx.clock.now()
  const next = new Date(now.getTime() + wait)
  await transaction(ctx.db, async (tx) => {
    await tx
      .updateTable('documents')
      .set({
        seal_error: error,
        seal_reason: reason,
        seal_due_at: next,
        seal_claimed_by: null,
        seal_failing_since:
          error === 'sealing_in_progress' ? null : sql<Date>`coalesce(seal_failing_since, ${now}::timestamptz)`,
      })
      .where('id', '=', document.id)
      .where('seal_state', '=', 'due')
      // A later attempt has its own schedule.
      .where('seal_attempts', '=', document.seal_attempts)
      .execute()
    await enqueue(ctx, tx, 'seal-document', { documentId: document.id }, { runAt: next })
  })
}

interface SealFacts extends Pick<Claimed, 'revisions' | 'head' | 'lease'> {
  sealed: SealedRevision
  blob: string
  chunks: ChunkHashes
}

async function persist(
  ctx: Ctx,
  documentId: string,
  { sealed, blob, chunks, revisions, head, lease }: SealFacts,
): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    const { document, signers } = await lockWithSigners(tx, documentId)
    if (document.seal_state !== 'due') return
    const now = ctx.clock.now()
    const start = lengthOf(revisions)
    await tx
      .insertInto('document_revisions')
      .values({
        document_id: documentId,
        seq: revisions.at(-1)!.seq + 1,
        kind: 'seal',
        start_at: start,
        length: start + sealed.delta.length,
        sha256: sealed.sha256,
        blob_key: blob,
        chunks,
        created_at: now,
      })
      .execute()
    await tx
      .updateTable('documents')
      .set({
        seal_state: 'sealed',
        seal_due_at: null,
        seal_claimed_by: null,
        seal_error: null,
        seal_reason: null,
        seal_failing_since: null,
        completed_at: now,
        signed_sha256: sealed.sha256,
        seal_level: sealed.level,
        cert_serial: sealed.certSerial,
        tsa_provider: sealed.tsaProvider,
        tsa_signed_at: new Date(sealed.tsaSignedAt),
        audit_head_seq: head.seq,
        audit_head_hash: head.hash,
      })
      .where('id', '=', documentId)
      .returning(takeBack(lease).as('taken'))
      .execute()
    const holds_until = sealed.holdsUntil ? new Date(sealed.holdsUntil) : null
    await tx.insertInto('renewals').values({ document_id: documentId, holds_until, due_at: now }).execute()
    const facts = {
      cert_serial: sealed.certSerial,
      tsa_provider: sealed.tsaProvider,
      tsa_signed_at: sealed.tsaSignedAt,
    }
    await appendAudit(ctx, tx, documentId, {
      type: 'sealed',
      meta: { sha256: sealed.sha256, length: start + sealed.delta.length, level: sealed.level, ...facts },
    })
    // The last revision, not the latest time: two signers may finish in the same millisecond.
    const last = revisions.at(-1)!.signing_request_id
    const completing = signers.find(({ id }) => id === last)!
    await recordEvent(ctx, tx, {
      type: 'document.completed',
      workspaceId: document.workspace_id,
      documentId,
      signingRequestId: completing.id,
      payload: {
        signing_request_id: completing.id,
        document_id: documentId,
        signer: signerBlock(completing),
        signed_pdf_url: `${ctx.config.apiUrl}/documents/${documentId}/signed`,
        audit_trail_url: `${ctx.config.apiUrl}/documents/${documentId}/audit-trail`,
        sha256: sealed.sha256,
        ...facts,
        audit_head: head,
      },
    })
    if (!document.send_emails) return
    await enqueueCopies(ctx, tx, [
      ...signers.map(({ id }) => ({ message: 'completed' as const, signingRequestId: id })),
      { message: 'sender_copy', documentId },
      ...document.observers.map((_, observer) => ({ message: 'observer_copy' as const, documentId, observer })),
    ])
  })
}
