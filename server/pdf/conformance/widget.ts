import { type PDFDict, PDFHexString } from 'pdf-lib'
import type { PdfFile, PdfPage } from '../document.ts'
import { flate } from '../geometry.ts'
import { get, nameOf } from '../objects.ts'
import { readClaims } from './claims.ts'

/** What may be done for the claims of a file beyond the new field itself. */
export interface Dressing {
  /** What the field is for, to a reader who cannot see it. */
  description: string
  /** The field shows something already, at its place. */
  shown: boolean
  /** Under earlier signatures the page stays as it is (decision 0410). */
  signed: boolean
  /** Under a certification that permits no change not even an empty appearance may be added (decision 0431). */
  certified: boolean
}

/** Gives the widget of a signature field what the file's claims ask of it. */
export function dressWidget(file: PdfFile, widget: PDFDict, page: PdfPage, dressing: Dressing): void {
  const { context } = file
  const { pdfa, pdfua } = readClaims(file)
  const { shown, signed, certified, description } = dressing
  if (pdfa?.part === 1 && !shown && !certified) {
    // Every field has an appearance (ISO 19005-1, 6.9): an empty one.
    const empty = flate(file, '', { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 0, 0], Resources: {} })
    widget.set(nameOf('AP'), context.obj({ N: file.register(empty) }))
  }
  if (pdfua === null) return
  // A field has a description, and its page a tab order; a widget outside the page needs no tag (ISO 14289-1, 7.18).
  widget.set(nameOf('TU'), PDFHexString.fromText(description))
  if (!shown) {
    const { x, y } = page.cropBox
    widget.set(nameOf('Rect'), context.obj([x, y, x, y]))
  }
  if (signed || get.name(page.dict, 'Tabs') === 'S') return
  page.dict.set(nameOf('Tabs'), nameOf('S'))
  file.touch(page.ref)
}
