import type { Ctx } from '../../context.ts'
import { enqueue, transaction } from '../../db/database.ts'
import { HOLD } from '../../limits.ts'
import { ImageError, PdfError, PdfTimeoutError } from '../../pdf/errors.ts'
import type { Stamp } from '../../pdf/types.ts'
import { blobKey, type ChunkHashes } from '../../storage/index.ts'
import type { Actor, SignerActor } from '../actor.ts'
import { busy } from '../busy.ts'
import { DomainError } from '../errors.ts'
import { recordSignerEvent } from '../events/signer-event.ts'
import { type Locale, toLocale } from '../locales.ts'
import { maskPhone } from '../mask.ts'
import { assertMay } from '../may.ts'
import { type Consent, consentVersion } from '../messages/consent.ts'
import {
  type DocumentRow,
  loadDocument,
  loadSigners,
  lockDocument,
  reloadSigner,
  type SignerRow,
} from '../records/documents.ts'
import { lengthOf, type Revision, readRevisions } from '../records/revisions.ts'
import { withLocalParts } from '../records/stored-bytes.ts'
import { reloadActingSigner } from '../signers/access.ts'
import { assertMaySign } from '../signers/checks.ts'
import { isTimeZone } from '../time-zone.ts'
import { cleanTypedText } from '../typed-text.ts'
import { assertDisplayed, auditDisplays, readDisplays } from './display.ts'
import { ENGLISH_KINDS, fieldNames } from './field-names.ts'
import { readFields } from './fields.ts'
import { finalValues } from './final-values.ts'
import { recordSignature } from './legal-record.ts'
import { findNext, queuedWithoutMail, releaseNext } from './release-next.ts'
import { assertValuesUnchanged } from './value-version.ts'
import { type FieldRow, type FieldValue, isFilled, type SigningFacts, toStamp } from './values.ts'

export interface CompleteInput {
  consentVersion: string
  /** The language in which the disclosure was offered; absent: the signer's own. */
  consentLocale?: Locale | undefined
  /** What the signer typed as their name, if the sender gave none. */
  name?: string | null
  /**
   * Of the signer's device (IANA): the dates on the document are in it. Absent, or not known here: UTC, so that a browser
   * with a newer list of zones does not keep anyone from signing.
   */
  timeZone?: string | null | undefined
  /** By field id; null clears a saved value, an absent field keeps it. */
  values: Record<string, FieldValue | null>
  /** By field id, the version of each value that the page shows (`value-version.ts`); absent: the caller shows none. */
  shown?: Record<string, string | null> | undefined
}

export interface Completed {
  status: 'signed'
  /** Signers that have not signed yet. */
  remaining: number
  /** True when this was the last signature and the seal is being made. */
  sealing: boolean
}

/** The new revision, drawn outside the lock on top of the current head. */
interface Drawn {
  headSeq: number
  start: number
  delta: Uint8Array
  length: number
  sha256: string
  blob: string
  chunks: ChunkHashes
}

/**
 * A signer who loses the race for the next revision draws again on the new head; more losses than signers are a bug.
 */
const MAX_ATTEMPTS = 40

/**
 * The signer finishes (contract 3): draws this signer's marks as a revision of its own, then in one transaction marks
 * the request `signed`, releases the next of a sequential send, records the events and, after the last signature, makes
 * the seal due. Repeating the call returns the result of the first.
 * @throws DomainError as `assertMaySign`, `assertDisplayed` and `assertValuesUnchanged`; `consent_required`,
 * `name_required`, `field_required`, `field_invalid`, `image_damaged`, `file_damaged`
 */
export async function completeSigning(ctx: Ctx, actor: Actor, input: CompleteInput): Promise<Completed> {
  assertMay(ctx, actor, 'completeSigning')
  const { signer } = actor
  if (signer.status === 'signed') return outcome(ctx, signer)
  assertMaySign(signer, ctx.clock.now())
  const consent = consentVersion(input.consentVersion, input.consentLocale ?? toLocale(signer.locale))
  if (!consent) throw new DomainError('consent_required', 'agree to sign electronically first')
  const verifiedPhone = signer.sms_verified_at && maskPhone(signer.phone_e164)
  const moment = {
    at: ctx.clock.now(),
    timeZone: input.timeZone && isTimeZone(input.timeZone) ? input.timeZone : 'UTC',
    locale: toLocale(signer.locale),
  }
  const facts = { ...moment, name: nameOf(signer, input), verifiedPhone }
  const fields = await readFields(ctx.db, signer.id)
  // The values of these same rows are drawn and recorded below, so nothing can change after the comparison.
  assertValuesUnchanged(fields, input.shown ?? {}, input.values, { ...moment, name: signer.name })
  const values = await finalValues(ctx, signer.workspace_id, fields, input.values, facts)
  const stamps = fields.flatMap((field) => toStamp(field, values.get(field.id) ?? null, facts) ?? [])
  const document = await loadDocument(ctx.db, signer.workspace_id, signer.document_id)
  assertDisplayed(await readDisplays(ctx.db, signer.id), document.page_count)
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const drawn = await draw(ctx, document, stamps)
    const noMail = await queuedWithoutMail(ctx, document)
    const done = await commit(ctx, actor, { drawn, fields, values, facts, consent, noMail })
    if (done) return outcome(ctx, await reloadSigner(ctx.db, signer.id))
  }
  throw new Error(`no revision of document ${document.id} could be appended in ${MAX_ATTEMPTS} attempts`)
}

