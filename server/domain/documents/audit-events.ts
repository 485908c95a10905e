import type { Ctx } from '../../context.ts'
import type { Actor } from '../actor.ts'
import { type ChainedAuditEvent, readAudit } from '../audit.ts'
import { loadDocument } from './load.ts'

/** The audit trail with its hash chain, oldest first (`decisions`, Proof). @throws ApiError 404 `not_found` */
export async function listAuditEvents(
  ctx: Ctx,
  actor: Extract<Actor, { workspaceId: string }>,
  id: string,
): Promise<ChainedAuditEvent[]> {
  await loadDocument(ctx.db, actor.workspaceId, id)
  return readAudit(ctx.db, id)
}
