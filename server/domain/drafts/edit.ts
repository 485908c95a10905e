import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Ctx } from '../../context.ts'
import { transaction } from '../../db/database.ts'
import type { DraftBox, DraftFile, DraftModel, DraftPerson } from '../../db/schema.ts'
import { digestOf } from '../../digest.ts'
import { DRAFTS } from '../../limits.ts'
import type { Actor } from '../actor.ts'
import { DomainError } from '../errors.ts'
import { invalid } from '../invalid.ts'
import { assertMay } from '../may.ts'
import { recordWork } from '../records/workspaces/log.ts'
import { readWorkspace } from '../records/workspaces/read.ts'
import type { UploadedPdf } from '../sending/draft.ts'
import { assertUnclaimed, changeDraft, lockDraftRow } from './change.ts'
import type { RefusedFile } from './file-refusal.ts'
import { draftPlaceOf, storeFiles } from './files.ts'
import { type DraftRow, draftTitle, fileOf, loadDraft } from './read.ts'

export interface Uploaded {
  /** Null: none of the files could be taken, so nothing was made. */
  draft: DraftRow | null
  refused: RefusedFile[]
}

/** A new draft of these PDFs; those that cannot be sent are left out and named. */
export async function createDraft(ctx: Ctx, actor: Actor, uploads: readonly UploadedPdf[]): Promise<Uploaded> {
  assertMay(ctx, actor, 'createDraft')
  assertCount(uploads.length)
  const { region } = await readWorkspace(ctx.db, actor.workspaceId)
  const id = randomUUID()
  const { files, refused } = await storeFiles(ctx, draftPlaceOf(actor, { id, region }), uploads)
  if (files.length === 0) return { draft: null, refused }
  const now = ctx.clock.now()
  const model: DraftModel = {
    signers: peopleFor(files, []),
    signing_mode: 'parallel',
    subject: null,
    message: null,
    observers: [],
    expires_in_days: null,
    reminder_days: null,
    folder: null,
  }
  const draft = await ctx.db
    .insertInto('drafts')
    .values({
      id,
      workspace_id: actor.workspaceId,
      region,
      model: JSON.stringify(model),
      files: JSON.stringify(files),
      send_at: null,
      send_zone: null,
      scheduled_by: null,
      sending_until: null,
      send_problem: null,
      created_by: actor.userId,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return { draft, refused }
}

/** More PDFs for a draft, with the signers that their markers name. @throws as `changeDraft` */
export async function addDraftFiles(
  ctx: Ctx,
  actor: Actor,
  id: string,
  uploads: readonly UploadedPdf[],
): Promise<RefusedFile[]> {
  assertMay(ctx, actor, 'addDraftFiles')
  const before = await loadDraft(ctx.db, actor.workspaceId, id)
  assertCount(before.files.length + uploads.length)
  const { files: added, refused } = await storeFiles(ctx, draftPlaceOf(actor, before), uploads)
  if (added.length === 0) return refused
  await changeDraft(ctx, actor.workspaceId, { id, revision: null }, ({ files, model }) => {
    assertCount(files.length + added.length)
    return { files: [...files, ...added], model: { ...model, signers: peopleFor(added, model.signers) } }
  })
  return refused
}

/** Takes a PDF away; the bytes go with the files that nothing refers to. @throws as `changeDraft` */
export async function removeDraftFile(ctx: Ctx, actor: Actor, id: string, fileId: string): Promise<void> {
  assertMay(ctx, actor, 'removeDraftFile')
  await changeDraft(ctx, actor.workspaceId, { id, revision: null }, (draft) => {
    const { id: gone } = fileOf(draft, fileId)
    return { files: draft.files.filter((file) => file.id !== gone) }
  })
}

export interface DraftEdit {
  /** The one that was shown. */
  revision: number
  model: DraftModel
  /** By the id of the file. */
  titles: Record<string, string>
}

/**
 * Who signs, and what they are told. Nothing is checked before it is sent; the fields of somebody who was removed stay,
 * for nobody yet. @throws as `changeDraft`
 */
export async function editDraft(ctx: Ctx, actor: Actor, id: string, edit: DraftEdit): Promise<DraftRow> {
  assertMay(ctx, actor, 'editDraft')
  const { model, titles } = edit
  if (model.signers.length > DRAFTS.signers) throw invalid('signers', `at most ${DRAFTS.signers} people can sign`)
  return changeDraft(ctx, actor.workspaceId, { id, revision: edit.revision }, ({ files }) => {
    const known = new Set(model.signers.map((person) => person.id))
    const kept = files.map((file) => ({
      ...file,
      title: titles[file.id] || file.title,
      boxes: file.boxes.map((box) => (known.has(box.signer) ? box : { ...box, signer: '' })),
    }))
    return { model, files: kept }
  })
}

export interface PlacementEdit {
  /** `placementState` of the file that was shown: what else of the draft has changed since does not matter. */
  was: string
  placement: DraftFile['placement']
  boxes: DraftBox[]
}

/** Where the signers sign in one of the PDFs. @throws as `changeDraft` */
export async function placeDraftFields(
  ctx: Ctx,
  actor: Actor,
  id: string,
  fileId: string,
  { was, placement, boxes }: PlacementEdit,
): Promise<DraftRow> {
  assertMay(ctx, actor, 'placeDraftFields')
  if (boxes.length > DRAFTS.boxes) throw invalid('boxes', `a document can have at most ${DRAFTS.boxes} fields`)
  return changeDraft(ctx, actor.workspaceId, { id, revision: null }, (draft) => {
    const before = fileOf(draft, fileId)
    const after = { ...before, placement, boxes }
    const known = new Set(['', ...draft.model.signers.map((person) => person.id)])
    const isStale = placementState(before) !== was || boxes.some(({ signer }) => !known.has(signer))
    // The same again, as by the second press of a double click.
    if (isStale && !isDeepStrictEqual(after, before))
      throw new DomainError('values_changed', 'the fields of this PDF, or its signers, have changed meanwhile')
    return { files: draft.files.map((file) => (file === before ? after : file)) }
  })
}

/** Tells two states of a file's fields apart. */
export function placementState({ placement, boxes }: Pick<DraftFile, 'placement' | 'boxes'>): string {
  return digestOf([placement, boxes])
}

/** Deletes a draft, scheduled or not; nobody was notified. @throws DomainError `not_found`, `invalid_state` */
export async function removeDraft(ctx: Ctx, actor: Actor, id: string): Promise<void> {
  assertMay(ctx, actor, 'removeDraft')
  await transaction(ctx.db, async (tx) => {
    const draft = await lockDraftRow(tx, actor.workspaceId, id)
    assertUnclaimed(ctx, draft, null)
    await tx.deleteFrom('drafts').where('id', '=', id).execute()
    await recordWork(ctx, tx, actor, 'draft.deleted', { name: draftTitle(draft), id })
  })
}

/** An empty row for somebody who signs. */
export function newPerson(role: string): DraftPerson {
  return { id: randomUUID(), name: '', email: '', role, locale: '', phone: '', sms_code: false, sms_gate: false }
}

/** With a row for each role that markers name, and at least one. */
function peopleFor(files: readonly DraftFile[], known: readonly DraftPerson[]): DraftPerson[] {
  const roles = [...new Set(files.flatMap(({ markers }) => markers.map(({ role }) => role)))]
  const missing = roles.filter((role) => !known.some((person) => person.role === role))
  const people = [...known, ...missing.map(newPerson)].slice(0, DRAFTS.signers)
  return people.length > 0 ? people : [newPerson('')]
}

function assertCount(files: number): void {
  if (files > DRAFTS.files) throw invalid('file', `at most ${DRAFTS.files} PDFs can be sent together`)
}