async function outcome(ctx: Ctx, signer: SignerRow): Promise<Completed> {
  const signers = await loadSigners(ctx.db, signer.document_id)
  const remaining = signers.filter(({ status }) => status !== 'signed').length
  const document = await loadDocument(ctx.db, signer.workspace_id, signer.document_id)
  return { status: 'signed', remaining, sealing: document.seal_state === 'due' }
}

function nameOf(signer: SignerRow, input: CompleteInput): string {
  const name = signer.name ?? (input.name && cleanTypedText(input.name))
  if (!name || [...name].length > 120 || /\p{Cc}/u.test(name)) {
    throw new DomainError('name_required', 'type your name, at most 120 characters')
  }
  return name
}

async function draw(ctx: Ctx, document: DocumentRow, stamps: Stamp[]): Promise<Drawn> {
  const revisions: Revision[] = await readRevisions(ctx.db, document.id)
  const { delta, length, sha256 } = await withLocalParts(ctx, document, revisions, (parts) =>
    ctx.pdf.of(document.workspace_id).sign(parts, revisions.at(-1)!.sha256, stamps).catch(asRetryable),
  )
  const blob = blobKey(document.workspace_id, document.id, sha256)
  const chunks = await ctx.storage.region(document.region).put(blob, { bytes: delta })
  return { headSeq: revisions.at(-1)!.seq, start: lengthOf(revisions), delta, length, sha256, blob, chunks }
}

/** The file was suitable for signing when it was sent, so a worker that fails now ran out of time or memory. */
function asRetryable(error: unknown): never {
  // An image that was saved before images were decoded on saving.
  if (error instanceof ImageError) throw new DomainError('image_damaged', error.message, { cause: error })
  if (!(error instanceof PdfError || error instanceof PdfTimeoutError)) throw error
  throw busy(error)
}

interface Commit {
  drawn: Drawn
  fields: FieldRow[]
  values: Map<string, FieldValue>
  facts: SigningFacts
  consent: Consent
  /** Queued signers whose mail domain accepts no mail. */
  noMail: Set<string>
}

/** What was filled in, in words. */
function filledFields(fields: FieldRow[], values: Map<string, FieldValue>): string[] {
  const names = fieldNames(fields, ENGLISH_KINDS)
  return fields.flatMap(({ id, page }, i) => (isFilled(values.get(id) ?? null) ? [`${names[i]}, page ${page}`] : []))
}

/** Returns false when another signer's revision came first and the marks must be drawn again. */
async function commit(
  ctx: Ctx,
  actor: SignerActor,
  { drawn, fields, values, facts, consent, noMail }: Commit,
): Promise<boolean> {
  return transaction(ctx.db, async (tx) => {
    const document = await lockDocument(tx, actor.documentId)
    const before = await reloadActingSigner(tx, actor)
    if (before.status === 'signed') return true
    const now = ctx.clock.now()
    assertMaySign(before, now)
    const head = (await readRevisions(tx, document.id)).at(-1)!
    if (head.seq !== drawn.headSeq) return false
    await tx
      .insertInto('document_revisions')
      .values({
        document_id: document.id,
        seq: drawn.headSeq + 1,
        kind: 'signer',
        signing_request_id: before.id,
        start_at: drawn.start,
        length: drawn.length,
        sha256: drawn.sha256,
        blob_key: drawn.blob,
        chunks: drawn.chunks,
        created_at: now,
      })
      .execute()
    for (const field of fields) {
      const value = values.get(field.id)
      await tx
        .updateTable('fields')
        .set({ value: value ? JSON.stringify(value) : null, saved_at: now })
        .where('id', '=', field.id)
        .execute()
    }
    const signer = await tx
      .updateTable('signing_requests')
      .set({
        status: 'signed',
        name: facts.name,
        signed_at: now,
        signed_sha256: drawn.sha256,
        consent_version: consent.version,
        viewed_at: before.viewed_at ?? now,
      })
      .where('id', '=', before.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await auditDisplays(ctx, tx, actor, await readDisplays(tx, signer.id), document.page_count)
    await recordSignature(ctx, tx, signer, { actor, consent, facts, drawn, filled: filledFields(fields, values) })
    const signers = await loadSigners(tx, document.id)
    const next = findNext(document, signers, noMail)
    const options = next?.mailable ? { heldUntil: new Date(now.getTime() + HOLD.releaseMs) } : {}
    const sentEvent = next && (await releaseNext(ctx, tx, document, next, { now, options }))
    await recordSignerEvent(ctx, tx, signer, 'signing_request.signed', { sha256: drawn.sha256 }, options)
    if (next?.mailable && sentEvent) {
      await enqueue(ctx, tx, 'send-email', {
        message: 'invitation',
        signingRequestId: next.signer.id,
        eventId: sentEvent,
      })
    }
    if (signers.every(({ status }) => status === 'signed')) {
      await tx
        .updateTable('documents')
        .set({ seal_state: 'due', seal_due_at: now })
        .where('id', '=', document.id)
        .execute()
      await enqueue(ctx, tx, 'seal-document', { documentId: document.id })
    }
    return true
  })
}
