import { sql } from 'kysely'
import type { Ctx } from '../../context.ts'
import { addJob, enqueue, transaction } from '../../db/database.ts'
import { HOLD } from '../../limits.ts'
import { blobKey, type ChunkHashes } from '../../storage/index.ts'
import type { Actor, SignerActor } from '../actor.ts'
import { DomainError } from '../errors.ts'
import { recordEvents } from '../events/record.ts'
import { signerEvent } from '../events/signer-event.ts'
import { type Locale, toLocale } from '../locales.ts'
import { assertMay } from '../may.ts'
import { type Consent, consentVersion } from '../messages/consent.ts'
import { appendAudit } from '../records/audit.ts'
import type { SignerRow } from '../records/documents.ts'
import type { StoredRevision } from '../records/revisions.ts'
import { lockForSigner } from '../signers/access.ts'
import { assertMaySign } from '../signers/checks.ts'
import { assertDisplayed, displayEntries, displaysAsJson, displaysFromJson } from './display.ts'
import { type DrawnRevision, drawRevision, marksOf } from './draw-revision.ts'
import { ENGLISH_KINDS, fieldNames } from './field-names.ts'
import { writeValues } from './fields.ts'
import { marksMade, signatureEntries } from './legal-record.ts'
import { type ReadyToSign, readBasis, readyToSign, type SigningInput } from './ready.ts'
import { findNext, queuedWithoutMail, releaseNext } from './release-next.ts'
import { renumberPages } from './renumber.ts'
import { type FieldRow, type FieldValue, isFilled, type SigningFacts } from './values.ts'

export interface CompleteInput extends SigningInput {
  consentVersion: string
  /** The language in which the disclosure was offered; absent: the signer's own. */
  consentLocale?: Locale | undefined
  /** By field id, the version of each value that the page shows (`value-version.ts`); absent: the caller shows none. */
  shown?: Record<string, string | null> | undefined
  /** Of what the signer was shown last (`previewSigning`); needed where the signer has a table. */
  seen?: string | undefined
}

export interface Completed {
  status: 'signed'
  /** Signers that have not signed yet. */
  remaining: number
  /** True when this was the last signature and the seal is being made. */
  sealing: boolean
}

/** The new revision, drawn outside the lock on top of the current head, and stored. */
interface Drawn extends DrawnRevision {
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
 * @throws DomainError as `assertMaySign`, `assertDisplayed`, `assertValuesUnchanged` and `readyToSign`;
 * `consent_required`, `image_damaged`, `file_damaged`; `values_changed` with `meta.reason` `preview` if a signer with a
 * table would sign other than what they were shown
 */
export async function completeSigning(ctx: Ctx, actor: Actor, input: CompleteInput): Promise<Completed> {
  assertMay(ctx, actor, 'completeSigning')
  const { signer } = actor
  if (signer.status === 'signed') return outcome(ctx, signer)
  assertMaySign(signer, ctx.clock.now())
  const consent = consentVersion(input.consentVersion, input.consentLocale ?? toLocale(signer.locale))
  if (!consent) throw new DomainError('consent_required', 'agree to sign electronically first')
  let basis = await readBasis(ctx, actor)
  const ready = await readyToSign(ctx, actor, basis, input, input.shown ?? {})
  const { document, fields, values, facts } = ready
  assertDisplayed(basis.displays, document.page_count)
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const drawn = await draw(ctx, ready, basis.revisions, input.seen)
    const noMail = await queuedWithoutMail(ctx, document, basis.signers)
    const done = await commit(ctx, actor, { drawn, fields, values, facts, consent, noMail })
    if (done) return done
    basis = await readBasis(ctx, actor)
  }
  throw new Error(`no revision of document ${document.id} could be appended in ${MAX_ATTEMPTS} attempts`)
}

async function outcome(ctx: Ctx, { document_id: id }: SignerRow): Promise<Completed> {
  const { seal_state, remaining } = await ctx.db
    .selectFrom('documents')
    .select(['seal_state', unsignedOf.as('remaining')])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { status: 'signed', remaining, sealing: seal_state === 'due' }
}

const countUnsigned = (signers: readonly SignerRow[]) => signers.filter(({ status }) => status !== 'signed').length

