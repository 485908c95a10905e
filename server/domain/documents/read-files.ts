import type { Ctx } from '../../context.ts'
import type { ByteRange } from '../../storage/index.ts'
import type { Actor, SignerActor } from '../actor.ts'
import { DomainError } from '../errors.ts'
import { assertMay } from '../may.ts'
import { type DocumentRow, loadSigners } from '../records/documents.ts'
import { isDamage, noticingDamage } from '../records/file-problem.ts'
import {
  type DocumentWithRevisions,
  lengthOf,
  loadWithRevisions,
  presented,
  type StoredRevision,
  sealed,
  unsealed,
} from '../records/revisions.ts'
import { checkRevisions, streamRevisions } from '../records/stored-bytes.ts'
import { assertInvited, isGated, smsRequired } from '../signers/checks.ts'
import { reviewState } from '../signers/review.ts'
import { documentStatus } from '../signers/states.ts'

export type { ByteRange }

/** A stored file: its properties, and its bytes on demand. */
export interface StoredFile {
  filename: string
  length: number
  /** Of the whole file, lowercase hex: the ETag. */
  sha256: string
  /** Each chunk is compared with its hash before it is passed on. @throws DomainError `file_damaged`; StorageError */
  stream(range?: ByteRange): Promise<ReadableStream<Uint8Array>>
}

/** One of a document's. */
export interface DocumentFile extends StoredFile {
  /** Reads every byte of it. False: it is damaged, which is recorded. @throws StorageError */
  isIntact(): Promise<boolean>
}

/**
 * The file that was sent for signature (decision 0008), or that waits for its review.
 * @throws DomainError `not_found`, `discarded`, `deleted_by_retention`
 */
export async function getDocumentFile(ctx: Ctx, actor: Actor, id: string): Promise<DocumentFile> {
  assertMay(ctx, actor, 'getDocumentFile')
  const { document, revisions } = await presentedRevisions(ctx, actor.workspaceId, id)
  return stored(ctx, document, revisions, document.filename, document.sha256)
}

/** @throws DomainError as `getDocumentFile` */
export async function presentedRevisions(ctx: Ctx, workspaceId: string, id: string): Promise<DocumentWithRevisions> {
  const { document, revisions } = await keptRevisions(ctx, workspaceId, id)
  return { document, revisions: presented(revisions) }
}

/** All of them, for somebody of the workspace. @throws DomainError as `getDocumentFile` */
export async function keptRevisions(ctx: Ctx, workspaceId: string, id: string): Promise<DocumentWithRevisions> {
  const { document, revisions } = await loadWithRevisions(ctx.db, workspaceId, id)
  if (reviewState(document, ctx.clock.now()) === 'discarded') {
    throw new DomainError('discarded', 'the document was discarded')
  }
  assertKept(document)
  return { document, revisions }
}

/**
 * The current state of the document, by a signing link: for a signer who may sign now and for one who has signed. It
 * includes what earlier signers entered, because that is what the next one signs. The file only ever grows at its end,
 * so a page that reads it in ranges stays consistent when another signer signs meanwhile.
 * @throws DomainError as `getDocumentFile` and `assertInvited`; `sms_required` with `sms_gate: before_view`
 */
export async function currentFileForSigner(ctx: Ctx, actor: Actor): Promise<StoredFile> {
  assertMay(ctx, actor, 'currentFileForSigner')
  const { document, revisions } = await currentRevisions(ctx, actor)
  return stored(ctx, document, revisions, document.filename, revisions.at(-1)!.sha256)
}

/** The document in its current state, for whom `currentFileForSigner` serves it. @throws DomainError as that */
export async function currentRevisions(
  ctx: Ctx,
  { signer, workspaceId, documentId }: SignerActor,
): Promise<DocumentWithRevisions> {
  if (signer.status !== 'signed') assertInvited(signer, ctx.clock.now())
  if (isGated(signer)) throw smsRequired()
  const { document, revisions } = await loadWithRevisions(ctx.db, workspaceId, documentId)
  assertKept(document)
  return { document, revisions: unsealed(revisions) }
}

