import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { Ctx } from '../../context.ts'
import { enqueue, type Tx, transaction } from '../../db/database.ts'
import type { Metadata, Placement } from '../../db/schema.ts'
import { ApiError } from '../../errors.ts'
import { EXPIRY, PDF } from '../../limits.ts'
import { acceptsNoMail } from '../../mail/index.ts'
import { PdfError } from '../../pdf/errors.ts'
import type { Inspection, Prepared } from '../../pdf/types.ts'
import { blobKey } from '../../storage/index.ts'
import type { ApiKeyActor } from '../actor.ts'
import { appendAudit } from '../audit.ts'
import { recordEvent } from '../events/record.ts'
import { signerBlock } from '../events/signer-block.ts'
import { judgeCallback, registerCallbackHook } from '../hooks/register-callback.ts'
import { parseMetadata } from '../metadata.ts'
import { assertDocumentCap, assertSmsAllowance } from '../workspaces/caps.ts'
import { readWorkspace } from '../workspaces/read.ts'
import type { CreateInput, Warning } from './create-input.ts'
import { currentLinkKey } from './link.ts'
import { type PlacementPlan, type PlannedField, planPlacement } from './placement.ts'
import { pdfRefusal, removedWarnings } from './refusals.ts'
import { invalid, type PlannedSigner, planSigners } from './signers.ts'
import { openSource, type SourceFile } from './source.ts'

export interface Created {
  documentId: string
  callbackSecret: string | null
  found: number
  warnings: Warning[]
}

/** Everything decided before anything is created; what `validate_only` reports. */
export interface CreatePlan {
  source: SourceFile
  signers: PlannedSigner[]
  placement: PlacementPlan
  inspection: Inspection
  metadata: Metadata | null
  warnings: Warning[]
}

/**
 * Sends a PDF for signature (contract 4.10): checks everything, prepares the PDF, stores the blobs, then writes
 * document, signers, fields, callback hook, audit, events and invitation jobs in one transaction.
 * Nothing is created on any refusal. `finish` writes the idempotent answer and is called last before the commit.
 * @throws ApiError with the codes of contract 7 for create
 */
export async function createSigningRequest(
  ctx: Ctx,
  actor: ApiKeyActor,
  input: CreateInput,
  edgeWarnings: Warning[],
  finish: (tx: Tx, created: Created) => Promise<void>,
): Promise<Created> {
  return withPlan(ctx, actor, input, edgeWarnings, async (plan) => {
    await assertDocumentCap(ctx, actor.workspaceId)
    await assertSmsAllowance(ctx, actor.workspaceId, plan.signers.filter((signer) => signer.requireSms).length)
    return store(ctx, actor, input, plan, finish)
  })
}

/** Runs `use` with the checked plan, and discards the received upload whatever happens. */
export async function withPlan<T>(
  ctx: Ctx,
  actor: ApiKeyActor,
  input: CreateInput,
  edgeWarnings: Warning[],
  use: (plan: CreatePlan) => Promise<T>,
): Promise<T> {
  if (input.placement === 'manual') {
    throw new ApiError(
      'placement_retired',
      'placement "manual" was retired on 2026-07-31; use anchors, auto_append or explicit',
    )
  }
  if ((input.placement === 'explicit') !== Boolean(input.fields)) {
    throw invalid('fields', 'fields is required with placement "explicit", and only there')
  }
  const warnings = [...edgeWarnings]
  const metadata = parseMetadata(input.metadata)
  const signers = planSigners(input, warnings)
  if (input.callback_url != null) await judgeCallback(ctx, input.callback_url)
  const source = await openSource(ctx, input.source)
  try {
    const inspection = await refusing(() => ctx.pdf.inspect([source.file.path]))
    const placement = planPlacement(input, signers, inspection, warnings)
    warnings.push(...removedWarnings(inspection.removed))
    return await use({ source, signers, placement, inspection, metadata, warnings })
  } finally {
    await source.file.discard()
  }
}

