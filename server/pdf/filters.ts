import { PDFArray, PDFDict, PDFName, type PDFObject, type PDFStream } from 'pdf-lib'
import { type DecodeBudget, decode, type PdfFilter } from '../../sdk/src/verify/pdf-filters.ts'
import { get, items, nameText, resolve } from './objects.ts'

/**
 * Decodes a stream as the reader does, with what its dictionary says now.
 * @throws PdfSyntaxError `too_complex`
 */
export function decodeStream({ dict }: PDFStream, raw: Uint8Array, budget: DecodeBudget): Uint8Array | undefined {
  const list = (value: PDFObject | undefined) => (value instanceof PDFArray ? items(value) : value ? [value] : [])
  const params = list(get.object(dict, 'DecodeParms') ?? get.object(dict, 'DP'))
  const filters = list(get.object(dict, 'Filter') ?? abbreviated(dict)).map((filter, index): PdfFilter => {
    const given = resolve(dict.context, params[index])
    const own = given instanceof PDFDict ? given : undefined
    return {
      name: nameText(filter),
      number: (key) => own && get.number(own, key),
      cryptName: own && get.name(own, 'Name'),
    }
  })
  return decode(raw, filters, budget)
}

/** See `PdfReader.decoded`. */
function abbreviated(dict: PDFDict): PDFObject | undefined {
  const value = get.object(dict, 'F')
  return value instanceof PDFName || value instanceof PDFArray ? value : undefined
}
