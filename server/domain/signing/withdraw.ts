import type { Ctx } from '../../context.ts'
import { enqueue, type Tx, transaction } from '../../db/database.ts'
import type { Actor } from '../actor.ts'
import { DomainError } from '../errors.ts'
import { recordSignerEvent } from '../events/signer-event.ts'
import { type ActorOf, assertMay } from '../may.ts'
import { enqueueStopped } from '../messages/enqueue.ts'
import { appendAudit } from '../records/audit.ts'
import {
  type DocumentRow,
  loadDocument,
  loadSigner,
  loadSigners,
  lockDocument,
  reloadSigner,
  type SignerRow,
} from '../records/documents.ts'
import { recordWork } from '../records/workspaces/log.ts'
import { atReviewEnd } from '../signers/review.ts'
import { allows, type DocumentStatus, documentStatus, TRANSITIONS } from '../signers/states.ts'

export interface Withdrawn {
  signer: SignerRow
  documentStatus: DocumentStatus
}

/** Why a request is withdrawn. */
export interface WithdrawalReason {
  text: string
  /** Signers read it; false: it stands in the audit trail alone. */
  isShared: boolean
}

/**
 * Withdraws a signing request (contract 4.11).
 * @throws DomainError `not_found`, `invalid_state` also when the state changed during the call
 */
export async function withdrawSigningRequest(
  ctx: Ctx,
  actor: Actor,
  id: string,
  reason: WithdrawalReason | null,
): Promise<Withdrawn> {
  assertMay(ctx, actor, 'withdrawSigningRequest')
  const seen = await loadSigner(ctx.db, actor.workspaceId, id)
  return transaction(ctx.db, async (tx) => {
    const document = await lockDocument(tx, seen.document_id)
    const signer = atReviewEnd(document, await reloadSigner(tx, id), ctx.clock.now())
    if (!allows('withdraw', signer.status)) throw invalidState(signer, TRANSITIONS.withdraw.from)
    const withdrawn = await withdrawLocked(ctx, tx, actor, { document, signer, reason })
    await recordWork(ctx, tx, actor, 'request.withdrawn', { name: document.title, id: document.id })
    const signers = await loadSigners(tx, document.id)
    const status = documentStatus(
      document,
      signers.map((each) => each.status),
      ctx.clock.now(),
    )
    return { signer: withdrawn, documentStatus: status }
  })
}

/**
 * Withdraws every request of a document that is open, all or none; its signers read the reason.
 * @returns how many; 0 when nothing was open any more
 * @throws DomainError `not_found`
 */
export async function withdrawDocument(
  ctx: Ctx,
  actor: Actor,
  documentId: string,
  reason: string | null,
): Promise<number> {
  assertMay(ctx, actor, 'withdrawDocument')
  const { id } = await loadDocument(ctx.db, actor.workspaceId, documentId)
  return transaction(ctx.db, async (tx) => {
    const document = await lockDocument(tx, id)
    const signers = (await loadSigners(tx, id)).map((signer) => atReviewEnd(document, signer, ctx.clock.now()))
    const count = await withdrawOpen(ctx, tx, actor, {
      document,
      signers,
      reason: reason === null ? null : { text: reason, isShared: true },
    })
    if (count > 0) await recordWork(ctx, tx, actor, 'document.withdrawn', { name: document.title, id })
    return count
  })
}

/** Withdraws those of the signers who may still sign, in the caller's transaction; returns how many. */
export async function withdrawOpen(
  ctx: Ctx,
  tx: Tx,
  actor: ActorOf<'withdrawSigningRequest'>,
  { signers, ...rest }: Omit<Withdrawal, 'signer'> & { signers: readonly SignerRow[] },
): Promise<number> {
  const open = signers.filter(({ status }) => allows('withdraw', status))
  for (const signer of open) await withdrawLocked(ctx, tx, actor, { signer, ...rest })
  return open.length
}

interface Withdrawal {
  /** Its row is locked by the caller. */
  document: DocumentRow
  /** In a state that allows it. */
  signer: SignerRow
  reason: WithdrawalReason | null
}

/** Withdraws a request in the caller's transaction, with its entry in the trail, its event and its mail. */
async function withdrawLocked(
  ctx: Ctx,
  tx: Tx,
  actor: ActorOf<'withdrawSigningRequest'>,
  { document, signer, reason }: Withdrawal,
): Promise<SignerRow> {
  const { id } = signer
  const now = ctx.clock.now()
  const withdrawnBy: 'api' | 'sender' = actor.kind === 'apiKey' ? 'api' : 'sender'
  const withdrawn = await tx
    .updateTable('signing_requests')
    .set({
      ...{ status: 'withdrawn', withdrawn_at: now, withdrawn_by: withdrawnBy },
      withdrawal_reason: reason?.isShared ? reason.text : null,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await appendAudit(ctx, tx, document.id, {
    type: 'withdrawn',
    signingRequestId: id,
    meta: { withdrawn_by: withdrawnBy, reason: reason?.text ?? null },
    actor,
  })
  const own = { occurred_at: now.toISOString(), withdrawn_by: withdrawnBy }
  await recordSignerEvent(ctx, tx, withdrawn, 'signing_request.withdrawn', own)
  await enqueueStopped(ctx, tx, document, await loadSigners(tx, document.id))
  // Nobody who was not told of the request, or whose time was over anyway, needs to hear of its end.
  if (document.send_emails && signer.emailed && signer.status !== 'expired')
    await enqueue(ctx, tx, 'send-email', { message: 'withdrawn', signingRequestId: id })
  return withdrawn
}

/** `invalid_state` with the current and the allowed states. */
export function invalidState(signer: Pick<SignerRow, 'status'>, allowed: readonly string[]): DomainError {
  return new DomainError(
    'invalid_state',
    `the signing request is ${signer.status}; allowed are: ${allowed.join(', ')}`,
    {
      meta: { status: signer.status, allowed: [...allowed] },
    },
  )
}
