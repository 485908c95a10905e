import { PDFDict, type PDFObject } from 'pdf-lib'
import type { PdfFile, PdfPage } from './document.ts'
import { UNSEEN } from './form-boxes.ts'
import { rectangleOf, toFractions } from './geometry.ts'
import { get } from './objects.ts'
import type { Room } from './types.ts'

/** Points in each direction; what only touches a box hides nothing of it. */
const LEAST_COMMON = 0.5

interface Annotation {
  /** As it stands in `/Annots`. */
  entry: PDFObject
  annotation: PDFDict
}

/** The annotations and form fields that viewers would paint over one of these rooms. */
export function annotationsOver(pdf: PdfFile, page: PdfPage, rooms: readonly Room[]): Annotation[] {
  return (get.array(page.dict, 'Annots')?.asArray() ?? []).flatMap((entry) => {
    const annotation = pdf.lookup(entry)
    return annotation instanceof PDFDict && isOver(page, annotation, rooms) ? [{ entry, annotation }] : []
  })
}

function isOver(page: PdfPage, annotation: PDFDict, rooms: readonly Room[]): boolean {
  if ((get.number(annotation, 'F') ?? 0) & UNSEEN) return false
  const place = toFractions(page, rectangleOf(annotation))
  const common = (from: number, length: number, other: number, otherLength: number) =>
    Math.min(from + length, other + otherLength) - Math.max(from, other)
  return rooms.some(
    (room) =>
      common(place.x, place.w, room.x, room.w) * page.width > LEAST_COMMON &&
      common(place.y, place.h, room.y, room.h) * page.height > LEAST_COMMON,
  )
}

/** Whether an annotation is left that viewers would paint over a mark in the page's content. */
export function isUnderAnnotation(pdf: PdfFile, page: PdfPage, room: Room): boolean {
  return annotationsOver(pdf, page, [room]).some(
    ({ annotation }) => !['Widget', 'Popup', 'Link'].includes(get.name(annotation, 'Subtype') ?? ''),
  )
}
