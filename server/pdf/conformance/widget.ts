import { type PDFDict, PDFHexString } from 'pdf-lib'
import type { PdfFile, PdfPage } from '../document.ts'
import { flate } from '../geometry.ts'
import { nameOf } from '../objects.ts'
import { readClaims } from './claims.ts'

/** Gives the widget of a signature field that shows nothing what the file's claims ask of it. */
export function dressWidget(file: PdfFile, widget: PDFDict, page: PdfPage, description: string): void {
  const { context } = file
  const { pdfa, pdfua } = readClaims(file)
  if (pdfa?.part === 1) {
    // Every field has an appearance (ISO 19005-1, 6.9): an empty one.
    const empty = flate(file, '', { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 0, 0], Resources: {} })
    widget.set(nameOf('AP'), context.obj({ N: file.register(empty) }))
  }
  if (pdfua === null) return
  // A field has a description, and its page a tab order; a widget outside the page needs no tag (ISO 14289-1, 7.18).
  const { x, y } = page.cropBox
  widget.set(nameOf('Rect'), context.obj([x, y, x, y]))
  widget.set(nameOf('TU'), PDFHexString.fromText(description))
  page.dict.set(nameOf('Tabs'), nameOf('S'))
  file.touch(page.ref)
}
