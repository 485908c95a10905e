import { PDFArray, PDFDict, type PDFObject, type PDFRef } from 'pdf-lib'
import type { PdfFile, PdfPage } from '../document.ts'
import { type Rect, toFractions } from '../geometry.ts'
import { get, nameOf, numbers } from '../objects.ts'
import type { Box } from '../types.ts'

/** From this part of the smaller of the two, a form field and a box are the same place. */
const SAME = 0.5

/**
 * Takes form fields out of the places where boxes stand: a viewer would paint the field over the value. Fields elsewhere
 * and signature fields stay.
 */
export function removeCoveredWidgets(pdf: PdfFile, boxes: Box[]): void {
  for (const [index, page] of pdf.pages.entries()) {
    const here = boxes.filter((box) => box.page === index + 1)
    const annotations = here.length > 0 ? get.array(page.dict, 'Annots') : undefined
    if (!annotations) continue
    const kept = annotations.asArray().filter((entry) => {
      const widget = pdf.lookup(entry)
      if (!(widget instanceof PDFDict) || !isCovered(page, widget, here)) return true
      detach(pdf, widget, entry)
      return false
    })
    if (kept.length === annotations.size()) continue
    page.dict.set(nameOf('Annots'), pdf.context.obj(kept))
    pdf.touch(page.ref)
  }
}

function isCovered(page: PdfPage, widget: PDFDict, boxes: Box[]): boolean {
  if (get.name(widget, 'Subtype') !== 'Widget' || typeOf(widget) === 'Sig') return false
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = numbers(get.array(widget, 'Rect'))
  const rect: Rect = [Math.min(x0, x1), Math.min(y0, y1), Math.max(x0, x1), Math.max(y0, y1)]
  const field = toFractions(page, rect)
  const overlap = (from: number, length: number, otherFrom: number, otherLength: number) =>
    Math.max(0, Math.min(from + length, otherFrom + otherLength) - Math.max(from, otherFrom))
  return boxes.some((box) => {
    const common = overlap(field.x, field.w, box.x, box.w) * overlap(field.y, field.h, box.y, box.h)
    return common > 0 && common >= SAME * Math.min(field.w * field.h, box.w * box.h)
  })
}

function typeOf(field: PDFDict): string | undefined {
  return get.name(field, 'FT') ?? get.name(get.dict(field, 'Parent') ?? field, 'FT')
}

/** Out of the form; a field without a widget left is still a field. */
function detach(pdf: PdfFile, widget: PDFDict, entry: PDFObject): void {
  const parent = get.dict(widget, 'Parent')
  const form = get.dict(pdf.catalog, 'AcroForm')
  const lists: [PDFDict | undefined, string, PDFRef | undefined][] = [
    [parent, 'Kids', get.ref(widget, 'Parent')],
    [form, 'Fields', get.ref(pdf.catalog, 'AcroForm') ?? pdf.catalogRef],
  ]
  for (const [owner, key, ref] of lists) {
    const list = owner && get.array(owner, key)
    if (!owner || !list || !ref) continue
    const rest = list.asArray().filter((item) => item !== entry && pdf.lookup(item) !== widget)
    if (rest.length === list.size()) continue
    const array = PDFArray.withContext(pdf.context)
    for (const item of rest) array.push(item)
    owner.set(nameOf(key), array)
    pdf.touch(ref)
  }
}
