import { PDFContext, type PDFDict, PDFFlateStream, type PDFObject, PDFRef, type PDFStream } from 'pdf-lib'
import type { DecodeBudget } from '../../sdk/src/verify/pdf-filters.ts'
import { PdfReader } from '../../sdk/src/verify/pdf-reader.ts'
import type { PdfValue } from '../../sdk/src/verify/pdf-syntax.ts'
import { PdfError, refusing } from './errors.ts'
import { decodeStream } from './filters.ts'
import { type GrowingLimits, LIMITS } from './limits.ts'
import { get, nameOf, resolve, toDict, toPdfLib } from './objects.ts'
import { walkPages } from './pages.ts'
import type { PdfFile, PdfPage } from './pdf-file.ts'
import { type Head, writeRevision } from './writer.ts'

export type { PdfFile, PdfPage } from './pdf-file.ts'

/**
 * Opens a PDF with the reader that also judges the sealed file. A broken cross-reference is rebuilt (`repaired`).
 * @param limits `UPLOAD_LIMITS` for a file that is to be taken in
 * @param cut bytes that were cut off before the header
 * @throws PdfError `encrypted`, `damaged` (no catalog to be found), `too_complex`.
 */
export function openPdf(bytes: Uint8Array, limits: GrowingLimits = LIMITS, cut = 0): PdfFile {
  return new LazyPdf(bytes, limits, cut)
}

class LazyPdf implements PdfFile {
  readonly context = PDFContext.create()
  readonly limits: GrowingLimits
  private readonly reader: PdfReader
  private chunks: Uint8Array[]
  private length: number
  private readonly changed = new Set<PDFRef>()
  private readonly read = new Set<PDFRef>()
  private readonly loading = new Set<PDFRef>()
  private readonly budget: DecodeBudget = { decodedBytes: 0 }
  /** The repairs that the last revision made good. */
  private repairsWritten = 0
  private head: Head
  private pageList: PdfPage[] | undefined

  constructor(bytes: Uint8Array, limits: GrowingLimits, cut: number) {
    this.limits = limits
    this.chunks = [bytes]
    this.length = bytes.length
    this.readOnLookup()
    this.reader = refusing(() => PdfReader.open(bytes, { maxSections: limits.xrefSections, cut }))
    this.head = this.install()
  }

  get bytes(): Uint8Array {
    if (this.chunks.length > 1) this.chunks = [Buffer.concat(this.chunks, this.length)]
    return this.chunks[0]!
  }

  get repaired(): boolean {
    return this.reader.repairs > 0
  }

  get trailer(): PDFDict {
    return this.head.trailer
  }

  get catalogRef(): PDFRef {
    return get.ref(this.trailer, 'Root')!
  }

  get catalog(): PDFDict {
    return get.dict(this.trailer, 'Root')!
  }

  get pages(): PdfPage[] {
    if (this.pageList) return this.pageList
    let pages = walkPages(this)
    if (pages.length === 0 && !this.repaired) {
      refusing(() => this.reader.rebuild())
      for (const ref of this.read) this.context.delete(ref)
      this.read.clear()
      this.head = this.install()
      if (get.dict(this.trailer, 'Root')) pages = walkPages(this)
    }
    if (pages.length === 0) throw new PdfError('no_pages', 'The PDF has no pages')
    this.pageList = pages
    return pages
  }

  get firstPage(): PdfPage {
    return (this.pageList ?? walkPages(this, 1))[0] ?? this.pages[0]!
  }

  lookup(object: PDFObject | undefined) {
    return resolve(this.context, object)
  }

  register(object: PDFObject): PDFRef {
    return this.context.register(object)
  }

  assign(ref: PDFRef, object: PDFObject) {
    this.context.assign(ref, object)
  }

  touch(ref: PDFRef) {
    if (!this.context.lookup(ref)) return
    this.changed.add(ref)
    this.read.delete(ref)
  }

