import { PDFArray, type PDFContext, PDFDict, PDFName, type PDFObject, PDFRawStream, PDFRef, PDFStream } from 'pdf-lib'
import { PdfError } from './errors.ts'

/** What one copy may take along; a page can name far more than it shows. */
export interface CopyBudget {
  objects: number
  /** Of streams, as stored. */
  bytes: number
}

/** Keys that lead from a page's resources back into the rest of the file. */
const ELSEWHERE = new Set(['Parent', 'StructParent', 'StructParents', 'Metadata', 'PieceInfo', 'OC', 'AF'])

/**
 * Copies objects of one document into another, each once, with everything they refer to.
 * @throws PdfError `too_complex` beyond the budget
 */
export class ObjectCopier {
  private readonly from: PDFContext
  private readonly to: PDFContext
  private readonly left: CopyBudget
  private readonly copies = new Map<PDFRef, PDFRef>()
  /** References that were named but whose objects are still to be copied: nesting must not go on the stack. */
  private readonly waiting: [PDFRef, PDFRef][] = []

  constructor(from: PDFContext, to: PDFContext, budget: CopyBudget) {
    this.from = from
    this.to = to
    this.left = { ...budget }
  }

  copy<T extends PDFObject>(object: T): T {
    const copied = this.value(object, 0) as T
    for (let next = this.waiting.pop(); next; next = this.waiting.pop()) {
      const [source, target] = next
      const value = this.from.lookup(source)
      this.to.assign(target, value ? this.value(value, 0) : this.to.obj(null))
    }
    return copied
  }

  private value(object: PDFObject, depth: number): PDFObject {
    if (--this.left.objects < 0 || depth > MAX_DEPTH) throw tooLarge()
    if (object instanceof PDFRef) return this.reference(object)
    if (object instanceof PDFArray) return this.to.obj(object.asArray().map((item) => this.value(item, depth + 1)))
    if (object instanceof PDFStream) return this.stream(object, depth)
    if (object instanceof PDFDict) return this.dict(object, depth)
    return object
  }

  private reference(ref: PDFRef): PDFRef {
    const known = this.copies.get(ref)
    if (known) return known
    const target = this.to.nextRef()
    this.copies.set(ref, target)
    this.waiting.push([ref, target])
    return target
  }

  private dict(dict: PDFDict, depth: number): PDFDict {
    const copy = this.to.obj({}) as PDFDict
    for (const [key, value] of dict.entries()) {
      if (ELSEWHERE.has(key.decodeText())) continue
      copy.set(PDFName.of(key.decodeText()), this.value(value, depth + 1))
    }
    return copy
  }

  private stream(stream: PDFStream, depth: number): PDFStream {
    const contents = stream.getContents()
    this.left.bytes -= contents.length
    if (this.left.bytes < 0) throw tooLarge()
    const dict = this.dict(stream.dict, depth)
    dict.set(PDFName.of('Length'), this.to.obj(contents.length))
    return PDFRawStream.of(dict, contents)
  }
}

const MAX_DEPTH = 50

function tooLarge(): PdfError {
  return new PdfError('too_complex', 'The page refers to too much')
}
