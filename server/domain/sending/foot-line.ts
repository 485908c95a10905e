import type { FootLine } from '../../pdf/types.ts'
import type { Workspace } from '../records/workspaces/read.ts'

/**
 * What stands at the foot of the pages, so that a print can be tied to its audit trail, and a test is never taken for
 * more (contract 1.13).
 * @param documentId null: no document comes of it
 */
export function footLineOf(
  { print_document_id: isPrinted, live_id: liveId }: Pick<Workspace, 'print_document_id' | 'live_id'>,
  documentId: string | null,
): FootLine | undefined {
  const name = isPrinted && documentId !== null ? [`Document ID ${documentId}`] : []
  const parts = liveId === null ? name : ['TEST, not binding', ...name]
  return parts.length > 0 ? { text: parts.join(' · '), isWarning: liveId !== null } : undefined
}
