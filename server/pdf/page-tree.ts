import { PDFDict, type PDFObject, PDFRef } from 'pdf-lib'
import { ARTIFACT } from './conformance/index.ts'
import type { PdfFile, PdfPage } from './document.ts'
import { PdfError } from './errors.ts'
import { flate, pageContent } from './geometry.ts'
import { LIMITS } from './limits.ts'
import { get, nameOf, numberOf } from './objects.ts'

/** What happens to the pages, by their index. */
export interface Rearrangement {
  removed: ReadonlySet<number>
  /** The pages that come right after one. */
  added: ReadonlyMap<number, PdfPage[]>
}

/**
 * Makes every page stand in the tree once, so that one can be changed without changing another: some writers put a page
 * into the document twice, or leave out the tree's root (ISO 32000-1, 7.7.3).
 */
export function separatePages(pdf: PdfFile): void {
  const { pages } = pdf
  const root = get.dict(pdf.catalog, 'Pages')
  const distinct = new Set(pages.map(({ dict }) => dict))
  if (distinct.size === pages.length && root && get.array(root, 'Kids') && !distinct.has(root)) return
  const rootRef = pdf.context.nextRef()
  const seen = new Set<PDFDict>()
  for (const page of pages) {
    if (seen.has(page.dict)) {
      page.dict = page.dict.clone(pdf.context)
      page.ref = pdf.register(page.dict)
    }
    seen.add(page.dict)
    const { x, y, width, height } = page.cropBox
    const box = [x, y, x + width, y + height]
    const own = { Parent: rootRef, Type: 'Page', MediaBox: box, CropBox: box, Rotate: page.rotate }
    const inherited = pdf.context.obj({ ...own, Resources: page.resources ?? {} })
    for (const [key, value] of inherited.entries()) page.dict.set(key, value)
    pdf.touch(page.ref)
  }
  const kids = pages.map(({ ref }) => ref)
  pdf.assign(rootRef, pdf.context.obj({ Type: 'Pages', Kids: kids, Count: kids.length }))
  pdf.catalog.set(nameOf('Pages'), rootRef)
  pdf.touch(pdf.catalogRef)
}

/** A page that is in no tree yet, as large as another one is displayed; empty. */
export function blankPage(pdf: PdfFile, { width, height, userUnit }: PdfPage): PdfPage {
  const box = [0, 0, width, height]
  const resources = pdf.context.obj({})
  const dict = pdf.context.obj({ Type: 'Page', MediaBox: box, CropBox: box, Rotate: 0, Resources: resources })
  if (userUnit !== 1) dict.set(nameOf('UserUnit'), pdf.context.obj(userUnit))
  const cropBox = { x: 0, y: 0, width, height }
  return { ref: pdf.register(dict), dict, cropBox, isCropOutside: false, rotate: 0, resources, width, height, userUnit }
}

/** A page that looks like another one, without its links, fields and tags. */
export function pageLike(pdf: PdfFile, page: PdfPage): PdfPage {
  const { x, y, width, height } = page.cropBox
  const box = [x, y, x + width, y + height]
  const resources = page.resources ?? pdf.context.obj({})
  const dict = pdf.context.obj({ Type: 'Page', MediaBox: box, CropBox: box, Rotate: page.rotate, Resources: resources })
  for (const key of ['Contents', 'Group', 'UserUnit']) {
    const value = page.dict.get(nameOf(key))
    if (value) dict.set(nameOf(key), value)
  }
  return { ...page, ref: pdf.register(dict), dict, resources }
}

/**
 * The same page for a tagged file: its content as one artifact. Marks in a form belong to nobody, so they do not get into
 * the way of those that are added (ISO 32000-1, 14.7.4.3).
 * @throws PdfError `damaged` for content that cannot be decoded
 */
export function asArtifact(pdf: PdfFile, page: PdfPage): PdfPage {
  const { x, y, width, height } = page.cropBox
  const shape = { Type: 'XObject', Subtype: 'Form', BBox: [x, y, x + width, y + height] }
  const form = flate(pdf, pageContent(pdf, page), { ...shape, Resources: page.resources ?? {} })
  const dict = page.dict.clone(pdf.context)
  const paint = `${ARTIFACT.open} q /Page Do Q ${ARTIFACT.close}\n`
  dict.set(nameOf('Contents'), pdf.register(pdf.context.stream(paint)))
  return { ...page, dict, resources: pdf.context.obj({ XObject: { Page: pdf.register(form) } }) }
}

