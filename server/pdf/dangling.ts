import { PDFNull, PDFRef } from 'pdf-lib'
import { PdfRef, PdfStream, type PdfValue } from '../../sdk/src/verify/pdf-syntax.ts'
import type { PdfFile } from './document.ts'

/**
 * A reference to an object that does not exist is null (ISO 32000-1, 7.3.10), until a later revision happens to use
 * its number: a file could be made so that a signature drawn on one page appears on another as well. Where such a
 * reference points beyond the last object, its number is defined as null, so that every new object lies beyond it.
 */
export function defineDanglingReferences(pdf: PdfFile): void {
  let highest = 0
  const visit = (value: PdfValue): void => {
    if (value instanceof PdfRef) highest = Math.max(highest, value.num)
    else if (Array.isArray(value)) value.forEach(visit)
    else if (value instanceof Map) for (const item of value.values()) visit(item)
    else if (value instanceof PdfStream) visit(value.dict)
  }
  for (const value of pdf.fileObjects()) visit(value)
  if (highest <= pdf.context.largestObjectNumber) return
  pdf.context.largestObjectNumber = highest
  pdf.assign(PDFRef.of(highest), PDFNull)
}