/**
 * The sealed PDF (contract 4.12): exactly the bytes whose SHA-256 `document.completed` reports.
 * @throws DomainError `not_found`, `not_complete` with `meta.status`, `remaining`, `completable`,
 *   `deleted_by_retention`
 */
export async function getSignedDocument(ctx: Ctx, actor: Actor, id: string): Promise<DocumentFile> {
  assertMay(ctx, actor, 'getSignedDocument')
  return sealedFile(ctx, actor.workspaceId, id)
}

async function sealedFile(ctx: Ctx, workspaceId: string, id: string): Promise<DocumentFile> {
  const { document, revisions, sha256, name } = await sealedRevisions(ctx, workspaceId, id)
  return stored(ctx, document, revisions, name, sha256)
}

/** The sealed file, and what it is called. @throws DomainError as `getSignedDocument` */
export async function sealedRevisions(
  ctx: Ctx,
  workspaceId: string,
  id: string,
): Promise<DocumentWithRevisions & { sha256: string; name: string }> {
  const { document, revisions } = await loadWithRevisions(ctx.db, workspaceId, id)
  if (document.seal_state !== 'sealed' || document.signed_sha256 === null) throw await notComplete(ctx, document)
  assertKept(document)
  const name = `${document.filename.replace(/\.pdf$/i, '')}-signed.pdf`
  return { document, revisions: sealed(revisions), sha256: document.signed_sha256, name }
}

/**
 * The sealed PDF with the document time stamps that were added since (decision 0423).
 * @throws DomainError as `getSignedDocument`; `not_renewed` when none was
 */
export async function getRenewedDocument(ctx: Ctx, actor: Actor, id: string): Promise<DocumentFile> {
  assertMay(ctx, actor, 'getRenewedDocument')
  const { document, revisions } = await loadWithRevisions(ctx.db, actor.workspaceId, id)
  if (document.seal_state !== 'sealed') throw await notComplete(ctx, document)
  assertKept(document)
  const newest = revisions.at(-1)
  if (newest?.kind !== 'renewal') throw new DomainError('not_renewed', 'the sealed file has not been renewed yet')
  return stored(ctx, document, revisions, `${document.filename.replace(/\.pdf$/i, '')}-renewed.pdf`, newest.sha256)
}

/** The sealed PDF, by a signing link. */
export async function signedFileForSigner(ctx: Ctx, actor: Actor): Promise<StoredFile> {
  assertMay(ctx, actor, 'signedFileForSigner')
  return sealedFile(ctx, actor.workspaceId, actor.documentId)
}

function stored(
  ctx: Ctx,
  document: DocumentRow,
  revisions: StoredRevision[],
  filename: string,
  sha256: string,
): DocumentFile {
  return {
    filename,
    length: lengthOf(revisions),
    sha256,
    stream: (range) => streamRevisions(ctx, document, revisions, range),
    isIntact: () => isIntact(ctx, document, revisions),
  }
}

async function isIntact(ctx: Ctx, document: DocumentRow, revisions: StoredRevision[]): Promise<boolean> {
  try {
    await noticingDamage(ctx, document, () => checkRevisions(ctx, document, revisions))
    return true
  } catch (error) {
    if (isDamage(error)) return false
    throw error
  }
}

/** @throws DomainError `deleted_by_retention` */
export function assertKept(document: DocumentRow): void {
  if (document.deleted_at === null) return
  throw new DomainError('deleted_by_retention', 'the files of this document were deleted', {
    meta: { deleted_at: document.deleted_at.toISOString() },
  })
}

async function notComplete(ctx: Ctx, document: DocumentRow): Promise<DomainError> {
  const statuses = (await loadSigners(ctx.db, document.id)).map(({ status }) => status)
  const status = documentStatus(document, statuses, ctx.clock.now())
  const remaining = statuses.filter((status) => status !== 'signed').length
  return new DomainError('not_complete', 'the document is not complete yet', {
    meta: { status, remaining, completable: status === 'pending' || status === 'staged' },
  })
}
