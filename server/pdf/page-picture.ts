import { type PDFContext, PDFDict, type PDFRef } from 'pdf-lib'
import { normalAppearance } from './appearance.ts'
import { contentEnd } from './content-end.ts'
import { type CopyBudget, ObjectCopier } from './copy-objects.ts'
import { openPdf, type PdfFile, type PdfPage } from './document.ts'
import { ImageError, PdfError, PdfTimeoutError } from './errors.ts'
import { UNSEEN } from './form-boxes.ts'
import { type Matrix, pageContent, type Rect, rectangleOf, toUserSpace } from './geometry.ts'
import { get, numbers } from './objects.ts'

/** A page as a form XObject that stands upright with its lower left corner at the origin, in points as displayed. */
export interface PagePicture {
  ref: PDFRef
  width: number
  height: number
  /** Of the whole document. */
  pages: number
}

/** A page that refers to more is not worth a picture of a few centimetres. */
const PICTURE: CopyBudget = { objects: 20_000, bytes: 6 * 1024 * 1024 }
/** More than any document that is taken has. */
const WHOLE: CopyBudget = { objects: 4_000_000, bytes: 64 * 1024 * 1024 }
const CONTENT_MAX_BYTES = 8 * 1024 * 1024

/**
 * The first page of a PDF, with what is drawn on it but without its annotations, as an object of another document. Null
 * for a file that cannot be read, or a page that takes along too much.
 */
export function embedFirstPage(to: PDFContext, bytes: Uint8Array): PagePicture | null {
  return orNull(() => {
    const pdf = openPdf(bytes)
    const [page] = pdf.pages
    return page ? embedPage(to, { pdf, page, copier: new ObjectCopier(pdf.context, to, PICTURE) }) : null
  })
}

/**
 * The pages of a PDF with everything that a viewer shows, marks that are annotations included. Null for a page that cannot
 * be copied.
 */
export function embedPages(to: PDFContext, bytes: Uint8Array): (PagePicture | null)[] {
  const pdf = openPdf(bytes)
  const copier = new ObjectCopier(pdf.context, to, WHOLE)
  return pdf.pages.map((page) =>
    orNull(() => {
      const picture = embedPage(to, { pdf, page, copier })
      return picture && { ...picture, ref: withAnnotations(to, { pdf, page, copier }, picture) }
    }),
  )
}

function orNull<T>(work: () => T): T | null {
  try {
    return work()
  } catch (error) {
    if (error instanceof PdfTimeoutError) throw error
    if (error instanceof PdfError || error instanceof ImageError) return null
    throw error
  }
}

interface Source {
  pdf: PdfFile
  page: PdfPage
  copier: ObjectCopier
}

function embedPage(to: PDFContext, { pdf, page, copier }: Source): PagePicture | null {
  const content = pageContent(pdf, page, CONTENT_MAX_BYTES)
  // What breaks off in the middle of a string or an array could swallow what the form's reader appends.
  if (!contentEnd(content).closed) return null
  const Resources = copier.copy(page.resources ?? pdf.context.obj({}))
  const group = get.dict(page.dict, 'Group')
  const { x, y, width, height } = page.cropBox
  const dict = {
    Type: 'XObject',
    Subtype: 'Form',
    BBox: [x, y, x + width, y + height],
    Matrix: upright(page),
    Resources,
    ...(group && { Group: copier.copy(group) }),
  }
  const ref = to.register(to.flateStream(content, dict))
  return { ref, width: page.width, height: page.height, pages: pdf.pages.length }
}

/** The picture with the appearances of the page's annotations drawn over it (ISO 32000-1, 12.5.5). */
function withAnnotations(to: PDFContext, { pdf, page, copier }: Source, { ref, width, height }: PagePicture): PDFRef {
  const annotations = (get.array(page.dict, 'Annots')?.asArray() ?? []).flatMap((entry) => {
    const annotation = pdf.lookup(entry)
    if (!(annotation instanceof PDFDict) || (get.number(annotation, 'F') ?? 0) & UNSEEN) return []
    if (get.name(annotation, 'Subtype') === 'Popup') return []
    const appearance = normalAppearance(pdf, annotation)
    const matrix = appearance && ontoRectangle(appearance.stream.dict, rectangleOf(annotation))
    return matrix ? [{ form: copier.copy(appearance.ref), matrix }] : []
  })
  if (annotations.length === 0) return ref
  const drawn = annotations.map(({ matrix }, i) => `q ${matrix.join(' ')} cm /A${i} Do Q`)
  const content = ['/P Do', `q ${upright(page).join(' ')} cm`, ...drawn, 'Q'].join('\n')
  const XObject = { P: ref, ...Object.fromEntries(annotations.map(({ form }, i) => [`A${i}`, form])) }
  const dict = { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, width, height], Resources: { XObject } }
  return to.register(to.flateStream(content, dict))
}

/** What moves an appearance, as its own matrix turns it, onto its place; null for one without an extent. */
function ontoRectangle(form: PDFDict, [left, bottom, right, top]: Rect): Matrix | null {
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = numbers(get.array(form, 'BBox'))
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = numbers(get.array(form, 'Matrix'))
  const corners = [x0, x1].flatMap((x) => [y0, y1].map((y) => [a * x + c * y + e, b * x + d * y + f] as const))
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)]
  const [minX, minY] = [Math.min(...xs), Math.min(...ys)]
  const [width, height] = [Math.max(...xs) - minX, Math.max(...ys) - minY]
  if (!(width > 0 && height > 0)) return null
  const [sx, sy] = [(right - left) / width, (top - bottom) / height]
  return [sx, 0, 0, sy, left - minX * sx, bottom - minY * sy]
}

/** From the page's own space to one that stands upright, as displayed. */
const upright = (page: PdfPage): Matrix => inverse(toUserSpace(page, { x: 0, y: 0, w: 1, h: 1 }).matrix)

/** Of a turn and a shift: neither scaled nor skewed. */
function inverse([a, b, c, d, e, f]: Matrix): Matrix {
  return [a, c, b, d, -(a * e + b * f), -(c * e + d * f)]
}
