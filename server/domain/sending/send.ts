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
import { inviteSigners, sentAuditEntries } from './invite.ts'
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

/** A document that is to be sent, with its plan. */
export interface Planned {
  draft: Draft
  plan: CreatePlan
}

/** As `sendTogether`, for one document. */
export async function sendPlanned(
  ctx: Ctx,
  actor: Sender,
  draft: Draft,
  plan: CreatePlan,
  finish: Finish<Created>,
): Promise<Created> {
  const [created] = await sendTogether(ctx, actor, [{ draft, plan }], (tx, [one]) => finish(tx, one!))
  return created!
}

/**
 * Prepares the PDFs, stores the blobs, then writes documents, signers, fields, values, callback hooks, audit, events and
 * invitation jobs in one transaction; a staged document invites nobody, and a file does not count towards the cap. Nothing is created on any refusal.
 * @param planned at least one
 * @throws DomainError with the codes of contract 7 for create
 */
export async function sendTogether(
  ctx: Ctx,
  actor: Sender,
  planned: readonly Planned[],
  finish: Finish<Created[]>,
): Promise<Created[]> {
  const { workspace } = planned[0]!.plan
  if (planned.some(isCounted)) await assertDocumentCap(ctx, workspace)
  const invited = planned.filter(({ draft }) => !draft.instance?.review)
  const messages = invited.map(({ draft, plan }) => messagesOf(plan.signers, draft.sendEmails))
  await assertSmsAllowance(
    ctx,
    workspace,
    messages.reduce((sum, each) => sum + each, 0),
  )
  const begun: Ready[] = []
  try {
    const all: Stored[] = []
    for (const each of planned) {
      const ready = await prepare(ctx, actor, each)
      begun.push(ready)
      all.push({ ...ready, chunks: await putBlobs(ctx, ready) })
    }
    return await committed(ctx, all[0]!.id, () =>
      transaction(ctx.db, async (tx) => {
        const created: Created[] = []
        for (const stored of all) created.push(await store(ctx, tx, stored))
        await finish(tx, created)
        return created
      }),
    )
  } catch (error) {
    const [first] = begun
    if (first && !(await isStored(ctx, first.id, error))) {
      for (const { keys } of begun) await removeBlobs(ctx, workspace.region, keys)
    }
    throw error
  }
}

const isCounted = ({ draft }: Planned) => draft.instance?.kind !== 'file'

/** A document whose bytes are still to be stored. */
type Ready = Omit<Stored, 'chunks'>

async function prepare(ctx: Ctx, actor: Sender, { draft, plan }: Planned): Promise<Ready> {
  const { workspace } = plan
  const title = draft.title ?? plan.source.filename
  const id = draft.source.kind === 'rendered' ? draft.source.documentId : randomUUID()
  const prepared = await prepareFile(ctx, actor.workspaceId, plan, { title, documentId: id })
  const { sha256 } = prepared
  const keys = {
    upload: blobKey(workspace.id, id, plan.source.file.sha256),
    preparation: prepared.delta.length > 0 ? blobKey(workspace.id, id, sha256) : null,
  }
  const mailable = await mailableSigners(ctx, draft, plan)
  return { actor, draft, plan, prepared, workspace, id, title, sha256, keys, mailable }
}

/** @returns the hashes of the chunks that were stored */
async function putBlobs(ctx: Ctx, { keys, plan, prepared, workspace }: Ready): Promise<Stored['chunks']> {
  const upload = { key: keys.upload, source: plan.source.file.source }
  const preparation = keys.preparation && { key: keys.preparation, source: { bytes: prepared.delta } }
  const stored = await ctx.storage.region(workspace.region).putAll(preparation ? [upload, preparation] : [upload])
  return { upload: stored[0]!, preparation: stored[1] ?? null }
}

async function store(ctx: Ctx, tx: Tx, stored: Stored): Promise<Created> {
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
  const next = instance?.review ? [stagedEntry(actor, document)] : sentAuditEntries(actor, signers)
  await startAudit(ctx, tx, document.id, [created, ...next])
  if (instance?.review) await recordStaged(ctx, tx, actor, { document, signers })
  else await inviteSigners(ctx, tx, actor, signers, instance)
  return {
    document,
    signers,
    fields,
    callbackSecret,
    placement: plan.placement.placement,
    found: plan.placement.found,
    warnings: plan.warnings,
  }
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
