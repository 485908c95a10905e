import type { Ctx } from '../../../context.ts'
import { isUuid } from '../../uuid.ts'

/** One call with a known key, including refused ones; bodies are never stored (contract 1.12). */
export interface ApiLogEntry {
  requestId: string
  at: Date
  workspaceId: string
  keyId: string
  method: string
  /** The route's pattern, or the words of an unknown path, never the URL: URLs carry ids. */
  route: string
  status: number
  code: string | null
  /** The document concerned, if the call got far enough to determine it. */
  documentId: string | null
  ms: number
}

/** Writes the row, together with those of calls that end at the same time; resolves when it is committed. */
export async function logCall(ctx: Pick<Ctx, 'callLog'>, entry: ApiLogEntry): Promise<void> {
  await ctx.callLog.add({
    request_id: entry.requestId,
    at: entry.at,
    workspace_id: entry.workspaceId,
    key_id: entry.keyId,
    method: entry.method,
    route: entry.route,
    status: entry.status,
    code: entry.code,
    document_id: entry.documentId !== null && isUuid(entry.documentId) ? entry.documentId : null,
    ms: entry.ms,
  })
}
