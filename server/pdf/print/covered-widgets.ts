import { PDFDict } from 'pdf-lib'
import { detachAnnotations } from '../detach.ts'
import type { PdfFile, PdfPage } from '../document.ts'
import { rectangleOf, toFractions } from '../geometry.ts'
import { get } from '../objects.ts'
import type { Box } from '../types.ts'

/** From this part of the smaller of the two, a form field and a box are the same place. */
const SAME = 0.5

/**
 * Takes form fields out of the places where boxes stand, with what they show: a box of a template replaces its field.
 * Fields elsewhere and signature fields stay.
 */
export function removeCoveredWidgets(pdf: PdfFile, boxes: Box[]): void {
  for (const [index, page] of pdf.pages.entries()) {
    const here = boxes.filter((box) => box.page === index + 1)
    const annotations = here.length > 0 ? get.array(page.dict, 'Annots') : undefined
    if (!annotations) continue
    const covered = annotations.asArray().filter((entry) => {
      const widget = pdf.lookup(entry)
      return widget instanceof PDFDict && isCovered(page, widget, here)
    })
    detachAnnotations(pdf, page, new Set(covered))
  }
}

function isCovered(page: PdfPage, widget: PDFDict, boxes: Box[]): boolean {
  if (get.name(widget, 'Subtype') !== 'Widget' || typeOf(widget) === 'Sig') return false
  const field = toFractions(page, rectangleOf(widget))
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
