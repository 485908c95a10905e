import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../db/database.ts'
import type { DocumentsTable, SigningRequestsTable } from '../../db/schema.ts'
import { DomainError } from '../errors.ts'
import { isUuid } from '../uuid.ts'
import { noteHead } from './audit.ts'
import type { Workspace } from './workspaces/read.ts'

export type DocumentRow = Selectable<DocumentsTable>
export type SignerRow = Selectable<SigningRequestsTable>

/** The workspace's document. A malformed id and another workspace's id both count as missing: 404. */
export async function loadDocument(db: Db | Tx, workspaceId: string, id: string): Promise<DocumentRow> {
  const row = isUuid(id)
    ? await db
        .selectFrom('documents')
        .selectAll()
        .where('id', '=', id)
        .where('workspace_id', '=', workspaceId)
        .executeTakeFirst()
    : undefined
  if (!row) throw noDocument()
  return row
}

export const noDocument = () => new DomainError('not_found', 'no document with this id')

/** The workspace's signing request; not found as for documents. */
export async function loadSigner(db: Db | Tx, workspaceId: string, id: string): Promise<SignerRow> {
  const row = isUuid(id)
    ? await db
        .selectFrom('signing_requests')
        .selectAll()
        .where('id', '=', id)
        .where('workspace_id', '=', workspaceId)
        .executeTakeFirst()
    : undefined
  if (!row) throw new DomainError('not_found', 'no signing request with this id')
  return row
}

/** Where answers to what signers get about the document go: the address that the sender has set, never anybody's sign-in. */
export const replyToOf = (document: Pick<DocumentRow, 'reply_to'>, workspace: Pick<Workspace, 'reply_to'>) =>
  document.reply_to ?? workspace.reply_to

/** All signers of a document, in the order of the call. */
export async function loadSigners(db: Db | Tx, documentId: string): Promise<SignerRow[]> {
  return db
    .selectFrom('signing_requests')
    .selectAll()
    .where('document_id', '=', documentId)
    .orderBy('position')
    .execute()
}

/** In the order in which they sign, one after the other; all at once: in the order of the call. */
export function inSigningOrder<S extends Pick<SignerRow, 'signing_order'>>(signers: readonly S[]): S[] {
  return signers.toSorted((a, b) => (a.signing_order ?? 0) - (b.signing_order ?? 0))
}

/**
 * Locks the document's row: the first statement of every transition. It serializes concurrent signers, withdrawals and
 * the expiry job, so that exactly one of them finds the last signature. Rows that refer to it can be added meanwhile.
 */
export async function lockDocument(tx: Tx, documentId: string): Promise<DocumentRow> {
  return underLock(tx, await lockQuery(tx, documentId).executeTakeFirstOrThrow())
}

/** The lock, then the end of the document's audit chain; more to read under the lock can be added. */
export function lockQuery(tx: Tx, documentId: string) {
  return tx
    .with('locked', (db) => db.selectFrom('documents').selectAll().where('id', '=', documentId).forNoKeyUpdate())
    .selectFrom('locked')
    .innerJoinLateral(sql<AuditHead>`audit_head(locked.id)`.as('head'), (join) => join.onTrue())
    .selectAll('locked')
    .select(['head.seq as chain_seq', 'head.hash as chain_hash'])
}

/** Notes the end of the chain for the entries that follow. */
export function underLock<Row extends { id: string; chain_seq: number | null; chain_hash: string | null }>(
  tx: Tx,
  { chain_seq: seq, chain_hash: hash, ...row }: Row,
): Omit<Row, 'chain_seq' | 'chain_hash'> {
  if (seq !== null && hash !== null) noteHead(tx, row.id, { seq, hash })
  return row
}

/** As the function `audit_head` returns it; null: there is no event yet. */
interface AuditHead {
  seq: number | null
  hash: string | null
}

/** The current state of the signer, under the document's lock. */
export async function reloadSigner(tx: Db | Tx, id: string): Promise<SignerRow> {
  return tx.selectFrom('signing_requests').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}
