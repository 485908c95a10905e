import type { Ctx } from '../../context.ts'
import type { Actor } from '../actor.ts'
import { DomainError } from '../errors.ts'
import { assertMay } from '../may.ts'
import { type ChainedAuditEvent, GENESIS_HASH, readAudit } from '../records/audit.ts'
import { type DocumentRow, loadDocument } from '../records/documents.ts'
import { documentStatus } from '../signers/states.ts'

export interface AuditTrail {
  document: DocumentRow
  /** Oldest first, `seq` from 1 without gaps. */
  events: ChainedAuditEvent[]
  head: { seq: number; hash: string }
}

/** The audit trail with its hash chain (decision 0042). @throws DomainError `not_found`, `not_sent` */
export async function listAuditEvents(ctx: Ctx, actor: Actor, id: string): Promise<AuditTrail> {
  assertMay(ctx, actor, 'listAuditEvents')
  const document = await loadDocument(ctx.db, actor.workspaceId, id)
  assertSent(ctx, document)
  const events = await readAudit(ctx.db, id)
  const last = events.at(-1)
  return { document, events, head: { seq: last?.seq ?? 0, hash: last?.hash ?? GENESIS_HASH } }
}

/** A trail exists from the first invitation on. @throws DomainError `not_sent` with `meta.status` */
export function assertSent(ctx: Pick<Ctx, 'clock'>, document: DocumentRow): void {
  const { kind, review_state: review } = document
  if (kind === 'esign' && (review === null || review === 'confirmed')) return
  const status = documentStatus(document, [], ctx.clock.now())
  throw new DomainError('not_sent', `the document is ${status}; nobody was invited to it`, { meta: { status } })
}
