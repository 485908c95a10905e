import { randomUUID } from 'node:crypto'
import type { Ctx } from '../../context.ts'
import { type Tx, transaction } from '../../db/database.ts'
import type { Carried, DraftBox, DraftFile, DraftModel } from '../../db/schema.ts'
import type { Actor } from '../actor.ts'
import { assertKept, presentedRevisions } from '../documents/read-files.ts'
import { DomainError } from '../errors.ts'
import { invalid } from '../invalid.ts'
import { assertMay } from '../may.ts'
import {
  type DocumentRow,
  inSigningOrder,
  loadDocument,
  loadSigners,
  lockDocument,
  type SignerRow,
} from '../records/documents.ts'
import type { StoredRevision } from '../records/revisions.ts'
import { streamRevisions } from '../records/stored-bytes.ts'
import { readWorkspace } from '../records/workspaces/read.ts'
import type { UploadedPdf } from '../sending/draft.ts'
import { reviewState } from '../signers/review.ts'
import type { FieldRow } from '../signing/values.ts'
import { changeDraft } from './change.ts'
import { draftPlaceOf, storeFiles } from './files.ts'

/**
 * A draft of what was sent, in whose place it goes when it is sent (decision 0566); the one that exists already where
 * somebody has begun before. Nothing happens to the document until then.
 * @returns the id of the draft
 * @throws DomainError `not_found`; `deleted_by_retention`, `discarded`; `invalid_state` while it waits for a review, when it
 *   was replaced, or has nobody to sign it; `invalid_request` for a file that can no longer be sent; `file_damaged`
 */
export async function sendAgain(ctx: Ctx, actor: Actor, documentId: string): Promise<string> {
  assertMay(ctx, actor, 'sendAgain')
  const { document, revisions } = await presentedRevisions(ctx, actor.workspaceId, documentId)
  const known = await draftReplacing(ctx, actor.workspaceId, documentId)
  if (known !== null) return known
  assertOriginal(ctx, document)
  const [signers, fields, callback, { region }] = await Promise.all([
    loadSigners(ctx.db, documentId),
    ctx.db.selectFrom('fields').selectAll().where('document_id', '=', documentId).orderBy('position').execute(),
    ctx.db.selectFrom('hooks').select('id').where('document_id', '=', documentId).executeTakeFirst(),
    readWorkspace(ctx.db, actor.workspaceId),
  ])
  if (fields.some(({ kind }) => kind === 'table')) {
    throw new DomainError('invalid_state', 'its signers fill in the rows of a table; send it from its template')
  }
  const id = randomUUID()
  const upload = await receive(ctx, document, revisions).catch(async (error: unknown) => {
    // Erased before it was read: its row says so before its files go.
    assertKept(await loadDocument(ctx.db, actor.workspaceId, documentId))
    throw error
  })
  try {
    const { files, refused } = await storeFiles(ctx, draftPlaceOf(actor, { id, region }), [upload])
    const [file] = files
    if (!file) throw invalid('file', refused[0]!.message)
    const now = ctx.clock.now()
    const row = {
      id,
      workspace_id: actor.workspaceId,
      region,
      model: JSON.stringify(modelOf(document, signers)),
      files: JSON.stringify([fileOf(document, file, fields)]),
      carried: JSON.stringify(carriedOf(document, signers, fields, callback !== undefined)),
      replaces: documentId,
      ...{ send_at: null, send_zone: null, scheduled_by: null, sending_until: null, send_problem: null },
      created_by: actor.userId,
      created_at: now,
      updated_at: now,
    }
    const made = await transaction(ctx.db, async (tx) => {
      // Erased while it was copied: the copy must not outlive it.
      assertKept(await lockDocument(tx, documentId))
      await assertNotReplaced(tx, documentId)
      const insert = tx.insertInto('drafts').values(row).returning('id')
      return insert
        .onConflict((at) => at.column('replaces').where('replaces', 'is not', null).doNothing())
        .executeTakeFirst()
    })
    return made?.id ?? (await draftReplacing(ctx, actor.workspaceId, documentId)) ?? goneMeanwhile()
  } finally {
    await upload.file.discard()
  }
}

/** Lets a draft stand for itself: sending it leaves the other document alone. @throws as `changeDraft` */
export async function detachDraft(ctx: Ctx, actor: Actor, id: string): Promise<void> {
  assertMay(ctx, actor, 'detachDraft')
  await changeDraft(ctx, actor.workspaceId, { id, revision: null }, () => ({ replaces: null }))
}

