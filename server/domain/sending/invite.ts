import type { Ctx } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { recordSignerEvent } from '../events/signer-event.ts'
import { enqueueInvitations } from '../messages/enqueue.ts'
import type { AuditEntry } from '../records/audit.ts'
import type { SignerRow } from '../records/documents.ts'
import { invitedBy } from '../signers/channel.ts'
import type { DraftInstance } from './draft.ts'
import type { Sender } from './plan.ts'

/**
 * Invites the first signers of a stored document, in the caller's transaction: the email of each, and a single
 * `signing_request.sent` for the send, without a source when a person sent it (contract 6.3). `sentAuditEntries` are the
 * entries of the audit trail.
 * @param signers of one document, in the order of the call; at least one is `pending`
 */
export async function inviteSigners(
  ctx: Ctx,
  tx: Tx,
  actor: Sender,
  signers: SignerRow[],
  instance: DraftInstance | null,
): Promise<void> {
  const invited = signers.filter(isInvited)
  await enqueueInvitations(ctx, tx, invited)
  const first = invited[0]!
  const source = actor.kind === 'apiKey' ? { source: 'v1_api' as const } : {}
  const template = instance && { template_id: instance.templateId, template_version: instance.version }
  await recordSignerEvent(ctx, tx, first, 'signing_request.sent', {
    locale: first.locale,
    channel: first.channel,
    ...source,
    ...template,
  })
}

/** One for each signer who is invited now. */
export function sentAuditEntries(actor: Sender, signers: SignerRow[]): AuditEntry[] {
  return signers.filter(isInvited).map((signer) => ({
    type: 'sent',
    signingRequestId: signer.id,
    meta: { ...invitedBy(signer), expires_at: signer.expires_at?.toISOString() ?? null },
    actor,
  }))
}

const isInvited = ({ status }: SignerRow) => status === 'pending'
