import type { Ctx } from '../../context.ts'
import { FIELD_VALUE } from '../../limits.ts'
import { ImageError, PdfError, PdfTimeoutError } from '../../pdf/errors.ts'
import { busy } from '../busy.ts'
import { DomainError } from '../errors.ts'
import { checkValue, type FieldRow, type FieldValue } from './values.ts'

type ImageValue = Extract<FieldValue, { type: 'image' }>

/**
 * Checks one value against its field and returns it in its stored form. An image is fully decoded in a worker and
 * encoded again: no byte of an uploaded file is kept, hence none of its metadata.
 * @throws DomainError as `checkValue`; `image_damaged` (`meta.field_id`) for an image that cannot be decoded; `busy`
 * when the worker ran out of time
 */
export async function acceptValue(ctx: Ctx, workspaceId: string, field: FieldRow, value: unknown): Promise<FieldValue> {
  const checked = checkValue(field, value)
  return checked.type === 'image' ? reencoded(ctx, workspaceId, field, checked) : checked
}

async function reencoded(ctx: Ctx, workspaceId: string, field: FieldRow, value: ImageValue): Promise<ImageValue> {
  const given = Buffer.from(value.data, 'base64')
  try {
    const { mediaType, bytes } = await ctx.pdf.of(workspaceId).reencodeImage(given, FIELD_VALUE.imageBytes)
    if (mediaType !== value.mediaType) throw new ImageError('image_type', 'The image does not match its media type')
    return { type: 'image', mediaType, data: Buffer.from(bytes).toString('base64') }
  } catch (error) {
    if (error instanceof PdfError || error instanceof PdfTimeoutError) throw busy(error)
    if (!(error instanceof ImageError)) throw error
    if (error.reason === 'image_damaged')
      throw new DomainError('image_damaged', error.message, { meta: { field_id: field.id } })
    const reason = error.reason === 'image_type' ? 'wrong_type' : error.reason
    throw new DomainError('field_invalid', error.message, { meta: { field_id: field.id, reason } })
  }
}
