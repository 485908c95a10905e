import { type PDFArray, PDFDict, type PDFObject, type PDFRef } from 'pdf-lib'
import type { PdfFile, PdfPage } from './document.ts'
import { get, nameOf } from './objects.ts'

/**
 * Takes annotations off a page, with their pop-up windows, and form fields out of the form. A field without a widget left
 * is still a field.
 * @param entries of the page's `/Annots`, as they stand there
 */
export function detachAnnotations(pdf: PdfFile, page: PdfPage, entries: ReadonlySet<PDFObject>): void {
  const annotations = get.array(page.dict, 'Annots')
  if (!annotations || entries.size === 0) return
  const gone = new Set<PDFObject | undefined>(entries)
  const owners = new Map<PDFDict, { key: string; ref: PDFRef }>()
  const form = get.dict(pdf.catalog, 'AcroForm')
  if (form) owners.set(form, { key: 'Fields', ref: get.ref(pdf.catalog, 'AcroForm') ?? pdf.catalogRef })
  for (const entry of entries) {
    const annotation = pdf.lookup(entry)
    gone.add(annotation)
    if (!(annotation instanceof PDFDict)) continue
    const popup = get.ref(annotation, 'Popup')
    if (popup) gone.add(popup)
    const parent = get.dict(annotation, 'Parent')
    const ref = get.ref(annotation, 'Parent')
    if (parent && ref && !owners.has(parent)) owners.set(parent, { key: 'Kids', ref })
  }
  const without = (list: PDFArray) => list.asArray().filter((item) => !gone.has(item) && !gone.has(pdf.lookup(item)))
  for (const [owner, { key, ref }] of owners) {
    const list = get.array(owner, key)
    if (!list) continue
    const rest = without(list)
    if (rest.length === list.size()) continue
    owner.set(nameOf(key), pdf.context.obj(rest))
    pdf.touch(ref)
  }
  page.dict.set(nameOf('Annots'), pdf.context.obj(without(annotations)))
  pdf.touch(page.ref)
}
