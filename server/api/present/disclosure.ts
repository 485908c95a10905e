import type { DisclosedEntry } from '../../domain/documents/disclose.ts'
import type { components } from '../../generated/openapi.ts'

/** What an entry of the audit trail commits to, as answered by the API and printed by the command line. */
export function presentDisclosure(disclosed: DisclosedEntry): components['schemas']['Disclosure'] {
  const { documentId, seq, commitment, salt, hidden, loggedAs } = disclosed
  return {
    document_id: documentId,
    seq,
    private_commitment: commitment,
    salt: salt.toString('hex'),
    committed: hidden,
    logged_as: loggedAs,
  }
}
