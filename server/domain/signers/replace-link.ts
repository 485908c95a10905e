import type { Ctx } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import type { SignerRow } from '../records/documents.ts'
import { currentLinkKey } from './link.ts'

/**
 * Gives the signer a new link and revokes the previous one (decision 0022). The caller holds the document's lock and
 * records the reason. Embedded sessions stay valid: their tokens are not derived from the link.
 */
export async function replaceLink(ctx: Pick<Ctx, 'keyring'>, tx: Tx, signingRequestId: string): Promise<SignerRow> {
  return tx
    .updateTable('signing_requests')
    .set((eb) => ({ link_version: eb('link_version', '+', 1), link_key_version: currentLinkKey(ctx) }))
    .where('id', '=', signingRequestId)
    .returningAll()
    .executeTakeFirstOrThrow()
}
