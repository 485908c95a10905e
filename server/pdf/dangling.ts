import { PDFNull, PDFRef } from 'pdf-lib'
import type { PdfFile } from './document.ts'
import { type Survey, survey } from './survey.ts'

/**
 * A reference to an object that does not exist is null (ISO 32000-1, 7.3.10), until a later revision happens to use
 * its number: a file could be made so that a signature drawn on one page appears on another as well. Where such a
 * reference points beyond the last object, its number is defined as null, so that every new object lies beyond it.
 */
export function defineDanglingReferences(pdf: PdfFile, { highest }: Pick<Survey, 'highest'>): void {
  if (highest <= pdf.context.largestObjectNumber) return
  pdf.context.largestObjectNumber = highest
  pdf.assign(PDFRef.of(highest), PDFNull)
}

/** The same for a file that is signed, where defining such a number would be a change: new objects lie beyond it. */
export function skipDanglingReferences(pdf: PdfFile): void {
  const { highest } = survey(pdf)
  if (highest > pdf.context.largestObjectNumber) pdf.context.largestObjectNumber = highest
}
