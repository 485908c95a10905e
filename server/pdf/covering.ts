import { PDFDict, type PDFRef, type PDFStream } from 'pdf-lib'
import { drawsFieldsAnew, withParents } from './anchors/field-texts.ts'
import { normalAppearance } from './appearance.ts'
import { ARTIFACT, Structure } from './conformance/index.ts'
import { detachAnnotations } from './detach.ts'
import type { PdfFile, PdfPage } from './document.ts'
import { UNSEEN } from './form-boxes.ts'
import { addContents, type Matrix, type Rect, rectangleOf, toFractions } from './geometry.ts'
import { get, nameOf, numbers } from './objects.ts'
import type { Box } from './types.ts'

/** Points in each direction; what only touches a box hides nothing of it. */
const LEAST_COMMON = 0.5
/** Beyond this no viewer computes with numbers of a page. */
const MAX_NUMBER = 1e9

/**
 * Makes page content of the annotations and form fields that a viewer would paint over these boxes: what they show stays,
 * and what is written into the boxes later is on top (ISO 32000-1, 12.5.5). What nobody can see stays as it is, and so
 * does what has no appearance but a value or a viewer's own look.
 */
export function flattenCovering(pdf: PdfFile, boxes: readonly Box[]): void {
  for (const [index, page] of pdf.pages.entries()) {
    const here = boxes.filter((box) => box.page === index + 1)
    const annotations = here.length > 0 ? get.array(page.dict, 'Annots') : undefined
    const covering = (annotations?.asArray() ?? []).flatMap((entry) => {
      const annotation = pdf.lookup(entry)
      if (!(annotation instanceof PDFDict) || !isOver(page, annotation, here)) return []
      const appearance = normalAppearance(pdf, annotation)
      if (appearance ? isDrawnAnew(pdf, annotation) : !isEmptyField(annotation)) return []
      return [{ entry, look: appearance && lookOf(pdf, annotation, appearance) }]
    })
    if (covering.length === 0) continue
    const looks = covering.flatMap(({ look }) => look ?? [])
    if (looks.length > 0) paint(pdf, page, looks)
    detachAnnotations(pdf, page, new Set(covering.map(({ entry }) => entry)))
  }
}

function isOver(page: PdfPage, annotation: PDFDict, boxes: readonly Box[]): boolean {
  // Links show a border at most. What belongs to a layer is switched by the viewer.
  if (['Popup', 'Link'].includes(get.name(annotation, 'Subtype') ?? '') || annotation.has(nameOf('OC'))) return false
  if ((get.number(annotation, 'F') ?? 0) & UNSEEN) return false
  const place = toFractions(page, rectangleOf(annotation))
  const common = (from: number, length: number, other: number, otherLength: number) =>
    Math.min(from + length, other + otherLength) - Math.max(from, other)
  return boxes.some(
    (box) =>
      common(place.x, place.w, box.x, box.w) * page.width > LEAST_COMMON &&
      common(place.y, place.h, box.y, box.h) * page.height > LEAST_COMMON,
  )
}

/** Whether viewers show a value that the appearance may not have yet. */
function isDrawnAnew(pdf: PdfFile, annotation: PDFDict): boolean {
  return get.name(annotation, 'Subtype') === 'Widget' && drawsFieldsAnew(pdf) && !isEmptyField(annotation)
}

/** Viewers paint the ground of a field at most. */
function isEmptyField(annotation: PDFDict): boolean {
  if (get.name(annotation, 'Subtype') !== 'Widget') return false
  return withParents(annotation).every((dict) => get.object(dict, 'V') === undefined)
}

/** An appearance, and what takes it to its place on the page. */
interface Look {
  ref: PDFRef
  matrix: Matrix
}

/** Null for one without an area. */
function lookOf(pdf: PdfFile, annotation: PDFDict, { ref, stream }: { ref: PDFRef; stream: PDFStream }): Look | null {
  const matrix = placement(rectangleOf(annotation), stream.dict)
  if (matrix) complete(pdf, ref, stream)
  return matrix && { ref, matrix }
}

/** All of a page in one piece: there may be thousands. */
function paint(pdf: PdfFile, page: PdfPage, looks: Look[]): void {
  const operators = looks.map(({ matrix }, i) => `q ${matrix.map((n) => n.toFixed(8)).join(' ')} cm /A${i} Do Q`)
  const XObject = Object.fromEntries(looks.map(({ ref }, i) => [`A${i}`, ref]))
  const open = Structure.of(pdf) === null ? undefined : ARTIFACT.open
  addContents(pdf, page, [{ operators: operators.join('\n'), resources: { XObject }, open }])
}

/** What takes the appearance's box, after the form's own matrix, to the rectangle; null for one without an area. */
function placement([left, bottom, right, top]: Rect, form: PDFDict): Matrix | null {
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = numbers(get.array(form, 'BBox'))
  const given = numbers(get.array(form, 'Matrix'))
  const [a, b, c, d, e, f] = (given.length === 6 ? given : [1, 0, 0, 1, 0, 0]) as Matrix
  const corners = [
    [x0, y0],
    [x1, y0],
    [x0, y1],
    [x1, y1],
  ] as const
  const xs = corners.map(([x, y]) => a * x + c * y + e)
  const ys = corners.map(([x, y]) => b * x + d * y + f)
  const [minX, minY] = [Math.min(...xs), Math.min(...ys)]
  const [width, height] = [Math.max(...xs) - minX, Math.max(...ys) - minY]
  if (!(width > 0 && height > 0 && right > left && top > bottom)) return null
  const [scaleX, scaleY] = [(right - left) / width, (top - bottom) / height]
  const matrix: Matrix = [scaleX, 0, 0, scaleY, left - minX * scaleX, bottom - minY * scaleY]
  return matrix.every((value) => Math.abs(value) < MAX_NUMBER) ? matrix : null
}

/** An appearance may do without what a form XObject has to have, and take its fonts from the form. */
function complete(pdf: PdfFile, ref: PDFRef, { dict }: PDFStream): void {
  const form = get.dict(pdf.catalog, 'AcroForm')
  const fonts = form && get.dict(form, 'DR')
  const lacksResources = fonts !== undefined && !dict.has(nameOf('Resources'))
  if (get.name(dict, 'Subtype') === 'Form' && !lacksResources) return
  dict.set(nameOf('Subtype'), nameOf('Form'))
  if (lacksResources) dict.set(nameOf('Resources'), fonts)
  pdf.touch(ref)
}