const unsignedOf = sql<number>`(select count(*) from signing_requests s where s.document_id = documents.id and s.status <> 'signed')`

async function draw(
  ctx: Ctx,
  ready: ReadyToSign,
  revisions: StoredRevision[],
  seen: string | undefined,
): Promise<Drawn> {
  const { document } = ready
  const drawn = await drawRevision(ctx, document, revisions, await marksOf(ctx.db, ready, revisions))
  if (drawn.seen !== null && drawn.seen !== seen) {
    const message = 'the document would be signed other than it was shown; look at it again as it would be signed'
    throw new DomainError('values_changed', message, { meta: { reason: 'preview', field_ids: [] } })
  }
  const blob = blobKey(document.workspace_id, document.id, drawn.sha256)
  const chunks = await ctx.storage.region(document.region).put(blob, { bytes: drawn.delta })
  return { ...drawn, blob, chunks }
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

/** The tables, in words. */
function enteredTables(fields: FieldRow[], values: Map<string, FieldValue>): string[] {
  const names = fieldNames(fields, ENGLISH_KINDS)
  return fields.flatMap(({ id, kind, page }, i) => {
    if (kind !== 'table') return []
    const value = values.get(id)
    const count = value?.type === 'rows' ? (value.kept ?? []).length : 0
    return [`${names[i]}, page ${page}: ${count} ${count === 1 ? 'row' : 'rows'}`]
  })
}

/** Null when another signer's revision came first and the marks must be drawn again. */
async function commit(
  ctx: Ctx,
  actor: SignerActor,
  { drawn, fields, values, facts, consent, noMail }: Commit,
): Promise<Completed | null> {
  return transaction(ctx.db, async (tx) => {
    const { document, signer: before, signers: found } = await lockForSigner(tx, actor)
    if (before.status === 'signed') {
      return { status: 'signed', remaining: countUnsigned(found), sealing: document.seal_state === 'due' }
    }
    const now = ctx.clock.now()
    assertMaySign(before, now)
    const { numInsertedOrUpdatedRows } = await tx
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
      .onConflict((conflict) => conflict.columns(['document_id', 'seq']).doNothing())
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows === 0n) return null
    const signed = fields.map(({ id }) => ({ id, value: values.get(id) ?? null }))
    await writeValues(tx, signed, now)
    if (drawn.pages) await renumberPages(tx, document.id, drawn.pages)
    const { displays, ...signer } = await tx
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
      .returning(displaysAsJson('signing_requests.id').as('displays'))
      .executeTakeFirstOrThrow()
    const displayed = displayEntries(actor, displaysFromJson(displays), document.page_count)
    const entered = { filled: filledFields(fields, values), tables: enteredTables(fields, values) }
    const ink = marksMade(fields, values)
    const signature = signatureEntries(signer, { actor, consent, facts, drawn, ...entered, ink })
    const signers = found.map((one) => (one.id === signer.id ? signer : one))
    const next = findNext(document, signers, noMail)
    const released = next && (await releaseNext(ctx, tx, document, next, now))
    await appendAudit(ctx, tx, document.id, ...displayed, ...signature, ...(released ? [released.entry] : []))
    const event = signerEvent(signer, 'signing_request.signed', { sha256: drawn.sha256 })
    // Both are held until the outcome of the invitation is known, at most 15 s, and released together.
    const options = next?.mailable ? { heldUntil: new Date(now.getTime() + HOLD.releaseMs) } : {}
    const [eventId] = await recordEvents(ctx, tx, released ? [released.event, event] : [event], options)
    if (next?.mailable) {
      await enqueue(ctx, tx, 'send-email', {
        message: 'invitation',
        signingRequestId: next.signer.id,
        eventId: eventId!,
      })
    }
    const remaining = countUnsigned(signers)
    if (remaining === 0) {
      await tx
        .updateTable('documents')
        .set({ seal_state: 'due', seal_due_at: now })
        .where('id', '=', document.id)
        .returning(addJob(ctx, 'seal-document', sql`json_build_object('documentId', id)`, { runAt: now }).as('job'))
        .execute()
    }
    return { status: 'signed', remaining, sealing: remaining === 0 }
  })
}
