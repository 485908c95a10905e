import { PDFArray, PDFDict, PDFHexString, PDFNumber, type PDFObject, PDFRef, PDFString } from 'pdf-lib'
import type { PdfFile, PdfPage } from '../document.ts'
import { get, nameOf, numberOf } from '../objects.ts'
import { ParentTree } from './parent-tree.ts'

/** What a piece of content is to a reader who cannot see it (ISO 32000-1, 14.8.4). */
export interface StructureRole {
  type: 'H1' | 'P' | 'Figure'
  /** What a figure shows, in English. */
  alt?: string
  /** A paragraph's text, which the glyphs of some scripts do not yield. */
  text?: string
  /** A figure's place on the page. */
  bbox?: [number, number, number, number]
}

export type TableElement = 'Table' | 'TR' | 'TH' | 'TD'

export interface StructureElement {
  dict: PDFDict
  ref: PDFRef
}

/** Around content that is layout alone (ISO 32000-1, 14.8.2.2). */
export const ARTIFACT = { open: '/Artifact BMC', close: 'EMC' } as const

/** What the elements of the tree are looked through for at most: whether headings are numbered. */
const ELEMENTS_SEARCHED = 5_000

/**
 * The structure of a tagged file, to which our own content is added: each piece becomes a marked-content sequence of its
 * page, an element at the end of the document, and an entry in the parent tree (ISO 32000-1, 14.7).
 */
export class Structure {
  private readonly pdf: PdfFile
  private readonly root: { dict: PDFDict; ref: PDFRef }
  private readonly tree: ParentTree
  private readonly marks = new Map<PdfPage, { key: number; list: PDFArray; holder: PDFRef }>()
  private place: { dict: PDFDict; ref: PDFRef } | undefined
  private heading: string | undefined

  private constructor(pdf: PdfFile, root: { dict: PDFDict; ref: PDFRef }, tree: ParentTree) {
    this.pdf = pdf
    this.root = root
    this.tree = tree
  }

  /** Null where the file is not tagged, or its structure is not one that can be added to. */
  static of(pdf: PdfFile): Structure | null {
    const marked = get.dict(pdf.catalog, 'MarkInfo')
    const dict = get.dict(pdf.catalog, 'StructTreeRoot')
    const ref = get.ref(pdf.catalog, 'StructTreeRoot')
    if (marked?.get(nameOf('Marked'))?.toString() !== 'true' || !dict || !ref) return null
    const tree = ParentTree.of(pdf, dict, ref)
    return tree && new Structure(pdf, { dict, ref }, tree)
  }

  /** Opens a piece of content on a page; close it with EMC. */
  open(page: PdfPage, role: StructureRole): string {
    const { pdf } = this
    const marks = this.marksOf(page)
    const id = marks.list.size()
    const parent = this.parent()
    const tag = role.type === 'H1' ? this.headingTag() : role.type
    const element = pdf.context.obj({ Type: 'StructElem', S: tag, P: parent.ref, Pg: page.ref, K: id })
    if (role.alt !== undefined) {
      element.set(nameOf('Alt'), PDFHexString.fromText(role.alt))
      element.set(nameOf('Lang'), PDFString.of('en'))
    }
    if (role.text !== undefined) element.set(nameOf('ActualText'), PDFHexString.fromText(role.text))
    if (role.bbox) {
      const place = { O: 'Layout', Placement: 'Block', BBox: role.bbox.map((value) => Math.round(value * 100) / 100) }
      element.set(nameOf('A'), pdf.context.obj(place))
    }
    const ref = pdf.register(element)
    marks.list.push(ref)
    pdf.touch(marks.holder)
    this.adopt(parent, ref)
    return `/${tag} <</MCID ${id}>> BDC`
  }

  /** An element that holds others, or content of several pages: the parts of a table (ISO 32000-1, 14.8.4.3.4). */
  element(type: TableElement, parent: StructureElement | null, text?: string): StructureElement {
    const { pdf } = this
    const above = parent ?? this.parent()
    const dict = pdf.context.obj({ Type: 'StructElem', S: type, P: above.ref, K: [] })
    if (type === 'TH') dict.set(nameOf('A'), pdf.context.obj({ O: 'Table', Scope: 'Column' }))
    if (text) dict.set(nameOf('ActualText'), PDFHexString.fromText(text))
    const ref = pdf.register(dict)
    this.adopt(above, ref)
    return { dict, ref }
  }

  /** Opens a piece of content that belongs to an element; close it with EMC. */
  openIn(page: PdfPage, { dict, ref }: StructureElement): string {
    const marks = this.marksOf(page)
    const id = marks.list.size()
    marks.list.push(ref)
    this.pdf.touch(marks.holder)
    get.array(dict, 'K')!.push(this.pdf.context.obj({ Type: 'MCR', Pg: page.ref, MCID: id }))
    return `/${get.name(dict, 'S')} <</MCID ${id}>> BDC`
  }

  /** The parent tree's entry of a page, made where the page has no tagged content yet. */
  private marksOf(page: PdfPage) {
    const known = this.marks.get(page)
    if (known) return known
    const { pdf } = this
    const key = get.number(page.dict, 'StructParents')
    const found = key === undefined ? undefined : this.tree.find(key)
    const entry = found && key !== undefined ? { key, ...found } : this.tree.add()
    if (!found) {
      page.dict.set(nameOf('StructParents'), pdf.context.obj(entry.key))
      pdf.touch(page.ref)
    }
    this.marks.set(page, entry)
    return entry
  }

  /** The one element at the top, usually `Document`; where there are several, the root itself. */
  private parent() {
    if (this.place) return this.place
    const { pdf, root } = this
    const kids = root.dict.get(nameOf('K'))
    const list = pdf.lookup(kids)
    const only = list instanceof PDFArray ? (list.size() === 1 ? list.get(0) : undefined) : kids
    const element = pdf.lookup(only)
    const isElement = only instanceof PDFRef && element instanceof PDFDict && get.name(element, 'S') !== undefined
    this.place = isElement ? { dict: element, ref: only } : root
    return this.place
  }

  private adopt(parent: { dict: PDFDict; ref: PDFRef }, child: PDFRef): void {
    const { pdf } = this
    const kids = parent.dict.get(nameOf('K'))
    const list = pdf.lookup(kids)
    if (list instanceof PDFArray) {
      list.push(child)
      pdf.touch(kids instanceof PDFRef ? kids : parent.ref)
      return
    }
    const all: PDFObject[] = kids === undefined || list === undefined ? [child] : [kids, child]
    parent.dict.set(nameOf('K'), pdf.context.obj(all))
    pdf.touch(parent.ref)
  }

  /** `H` where the file uses unnumbered headings: the two kinds must not be mixed (ISO 14289-1, 7.4.4). */
  private headingTag(): string {
    this.heading ??= this.uses('H') ? 'H' : 'H1'
    return this.heading
  }

  private uses(type: string): boolean {
    const queue: (PDFObject | undefined)[] = [this.root.dict.get(nameOf('K'))]
    for (let seen = 0; queue.length > 0 && seen < ELEMENTS_SEARCHED; seen++) {
      const node = this.pdf.lookup(queue.shift())
      if (node instanceof PDFArray) queue.push(...node.asArray().filter((kid) => numberOf(kid) === undefined))
      if (!(node instanceof PDFDict)) continue
      if (get.name(node, 'S') === type) return true
      const kids = node.get(nameOf('K'))
      if (kids && !(kids instanceof PDFNumber)) queue.push(kids)
    }
    return false
  }
}
