import type { Ctx } from '../../context.ts'
import type { DeliveryStatus } from '../../db/schema.ts'
import type { Actor } from '../actor.ts'
import { assertMay } from '../may.ts'
import { loadDocument } from '../records/documents.ts'

/** One delivery of an event of the document. */
export interface DocumentDelivery {
  id: string
  hookId: string
  event: string
  targetUrl: string
  status: DeliveryStatus
  /** What the endpoint answered last; null: nothing. */
  responseStatus: number | null
  /** How often it was tried. */
  attempts: number
  latencyMs: number
  nextRetryAt: Date | null
  createdAt: Date
  /** Whether its hook is the workspace's, whose log it is in. */
  isLogged: boolean
  /** To an enabled hook. One to the document's own can be sent again by people alone (contract 2.2, 4.8). */
  isRepeatable: boolean
}

export interface DocumentDeliveries {
  /** The newest first. */
  newest: DocumentDelivery[]
  /** There are older ones. */
  isCut: boolean
}

const SHOWN = 50

/** The newest deliveries about a document, to hooks of the workspace and to its own. @throws DomainError `not_found` */
export async function documentDeliveries(ctx: Ctx, actor: Actor, documentId: string): Promise<DocumentDeliveries> {
  assertMay(ctx, actor, 'documentDeliveries')
  await loadDocument(ctx.db, actor.workspaceId, documentId)
  const rows = await ctx.db
    .selectFrom('events')
    .innerJoin('deliveries', 'deliveries.event_id', 'events.id')
    .innerJoin('hooks', 'hooks.id', 'deliveries.hook_id')
    .select([
      'deliveries.id',
      'deliveries.hook_id',
      'deliveries.event',
      'deliveries.status',
      'response_status',
      'attempts',
      'latency_ms',
      'next_retry_at',
      'deliveries.created_at',
      'target_url',
      'scope',
      'enabled',
    ])
    .where('events.document_id', '=', documentId)
    .where('events.workspace_id', '=', actor.workspaceId)
    .orderBy('deliveries.seq', 'desc')
    .limit(SHOWN + 1)
    .execute()
  const newest = rows.slice(0, SHOWN).map((row) => ({
    id: row.id,
    hookId: row.hook_id,
    event: row.event,
    targetUrl: row.target_url,
    status: row.status,
    responseStatus: row.response_status,
    attempts: row.attempts,
    latencyMs: row.latency_ms,
    nextRetryAt: row.next_retry_at,
    createdAt: row.created_at,
    isLogged: row.scope === 'workspace',
    // The first attempt is about to be made by itself.
    isRepeatable: row.enabled && (row.status !== 'pending' || row.attempts > 0),
  }))
  return { newest, isCut: rows.length > SHOWN }
}
