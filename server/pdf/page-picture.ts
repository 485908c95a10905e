import type { PDFContext, PDFRef } from 'pdf-lib'
import { contentEnd } from './content-end.ts'
import { type CopyBudget, ObjectCopier } from './copy-objects.ts'
import { openPdf } from './document.ts'
import { ImageError, PdfError, PdfTimeoutError } from './errors.ts'
import { type Matrix, pageContent, toUserSpace } from './geometry.ts'
import { get } from './objects.ts'

/** A page as a form XObject that stands upright with its lower left corner at the origin, in points as displayed. */
export interface PagePicture {
  ref: PDFRef
  width: number
  height: number
  /** Of the whole document. */
  pages: number
}

/** A page that refers to more is not worth a picture of a few centimetres. */
const BUDGET: CopyBudget = { objects: 20_000, bytes: 6 * 1024 * 1024 }
const CONTENT_MAX_BYTES = 8 * 1024 * 1024

/**
 * The first page of a PDF, with what is drawn on it but without its annotations, as an object of another document. Null
 * for a file that cannot be read, or a page that takes along too much.
 */
export function embedFirstPage(to: PDFContext, bytes: Uint8Array): PagePicture | null {
  try {
    const pdf = openPdf(bytes)
    const [page] = pdf.pages
    if (!page) return null
    const content = pageContent(pdf, page, CONTENT_MAX_BYTES)
    // What breaks off in the middle of a string or an array could swallow what the form's reader appends.
    if (!contentEnd(content).closed) return null
    const copier = new ObjectCopier(pdf.context, to, BUDGET)
    const Resources = copier.copy(page.resources ?? pdf.context.obj({}))
    const group = get.dict(page.dict, 'Group')
    const { x, y, width, height } = page.cropBox
    const dict = {
      Type: 'XObject',
      Subtype: 'Form',
      BBox: [x, y, x + width, y + height],
      Matrix: inverse(toUserSpace(page, { x: 0, y: 0, w: 1, h: 1 }).matrix),
      Resources,
      ...(group && { Group: copier.copy(group) }),
    }
    const ref = to.register(to.flateStream(content, dict))
    return { ref, width: page.width, height: page.height, pages: pdf.pages.length }
  } catch (error) {
    if (error instanceof PdfTimeoutError) throw error
    if (error instanceof PdfError || error instanceof ImageError) return null
    throw error
  }
}

/** Of a turn and a shift: neither scaled nor skewed. */
function inverse([a, b, c, d, e, f]: Matrix): Matrix {
  return [a, c, b, d, -(a * e + b * f), -(c * e + d * f)]
}