/** Whether a document can be sent again as far as its own row says. */
export function isSendable(document: DocumentRow, now: Date): boolean {
  const review = reviewState(document, now)
  const isSent = document.kind === 'esign' && review !== 'staged' && review !== 'discarded'
  return isSent && document.deleted_at === null
}

function assertOriginal({ clock }: Pick<Ctx, 'clock'>, document: DocumentRow): void {
  if (isSendable(document, clock.now())) return
  const isFile = document.kind === 'file'
  throw new DomainError(
    'invalid_state',
    isFile ? 'nobody signs this file' : 'it has not been sent; it waits for a review',
  )
}

async function assertNotReplaced(db: Tx, id: string): Promise<void> {
  const later = await db.selectFrom('documents').select('id').where('replaces', '=', id).executeTakeFirst()
  if (later) throw new DomainError('invalid_state', 'it was replaced already; send the document that replaced it again')
}

async function draftReplacing({ db }: Pick<Ctx, 'db'>, workspaceId: string, id: string): Promise<string | null> {
  const query = db.selectFrom('drafts').select('id').where('replaces', '=', id)
  return (await query.where('workspace_id', '=', workspaceId).executeTakeFirst())?.id ?? null
}

function goneMeanwhile(): never {
  throw new DomainError('invalid_state', 'somebody else has just prepared it, and deleted it again; try again')
}

/** The bytes that are prepared anew: with what a template has printed, else as they were uploaded. */
async function receive(ctx: Ctx, document: DocumentRow, revisions: StoredRevision[]): Promise<UploadedPdf> {
  const used = document.placement === null ? revisions : revisions.slice(0, 1)
  const receiver = await ctx.storage.receive()
  try {
    for await (const chunk of await streamRevisions(ctx, document, used)) await receiver.write(chunk)
    return { file: await receiver.finish(), filename: document.filename, mediaType: 'application/pdf' }
  } catch (error) {
    await receiver.abort()
    throw error
  }
}

function modelOf(document: DocumentRow, signers: readonly SignerRow[]): DraftModel {
  return {
    // Whoever comes first in a draft signs first.
    signers: inSigningOrder(signers).map((signer) => ({
      id: signer.id,
      name: signer.name ?? '',
      email: signer.email,
      role: signer.role ?? '',
      locale: signer.locale,
      phone: signer.phone_e164 ?? '',
      sms_code: signer.require_sms_verification,
      sms_gate: signer.sms_gate === 'before_view',
    })),
    signing_mode: document.signing_mode,
    subject: document.subject,
    message: document.message,
    observers: document.observers,
    expires_in_days: document.expires_in_days,
    reminder_days: document.reminder_days,
    folder: document.folder,
  }
}

function fileOf({ title, placement }: DocumentRow, file: DraftFile, fields: readonly FieldRow[]): DraftFile {
  if (placement === 'anchors' || placement === 'auto_append') return { ...file, title, placement }
  return { ...file, title, placement: 'explicit', boxes: fields.flatMap(boxOf) }
}

function boxOf({ id, kind, signing_request_id: signer, page, x, y, w, h, required, label }: FieldRow): DraftBox[] {
  return kind === 'table' ? [] : [{ id, kind, signer, page, x, y, w, h, required, label }]
}

function carriedOf(
  document: DocumentRow,
  signers: readonly SignerRow[],
  fields: readonly FieldRow[],
  hadCallback: boolean,
): Carried {
  return {
    document_id: document.id,
    reply_to: document.reply_to,
    metadata: document.metadata,
    send_emails: document.send_emails,
    had_callback: hadCallback,
    was_signed: signers.every(({ status }) => status === 'signed'),
    signers: Object.fromEntries(
      signers.map(({ id, reference, company, job_title, channel }) => [id, { reference, company, job_title, channel }]),
    ),
    fields: Object.fromEntries(
      fields.flatMap(({ id, kind, field_key, max_length, option, answer_type, value, saved_at }) =>
        // What a signer has entered is theirs.
        kind === 'table'
          ? []
          : [[id, { kind, field_key, max_length, option, answer_type, value: saved_at === null ? value : null }]],
      ),
    ),
  }
}
