import type { Workspace } from '../records/workspaces/read.ts'

/**
 * What stands at the foot of the pages, so that a print can be tied to its audit trail.
 * @param documentId null: no document comes of it
 */
export function footLineOf(
  { print_document_id: isPrinted }: Pick<Workspace, 'print_document_id'>,
  documentId: string | null,
): string | undefined {
  return isPrinted && documentId !== null ? `Document ID ${documentId}` : undefined
}
