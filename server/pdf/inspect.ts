import { PDFBool, type PDFObject } from 'pdf-lib'
import { type CallerBox, scanMarkers } from './anchors/scan.ts'
import { openPdf, type PdfFile } from './document.ts'
import { PdfError } from './errors.ts'
import { UPLOAD_LIMITS } from './limits.ts'
import { get } from './objects.ts'
import { sanitise } from './sanitise.ts'
import { checkExtendable, hasStraySignature, isSigned } from './signed.ts'
import { isTruncated } from './truncated.ts'
import type { Inspection } from './types.ts'

/**
 * What an upload is and holds, before anything is created. Changes nothing: what it reports as removed or masked
 * is done by `prepare`.
 * @param cut bytes that were cut off before the header; offsets of the file may count them
 * @param optional markers need not be found: see `scanMarkers`
 * @param boxes placed by the caller, whose labels are wanted
 * @throws PdfError with `meta.reason` of 422 `pdf_unsupported` when the file cannot be signed safely.
 */
export function inspect(bytes: Uint8Array, cut = 0, optional = false, boxes: CallerBox[] = []): Inspection {
  refuseReservedContent(bytes)
  const pdf = openPdf(bytes, UPLOAD_LIMITS, cut)
  const pages = pdf.pages.map(({ width, height }) => ({ width, height }))
  refuseDynamicForm(pdf)
  const signed = isSigned(pdf)
  if (!signed && hasStraySignature(pdf))
    throw new PdfError('already_signed', 'The PDF has a signature outside its form')
  const { markers, malformed, labels, rooms } = scanMarkers(pdf, optional, boxes)
  if (signed) checkExtendable(pdf, cut)
  if (signed && !optional && markers.length > 0)
    throw new PdfError('signed_markers', 'Markers stand under the signatures of the PDF')
  // On this copy only; nothing of it is kept.
  const removed = signed ? [] : sanitise(pdf)
  const truncated = isTruncated(bytes)
  return {
    pageCount: pages.length,
    pages,
    markers,
    malformed,
    labels,
    rooms,
    removed,
    repaired: pdf.repaired,
    truncated,
    signed,
  }
}

/**
 * Text that a seal could mistake for its own placeholder: the sealing library looks for `/ByteRange [... ]` in the
 * raw bytes of the file and must find exactly one that is still to be filled in.
 */
function refuseReservedContent(bytes: Uint8Array) {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = file.indexOf('/ByteRange'); at >= 0; at = file.indexOf('/ByteRange', at + 1)) {
    const open = file.indexOf('[', at)
    const close = open < 0 ? -1 : file.indexOf(']', open)
    if (close < 0 || file.subarray(open, close).includes('/****'))
      throw new PdfError('reserved_content', 'The PDF holds an unfinished signature placeholder')
  }
}

/** A dynamic XFA form has no pages of its own: a form engine makes what a viewer shows (ISO 32000-1, 12.7.8). */
function refuseDynamicForm(pdf: PdfFile) {
  const form = get.dict(pdf.catalog, 'AcroForm')
  const hasXfa = form && get.object(form, 'XFA') !== undefined
  if (hasXfa && isTrue(get.object(pdf.catalog, 'NeedsRendering')))
    throw new PdfError('xfa', 'The PDF is a dynamic XFA form')
}

const isTrue = (object: PDFObject | undefined) => object instanceof PDFBool && object.asBoolean()
