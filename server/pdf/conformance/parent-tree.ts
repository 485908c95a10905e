import { PDFArray, PDFDict, PDFRef } from 'pdf-lib'
import type { PdfFile } from '../document.ts'
import { get, nameOf, numberOf } from '../objects.ts'

/** Nodes of a number tree that are read at most. */
const MOST_NODES = 20_000

/** The elements of a page's marked content, by their MCID, and the object that contains the list. */
interface Marks {
  list: PDFArray
  holder: PDFRef
}

/** The number tree that leads from a page's marked content to its structure elements (ISO 32000-1, 14.7.4.4). */
export class ParentTree {
  private readonly pdf: PdfFile
  private readonly structure: { dict: PDFDict; ref: PDFRef }
  private readonly root: { dict: PDFDict; ref: PDFRef }
  private nextKey: number

  private constructor(
    pdf: PdfFile,
    structure: { dict: PDFDict; ref: PDFRef },
    root: ParentTree['root'],
    nextKey: number,
  ) {
    this.pdf = pdf
    this.structure = structure
    this.root = root
    this.nextKey = nextKey
  }

  /** Null where there is none, or it is too large or not a tree. */
  static of(pdf: PdfFile, dict: PDFDict, ref: PDFRef): ParentTree | null {
    const root = get.dict(dict, 'ParentTree')
    if (!root) return null
    let highest = -1
    const complete = visitLeaves(pdf, root, get.ref(dict, 'ParentTree') ?? ref, ({ nums }) => {
      for (let i = 0; i < nums.size(); i += 2) highest = Math.max(highest, numberOf(pdf.lookup(nums.get(i))) ?? -1)
      return false
    })
    if (!complete) return null
    const nextKey = Math.max(highest + 1, get.number(dict, 'ParentTreeNextKey') ?? 0)
    return new ParentTree(pdf, { dict, ref }, { dict: root, ref: get.ref(dict, 'ParentTree') ?? ref }, nextKey)
  }

  find(key: number): Marks | undefined {
    let found: Marks | undefined
    visitLeaves(this.pdf, this.root.dict, this.root.ref, ({ nums, holder }) => {
      for (let i = 0; i + 1 < nums.size(); i += 2) {
        if (numberOf(this.pdf.lookup(nums.get(i))) !== key) continue
        const value = nums.get(i + 1)
        const list = this.pdf.lookup(value)
        // An indirect list is written by itself.
        if (list instanceof PDFArray) found = { list, holder: refOf(value) ?? holder }
        return true
      }
      return false
    })
    return found
  }

  /** A new list behind all others, so that the tree's order holds. */
  add(): Marks & { key: number } {
    const { pdf, root, structure } = this
    const key = this.nextKey++
    const list = PDFArray.withContext(pdf.context)
    const holder = pdf.register(list)
    const nums = get.array(root.dict, 'Nums')
    const kids = get.array(root.dict, 'Kids')
    if (kids) {
      kids.push(pdf.register(pdf.context.obj({ Limits: [key, key], Nums: [key, holder] })))
      pdf.touch(get.ref(root.dict, 'Kids') ?? root.ref)
    } else if (nums) {
      nums.push(pdf.context.obj(key))
      nums.push(holder)
      pdf.touch(get.ref(root.dict, 'Nums') ?? root.ref)
    } else {
      root.dict.set(nameOf('Nums'), pdf.context.obj([key, holder]))
      pdf.touch(root.ref)
    }
    structure.dict.set(nameOf('ParentTreeNextKey'), pdf.context.obj(this.nextKey))
    pdf.touch(structure.ref)
    return { key, list, holder }
  }
}

interface Leaf {
  nums: PDFArray
  holder: PDFRef
}

/** Every leaf until `visit` returns true. False: the tree is too large, or a node comes twice. */
function visitLeaves(pdf: PdfFile, root: PDFDict, rootRef: PDFRef, visit: (leaf: Leaf) => boolean): boolean {
  const seen = new Set<PDFDict>()
  const queue: { node: PDFDict; ref: PDFRef }[] = [{ node: root, ref: rootRef }]
  for (let next = queue.pop(); next; next = queue.pop()) {
    const { node, ref } = next
    if (seen.has(node) || seen.size >= MOST_NODES) return false
    seen.add(node)
    const nums = get.array(node, 'Nums')
    if (nums && visit({ nums, holder: get.ref(node, 'Nums') ?? ref })) return true
    for (const kid of get.array(node, 'Kids')?.asArray() ?? []) {
      const dict = pdf.lookup(kid)
      if (dict instanceof PDFDict) queue.push({ node: dict, ref: refOf(kid) ?? ref })
    }
  }
  return true
}

const refOf = (object: unknown): PDFRef | undefined => (object instanceof PDFRef ? object : undefined)
