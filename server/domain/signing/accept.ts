import type { Ctx } from '../../context.ts'
import { FIELD_VALUE } from '../../limits.ts'
import { ImageError, PdfError, PdfTimeoutError } from '../../pdf/errors.ts'
import { hasExtent } from '../../pdf/visible.ts'
import { busy } from '../busy.ts'
import { DomainError } from '../errors.ts'
import type { DocumentRow } from '../records/documents.ts'
import { exampleOf, readAnswer } from './answer.ts'
import { checkValue, type FieldRow, type FieldValue } from './values.ts'

/** Where values are put. */
export type Paper = Pick<DocumentRow, 'workspace_id' | 'page_sizes' | 'embeds_fonts'>

type ImageValue = Extract<FieldValue, { type: 'image' }>

/**
 * Checks one value against its field and returns it in its stored form. An image is fully decoded in a worker and
 * encoded again: no byte of an uploaded file is kept, hence none of its metadata.
 * A text must fit into its box, in the layout in which it will be printed (decision 0461).
 * @throws DomainError as `checkValue`; `field_invalid` with `meta.reason` `does_not_fit` and `meta.max`, the number of
 * characters that fit, or `wrong_form` and `meta.example` where the field says what an answer must be; `image_damaged`
 * (`meta.field_id`) for an image that cannot be decoded; `signature_invisible` (`meta.field_id`) for a picture or drawing
 * that shows nothing; `busy` when the worker ran out of time
 */
export async function acceptValue(ctx: Ctx, paper: Paper, field: FieldRow, value: unknown): Promise<FieldValue> {
  const checked = checkValue(field, value)
  if (checked.type === 'image') return reencoded(ctx, paper.workspace_id, field, checked)
  if (checked.type === 'drawn' && !hasExtent(checked)) throw invisible(field)
  if (checked.type === 'text' && field.kind === 'text') {
    const answered = withAnswer(field, checked.text)
    const max = await charactersThatFit(ctx, paper, field, checked.text)
    if (max !== null) throw doesNotFit(field, max)
    return answered
  }
  return checked
}

/** What would leave no mark on the page is no signature. */
function invisible({ id }: FieldRow): DomainError {
  return new DomainError('signature_invisible', 'there is nothing to see on white paper', { meta: { field_id: id } })
}

/** @param max the number of characters that fit */
export function doesNotFit({ id }: FieldRow, max: number): DomainError {
  const meta = { field_id: id, reason: 'does_not_fit', max }
  return new DomainError('field_invalid', `only ${max} characters fit into the box`, { meta })
}

/** The text with what it means. @throws DomainError `field_invalid` with `meta.reason` `wrong_form` and `meta.example` */
function withAnswer({ id, answer_type: type }: FieldRow, text: string): FieldValue {
  if (type === null || text === '') return { type: 'text', text }
  const kept = readAnswer(text, type)
  if (kept !== null) return { type: 'text', text, kept }
  const meta = { field_id: id, reason: 'wrong_form', type: type.type, example: exampleOf(type) }
  throw new DomainError('field_invalid', `this field takes a ${type.type}, such as ${meta.example}`, { meta })
}

/** With fewer left than this, whoever types is told how many. */
const FEW_CHARACTERS = 200

/**
 * How many characters the field's box takes in all, if the text goes on as it began; null while more fit than one has to
 * know of, and where the sender has said how many. @throws DomainError `busy`
 */
export async function lengthThatFits(
  ctx: Ctx,
  paper: Paper,
  field: FieldRow,
  value: FieldValue,
): Promise<number | null> {
  if (field.kind !== 'text' || field.max_length !== null || field.answer_type !== null) return null
  if (value.type !== 'text' || value.text === '') return null
  const again = ` ${value.text}`
  const more = [...again.repeat(Math.ceil(FEW_CHARACTERS / [...again].length))].slice(0, FEW_CHARACTERS)
  const text = value.text + more.join('')
  const max = await charactersThatFit(ctx, paper, field, text)
  return max === null ? null : Math.min(max, FIELD_VALUE.textCharacters)
}

/** How many characters of a text fit into the field's box; null when all do. @throws DomainError `busy` */
async function charactersThatFit(
  ctx: Ctx,
  { workspace_id: workspaceId, page_sizes, embeds_fonts }: Paper,
  { page, x, y, w, h, rooms }: FieldRow,
  text: string,
): Promise<number | null> {
  try {
    const typed = { page: page_sizes[page - 1]!, box: { x, y, w, h }, rooms, text }
    return await ctx.pdf.of(workspaceId).charactersThatFit(typed, embeds_fonts)
  } catch (error) {
    throw error instanceof PdfTimeoutError ? busy(error) : error
  }
}

async function reencoded(ctx: Ctx, workspaceId: string, field: FieldRow, value: ImageValue): Promise<ImageValue> {
  const given = Buffer.from(value.data, 'base64')
  try {
    const { mediaType, bytes } = await ctx.pdf.of(workspaceId).reencodeImage(given, FIELD_VALUE.imageBytes, true)
    if (mediaType !== value.mediaType) throw new ImageError('image_type', 'The image does not match its media type')
    return { type: 'image', mediaType, data: Buffer.from(bytes).toString('base64') }
  } catch (error) {
    if (error instanceof PdfError || error instanceof PdfTimeoutError) throw busy(error)
    if (!(error instanceof ImageError)) throw error
    if (error.reason === 'image_blank') throw invisible(field)
    if (error.reason === 'image_damaged')
      throw new DomainError('image_damaged', error.message, { meta: { field_id: field.id } })
    const reason = error.reason === 'image_type' ? 'wrong_type' : error.reason
    throw new DomainError('field_invalid', error.message, { meta: { field_id: field.id, reason } })
  }
}