/**
 * Takes pages out of the document and puts others in, each beside its neighbour: only the nodes above are written again.
 * `pdf.pages` follows, and so do the page labels. The pages stand in the tree once (`separatePages`).
 */
export function rearrangePages(pdf: PdfFile, { removed, added }: Rearrangement): void {
  const pages = [...pdf.pages]
  let index = 0
  const visit = (node: PDFDict, ref: PDFRef, path: ReadonlySet<PDFDict>): { count: number; changed: boolean } => {
    const kids: PDFObject[] = []
    let count = 0
    let changed = false
    for (const entry of get.array(node, 'Kids')?.asArray() ?? []) {
      const kid = pdf.lookup(entry)
      if (!(kid instanceof PDFDict) || !(entry instanceof PDFRef) || path.has(kid)) {
        kids.push(entry)
        continue
      }
      if (kid !== pages[index]?.dict) {
        const inner = visit(kid, entry, new Set(path).add(kid))
        kids.push(entry)
        count += inner.count
        changed ||= inner.changed
        continue
      }
      const following = added.get(index) ?? []
      const stays = !removed.has(index)
      index++
      if (stays) kids.push(entry)
      for (const page of following) page.dict.set(nameOf('Parent'), ref)
      kids.push(...following.map((page) => page.ref))
      count += Number(stays) + following.length
      changed ||= !stays || following.length > 0
    }
    if (changed) {
      node.set(nameOf('Kids'), pdf.context.obj(kids))
      node.set(nameOf('Count'), pdf.context.obj(count))
      pdf.touch(ref)
    }
    return { count, changed }
  }
  const root = get.dict(pdf.catalog, 'Pages')!
  visit(root, get.ref(pdf.catalog, 'Pages')!, new Set([root]))
  moveLabels(pdf, pages.length, { removed, added })
  const after = pages.flatMap((page, i) => [...(removed.has(i) ? [] : [page]), ...(added.get(i) ?? [])])
  pdf.pages.splice(0, pdf.pages.length, ...after)
}

/** A range of page labels starts at the page that it started at; what was added in it counts on (ISO 32000-1, 12.4.2). */
function moveLabels(pdf: PdfFile, count: number, { removed, added }: Rearrangement): void {
  const labels = get.dict(pdf.catalog, 'PageLabels')
  if (!labels) return
  const starts = new Map(labelRanges(pdf, labels))
  const nums: PDFObject[] = []
  let at = 0
  for (let index = 0; index < count; index++) {
    const label = starts.get(index)
    if (label && !removed.has(index)) nums.push(pdf.context.obj(at), label)
    at += (removed.has(index) ? 0 : 1) + (added.get(index)?.length ?? 0)
  }
  pdf.catalog.set(nameOf('PageLabels'), pdf.context.obj({ Nums: nums }))
  pdf.touch(pdf.catalogRef)
}

/** The entries of a number tree (ISO 32000-1, 7.9.7). */
function labelRanges(pdf: PdfFile, tree: PDFDict): [number, PDFObject][] {
  const found: [number, PDFObject][] = []
  const seen = new Set<PDFDict>()
  const visit = (node: PDFObject | undefined): void => {
    const dict = pdf.lookup(node)
    if (!(dict instanceof PDFDict) || seen.has(dict)) return
    seen.add(dict)
    if (seen.size > LIMITS.pageTreeNodes) throw new PdfError('too_complex', 'The tree of page labels is too large')
    const nums = get.array(dict, 'Nums')?.asArray() ?? []
    for (let i = 0; i + 1 < nums.length; i += 2) {
      const key = numberOf(pdf.lookup(nums[i]))
      if (key !== undefined) found.push([key, nums[i + 1]!])
    }
    for (const kid of get.array(dict, 'Kids')?.asArray() ?? []) visit(kid)
  }
  visit(tree)
  return found
}
