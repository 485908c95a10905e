import type { Ctx } from '../../context.ts'
import { type Tx, transaction } from '../../db/database.ts'
import type { Actor } from '../actor.ts'
import { DomainError } from '../errors.ts'
import { recordSignerEvent } from '../events/signer-event.ts'
import { invalid } from '../invalid.ts'
import type { Locale } from '../locales.ts'
import { type ActorOf, assertMay } from '../may.ts'
import { enqueueInvitations } from '../messages/enqueue.ts'
import { appendAudit } from '../records/audit.ts'
import {
  type DocumentRow,
  loadDocument,
  loadSigner,
  lockDocument,
  reloadSigner,
  type SignerRow,
} from '../records/documents.ts'
import { invitedBy, isByEmail, isBySms } from '../signers/channel.ts'
import { revokeSessions } from '../signers/embedding/revoke.ts'
import { replaceLink } from '../signers/link.ts'
import { isDoneSince } from '../signers/person-state.ts'
import { isNamed, isStanding, type NamedProposal } from '../signers/proposal.ts'
import { assertReturnUrls } from '../signers/return-url.ts'
import { atReviewEnd, reviewState } from '../signers/review.ts'
import { restartRequestCount } from '../sms/day-caps.ts'
import { UNLOCKED, voidCodes } from '../sms/step.ts'
import { assertReassignable, notReassignable, type Reassignable } from './reassignable.ts'

/** The new person. Nothing of the previous one stays but what is undefined and may be. */
export interface NewSigner {
  email: string
  name: string | null
  /** E.164. */
  phone: string | null
  company?: string | null | undefined
  jobTitle?: string | null | undefined
  returnUrl?: string | null | undefined
  locale?: Locale | undefined
  reference?: string | null | undefined
  /** The name or address of the same person is put right: the phone may be the one so far. */
  isSamePerson?: boolean
  /** The signer's proposal that a form passes on. */
  proposal?: NamedProposal
}

export interface Reassignment {
  signer: SignerRow
  status: Reassignable
  previous: { email: string; name: string | null }
  reassignedAt: Date
}

/**
 * Gives a request to another person (decision 0022): id, role, order, state and expiry stay, the previous link and
 * sessions end, the new person is invited. By the API, or by the link in the email that passes on a signer's proposal.
 * @throws DomainError `not_found`, `expired`, `invalid_state`, `not_reassignable` (`meta.reason`), `invalid_request` for a
 * missing or unchanged phone, `return_url_not_allowed`
 */
export function reassignSigningRequest(ctx: Ctx, actor: Actor, id: string, to: NewSigner): Promise<Reassignment>
/**
 * The same by a form, which names the person it showed; done once, however often it is sent.
 * @param was `personState` of what it showed
 * @throws DomainError as above; `values_changed` if somebody else has changed the person
 */
export function reassignSigningRequest(
  ctx: Ctx,
  actor: Actor,
  id: string,
  to: NewSigner,
  was: string,
): Promise<Pick<Reassignment, 'signer'>>
export async function reassignSigningRequest(
  ctx: Ctx,
  actor: Actor,
  id: string,
  to: NewSigner,
  was?: string,
): Promise<Reassignment | Pick<Reassignment, 'signer'>> {
  assertMay(ctx, actor, 'reassignSigningRequest')
  const asked = await prepare(ctx, actor, id, to)
  return transaction(ctx.db, async (tx) => {
    const document = await lockDocument(tx, asked.document.id)
    const signer = await reloadSigner(tx, id)
    const isStored = isFor(signer, to)
    if (was !== undefined && (await isDoneSince(tx, document, id, { was, isStored }))) return { signer }
    return reassign(ctx, tx, actor, { ...asked, locked: document, signer })
  })
}

function isFor(signer: SignerRow, { email, name, phone, locale }: NewSigner): boolean {
  const isSame = signer.email === email.trim() && signer.name === name && signer.phone_e164 === phone
  return isSame && signer.locale === (locale ?? signer.locale)
}

/** What is asked for, with what is looked up before the transaction. */
interface Asked {
  to: NewSigner
  document: DocumentRow
  /** Whether the domain of the new address takes mail. */
  takesMail: boolean
}

async function prepare(ctx: Ctx, actor: ActorOf<'reassignSigningRequest'>, id: string, to: NewSigner): Promise<Asked> {
  const seen = await loadSigner(ctx.db, actor.workspaceId, id)
  const document = await loadDocument(ctx.db, actor.workspaceId, seen.document_id)
  await assertReturnUrls(ctx, actor, to.returnUrl ? [{ path: 'return_url', url: to.returnUrl }] : [])
  // Looked up before the transaction, so that no lock waits for DNS.
  const takesMail = document.send_emails && !(await ctx.mail.acceptsNoMail(to.email))
  return { to, document, takesMail }
}

