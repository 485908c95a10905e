import type { Ctx } from '../../context.ts'
import { type Tx, transaction } from '../../db/database.ts'
import type { Actor } from '../actor.ts'
import { recordSignerEvent } from '../events/signer-event.ts'
import { assertMay } from '../may.ts'
import { appendAudit, readAudit } from '../records/audit.ts'
import type { SignerRow } from '../records/documents.ts'
import { lockForSigner } from '../signers/access.ts'
import { isGated, isPastExpiry } from '../signers/checks.ts'
import { allows } from '../signers/states.ts'
import { isTimeZone } from '../time-zone.ts'

/**
 * The signer's browser has loaded the document (contract 3): `pending` becomes `viewed`, once. The page calls it after
 * the document is on screen, so that a mail scanner that opens the link changes nothing. With `sms_gate: before_view`
 * only after the code is verified. For a person who got the request later (decision 0022) the state stays and no event
 * is sent, but the audit trail records that they had it on screen too.
 * @param timeZone IANA, of the browser; for the times in later emails. Ignored when it is not known here.
 */
export async function markViewed(ctx: Ctx, actor: Actor, timeZone: string | null = null): Promise<void> {
  assertMay(ctx, actor, 'markViewed')
  const seen = actor.signer
  if (!allows('view', seen.status) && !(seen.status === 'viewed' && seen.reassigned_at)) return
  await transaction(ctx.db, async (tx) => {
    const { document, signer } = await lockForSigner(tx, actor)
    const now = ctx.clock.now()
    if (isPastExpiry(signer, now) || isGated(signer)) return
    const about = { type: 'viewed', signingRequestId: signer.id, actor } as const
    const zone = timeZone !== null && isTimeZone(timeZone) ? { time_zone: timeZone } : {}
    if (allows('view', signer.status)) {
      await set(tx, signer, { status: 'viewed', viewed_at: now, ...zone })
      await appendAudit(ctx, tx, document.id, about)
      await recordSignerEvent(ctx, tx, signer, 'signing_request.viewed', { occurred_at: now.toISOString() })
    } else if (signer.status === 'viewed' && (await isNewToThePerson(tx, signer))) {
      await set(tx, signer, { viewed_at: now, ...zone })
      await appendAudit(ctx, tx, document.id, about)
    }
  })
}

async function set(
  tx: Tx,
  { id }: SignerRow,
  values: { status?: 'viewed'; viewed_at: Date; time_zone?: string },
): Promise<void> {
  await tx.updateTable('signing_requests').set(values).where('id', '=', id).execute()
}

/** Whether nobody has loaded the document since the request was last given to somebody else. */
async function isNewToThePerson(tx: Tx, { id, document_id, reassigned_at }: SignerRow): Promise<boolean> {
  if (reassigned_at === null) return false
  const events = await readAudit(tx, document_id, id)
  return (
    events.findLastIndex(({ type }) => type === 'viewed') < events.findLastIndex(({ type }) => type === 'reassigned')
  )
}
