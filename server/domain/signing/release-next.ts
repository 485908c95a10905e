import type { Ctx } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { EXPIRY } from '../../limits.ts'
import { announce } from '../events/announce.ts'
import type { RecordOptions } from '../events/record.ts'
import { appendAudit } from '../records/audit.ts'
import { type DocumentRow, loadSigners, type SignerRow } from '../records/documents.ts'
import { allows } from '../signers/states.ts'

export interface Release {
  signer: SignerRow
  /** Whether an invitation will be tried. */
  mailable: boolean
}

/** Queued signers whose domain accepts no mail. Looked up before the transaction: no lock waits for DNS. */
export async function queuedWithoutMail(ctx: Ctx, document: DocumentRow): Promise<Set<string>> {
  if (document.signing_mode !== 'sequential' || !document.send_emails) return new Set()
  const queued = (await loadSigners(ctx.db, document.id)).filter((one) => one.status === 'queued')
  const refusing = await Promise.all(
    queued.map(async (one) => ((await ctx.mail.acceptsNoMail(one.email)) ? [one.id] : [])),
  )
  return new Set(refusing.flat())
}

/** The signer whom a sequential send releases now, or null while somebody before is missing or the document is dead. */
export function findNext(document: DocumentRow, signers: SignerRow[], noMail: Set<string>): Release | null {
  if (document.signing_mode !== 'sequential') return null
  if (signers.some((one) => one.status !== 'signed' && one.status !== 'queued')) return null
  const next = signers
    .filter((one) => allows('release', one.status))
    .sort((a, b) => (a.signing_order ?? 0) - (b.signing_order ?? 0))[0]
  if (!next) return null
  return { signer: next, mailable: document.send_emails && !noMail.has(next.id) }
}

/**
 * Releases the next signer of a sequential send (contract 3, 6.3), in the transaction of the signature before it and
 * before that signature's own event. `options` are those of that event too: both are held until the invitation's
 * outcome is known, at most 15 s, and what is held until the same moment is let go together.
 */
export async function releaseNext(
  ctx: Ctx,
  tx: Tx,
  document: DocumentRow,
  { signer: next, mailable }: Release,
  { now, options }: { now: Date; options: RecordOptions },
): Promise<string> {
  const released = await tx
    .updateTable('signing_requests')
    .set({
      status: 'pending',
      invited_at: now,
      emailed: mailable,
      expires_at: new Date(now.getTime() + document.expires_in_days * EXPIRY.dayMs),
    })
    .where('id', '=', next.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await appendAudit(ctx, tx, document.id, {
    type: 'released',
    signingRequestId: next.id,
    meta: { email: next.email, emailed: mailable, expires_at: released.expires_at!.toISOString() },
  })
  return announce(
    ctx,
    tx,
    released,
    'signing_request.sent',
    {
      locale: released.locale,
      source: 'sequential_release',
      occurred_at: now.toISOString(),
      // Until the invitation has really gone out nobody may be told that it has.
      emailed: false,
    },
    options,
  )
}
