import type { Ctx } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { EXPIRY } from '../../limits.ts'
import type { DomainEvent } from '../events/record.ts'
import { signerEvent } from '../events/signer-event.ts'
import { enqueueTexts } from '../messages/enqueue.ts'
import type { AuditEntry } from '../records/audit.ts'
import { type DocumentRow, inSigningOrder, type SignerRow } from '../records/documents.ts'
import { invitedBy, isByEmail, isBySms } from '../signers/channel.ts'
import { allows } from '../signers/states.ts'

export interface ReleasedSigner {
  signer: SignerRow
  /** Whether an invitation will be emailed. */
  mailable: boolean
}

/** Queued signers whose domain accepts no mail. Looked up before the transaction, so that no lock waits for DNS. */
export async function queuedWithoutMail(ctx: Ctx, document: DocumentRow, signers: SignerRow[]): Promise<Set<string>> {
  if (document.signing_mode !== 'sequential' || !document.send_emails) return new Set()
  const queued = signers.filter(({ status }) => status === 'queued')
  const unmailable = await Promise.all(
    queued.map(async ({ id, email }) => ((await ctx.mail.acceptsNoMail(email)) ? [id] : [])),
  )
  return new Set(unmailable.flat())
}

/**
 * The signer whom a sequential send releases next; null while an earlier signer has not signed or the document cannot
 * complete.
 */
export function findNext(document: DocumentRow, signers: SignerRow[], noMail: Set<string>): ReleasedSigner | null {
  if (document.signing_mode !== 'sequential') return null
  if (signers.some(({ status }) => status !== 'signed' && status !== 'queued')) return null
  const [next] = inSigningOrder(signers.filter(({ status }) => allows('release', status)))
  if (!next) return null
  return { signer: next, mailable: document.send_emails && isByEmail(next) && !noMail.has(next.id) }
}

/**
 * Releases the next signer of a sequential send (contract 3, 6.3), in the transaction of the previous signature. The
 * caller records what is returned: the entry after those of that signature, the event before its own.
 */
export async function releaseNext(
  ctx: Ctx,
  tx: Tx,
  document: DocumentRow,
  { signer: next, mailable }: ReleasedSigner,
  now: Date,
): Promise<{ entry: AuditEntry; event: DomainEvent<'signing_request.sent'> }> {
  const released = await tx
    .updateTable('signing_requests')
    .set({
      status: 'pending',
      invited_at: now,
      emailed: mailable,
      texted: document.send_emails && isBySms(next),
      expires_at: new Date(now.getTime() + document.expires_in_days * EXPIRY.dayMs),
    })
    .where('id', '=', next.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  if (released.texted) await enqueueTexts(ctx, tx, [released])
  return {
    entry: {
      type: 'released',
      signingRequestId: next.id,
      meta: { ...invitedBy(released), expires_at: released.expires_at!.toISOString() },
    },
    event: signerEvent(released, 'signing_request.sent', {
      locale: released.locale,
      channel: released.channel,
      source: 'sequential_release',
      occurred_at: now.toISOString(),
      // An email is reported as sent only once it has been.
      emailed: false,
    }),
  }
}
