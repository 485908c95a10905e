import { PDFArray, PDFBool, type PDFObject, PDFStream } from 'pdf-lib'
import { type CallerBox, scanMarkers } from './anchors/scan.ts'
import { attachedNames } from './attachments/index.ts'
import { openPdf, type PdfFile } from './document.ts'
import { PdfError } from './errors.ts'
import { formFields } from './form-fields.ts'
import { UPLOAD_LIMITS } from './limits.ts'
import { get } from './objects.ts'
import { sanitise } from './sanitise.ts'
import { checkExtendable, hasStraySignature, isSigned } from './signed.ts'
import { sizeOf } from './sizes.ts'
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
  const pages = pdf.pages.map(sizeOf)
  refuseDynamicForm(pdf)
  const signed = isSigned(pdf)
  if (!signed && hasStraySignature(pdf))
    throw new PdfError('already_signed', 'The PDF has a signature outside its form')
  const { markers, malformed, labels, rooms } = scanMarkers(pdf, optional, boxes)
  if (signed) checkExtendable(pdf, cut)
  if (signed && !optional && markers.length > 0)
    throw new PdfError('signed_markers', 'Markers stand under the signatures of the PDF')
  const portfolio = get.dict(pdf.catalog, 'Collection') ? attachedNames(pdf) : null
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
    portfolio,
    unusualPages: unusualPages(pdf),
    repaired: pdf.repaired,
    truncated,
    signed,
  }
}

/** Points: on less nobody reads anything. */
const LEAST_SIDE = 36
/** Units of a page: Acrobat shows no larger ones (ISO 32000-1, annex C). */
const MOST_SIDE = 14_400

/** What is wrong with the measures of pages, as `page 2 is 3 by 3 points`. */
function unusualPages(pdf: PdfFile): string[] {
  return pdf.pages.flatMap((page, index) => {
    const { width, height } = sizeOf(page)
    const isTiny = Math.min(width, height) < LEAST_SIDE
    const isHuge = Math.max(page.width, page.height) > MOST_SIDE
    if (isTiny || isHuge) return [`page ${index + 1} is ${Math.round(width)} by ${Math.round(height)} points`]
    return page.isCropOutside ? [`page ${index + 1} is cropped to what lies outside it`] : []
  })
}

/**
 * A placeholder of the sealing library that is still to be filled in: a viewer would take it for a signature, and the
 * library for its own. The words alone, as a page may print them, are neither.
 */
function refuseReservedContent(bytes: Uint8Array) {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = file.indexOf('/ByteRange'); at >= 0; at = file.indexOf('/ByteRange', at + 1)) {
    const text = file.toString('latin1', at, at + PLACEHOLDER_BYTES)
    if (/^\/ByteRange\s*\[[^\]]*\/\*{4}/.test(text))
      throw new PdfError('reserved_content', 'The PDF holds an unfinished signature placeholder')
  }
}

/** More than a placeholder takes. */
const PLACEHOLDER_BYTES = 256

/**
 * A dynamic XFA form has no pages of its own: a form engine makes what a viewer shows (ISO 32000-1, 12.7.8), and its page
 * is a cover that asks to wait. Older ones do not say so: they have no fields beside the XFA ones, or ask for that engine.
 */
function refuseDynamicForm(pdf: PdfFile) {
  const xfa = get.object(get.dict(pdf.catalog, 'AcroForm') ?? pdf.context.obj({}), 'XFA')
  if (!xfa) return
  const isDynamic =
    isTrue(get.object(pdf.catalog, 'NeedsRendering')) ||
    formFields(pdf).length === 0 ||
    packets(pdf, xfa).some((packet) => /<dynamicRender>\s*required\s*</.test(packet))
  if (isDynamic) throw new PdfError('xfa', 'The PDF is a dynamic XFA form')
}

/** The XML of a form, which is one stream, or an array of names and streams. What cannot be decoded is left out. */
function packets(pdf: PdfFile, xfa: PDFObject): string[] {
  const parts = xfa instanceof PDFArray ? xfa.asArray().map((part) => pdf.lookup(part)) : [xfa]
  return parts.flatMap((part) => {
    if (!(part instanceof PDFStream)) return []
    try {
      return [Buffer.from(pdf.streamContents(part)).toString('utf8')]
    } catch (error) {
      if (error instanceof PdfError && error.reason === 'damaged') return []
      throw error
    }
  })
}

const isTrue = (object: PDFObject | undefined) => object instanceof PDFBool && object.asBoolean()