async function store(
  ctx: Ctx,
  actor: ApiKeyActor,
  input: CreateInput,
  plan: CreatePlan,
  finish: (tx: Tx, created: Created) => Promise<void>,
): Promise<Created> {
  const workspace = await readWorkspace(ctx.db, actor.workspaceId)
  const documentId = randomUUID()
  const title = input.title?.trim() || plan.source.filename
  const prepared = await refusing(() =>
    ctx.pdf.prepare([plan.source.file.path], {
      maskPages: plan.placement.maskPages,
      append: plan.placement.append,
      title,
    }),
  )
  const blobs = ctx.storage.region(workspace.region)
  const upload = { key: blobKey(workspace.id, documentId, plan.source.file.sha256), sha256: plan.source.file.sha256 }
  const presented = await presentedHash(plan.source.file.path, prepared.delta)
  const delta = { key: blobKey(workspace.id, documentId, presented), sha256: presented }
  await blobs.put(upload.key, { path: plan.source.file.path })
  if (prepared.delta.length > 0) await blobs.put(delta.key, { bytes: prepared.delta })
  const mailable = await Promise.all(
    plan.signers.map(async (signer) => (input.send_emails ?? true) && !(await acceptsNoMail(signer.email))),
  )
  try {
    return await transaction(ctx.db, async (tx) => {
      const now = ctx.clock.now()
      const days = input.expires_in_days ?? EXPIRY.defaultDays
      const signingMode = input.signing_mode ?? 'parallel'
      await tx
        .insertInto('documents')
        .values({
          id: documentId,
          workspace_id: workspace.id,
          region: workspace.region,
          source: 'v1_api',
          title,
          filename: plan.source.filename,
          message: input.message?.trim() || null,
          placement: plan.placement.placement,
          signing_mode: signingMode,
          send_emails: input.send_emails ?? true,
          metadata: plan.metadata && JSON.stringify(plan.metadata),
          observers: [...new Set((input.observer_emails ?? []).map((email) => email.trim()))],
          expires_in_days: days,
          removed: plan.inspection.removed,
          page_count: prepared.pageCount,
          page_sizes: JSON.stringify(prepared.pages),
          original_sha256: upload.sha256,
          sha256: delta.sha256,
          api_key_id: actor.keyId,
          created_at: now,
        })
        .execute()
      const size = plan.source.file.size
      const revision = { document_id: documentId, created_at: now }
      await tx
        .insertInto('document_revisions')
        .values({
          ...revision,
          seq: 0,
          kind: 'upload',
          start_at: 0,
          length: size,
          sha256: upload.sha256,
          blob_key: upload.key,
        })
        .execute()
      if (prepared.delta.length > 0) {
        const length = size + prepared.delta.length
        await tx
          .insertInto('document_revisions')
          .values({
            ...revision,
            seq: 1,
            kind: 'preparation',
            start_at: size,
            length,
            sha256: delta.sha256,
            blob_key: delta.key,
          })
          .execute()
      }
      const rows = await insertSigners(ctx, tx, { documentId, workspaceId: workspace.id, plan, days, mailable, now })
      await insertFields(
        tx,
        documentId,
        rows.map((row) => row.id),
        plan.placement,
        prepared,
      )
      await appendAudit(ctx, tx, documentId, {
        type: 'created',
        origin: actor.origin,
        meta: {
          filename: plan.source.filename,
          pages: prepared.pageCount,
          original_sha256: upload.sha256,
          sha256: delta.sha256,
          placement: plan.placement.placement,
          signing_mode: signingMode,
          removed: plan.inspection.removed,
        },
      })
      const callback =
        input.callback_url == null
          ? null
          : await registerCallbackHook(ctx, tx, {
              workspaceId: workspace.id,
              documentId,
              targetUrl: input.callback_url,
            })
      const invited = rows.filter((row) => row.status === 'pending')
      for (const row of invited) {
        await appendAudit(ctx, tx, documentId, {
          type: 'sent',
          signingRequestId: row.id,
          meta: { email: row.email, emailed: row.emailed, expires_at: row.expires_at!.toISOString() },
        })
        if (row.emailed) await enqueue(tx, 'send-email', { message: 'invitation', signingRequestId: row.id })
      }
      const first = invited[0]!
      await recordEvent(ctx, tx, {
        type: 'signing_request.sent',
        workspaceId: workspace.id,
        documentId,
        signingRequestId: first.id,
        payload: {
          signing_request_id: first.id,
          document_id: documentId,
          signer: signerBlock(first),
          locale: first.locale,
          source: 'v1_api',
          role: first.role,
          reference: first.reference,
        },
      })
      const created = {
        documentId,
        callbackSecret: callback?.secret ?? null,
        found: plan.placement.found,
        warnings: plan.warnings,
      }
      await finish(tx, created)
      return created
    })
  } catch (error) {
    // The keys belong to this document alone, so nobody else can miss the blobs.
    await Promise.allSettled([blobs.delete(upload.key), blobs.delete(delta.key)])
    if (error instanceof ApiError) throw error
    throw new ApiError('db_failed', 'the document could not be stored; nothing was created', {
      meta: { rolled_back: true },
      cause: error,
    })
  }
}

