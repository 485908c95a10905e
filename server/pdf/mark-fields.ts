import { PDFHexString, type PDFRef } from 'pdf-lib'
import { structureRole } from './conformance/index.ts'
import type { PdfFile, PdfPage } from './document.ts'
import type { Matrix, Rect } from './geometry.ts'
import { nameOf } from './objects.ts'
import { addAnnotation, addSignatureField } from './signature-field.ts'
import type { Stamp } from './types.ts'

/** A drawing of `width` x `height` that `matrix` takes to its place on the page. */
interface Mark {
  stamp: Stamp
  page: PdfPage
  matrix: Matrix
  width: number
  height: number
}

/**
 * Shows marks in a file that is signed: each as what a new, read-only signature field shows. A page's content would make
 * the earlier signatures invalid; of all annotations, validators take only signature fields for part of signing.
 * @param form makes the appearance, with the mark's matrix (ISO 32000-1, 12.5.5: then it fills the rectangle as it is)
 */
export function addMarkFields<M extends Mark>(pdf: PdfFile, marks: M[], form: (mark: M) => PDFRef): void {
  for (const mark of marks) {
    const appearance = { form: form(mark), rect: rectOf(mark) }
    addSignatureField(pdf, mark.page, { name: 'Mark', appearance, signed: true, description: wordsFor(mark) })
  }
}

/**
 * Shows marks over annotations that stay on their pages: each as a stamp after all of them. Not as a field: MuPDF draws
 * a look of its own for one that nobody signed.
 * @param form as for `addMarkFields`
 */
export function addMarkStamps<M extends Mark>(pdf: PdfFile, marks: M[], form: (mark: M) => PDFRef): void {
  for (const mark of marks) {
    const stamp = pdf.context.obj({
      Type: 'Annot',
      Subtype: 'Stamp',
      Rect: [...rectOf(mark)],
      F: FIXED,
      P: mark.page.ref,
      AP: { N: form(mark) },
    })
    const words = wordsFor(mark)
    if (words) stamp.set(nameOf('Contents'), PDFHexString.fromText(words))
    addAnnotation(pdf, mark.page, pdf.register(stamp))
  }
}

/** Of `/F` (ISO 32000-1, 12.5.3): printed, not to be changed, not to be moved. */
const FIXED = 4 | 64 | 128

/** For a reader who cannot see it. */
function wordsFor({ stamp, matrix, width, height }: Mark): string | undefined {
  const { alt, text } = structureRole(stamp, matrix, width, height)
  return alt ?? text
}

function rectOf({ matrix: [a, b, c, d, e, f], width, height }: Mark): Rect {
  const xs = [e, e + a * width, e + c * height, e + a * width + c * height]
  const ys = [f, f + b * width, f + d * height, f + b * width + d * height]
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}
