import type { Ctx } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { EXPIRY } from '../../limits.ts'
import { DomainError } from '../errors.ts'
import type { EventPayloads } from '../events/catalogue.ts'
import { recordEvent } from '../events/record.ts'
import { recordSignerEvent } from '../events/signer-event.ts'
import type { ActorOf } from '../may.ts'
import { enqueueInvitations } from '../messages/enqueue.ts'
import { type AuditEntry, type AuditMeta, appendAudit } from '../records/audit.ts'
import { type DocumentRow, loadSigners, type SignerRow } from '../records/documents.ts'
import { sentAuditEntries } from '../sending/invite.ts'
import { isByEmail, isBySms } from '../signers/channel.ts'
import { currentLinkKey } from '../signers/link.ts'
import { deciderColumns } from '../signing/end-review.ts'
import type { EditedRecipient } from './edits.ts'
import { type Rendition, writeRendition } from './rendition.ts'

/** How a staged document is released. */
export interface Confirming {
  actor: ActorOf<'confirmDocument'>
  sendEmails: boolean
  expiresInDays: number
  /** Addresses of domains that accept no mail. */
  noMail: Set<string>
  /** Null: nothing that is shown has changed. */
  rendition: Rendition | null
}

/** What a signer's row takes from an edit. */
const EDITED = [
  ...(['email', 'name', 'locale', 'phone_e164', 'require_sms_verification', 'sms_gate', 'reference'] as const),
  ...(['company', 'job_title', 'return_url', 'signing_order', 'channel'] as const),
]

/** Writes the edits of a confirm, in the caller's transaction. @throws DomainError `update_failed` */
export async function writeEdits(
  ctx: Ctx,
  tx: Tx,
  document: DocumentRow,
  recipients: EditedRecipient[],
  { sendEmails, expiresInDays, rendition }: Confirming,
): Promise<void> {
  try {
    if (sendEmails !== document.send_emails || expiresInDays !== document.expires_in_days) {
      await tx
        .updateTable('documents')
        .set({ send_emails: sendEmails, expires_in_days: expiresInDays })
        .where('id', '=', document.id)
        .execute()
    }
    await writeRecipients(ctx, tx, recipients)
    const signers = recipients.map(({ after }) => after)
    if (rendition) await writeRendition(ctx, tx, document, signers, rendition)
  } catch (error) {
    throw new DomainError('update_failed', 'the edits could not be stored; nothing was sent', { cause: error })
  }
}

/**
 * Writes what changed of the recipients, in the caller's transaction. Another address gets another link: the one that
 * was handed out for the staged address is dead.
 * @returns the slots that changed
 */
export async function writeRecipients(ctx: Ctx, tx: Tx, recipients: EditedRecipient[]): Promise<number[]> {
  const slots: number[] = []
  for (const { before, after } of recipients) {
    const changed = EDITED.filter((column) => before[column] !== after[column])
    if (changed.length === 0) continue
    slots.push(after.slot!)
    const isOther = after.email.toLowerCase() !== before.email.toLowerCase()
    await tx
      .updateTable('signing_requests')
      .set(Object.fromEntries(changed.map((column) => [column, after[column]])))
      .$if(isOther, (update) =>
        update.set((eb) => ({ link_version: eb('link_version', '+', 1), link_key_version: currentLinkKey(ctx) })),
      )
      .where('id', '=', before.id)
      .execute()
  }
  return slots
}

/** The file that goes out: an edit may have replaced the one that was staged. */
async function confirmedBytes(tx: Tx, { id, sha256 }: DocumentRow): Promise<AuditMeta> {
  const { length } = await tx
    .selectFrom('document_revisions')
    .select('length')
    .where('document_id', '=', id)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return { sha256, length }
}

/**
 * Invites the first signers, with their days counted from now, and records `template_instance.confirmed` and then
 * `signing_request.sent` (contract 3), in the caller's transaction. A file is finalized.
 */
export async function releaseInstance(
  ctx: Ctx,
  tx: Tx,
  { id, kind }: DocumentRow,
  confirming: Confirming,
): Promise<{ document: DocumentRow; signers: SignerRow[] }> {
  const now = ctx.clock.now()
  const { actor, expiresInDays } = confirming
  const document = await tx
    .updateTable('documents')
    .set({ review_state: 'confirmed', review_decided_at: now, ...deciderColumns(actor) })
    .$if(kind === 'file', (update) => update.set({ completed_at: now }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const expiresAt = new Date(now.getTime() + expiresInDays * EXPIRY.dayMs)
  const signers = await inviteFirst(tx, await loadSigners(tx, id), confirming, { now, expiresAt })
  const confirmed: AuditEntry = { type: 'confirmed', actor, meta: await confirmedBytes(tx, document) }
  await appendAudit(ctx, tx, id, confirmed, ...sentAuditEntries(actor, signers))
  await recordEvent(ctx, tx, {
    type: 'template_instance.confirmed',
    workspaceId: document.workspace_id,
    documentId: id,
    signingRequestId: null,
    payload: confirmedPayload(document, signers, expiresAt),
  })
  const invited = signers.filter(({ status }) => status === 'pending')
  await enqueueInvitations(ctx, tx, invited)
  const [first] = invited
  if (first) {
    const own = { locale: first.locale, channel: first.channel, source: 'template_instance' as const }
    await recordSignerEvent(ctx, tx, first, 'signing_request.sent', own)
  }
  return { document, signers }
}

/** All of a parallel send, of a sequential one the first. */
async function inviteFirst(
  tx: Tx,
  signers: SignerRow[],
  { sendEmails, noMail }: Confirming,
  { now, expiresAt }: { now: Date; expiresAt: Date },
): Promise<SignerRow[]> {
  const first = Math.min(...signers.map((signer) => signer.signing_order ?? 0))
  const all: SignerRow[] = []
  for (const signer of signers) {
    if (signer.signing_order !== null && signer.signing_order !== first) {
      all.push(signer)
      continue
    }
    const emailed = sendEmails && isByEmail(signer) && !noMail.has(signer.email)
    const texted = sendEmails && isBySms(signer)
    const invited = await tx
      .updateTable('signing_requests')
      .set({ status: 'pending', invited_at: now, expires_at: expiresAt, emailed, texted })
      .where('id', '=', signer.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    all.push(invited)
  }
  return all
}

function confirmedPayload(
  { id, kind, template_id: templateId, template_version: version, review_actor: actor }: DocumentRow,
  signers: SignerRow[],
  expiresAt: Date,
): EventPayloads['template_instance.confirmed'] {
  if (templateId === null || version === null || actor === null || actor === 'system') {
    throw new Error(`document ${id} was not staged`)
  }
  const common = { document_id: id, template_id: templateId, template_version: version, actor }
  if (kind === 'file') return { ...common, kind }
  const recipients = signers.map((signer) => ({
    signing_request_id: signer.id,
    slot: signer.slot!,
    email: signer.email,
    channel: signer.channel,
    status: signer.status === 'pending' ? ('pending' as const) : ('queued' as const),
  }))
  return { ...common, kind, expires_at: expiresAt.toISOString(), recipients }
}
