import { PDFArray, PDFDict, PDFNull, type PDFObject, PDFRef, PDFStream } from 'pdf-lib'
import type { PdfFile } from './document.ts'

/**
 * A reference to an object that does not exist is null (ISO 32000-1, 7.3.10), until a later revision happens to use
 * its number: a file could be made so that a signature drawn on one page appears on another as well. Where such a
 * reference points beyond the last object, its number is defined as null, so that every new object lies beyond it.
 */
export function defineDanglingReferences(pdf: PdfFile): void {
  let highest = 0
  const visit = (object: PDFObject): void => {
    if (object instanceof PDFRef) highest = Math.max(highest, object.objectNumber)
    else if (object instanceof PDFArray) object.asArray().forEach(visit)
    else if (object instanceof PDFDict) object.values().forEach(visit)
    else if (object instanceof PDFStream) visit(object.dict)
  }
  for (const object of pdf.allObjects()) visit(object)
  if (highest <= pdf.context.largestObjectNumber) return
  pdf.context.largestObjectNumber = highest
  pdf.assign(PDFRef.of(highest), PDFNull)
}
