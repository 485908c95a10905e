import type { Ctx } from '../../context.ts'
import { type Tx, transaction } from '../../db/database.ts'
import type { Actor } from '../actor.ts'
import { DomainError } from '../errors.ts'
import { type ActorOf, assertMay } from '../may.ts'
import { appendAudit, auditHead, type PublishedAuditEvent } from '../records/audit.ts'
import { type DocumentRow, loadDocument, lockDocument } from '../records/documents.ts'
import { keyName } from '../records/workspaces/keys.ts'
import { recordWork } from '../records/workspaces/log.ts'

/** What an entry of the audit trail commits to, with the salt that proves it (decision 0042). */
export interface DisclosedEntry {
  documentId: string
  seq: number
  commitment: string
  salt: Buffer
  /** Exactly what was hashed, once it is canonical JSON. */
  hidden: { ip: string | null; user_agent: string | null }
  /** The entry that records this disclosure. */
  loggedAs: { seq: number; hash: string }
}

/**
 * Shows the full address and user agent of an entry, after the trail has an entry that says who asked for it and why.
 * Each call adds one.
 * @param seq as in the path or on the command line
 * @throws DomainError `not_found`, also for an entry that the trail does not have; `nothing_private` for one without a
 *   commitment; `deleted_by_retention` once the values are gone
 */
export async function discloseAuditEvent(
  ctx: Ctx,
  actor: Actor,
  documentId: string,
  seq: string,
  reason: string,
): Promise<DisclosedEntry> {
  assertMay(ctx, actor, 'discloseAuditEvent')
  await loadDocument(ctx.db, actor.workspaceId, documentId)
  return transaction(ctx.db, async (tx) => {
    const document = await lockDocument(tx, documentId)
    const { event, commitment } = await committingEntry(tx, documentId, seq)
    const { salt, body } = await privatePart(tx, document, event.seq)
    const target = { name: document.title, id: documentId }
    const meta = {
      event: event.seq,
      reason,
      disclosed_by: (await recordWork(ctx, tx, actor, 'entry.disclosed', target)) ?? (await nameOf(tx, actor)),
    }
    const signingRequestId = event.signing_request_id
    await appendAudit(ctx, tx, documentId, { type: 'disclosed', meta, actor, signingRequestId })
    const hidden = JSON.parse(body) as DisclosedEntry['hidden']
    return { documentId, seq: event.seq, commitment, salt, hidden, loggedAs: await auditHead(tx, documentId) }
  })
}

async function committingEntry(tx: Tx, documentId: string, seq: string) {
  const row = /^[1-9]\d{0,8}$/.test(seq)
    ? await tx
        .selectFrom('audit_events')
        .select('body')
        .where('document_id', '=', documentId)
        .where('seq', '=', Number(seq))
        .executeTakeFirst()
    : undefined
  if (!row) throw new DomainError('not_found', 'the audit trail of this document has no such event')
  const event = JSON.parse(row.body) as PublishedAuditEvent
  const { private_commitment: commitment, type } = event
  if (commitment === null) {
    const meta = { seq: event.seq, type }
    throw new DomainError('nothing_private', `event ${event.seq} (${type}) has nothing private`, { meta })
  }
  return { event, commitment }
}

async function privatePart(tx: Tx, { id, deleted_at: deletedAt }: DocumentRow, seq: number) {
  const row = await tx
    .selectFrom('audit_private')
    .select(['salt', 'body'])
    .where('document_id', '=', id)
    .where('seq', '=', seq)
    .executeTakeFirst()
  if (row) return row
  throw new DomainError(
    'deleted_by_retention',
    'the full address and device were deleted when the document was erased',
    {
      meta: deletedAt ? { deleted_at: deletedAt.toISOString() } : undefined,
    },
  )
}

/** Who is no person of the workspace. */
async function nameOf(tx: Tx, actor: ActorOf<'discloseAuditEvent'>): Promise<string | null> {
  return actor.kind === 'apiKey' ? keyName(tx, actor.keyId) : 'command line'
}
