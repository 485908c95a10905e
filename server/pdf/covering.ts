import { type PDFDict, type PDFObject, PDFRef, type PDFStream } from 'pdf-lib'
import { drawsFieldsAnew, fieldTexts, withParents } from './anchors/field-texts.ts'
import { annotationsOver } from './annotations-over.ts'
import { normalAppearance } from './appearance.ts'
import { ARTIFACT, Structure } from './conformance/index.ts'
import { detachAnnotations } from './detach.ts'
import type { PdfFile, PdfPage } from './document.ts'
import { PdfError } from './errors.ts'
import { type FontOptions, num } from './fonts/index.ts'
import { addContents, flate, type Matrix, type Rect, rectangleOf, toFractions } from './geometry.ts'
import { LIMITS } from './limits.ts'
import { get, nameOf, numbers } from './objects.ts'
import { drawStamps } from './stamp.ts'
import type { Box, Stamp } from './types.ts'

/** Beyond this no viewer computes with numbers of a page. */
const MAX_NUMBER = 1e9

/**
 * Makes page content of the annotations and form fields that a viewer would paint over these boxes: what they show stays,
 * and what is written into the boxes later is on top (ISO 32000-1, 12.5.5). Pop-up windows there are taken off: their
 * text stays in the note. What nobody can see stays as it is, and so does what has no appearance, over which marks are
 * drawn: see `isUnderAnnotation`.
 * @throws PdfError `too_complex`
 */
export async function flattenCovering(
  pdf: PdfFile,
  boxes: readonly Box[],
  fontOptions: FontOptions = {},
): Promise<void> {
  const values: Stamp[] = []
  let steps = 0
  const spend = (more: number) => {
    steps += more
    if (steps > LIMITS.contentSteps) throw new PdfError('too_complex', 'The form has too many values')
  }
  for (const [index, page] of pdf.pages.entries()) {
    const here = boxes.filter((box) => box.page === index + 1)
    const looks: Look[] = []
    const gone = new Set<PDFObject>()
    for (const { entry, annotation } of here.length > 0 ? annotationsOver(pdf, page, here) : []) {
      const appearance = normalAppearance(pdf, annotation)
      const subtype = get.name(annotation, 'Subtype')
      if (subtype === 'Popup') forgetPopup(pdf, annotation)
      else if (subtype === 'Widget' && !(appearance && isDrawnAsStored(pdf, annotation))) {
        looks.push(...groundOf(pdf, annotation))
        values.push(...shownValue(pdf, page, index + 1, annotation, spend))
      } else if (appearance) looks.push(...lookOf(pdf, annotation, appearance))
      else continue
      // A link goes on to lead somewhere.
      if (subtype !== 'Link') gone.add(entry)
      else if (entry instanceof PDFRef && annotation.delete(nameOf('AP'))) pdf.touch(entry)
    }
    if (looks.length > 0) paint(pdf, page, looks)
    detachAnnotations(pdf, page, gone)
  }
  if (values.length > 0) await drawStamps(pdf, values, fontOptions)
}

/** Whether viewers show a field by its appearance, and not their own drawing of its value. */
function isDrawnAsStored(pdf: PdfFile, widget: PDFDict): boolean {
  const type = withParents(widget)
    .map((dict) => get.name(dict, 'FT'))
    .find((name) => name !== undefined)
  return !drawsFieldsAnew(pdf) || type === 'Btn' || type === 'Sig'
}

function forgetPopup(pdf: PdfFile, popup: PDFDict): void {
  const owner = get.ref(popup, 'Parent')
  if (owner && get.dict(popup, 'Parent')?.delete(nameOf('Popup'))) pdf.touch(owner)
}

/** The ground and border that viewers give a field without an appearance (ISO 32000-1, table 189). */
function groundOf(pdf: PdfFile, widget: PDFDict): Look[] {
  const colours = get.dict(widget, 'MK')
  const [x0, y0, x1, y1] = rectangleOf(widget)
  const rectangle = (inset: number) =>
    `${[x0 + inset, y0 + inset, x1 - x0 - 2 * inset, y1 - y0 - 2 * inset].map(num).join(' ')} re`
  const [ground, border] = ['BG', 'BC'].map((key) => numbers(colours && get.array(colours, key)))
  const fill = ground && FILL[ground.length]
  const line = border && STROKE[border.length]
  const style = get.dict(widget, 'BS')
  const width = (style && get.number(style, 'W')) ?? 1
  if (![x0, y0, x1, y1, width].every((value) => Math.abs(value) < MAX_NUMBER)) return []
  const operators = [
    ...(fill ? [`${ground.map(num).join(' ')} ${fill} ${rectangle(0)} f`] : []),
    ...(line && width > 0 ? [`${border.map(num).join(' ')} ${line} ${num(width)} w ${rectangle(width / 2)} S`] : []),
  ]
  if (operators.length === 0) return []
  const form = { Type: 'XObject', Subtype: 'Form', BBox: [x0, y0, x1, y1], Resources: {} }
  return [{ ref: pdf.register(flate(pdf, operators.join('\n'), form)), matrix: [1, 0, 0, 1, 0, 0], ...layerOf(widget) }]
}

/** Operators for a colour of so many components. */
const FILL: Record<number, string> = { 1: 'g', 3: 'rg', 4: 'k' }
const STROKE: Record<number, string> = { 1: 'G', 3: 'RG', 4: 'K' }

/** The value that viewers draw into a field without an appearance, or anew. */
function shownValue(
  pdf: PdfFile,
  page: PdfPage,
  number: number,
  widget: PDFDict,
  spend: (steps: number) => void,
): Stamp[] {
  const text = fieldTexts(pdf, widget, spend).join('\n').trim()
  const { x, y, w, h } = toFractions(page, rectangleOf(widget))
  return text === '' ? [] : [{ kind: 'text', page: number, x, y, w, h, text }]
}

/** An appearance, and what takes it to its place on the page. */
interface Look {
  ref: PDFRef
  matrix: Matrix
  /** The layer that it belongs to: an optional content group, or a membership dictionary. */
  layer?: PDFObject
}

/** None for one without an area. */
function lookOf(pdf: PdfFile, annotation: PDFDict, { ref, stream }: { ref: PDFRef; stream: PDFStream }): Look[] {
  const matrix = placement(rectangleOf(annotation), stream.dict)
  if (matrix) complete(pdf, ref, stream)
  return matrix ? [{ ref, matrix, ...layerOf(annotation) }] : []
}

function layerOf(annotation: PDFDict): Pick<Look, 'layer'> {
  const layer = annotation.get(nameOf('OC'))
  return layer ? { layer } : {}
}

/** All of a page in one piece: there may be thousands. */
function paint(pdf: PdfFile, page: PdfPage, looks: Look[]): void {
  const Properties: Record<string, PDFObject> = {}
  const operators = looks.map(({ matrix, layer }, i) => {
    const own = `q ${matrix.map((n) => n.toFixed(8)).join(' ')} cm /A${i} Do Q`
    if (!layer) return own
    Properties[`L${i}`] = layer
    return `/OC /L${i} BDC ${own} EMC`
  })
  const XObject = Object.fromEntries(looks.map(({ ref }, i) => [`A${i}`, ref]))
  const open = Structure.of(pdf) === null ? undefined : ARTIFACT.open
  addContents(pdf, page, [{ operators: operators.join('\n'), resources: { XObject, Properties }, open }])
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