async function reassign(
  ctx: Ctx,
  tx: Tx,
  actor: Actor,
  { to, document, takesMail, locked, signer: stored }: Asked & { locked: DocumentRow; signer: SignerRow },
): Promise<Reassignment> {
  const now = ctx.clock.now()
  const before = atReviewEnd(locked, stored, now)
  if (reviewState(locked, now) === 'staged')
    throw notReassignable('staged', 'the document waits for a review; confirm takes other recipients')
  if (actor.kind === 'senderLink' && !isStanding(before, actor)) {
    throw new DomainError('not_found', 'this link is not valid')
  }
  if (to.proposal && !(before.proposed_at && isNamed(before, to.proposal)))
    throw new DomainError('values_changed', 'another proposal stands')
  const status = await assertReassignable(tx, before, now)
  assertOwnPhone(before, to)
  const how = invitationOf(before, to, document.send_emails && status !== 'queued', takesMail)
  const signer = await replacePerson(ctx, tx, before, { to, now, ...how })
  await record(ctx, tx, document, { actor, before, signer, now })
  return { signer, status, previous: { email: before.email, name: before.name }, reassignedAt: now }
}

/** A code or a link to the previous person's phone would not reach the new one. */
function assertOwnPhone(before: SignerRow, { phone, isSamePerson = false }: NewSigner): void {
  if (!before.require_sms_verification && !isBySms(before)) return
  if (phone === null && before.require_sms_verification) {
    throw invalid('phone_e164', 'phone_e164 is required: this request needs SMS verification')
  }
  if (!isSamePerson && phone !== null && phone === before.phone_e164)
    throw invalid('phone_e164', 'phone_e164 must not be the previous signer’s number')
}

/** Of the new person: by the same channel, by email where it needs a phone that is not given. */
function invitationOf(before: SignerRow, { phone }: NewSigner, isInvited: boolean, mailable: boolean) {
  const channel = phone === null ? ('email' as const) : before.channel
  return {
    channel,
    emailed: isInvited && mailable && isByEmail({ channel }),
    texted: isInvited && isBySms({ channel }),
  }
}

async function replacePerson(
  ctx: Ctx,
  tx: Tx,
  before: SignerRow,
  {
    to,
    now,
    channel,
    emailed,
    texted,
  }: { to: NewSigner; now: Date } & Pick<SignerRow, 'channel' | 'emailed' | 'texted'>,
): Promise<SignerRow> {
  const isPassedOn = before.proposed_at !== null && before.proposed_email === to.email.trim()
  await replaceLink(ctx, tx, before.id)
  await revokeSessions(ctx, tx, before.id)
  await voidCodes(tx, before.id)
  // Nor count their codes and tries against the new one.
  await restartRequestCount(tx, before.id)
  // What the previous person had on screen says nothing about the new one.
  await tx.deleteFrom('displays').where('signing_request_id', '=', before.id).execute()
  return tx
    .updateTable('signing_requests')
    .set({
      email: to.email.trim(),
      name: to.name,
      phone_e164: to.phone,
      company: or(to.company, before.company),
      job_title: or(to.jobTitle, before.job_title),
      return_url: or(to.returnUrl, before.return_url),
      locale: to.locale ?? before.locale,
      reference: or(to.reference, before.reference),
      emailed,
      texted,
      channel,
      // The new person's reminders are counted from their own invitation.
      invited_at: before.status === 'queued' ? null : now,
      last_reminded_at: null,
      reminder_steps: 0,
      ...UNLOCKED,
      reassigned_at: now,
      time_zone: null,
      proposal: 0,
      proposed_email: null,
      proposed_name: null,
      proposed_at: null,
      proposal_ignored: null,
      // The page of whoever proposed this person says so.
      passed_on_version: isPassedOn ? before.link_version : null,
      passed_on_key_version: isPassedOn ? before.link_key_version : null,
    })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

const or = <T>(given: T | undefined, before: T): T => (given === undefined ? before : given)

async function record(
  ctx: Ctx,
  tx: Tx,
  document: DocumentRow,
  { actor, before, signer, now }: { actor: Actor; before: SignerRow; signer: SignerRow; now: Date },
): Promise<void> {
  await appendAudit(ctx, tx, document.id, {
    type: 'reassigned',
    signingRequestId: signer.id,
    meta: {
      from_email: before.email,
      from_name: before.name,
      ...invitedBy(signer),
      name: signer.name,
      new_link_version: signer.link_version,
    },
    actor,
  })
  await recordSignerEvent(ctx, tx, signer, 'signing_request.reassigned', {
    occurred_at: now.toISOString(),
    previous: { email: before.email, name: before.name },
    reassigned_by: actor.kind === 'apiKey' ? 'api' : 'sender',
    emailed: signer.emailed,
  })
  await enqueueInvitations(ctx, tx, [signer])
}
