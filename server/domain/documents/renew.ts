import { sql } from 'kysely'
import type { Ctx } from '../../context.ts'
import { transaction } from '../../db/database.ts'
import { RENEWAL } from '../../limits.ts'
import type { RenewalRevision } from '../../pdf/types.ts'
import { NoLongerTimestampError, SealCheckError, TimestampUnavailableError } from '../../sealing/index.ts'
import { blobKey, type ChunkHashes } from '../../storage/index.ts'
import { appendAudit } from '../records/audit.ts'
import { type DocumentRow, lockDocument } from '../records/documents.ts'
import { lengthOf, readRevisions, type StoredRevision } from '../records/revisions.ts'
import { withLocalParts } from '../records/stored-bytes.ts'

export interface RenewalOutcome {
  documentId: string
  /** SHA-256 of the renewed file; null: it failed, and is tried again. */
  sha256: string | null
  /** Why it failed: see the column `error`. */
  error: RenewalError | null
}

export type RenewalError = 'timestamp_unavailable' | 'no_longer_timestamp' | 'not_verified' | 'failed'

const DAY_MS = 86_400_000

/**
 * Renews sealed files whose newest time stamp ends within `days`, those that end first first (decision 0423), at most
 * `limit` of them. Stops where no authority answers: the others would wait for the same. Safe to run concurrently in any
 * number of processes. A failure changes only the time of the next attempt.
 */
export async function renewDue(
  ctx: Ctx,
  { days, limit = RENEWAL.perRun }: { days: number; limit?: number },
): Promise<RenewalOutcome[]> {
  const outcomes: RenewalOutcome[] = []
  while (outcomes.length < limit) {
    const claimed = await claim(ctx, days)
    if (!claimed) break
    const outcome = await renewOne(ctx, claimed)
    outcomes.push(outcome)
    if (outcome.error === 'timestamp_unavailable') break
  }
  return outcomes
}

interface Claim {
  documentId: string
  attempts: number
}

/** Claims the next document for one attempt: nobody else tries it for `RENEWAL.leaseMs`, or until this process dies. */
async function claim(ctx: Ctx, days: number): Promise<Claim | undefined> {
  const now = ctx.clock.now()
  const { rows } = await sql<Claim>`
    update renewals
    set due_at = ${new Date(now.getTime() + RENEWAL.leaseMs)}, claimed_by = ${ctx.holder.id}, attempts = attempts + 1
    where document_id = (
      select renewals.document_id from renewals join documents on documents.id = renewals.document_id
      where renewals.holds_until between ${now} and ${new Date(now.getTime() + days * DAY_MS)}
        and renewals.due_at <= ${now}
        and documents.deleted_at is null and documents.file_problem is null
      order by renewals.holds_until
      limit 1 for update of renewals skip locked)
    returning document_id as "documentId", attempts`.execute(ctx.db)
  return rows[0]
}

async function renewOne(ctx: Ctx, claimed: Claim): Promise<RenewalOutcome> {
  const { documentId } = claimed
  try {
    const document = await ctx.db
      .selectFrom('documents')
      .selectAll()
      .where('id', '=', documentId)
      .executeTakeFirstOrThrow()
    const revisions = await readRevisions(ctx.db, documentId)
    const renewed = await withLocalParts(ctx, document, revisions, (parts) =>
      ctx.sealer.renew(document.workspace_id, parts, revisions.at(-1)!.sha256),
    )
    const blob = blobKey(document.workspace_id, documentId, renewed.sha256)
    const chunks = await ctx.storage.region(document.region).put(blob, { bytes: renewed.delta })
    await persist(ctx, document, { renewed, blob, chunks, revisions })
    return { documentId, sha256: renewed.sha256, error: null }
  } catch (cause) {
    const error = reasonOf(cause)
    ctx.log.warn({ err: cause, document_id: documentId, renewal_error: error }, 'renewing failed, will retry')
    await postpone(ctx, claimed, error)
    return { documentId, sha256: null, error }
  }
}

function reasonOf(error: unknown): RenewalError {
  if (error instanceof TimestampUnavailableError) return 'timestamp_unavailable'
  if (error instanceof NoLongerTimestampError) return 'no_longer_timestamp'
  return error instanceof SealCheckError ? 'not_verified' : 'failed'
}

async function postpone(ctx: Ctx, { documentId, attempts }: Claim, error: RenewalError): Promise<void> {
  const wait = Math.min(RENEWAL.firstRetryMs * 2 ** (attempts - 1), RENEWAL.lastRetryMs)
  await ctx.db
    .updateTable('renewals')
    .set({ due_at: new Date(ctx.clock.now().getTime() + wait), claimed_by: null, error })
    .where('document_id', '=', documentId)
    // A later attempt has its own schedule.
    .where('attempts', '=', attempts)
    .execute()
}

interface RenewalFacts {
  renewed: RenewalRevision
  blob: string
  chunks: ChunkHashes
  revisions: StoredRevision[]
}

async function persist(
  ctx: Ctx,
  { id }: DocumentRow,
  { renewed, blob, chunks, revisions }: RenewalFacts,
): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    const document = await lockDocument(tx, id)
    const newest = revisions.at(-1)!
    // Deleted by retention, or renewed by another process, meanwhile.
    if (document.deleted_at || (await readRevisions(tx, id)).at(-1)!.seq !== newest.seq) return
    const now = ctx.clock.now()
    const start = lengthOf(revisions)
    const length = start + renewed.delta.length
    const { sha256, holdsUntil } = renewed
    await tx
      .insertInto('document_revisions')
      .values({
        document_id: id,
        seq: newest.seq + 1,
        kind: 'renewal',
        start_at: start,
        length,
        sha256,
        blob_key: blob,
        chunks,
        created_at: now,
      })
      .execute()
    await tx
      .updateTable('renewals')
      .set({
        holds_until: new Date(holdsUntil),
        due_at: now,
        attempts: 0,
        claimed_by: null,
        error: null,
        renewed_at: now,
      })
      .where('document_id', '=', id)
      .execute()
    const { tsaProvider: tsa_provider, tsaSignedAt: tsa_signed_at } = renewed
    await appendAudit(ctx, tx, id, {
      type: 'renewed',
      meta: { sha256, length, tsa_provider, tsa_signed_at, holds_until: holdsUntil },
    })
  })
}