  streamContents(stream: PDFStream): Uint8Array {
    if (stream instanceof PDFFlateStream) return stream.getUnencodedContents()
    const decoded = refusing(() => decodeStream(stream, stream.getContents(), this.budget))
    if (!decoded) throw new PdfError('damaged', 'A stream has a filter that cannot be decoded')
    return decoded
  }

  *fileObjects(): Iterable<{ num: number; gen: number; value: PdfValue }> {
    const { reader } = this
    yield { num: 0, gen: 0, value: reader.trailer }
    for (const num of reader.entries.keys()) {
      const gen = reader.generation(num)
      const value = refusing(() => reader.read(num, gen))
      if (value !== undefined) yield { num, gen, value }
    }
  }

  appendRevision(): Uint8Array {
    const { changed } = this
    const refs = [...changed].sort((a, b) => a.objectNumber - b.objectNumber)
    const complete = this.reader.repairs > this.repairsWritten
    if (refs.length === 0 && !complete) return new Uint8Array()
    if (complete) this.head.kind = refusing(() => this.reader.mendAll())
    const revision = writeRevision({
      context: this.context,
      head: this.head,
      objects: refs.map((ref) => [ref, this.context.lookup(ref)!]),
      at: this.length,
      older: complete ? { entries: this.reader.entries, moved: this.reader.shift - this.head.shift } : null,
    })
    this.chunks.push(revision.delta)
    this.length += revision.delta.length
    this.head.start = revision.start
    this.head.trailer = revision.trailer
    this.repairsWritten = this.reader.repairs
    changed.clear()
    return revision.delta
  }

  /** What the next revision continues. */
  private install(): Head {
    const { reader, context } = this
    // `/Size` can claim anything; what counts is that a new number is not taken.
    for (const number of reader.entries.keys())
      if (number > context.largestObjectNumber) context.largestObjectNumber = number
    const trailer = refusing(() => toDict(reader.trailer, context))
    context.trailerInfo = {
      Root: trailer.get(nameOf('Root')),
      Info: trailer.get(nameOf('Info')),
      ID: trailer.get(nameOf('ID')),
    }
    // Where offsets count bytes that were cut off, ours do not, and all entries are written anew.
    const shift = Math.max(0, reader.shift)
    return { trailer, kind: reader.kind, start: reader.start, shift, written: new Map() }
  }

  /**
   * pdf-lib knows what was assigned to its context. Its public methods are wrapped: whatever is looked up is read from
   * the file first, and whatever is assigned counts as changed; `register` assigns too. So nothing else is parsed.
   */
  private readOnLookup() {
    const { context } = this
    type Lookup = (object: unknown, ...types: unknown[]) => PDFObject | undefined
    const lookup = context.lookup.bind(context) as Lookup
    const lookupMaybe = context.lookupMaybe.bind(context) as Lookup
    const assign = context.assign.bind(context)
    const reading =
      (known: Lookup): Lookup =>
      (object, ...types) => {
        const value = object instanceof PDFRef && !lookup(object) ? this.load(object) : undefined
        if (value) {
          assign(object as PDFRef, value)
          this.read.add(object as PDFRef)
        }
        return known(object, ...types)
      }
    Object.assign(context, {
      lookup: reading(lookup),
      lookupMaybe: reading(lookupMaybe),
      assign: (ref: PDFRef, object: PDFObject) => {
        this.changed.add(ref)
        this.read.delete(ref)
        assign(ref, object)
      },
    })
  }

  private load(ref: PDFRef): PDFObject | undefined {
    if (this.loading.has(ref)) return undefined
    this.loading.add(ref)
    try {
      const value = refusing(() => this.reader.read(ref.objectNumber, ref.generationNumber))
      if (value === undefined) return undefined
      return toPdfLib(value, this.context)
    } finally {
      this.loading.delete(ref)
    }
  }
}
