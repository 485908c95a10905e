import { type PDFArray, PDFDict, PDFRef } from 'pdf-lib'
import { PdfError } from './errors.ts'
import { LIMITS } from './limits.ts'
import { get, numbers } from './objects.ts'
import type { PdfFile, PdfPage } from './pdf-file.ts'

interface Inherited {
  Resources?: PDFDict
  MediaBox?: number[]
  CropBox?: number[]
  Rotate?: number
}

/**
 * The leaves of the page tree in order (ISO 32000-1, 7.7.3). A node may lie below itself (a loop: skipped), be
 * shared (counted again, as viewers do), lack its `/Type`, or stand directly in `/Kids` (made indirect, so that
 * it can be replaced).
 * @param most of them that are wanted: what comes after is not read.
 * @throws PdfError `too_many_pages`, `too_complex`.
 */
export function walkPages(pdf: PdfFile, most = Number.POSITIVE_INFINITY): PdfPage[] {
  const pages: PdfPage[] = []
  let nodes = 0
  const visit = (node: PDFDict, nodeRef: PDFRef, inherited: Inherited, above: Set<PDFDict>) => {
    if (++nodes > pdf.limits.pageTreeNodes || above.size > LIMITS.objectDepth)
      throw new PdfError('too_complex', 'The page tree is too large')
    const here = inherit(node, inherited)
    const kids = get.array(node, 'Kids')
    if (!kids || get.name(node, 'Type') === 'Page') {
      if (get.name(node, 'Type') === 'Pages') return
      if (pages.length >= pdf.limits.pages) throw new PdfError('too_many_pages', 'The PDF has too many pages')
      pages.push(toPage(node, nodeRef, here))
      return
    }
    const path = new Set(above).add(node)
    for (let i = 0; i < kids.size() && pages.length < most; i++) {
      const kid = kids.lookup(i)
      if (!(kid instanceof PDFDict) || path.has(kid)) continue
      visit(kid, kidRef(pdf, kids, i, node, nodeRef), here, path)
    }
  }
  const root = get.dict(pdf.catalog, 'Pages')
  const rootRef = get.ref(pdf.catalog, 'Pages')
  if (root && rootRef) visit(root, rootRef, {}, new Set())
  return pages
}

function kidRef(pdf: PdfFile, kids: PDFArray, index: number, node: PDFDict, nodeRef: PDFRef): PDFRef {
  const kid = kids.get(index)
  if (kid instanceof PDFRef) return kid
  const ref = pdf.register(kid)
  kids.set(index, ref)
  pdf.touch(get.ref(node, 'Kids') ?? nodeRef)
  return ref
}

function inherit(node: PDFDict, above: Inherited): Inherited {
  const box = (key: 'MediaBox' | 'CropBox') => {
    const value = get.array(node, key)
    return value && value.size() >= 4 ? numbers(value).slice(0, 4) : above[key]
  }
  return {
    Resources: get.dict(node, 'Resources') ?? above.Resources,
    MediaBox: box('MediaBox'),
    CropBox: box('CropBox'),
    Rotate: get.number(node, 'Rotate') ?? above.Rotate,
  }
}

type Rect = [x0: number, y0: number, x1: number, y1: number]

/** US Letter, what viewers assume where no box is given or it is empty. */
const DEFAULT_BOX: Rect = [0, 0, 612, 792]

function normal(box: number[] | undefined): Rect | undefined {
  if (!box) return undefined
  const [a = 0, b = 0, c = 0, d = 0] = box
  const rect: Rect = [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)]
  return rect[2] > rect[0] && rect[3] > rect[1] ? rect : undefined
}

/** The largest that Acrobat takes; others are not read. */
const MAX_USER_UNIT = 75_000

function toPage(dict: PDFDict, ref: PDFRef, inherited: Inherited): PdfPage {
  const media = normal(inherited.MediaBox) ?? DEFAULT_BOX
  const crop = normal(inherited.CropBox) ?? media
  const visible = normal([
    Math.max(media[0], crop[0]),
    Math.max(media[1], crop[1]),
    Math.min(media[2], crop[2]),
    Math.min(media[3], crop[3]),
  ])
  // Boxes that do not meet at all would be turned inside out by the intersection.
  const disjoint = crop[0] >= media[2] || crop[2] <= media[0] || crop[1] >= media[3] || crop[3] <= media[1]
  const [x0, y0, x1, y1] = disjoint || !visible ? media : visible
  const width = x1 - x0
  const height = y1 - y0
  const turned = (((inherited.Rotate ?? 0) % 360) + 360) % 360
  const rotate = turned === 90 || turned === 180 || turned === 270 ? turned : 0
  const upright = rotate % 180 === 0
  const unit = get.number(dict, 'UserUnit')
  return {
    ref,
    dict,
    cropBox: { x: x0, y: y0, width, height },
    rotate,
    resources: inherited.Resources,
    width: upright ? width : height,
    height: upright ? height : width,
    userUnit: unit !== undefined && unit > 0 && unit <= MAX_USER_UNIT ? unit : 1,
    isCropOutside: disjoint,
  }
}
