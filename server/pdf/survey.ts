import { PDFRef } from 'pdf-lib'
import { type PdfDict, PdfName, PdfRef, PdfStream, type PdfValue } from '../../sdk/src/verify/pdf-syntax.ts'
import type { PdfFile } from './document.ts'
import { numberOf } from './objects.ts'

/** Properties of a file that only a pass over all its objects reveals. */
export interface Survey {
  /** The highest object number that anything refers to. */
  highest: number
  /** Streams whose content, or a part of it, lies in another file or at a URL. */
  external: PDFRef[]
  /** Streams whose `/Length` is not that of what they were read as. */
  mismeasured: PDFRef[]
  /** Images that bring others along to be printed instead (ISO 32000-1, 8.9.5.4). */
  alternates: PDFRef[]
}

/** Reads every object once, without keeping any. @throws PdfError `too_complex` */
export function survey(pdf: PdfFile): Survey {
  const found: Survey = { highest: 0, external: [], mismeasured: [], alternates: [] }
  const visit = (value: PdfValue): void => {
    if (value instanceof PdfRef) found.highest = Math.max(found.highest, value.num)
    else if (Array.isArray(value)) value.forEach(visit)
    else if (value instanceof Map) for (const item of value.values()) visit(item)
    else if (value instanceof PdfStream) visit(value.dict)
  }
  for (const { num, gen, value } of pdf.fileObjects()) {
    visit(value)
    if (!(value instanceof PdfStream)) continue
    if (value.dict.has('Alternates')) found.alternates.push(PDFRef.of(num, gen))
    if (isExternal(value.dict)) found.external.push(PDFRef.of(num, gen))
    if (lengthOf(pdf, value.dict) !== value.raw.length) found.mismeasured.push(PDFRef.of(num, gen))
  }
  return found
}

function lengthOf(pdf: PdfFile, dict: PdfDict): number | undefined {
  const length = dict.get('Length')
  if (length instanceof PdfRef) return numberOf(pdf.lookup(PDFRef.of(length.num, length.gen)))
  return typeof length === 'number' ? length : undefined
}

/** File specifications of a stream (ISO 32000-1, 7.3.8.2), of a reference XObject (8.10.4) and of OPI (14.11.7). */
export const EXTERNAL_KEYS = ['F', 'FFilter', 'FDecodeParms', 'Ref', 'OPI'] as const

function isExternal(dict: PdfDict): boolean {
  const file = dict.get('F')
  // Some writers abbreviate `/Filter`.
  const isFilter = file instanceof PdfName || (Array.isArray(file) && file.every((item) => item instanceof PdfName))
  return (file !== undefined && file !== null && !isFilter) || dict.has('Ref') || dict.has('OPI')
}
