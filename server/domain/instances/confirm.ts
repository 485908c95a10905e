import type { Ctx } from '../../context.ts'
import { type Tx, transaction } from '../../db/database.ts'
import { EXPIRY, REVIEW } from '../../limits.ts'
import type { Actor } from '../actor.ts'
import { DomainError } from '../errors.ts'
import { type ActorOf, assertMay } from '../may.ts'
import { type DocumentRow, loadDocument, loadSigners, lockDocument, type SignerRow } from '../records/documents.ts'
import { readWorkspace } from '../records/workspaces/read.ts'
import { assertSmsAllowance } from '../records/workspaces/sms-allowance.ts'
import type { Warning } from '../sending/draft.ts'
import { messagesOf } from '../signers/channel.ts'
import { assertReturnUrls } from '../signers/return-url.ts'
import { isReviewOver } from '../signers/review.ts'
import { endReview } from '../signing/end-review.ts'
import { notStaged } from './discard.ts'
import { ignoredOrders, mergeEdits, type RecipientEdit, returnUrlsOf } from './edits.ts'
import { type Confirming, releaseInstance, writeEdits } from './release.ts'
import { assertRevision, keptValues, renderAgain } from './rendition.ts'

/** `POST /documents/{id}/confirm` in the domain's own terms. */
export interface ConfirmRequest {
  recipients: RecipientEdit[]
  /** Null: as when it was staged. */
  sendEmails: boolean | null
  /** Null: as when it was staged. */
  expiresInDays: number | null
  /** Of what was seen (`review_revision`); null: confirmed as it is. */
  revision: number | null
  /** Warnings from the translation. */
  warnings: Warning[]
}

export interface Confirmed {
  document: DocumentRow
  /** In the template's order. */
  signers: SignerRow[]
  /** It was before this call, which has changed and sent nothing. */
  already: boolean
  warnings: Warning[]
}

/**
 * Releases a staged document (contract 3, 4.12; decision 0507): the edits, the first invitations with their days
 * counted from now, audit and events in one transaction, so that a call that fails has changed nothing and can be
 * repeated. A file is finalized. What was filled in for a signer who gets another language is written in that language.
 * @throws DomainError `not_found`; `not_staged`, `discarded`, `review_expired`; as `mergeEdits`;
 *   `return_url_not_allowed`; as `renderAgain`; `sms_allowance_exhausted`; `values_changed` if the document is not what
 *   was seen; `update_failed` when the edits, `confirm_failed` when the rest could not be written
 */
export async function confirmDocument(ctx: Ctx, actor: Actor, id: string, request: ConfirmRequest): Promise<Confirmed> {
  assertMay(ctx, actor, 'confirmDocument')
  for (let attempt = 0; attempt < RENDERINGS; attempt++) {
    const confirmed = await tryToConfirm(ctx, actor, id, request)
    if (confirmed !== 'edited') return confirmed
  }
  throw new DomainError('render_failed', 'the document is being edited; nothing was changed or sent')
}

/** A review that is edited while it is rendered is rendered again, but not for ever. */
const RENDERINGS = 3

/** @returns `edited`: somebody has edited the document since it was rendered */
async function tryToConfirm(
  ctx: Ctx,
  actor: ActorOf<'confirmDocument'>,
  id: string,
  request: ConfirmRequest,
): Promise<Confirmed | 'edited'> {
  const seen = await loadDocument(ctx.db, actor.workspaceId, id)
  const staged = await loadSigners(ctx.db, id)
  const days = request.expiresInDays ?? seen.expires_in_days
  const sendEmails = request.sendEmails ?? seen.send_emails
  const confirming: Confirming = { actor, sendEmails, expiresInDays: days, noMail: new Set(), rendition: null }
  if (seen.review_state === 'staged' && !isReviewOver(seen, ctx.clock.now())) {
    const recipients = mergeEdits(ctx, seen, staged, request.recipients)
    await assertReturnUrls(ctx, actor, returnUrlsOf(request.recipients))
    const workspace = await readWorkspace(ctx.db, actor.workspaceId)
    const receivers = recipients.map(({ after }) => ({
      channel: after.channel,
      requireSms: after.require_sms_verification,
    }))
    if (recipients.some(({ before, after }) => before.locale !== after.locale)) {
      const signers = recipients.map(({ after }) => after)
      confirming.rendition = await renderAgain(ctx, seen, signers, await keptValues(ctx, id))
    }
    await assertSmsAllowance(ctx, workspace, messagesOf(receivers, sendEmails))
    // Looked up before the transaction, so that no lock waits for DNS.
    if (sendEmails)
      confirming.noMail = await addressesWithoutMail(
        ctx,
        recipients.map(({ after }) => after.email),
      )
  }
  const outcome = await asConfirmFailure(() =>
    transaction(ctx.db, (tx) => confirmLocked(ctx, tx, id, request, confirming)),
  )
  if (outcome === 'over') throw reviewExpired()
  return outcome
}

/** Under the document's row lock. @returns `over`: the end of the review was carried out, which must be committed; `edited` */
async function confirmLocked(
  ctx: Ctx,
  tx: Tx,
  id: string,
  request: ConfirmRequest,
  confirming: Confirming,
): Promise<Confirmed | 'over' | 'edited'> {
  const document = await lockDocument(tx, id)
  const signers = await loadSigners(tx, id)
  switch (document.review_state) {
    case null:
      throw notStaged()
    case 'discarded':
      if (document.review_reason === 'expired') throw reviewExpired()
      throw new DomainError('discarded', 'the document was discarded')
    case 'confirmed':
      return { document, signers, already: true, warnings: [...request.warnings, ...ignoredEdits(request)] }
    case 'staged': {
      if (isReviewOver(document, ctx.clock.now())) {
        await endReview(ctx, tx, document, null)
        return 'over'
      }
      const { rendition } = confirming
      if (request.revision !== null) assertRevision(document, request.revision)
      if (rendition !== null && rendition.revision !== document.review_revision) return 'edited'
      const recipients = mergeEdits(ctx, document, signers, request.recipients)
      await writeEdits(ctx, tx, document, recipients, confirming)
      const released = await releaseInstance(ctx, tx, document, confirming)
      const warnings = [...request.warnings, ...ignoredOrders(document, request.recipients)]
      return { ...released, already: false, warnings }
    }
  }
}

/** A document that was confirmed before keeps what it was confirmed with. */
function ignoredEdits({ recipients, sendEmails, expiresInDays }: ConfirmRequest): Warning[] {
  const given = {
    recipients: recipients.length > 0,
    send_emails: sendEmails !== null,
    expires_in_days: expiresInDays !== null,
  }
  return Object.entries(given).flatMap(([field, isGiven]) =>
    isGiven
      ? [
          {
            field,
            code: 'ignored_field' as const,
            message: `the document is confirmed already; ${field} has no effect`,
          },
        ]
      : [],
  )
}

async function addressesWithoutMail(ctx: Ctx, emails: string[]): Promise<Set<string>> {
  const found = await Promise.all(emails.map(async (email) => ((await ctx.mail.acceptsNoMail(email)) ? [email] : [])))
  return new Set(found.flat())
}

async function asConfirmFailure<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof DomainError) throw error
    const message = 'the document could not be released; nothing was changed or sent, and the call can be repeated'
    throw new DomainError('confirm_failed', message, { cause: error })
  }
}

export function reviewExpired(): DomainError {
  return new DomainError('review_expired', `the review window of ${REVIEW.windowMs / EXPIRY.dayMs} days is over`)
}
