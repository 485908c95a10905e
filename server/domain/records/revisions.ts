import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../db/database.ts'
import type { RevisionKind } from '../../db/schema.ts'
import type { ChunkHashes } from '../../storage/index.ts'
import { isUuid } from '../uuid.ts'
import { type DocumentRow, noDocument } from './documents.ts'

/**
 * A document's bytes are its upload and the revisions appended to it. Each revision's `sha256` is of the whole file
 * up to its end, so every state of the document is a prefix of the sealed file and can be checked by anyone.
 */
export interface StoredRevision {
  seq: number
  kind: RevisionKind
  signing_request_id: string | null
  start_at: number
  length: number
  sha256: string
  blob_key: string
  /** Of the revision's own bytes; null: stored before they were recorded, and not read since. */
  chunks: ChunkHashes | null
}

/** All revisions, oldest first. */
export async function readRevisions(db: Db | Tx, documentId: string): Promise<StoredRevision[]> {
  return db
    .selectFrom('document_revisions')
    .select(['seq', 'kind', 'signing_request_id', 'start_at', 'length', 'sha256', 'blob_key', 'chunks'])
    .where('document_id', '=', documentId)
    .orderBy('seq')
    .execute()
}

/** A document with those of its revisions that are asked for. */
export interface DocumentWithRevisions {
  document: DocumentRow
  revisions: StoredRevision[]
}

/** A document and all its revisions, oldest first, in one statement. @throws DomainError `not_found` */
export async function loadWithRevisions(db: Db | Tx, workspaceId: string, id: string): Promise<DocumentWithRevisions> {
  if (!isUuid(id)) throw noDocument()
  const row = await db
    .selectFrom('documents')
    .selectAll()
    .select(revisionsAsJson('documents.id').as('revisions'))
    .where('id', '=', id)
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()
  if (!row) throw noDocument()
  const { revisions, ...document } = row
  return { document, revisions: revisionsFromJson(revisions) }
}

type RevisionJson = Omit<StoredRevision, 'chunks'> & { chunks: string | null }

/** The revisions of the document whose id is in the given column, as a part of another query. */
export function revisionsAsJson(documentId: 'documents.id' | 'claimed.id'): RawBuilder<RevisionJson[]> {
  return sql<RevisionJson[]>`(select coalesce(jsonb_agg(jsonb_build_object('seq', seq, 'kind', kind,
      'signing_request_id', signing_request_id, 'start_at', start_at, 'length', length, 'sha256', sha256,
      'blob_key', blob_key, 'chunks', encode(chunks, 'hex')) order by seq), '[]')
    from document_revisions where document_id = ${sql.ref(documentId)})`
}

/** The rows of `revisionsAsJson`, as `readRevisions` has them. */
export function revisionsFromJson(rows: RevisionJson[]): StoredRevision[] {
  return rows.map(({ chunks, ...row }) => ({ ...row, chunks: chunks === null ? null : Buffer.from(chunks, 'hex') }))
}

/** What was sent for signature: the upload and its preparation. */
export function presented(revisions: StoredRevision[]): StoredRevision[] {
  return revisions.filter((revision) => revision.kind === 'upload' || revision.kind === 'preparation')
}

/** The document before its seal: with the marks of everyone who has signed so far. */
export function unsealed(revisions: StoredRevision[]): StoredRevision[] {
  return revisions.filter((revision) => revision.kind !== 'seal' && revision.kind !== 'renewal')
}

/** The sealed document, as it was before any renewal. */
export function sealed(revisions: StoredRevision[]): StoredRevision[] {
  return revisions.filter((revision) => revision.kind !== 'renewal')
}

/** Bytes of the whole file. */
export function lengthOf(revisions: StoredRevision[]): number {
  return revisions.at(-1)?.length ?? 0
}
