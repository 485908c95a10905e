import { randomUUID } from 'node:crypto'
import type { Ctx } from '../../context.ts'
import { sqlState, type Tx, transaction } from '../../db/database.ts'
import type { Placement } from '../../db/schema.ts'
import type { EarlierSignature } from '../../pdf/types.ts'
import type { Region } from '../../regions.ts'
import { blobKey, StorageError } from '../../storage/index.ts'
import { DomainError } from '../errors.ts'
import type { Finish } from '../finish.ts'
import { type AuditEntry, startAudit } from '../records/audit.ts'
import type { DocumentRow, SignerRow } from '../records/documents.ts'
import { assertDocumentCap } from '../records/workspaces/caps.ts'
import { assertSmsAllowance } from '../records/workspaces/sms-allowance.ts'
import { messagesOf } from '../signers/channel.ts'
import type { FieldRow } from '../signing/values.ts'
import type { Draft, DraftInstance, Warning } from './draft.ts'
import { invite, sentEntries } from './invite.ts'
import { type CreatePlan, prepareFile, type Sender } from './plan.ts'
import { recordStaged, stagedEntry } from './stage.ts'
import { insertDocument, insertValues, type Stored } from './store.ts'

export interface Created {
  document: DocumentRow
  /** In the order of the call. */
  signers: SignerRow[]
  fields: FieldRow[]
  callbackSecret: string | null
  placement: Placement
  /** Markers found (contract 2.6). */
  found: number
  warnings: Warning[]
}

/**
 * Prepares the PDF, stores the blobs, then writes document, signers, fields, values, callback hook, audit, event and
 * invitation jobs in one transaction; a staged document invites nobody, and a file does not count towards the cap. Nothing is created on any refusal.
 * @throws DomainError with the codes of contract 7 for create
 */
export async function sendPlanned(
  ctx: Ctx,
  actor: Sender,
  draft: Draft,
  plan: CreatePlan,
  finish: Finish<Created>,
): Promise<Created> {
  const { workspace } = plan
  const isFile = draft.instance?.kind === 'file'
  if (!isFile) await assertDocumentCap(ctx, workspace)
  if (!draft.instance?.review) {
    await assertSmsAllowance(ctx, workspace, messagesOf(plan.signers, draft.sendEmails))
  }
  const { path, sha256: uploadSha256 } = plan.source.file
  const title = draft.title ?? plan.source.filename
  const prepared = await prepareFile(ctx, actor.workspaceId, plan, title)
  const { sha256 } = prepared
  const id = randomUUID()
  const blobs = ctx.storage.region(workspace.region)
  const keys = {
    upload: blobKey(workspace.id, id, uploadSha256),
    preparation: prepared.delta.length > 0 ? blobKey(workspace.id, id, sha256) : null,
  }
  try {
    const chunks = {
      upload: await blobs.put(keys.upload, { path }),
      preparation: keys.preparation === null ? null : await blobs.put(keys.preparation, { bytes: prepared.delta }),
    }
    const mailable = await mailableSigners(ctx, draft, plan)
    return await committed(ctx, id, () =>
      transaction(ctx.db, (tx) =>
        store(ctx, tx, { actor, draft, plan, prepared, workspace, id, title, sha256, keys, chunks, mailable }, finish),
      ),
    )
  } catch (error) {
    if (!(await isStored(ctx, id, error))) await removeBlobs(ctx, workspace.region, keys)
    throw error
  }
}

