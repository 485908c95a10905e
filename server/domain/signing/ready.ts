import type { Ctx } from '../../context.ts'
import type { SignerActor } from '../actor.ts'
import { DomainError } from '../errors.ts'
import { toLocale } from '../locales.ts'
import { maskPhone } from '../mask.ts'
import type { DocumentRow, SignerRow } from '../records/documents.ts'
import { revisionsAsJson, revisionsFromJson, type StoredRevision } from '../records/revisions.ts'
import { signersAsJson, signersFromJson } from '../records/signers-json.ts'
import { isTimeZone } from '../time-zone.ts'
import { cleanTypedText } from '../typed-text.ts'
import { type Display, displaysAsJson, displaysFromJson } from './display.ts'
import { assertAsManyAsFields, readFields } from './fields.ts'
import { finalValues } from './final-values.ts'
import { assertValuesUnchanged } from './value-version.ts'
import type { FieldRow, FieldValue, SigningFacts } from './values.ts'

/** What a signer brings along beside the values that are saved. */
export interface SigningInput {
  /** What the signer typed as their name, if the sender gave none. */
  name?: string | null
  /**
   * Of the signer's device (IANA): the dates on the document are in it. Absent, or not known here: UTC, so that a browser
   * with a newer list of zones does not keep anyone from signing.
   */
  timeZone?: string | null | undefined
  /** By field id; null clears a saved value, an absent field keeps it. */
  values: Record<string, FieldValue | null>
}

/** What a signature is based on: the document and its file as they stand, its signers, and what this one was shown. */
export interface SigningBasis {
  document: DocumentRow
  revisions: StoredRevision[]
  signers: SignerRow[]
  displays: Display[]
}

export async function readBasis(ctx: Ctx, { signingRequestId }: SignerActor): Promise<SigningBasis> {
  const { revisions, signers, displays, ...document } = await ctx.db
    .selectFrom('documents')
    .innerJoin('signing_requests', 'documents.id', 'signing_requests.document_id')
    .selectAll('documents')
    .select([
      revisionsAsJson('documents.id').as('revisions'),
      signersAsJson('documents.id').as('signers'),
      displaysAsJson('signing_requests.id').as('displays'),
    ])
    .where('signing_requests.id', '=', signingRequestId)
    .executeTakeFirstOrThrow()
  return {
    document,
    revisions: revisionsFromJson(revisions),
    signers: signersFromJson(signers),
    displays: displaysFromJson(displays),
  }
}

/** Everything that a signature would consist of now. */
export interface ReadyToSign {
  document: DocumentRow
  fields: FieldRow[]
  values: Map<string, FieldValue>
  facts: SigningFacts
}

/**
 * What would be signed now, for the signature and for its preview.
 * @param shown by field id, the versions of the values that the page shows
 * @throws DomainError `name_required`; as `assertAsManyAsFields`, `assertValuesUnchanged` and `finalValues`
 */
export async function readyToSign(
  ctx: Ctx,
  { signer }: SignerActor,
  { document }: Pick<SigningBasis, 'document'>,
  input: SigningInput,
  shown: Record<string, string | null>,
): Promise<ReadyToSign> {
  const verifiedPhone = signer.sms_verified_at && maskPhone(signer.phone_e164)
  const moment = {
    at: ctx.clock.now(),
    timeZone: input.timeZone && isTimeZone(input.timeZone) ? input.timeZone : 'UTC',
    locale: toLocale(signer.locale),
  }
  const facts = { ...moment, name: nameOf(signer, input), verifiedPhone }
  const fields = await readFields(ctx.db, signer.id)
  assertAsManyAsFields(fields, input.values)
  assertAsManyAsFields(fields, shown)
  // The values of these same rows are drawn and recorded, so nothing can change after the comparison.
  assertValuesUnchanged(fields, shown, input.values, { ...moment, name: signer.name })
  return { document, fields, values: await finalValues(ctx, document, fields, input.values, facts), facts }
}

function nameOf(signer: SignerRow, input: SigningInput): string {
  const name = signer.name ?? (input.name && cleanTypedText(input.name))
  if (!name || [...name].length > 120 || /\p{Cc}/u.test(name)) {
    throw new DomainError('name_required', 'type your name, at most 120 characters')
  }
  return name
}
