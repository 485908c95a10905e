import { type PDFDict, PDFRef, PDFStream } from 'pdf-lib'
import type { PdfFile } from './document.ts'
import { get, nameOf } from './objects.ts'

/** `/AP /N`, for an annotation with several states that of `/AS`. */
export function normalAppearance(pdf: PdfFile, annotation: PDFDict): { ref: PDFRef; stream: PDFStream } | undefined {
  const appearances = get.dict(annotation, 'AP')
  if (!appearances) return undefined
  const states = get.dict(appearances, 'N')
  const state = get.name(annotation, 'AS')
  const ref = states ? state !== undefined && states.get(nameOf(state)) : appearances.get(nameOf('N'))
  const stream = ref instanceof PDFRef ? pdf.lookup(ref) : undefined
  return ref instanceof PDFRef && stream instanceof PDFStream ? { ref, stream } : undefined
}