interface SignerRows {
  documentId: string
  workspaceId: string
  plan: CreatePlan
  days: number
  mailable: boolean[]
  now: Date
}

async function insertSigners(ctx: Ctx, tx: Tx, { documentId, workspaceId, plan, days, mailable, now }: SignerRows) {
  const first = Math.min(...plan.signers.map((signer) => signer.order ?? 0))
  const linkKey = currentLinkKey(ctx)
  const rows = await tx
    .insertInto('signing_requests')
    .values(
      plan.signers.map((signer, position) => {
        const queued = signer.order !== null && signer.order !== first
        return {
          id: randomUUID(),
          document_id: documentId,
          workspace_id: workspaceId,
          position,
          email: signer.email,
          name: signer.name,
          role: signer.role,
          signing_order: signer.order,
          status: queued ? ('queued' as const) : ('pending' as const),
          locale: signer.locale,
          reference: signer.reference,
          company: signer.company,
          job_title: signer.jobTitle,
          phone_e164: signer.phone,
          require_sms_verification: signer.requireSms,
          sms_gate: signer.smsGate,
          emailed: !queued && mailable[position]!,
          link_key_version: linkKey,
          // A queued signer's days are counted from the release (`decisions`, Reads).
          expires_at: queued ? null : new Date(now.getTime() + days * EXPIRY.dayMs),
          invited_at: queued ? null : now,
          created_at: now,
        }
      }),
    )
    .returningAll()
    .execute()
  return rows.sort((a, b) => a.position - b.position)
}

async function insertFields(tx: Tx, documentId: string, signerIds: string[], plan: PlacementPlan, prepared: Prepared) {
  const appended: PlannedField[] = prepared.appended.map(({ ref, ...box }) => ({
    ...box,
    signer: Number(ref),
    fieldKey: null,
    label: null,
    required: true,
    maxLength: null,
  }))
  const fields = [...plan.fields, ...appended].sort((a, b) => a.page - b.page || a.y - b.y || a.x - b.x)
  if (fields.length === 0) return
  await tx
    .insertInto('fields')
    .values(
      fields.map((field, position) => ({
        id: randomUUID(),
        document_id: documentId,
        signing_request_id: signerIds[field.signer]!,
        position,
        kind: field.kind,
        page: field.page,
        x: field.x,
        y: field.y,
        w: field.w,
        h: field.h,
        field_key: field.fieldKey,
        label: field.label,
        required: field.required,
        max_length: field.maxLength,
      })),
    )
    .execute()
}

/** SHA-256 of what the signers are shown: the upload with the preparation appended. */
async function presentedHash(path: string, delta: Uint8Array): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return hash.update(delta).digest('hex')
}

async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof PdfError) throw pdfRefusal(error)
    throw error
  }
}
