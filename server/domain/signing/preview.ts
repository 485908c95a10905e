import type { Ctx } from '../../context.ts'
import { PRINTED } from '../../limits.ts'
import { PdfTimeoutError } from '../../pdf/errors.ts'
import type { PreviewText } from '../../pdf/preview.ts'
import type { PageSize } from '../../pdf/types.ts'
import type { Actor } from '../actor.ts'
import { busy } from '../busy.ts'
import { DomainError } from '../errors.ts'
import { assertMay } from '../may.ts'
import { takeToken } from '../records/calls/rate-limit.ts'
import { loadDocument } from '../records/documents.ts'
import { assertOpen } from '../signers/checks.ts'
import { doesNotFit } from './accept.ts'
import { readFields, requireField } from './fields.ts'
import { checkValue, type FieldRow, type FieldValue } from './values.ts'

/**
 * The texts that the signer has typed so far as the seal will draw them (decision 0461): a PDF with one page for each, in
 * the order in which they were given. Stores nothing.
 * @throws DomainError as `assertOpen` and `checkValue`; `invalid_request` for none or more than `PRINTED.maxTexts`; `field_invalid` with `meta.reason` `does_not_fit` as `acceptValue`,
 * and `wrong_type` for a field without text; `rate_limited`; `busy`
 */
export async function previewFields(ctx: Ctx, actor: Actor, values: Record<string, FieldValue>): Promise<Uint8Array> {
  assertMay(ctx, actor, 'previewFields')
  const { signer } = actor
  assertOpen(signer, ctx.clock.now())
  const count = Object.keys(values).length
  if (count < 1 || count > PRINTED.maxTexts)
    throw new DomainError('invalid_request', `values names 1 to ${PRINTED.maxTexts} fields`, { meta: { count } })
  const { allowed, resetSeconds } = await takeToken(ctx, `printed:${signer.id}`, PRINTED)
  if (!allowed) throw new DomainError('rate_limited', 'too many texts were asked for', { retryInSeconds: resetSeconds })
  const [fields, document] = await Promise.all([
    readFields(ctx.db, signer.id),
    loadDocument(ctx.db, signer.workspace_id, signer.document_id),
  ])
  const asked = Object.entries(values).map(([id, value]) => ({ field: requireField(fields, id), value }))
  const texts = asked.map(({ field, value }) => textOf(field, value, document.page_sizes[field.page - 1]!))
  try {
    const preview = await ctx.pdf.of(signer.workspace_id).previewTexts(texts, document.embeds_fonts)
    if ('file' in preview) return preview.file
    throw doesNotFit(asked[preview.overlong.index]!.field, preview.overlong.max)
  } catch (error) {
    throw error instanceof PdfTimeoutError ? busy(error) : error
  }
}

function textOf(field: FieldRow, given: FieldValue, page: PageSize): PreviewText {
  const value = checkValue(field, given)
  const { kind, x, y, w, h, rooms } = field
  if (value.type !== 'text' || (kind !== 'text' && kind !== 'name' && kind !== 'date')) {
    const meta = { field_id: field.id, reason: 'wrong_type' }
    throw new DomainError('field_invalid', 'only what is printed as text can be asked for', { meta })
  }
  return { kind, page, box: { x, y, w, h }, rooms, text: value.text }
}
