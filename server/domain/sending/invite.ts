import type { Ctx } from '../../context.ts'
import { enqueueAll, type Tx } from '../../db/database.ts'
import { recordSignerEvent } from '../events/signer-event.ts'
import type { AuditEntry } from '../records/audit.ts'
import type { SignerRow } from '../records/documents.ts'
import type { DraftInstance } from './draft.ts'
import type { Sender } from './plan.ts'

/**
 * Invites the first signers of a stored document, in the caller's transaction: the email of each, and a single
 * `signing_request.sent` for the send, without a source when a person sent it (contract 6.3). `sentEntries` are the
 * entries of the audit trail.
 * @param signers of one document, in the order of the call; at least one is `pending`
 */
export async function invite(
  ctx: Ctx,
  tx: Tx,
  actor: Sender,
  signers: SignerRow[],
  instance: DraftInstance | null,
): Promise<void> {
  const invited = signers.filter(isInvited)
  const mailed = invited.filter(({ emailed }) => emailed)
  await enqueueAll(
    ctx,
    tx,
    'send-email',
    mailed.map(({ id }) => ({ message: 'invitation', signingRequestId: id })),
  )
  const first = invited[0]!
  const source = actor.kind === 'apiKey' ? { source: 'v1_api' as const } : {}
  const template = instance && { template_id: instance.templateId, template_version: instance.version }
  await recordSignerEvent(ctx, tx, first, 'signing_request.sent', { locale: first.locale, ...source, ...template })
}

/** One for each signer who is invited now. */
export function sentEntries(actor: Sender, signers: SignerRow[]): AuditEntry[] {
  return signers.filter(isInvited).map(({ id: signingRequestId, email, emailed, expires_at }) => ({
    type: 'sent',
    signingRequestId,
    meta: { email, emailed, expires_at: expires_at?.toISOString() ?? null },
    actor,
  }))
}

const isInvited = ({ status }: SignerRow) => status === 'pending'
