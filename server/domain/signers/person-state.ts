import type { Tx } from '../../db/database.ts'
import { DomainError } from '../errors.ts'
import { type ChainedAuditEvent, readAudit } from '../records/audit.ts'
import type { DocumentRow } from '../records/documents.ts'

/**
 * Tells apart whom a request is for, and how that person is reached, at two times: a form sends it back.
 * @param events of this signer, oldest first
 */
export function personState(
  { review_revision: revision }: Pick<DocumentRow, 'review_revision'>,
  events: readonly Pick<ChainedAuditEvent, 'seq' | 'type'>[],
): string {
  const last = events.findLast(({ type }) => type === 'reassigned' || type === 'phone_changed')
  return `${revision}.${last?.seq ?? 0}`
}

/**
 * Whether a form asks for what was done since it was opened, as the second press of a double click does. The caller holds
 * the document's lock.
 * @param was `personState` of what the form showed
 * @param isStored whether what it asks for is what is stored
 * @throws DomainError `values_changed` if something else was done
 */
export async function isDoneSince(
  tx: Tx,
  document: DocumentRow,
  signingRequestId: string,
  { was, isStored }: { was: string; isStored: boolean },
): Promise<boolean> {
  if (personState(document, await readAudit(tx, document.id, signingRequestId)) === was) return false
  if (isStored) return true
  throw new DomainError('values_changed', 'the signer or their phone number was changed meanwhile')
}