async function store(ctx: Ctx, tx: Tx, stored: Stored, finish: Finish<Created>): Promise<Created> {
  const { actor, draft, plan } = stored
  const isFile = draft.instance?.kind === 'file'
  if (!isFile) await assertDocumentCap(ctx, stored.workspace, tx)
  const { original } = plan.source
  const { document, signers, fields, callbackSecret } = await insertDocument(ctx, tx, stored)
  const created: AuditEntry = {
    type: 'created',
    actor,
    meta: {
      // A discarded file loses its name; the trail keeps everything.
      ...(!isFile && { filename: document.filename }),
      pages: document.page_count,
      original_sha256: document.original_sha256,
      original_length: original.size,
      ...(original.leadingBytes > 0 && { leading_bytes_removed: original.leadingBytes }),
      ...(original.encryption !== null && { encryption_removed: original.encryption }),
      sha256: document.sha256,
      length: plan.source.file.size + stored.prepared.delta.length,
      ...(document.placement !== null && { placement: document.placement }),
      ...(!isFile && { signing_mode: document.signing_mode }),
      removed: document.removed,
      ...(draft.instance && templateFacts(draft.instance)),
      ...(plan.signatures.length > 0 && { earlier_signatures: plan.signatures.map(describe) }),
    },
  }
  const { instance } = draft
  if (instance) await insertValues(ctx, tx, document.id, instance.values)
  const next = instance?.review ? [stagedEntry(actor, document)] : sentEntries(actor, signers)
  await startAudit(ctx, tx, document.id, [created, ...next])
  if (instance?.review) await recordStaged(ctx, tx, actor, { document, signers })
  else await invite(ctx, tx, actor, signers, instance)
  const result: Created = {
    document,
    signers,
    fields,
    callbackSecret,
    placement: plan.placement.placement,
    found: plan.placement.found,
    warnings: plan.warnings,
  }
  await finish(tx, result)
  return result
}

/** The exact version that the document was made from. */
function templateFacts({ templateId, version, snapshotSha256 }: DraftInstance) {
  return { template_id: templateId, template_version: version, template_sha256: snapshotSha256 }
}

/** On one line, for the audit trail. */
function describe({ field, kind, state, signer }: EarlierSignature): string {
  return [`${field} (${kind})`, state, signer && `by ${signer}`].filter(Boolean).join(' ')
}

async function mailableSigners(ctx: Ctx, { sendEmails }: Draft, plan: CreatePlan): Promise<boolean[]> {
  return Promise.all(plan.signers.map(async (signer) => sendEmails && !(await ctx.mail.acceptsNoMail(signer.email))))
}

/**
 * A failed transaction is `db_failed` (contract 7): an error reported by Postgres means that everything was rolled
 * back. If the connection broke instead, the commit may have been made, so the database is queried.
 */
async function committed<T>(ctx: Ctx, id: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof DomainError) throw error
    if (await isStored(ctx, id, error)) {
      const message = 'the connection to the database broke; the document may have been created'
      throw new DomainError('db_failed', message, { meta: { rolled_back: false, document_id: id }, cause: error })
    }
    throw new DomainError('db_failed', 'the document could not be stored; nothing was created', {
      meta: { rolled_back: true },
      cause: error,
    })
  }
}

/** Whether the document exists after all, or nobody can know. */
async function isStored(ctx: Ctx, id: string, error: unknown): Promise<boolean> {
  const state = sqlState(error)
  // Classes 08 and 57: the connection or the server was lost, perhaps between the commit and its acknowledgement.
  if (error instanceof StorageError || (state !== null && !/^(08|57)/.test(state))) return false
  if (error instanceof DomainError && error.meta?.rolled_back !== false) return false
  try {
    const row = await ctx.db.selectFrom('documents').select('id').where('id', '=', id).executeTakeFirst()
    return row !== undefined
  } catch (failure) {
    ctx.log.warn({ err: failure, document_id: id }, 'could not determine whether the document was created')
    return true
  }
}

/** The keys belong to this document alone, so no other document needs the blobs. */
async function removeBlobs(ctx: Ctx, region: Region, keys: Stored['keys']): Promise<void> {
  for (const key of [keys.upload, keys.preparation]) {
    if (key === null) continue
    await ctx.storage
      .region(region)
      .delete(key)
      .catch((error: unknown) =>
        ctx.log.warn({ err: error }, 'could not delete a file of a refused document; the orphan clean-up will'),
      )
  }
}
