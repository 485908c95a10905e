import { PDFContext, PDFDict, PDFFlateStream, type PDFObject, PDFRawStream, PDFRef, type PDFStream } from 'pdf-lib'
import { PdfError } from './errors.ts'
import { type DecodeBudget, decodeStream } from './filters.ts'
import { ObjectReader, type ObjectStream, readObjectStream } from './indirect.ts'
import { Lexer, latin1 } from './lexer.ts'
import { type GrowingLimits, LIMITS } from './limits.ts'
import { get, nameOf, readObject, resolve } from './objects.ts'
import { walkPages } from './pages.ts'
import type { PdfFile, PdfPage } from './pdf-file.ts'
import { rebuildXref } from './rebuild.ts'
import { writeRevision } from './writer.ts'
import { BrokenXref, readXref, type Xref, type XrefEntry, type XrefSource } from './xref.ts'

export type { PdfFile, PdfPage } from './pdf-file.ts'

/**
 * Opens a PDF. A broken cross-reference is rebuilt by scanning (`repaired`).
 * @param limits `UPLOAD_LIMITS` for a file that is to be taken in
 * @throws PdfError `encrypted`, `damaged` (no catalog to be found), `too_complex`.
 */
export function openPdf(bytes: Uint8Array, limits: GrowingLimits = LIMITS): PdfFile {
  return new LazyPdf(bytes, limits)
}

/** pdf-lib keeps its objects in a Map; this one reads what is missing and notes what is written. */
class ObjectMap extends Map<PDFRef, PDFObject> {
  readonly changed = new Set<PDFRef>()
  private readonly load: (ref: PDFRef) => PDFObject | undefined

  constructor(load: (ref: PDFRef) => PDFObject | undefined) {
    super()
    this.load = load
  }

  override get(ref: PDFRef): PDFObject | undefined {
    return super.get(ref) ?? this.load(ref)
  }

  override set(ref: PDFRef, object: PDFObject): this {
    this.changed.add(ref)
    return super.set(ref, object)
  }

  known(ref: PDFRef): PDFObject | undefined {
    return super.get(ref)
  }

  /** Keeps an object as it stands in the file. */
  keep(ref: PDFRef, object: PDFObject) {
    super.set(ref, object)
  }
}

class LazyPdf implements PdfFile {
  readonly context = PDFContext.create()
  readonly limits: GrowingLimits
  repaired = false

  private readonly base: Buffer
  private readonly reader: ObjectReader
  private chunks: Uint8Array[]
  private length: number
  private readonly objects = new ObjectMap((ref) => this.load(ref))
  private readonly loading = new Set<PDFRef>()
  private readonly objectStreams = new Map<number, ObjectStream>()
  private readonly budget: DecodeBudget = { decodedBytes: 0 }
  /** The next revision must carry every entry. */
  private needsCompleteXref = false
  /** What a scan of the whole file finds, once one was needed. */
  private scanned: Xref['entries'] | undefined
  private xref!: Xref
  private pageList: PdfPage[] | undefined

  constructor(bytes: Uint8Array, limits: GrowingLimits) {
    this.limits = limits
    this.base = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.reader = new ObjectReader(this.base, this.context)
    this.chunks = [bytes]
    this.length = bytes.length
    // The one private door into pdf-lib: without it every lookup would need the whole file parsed first.
    Reflect.set(this.context, 'indirectObjects', this.objects)
    if (!this.base.subarray(0, 1024).includes('%PDF-')) throw new PdfError('damaged', 'No PDF header')
    try {
      this.install(readXref(this.source))
    } catch (error) {
      if (!(error instanceof BrokenXref)) throw error
      this.rebuild()
    }
    if (!this.findCatalog(this.trailer) && !this.repaired) this.rebuild()
    if (!this.findCatalog(this.trailer)) throw new PdfError('damaged', 'The PDF has no page tree')
  }

  get bytes(): Uint8Array {
    if (this.chunks.length > 1) this.chunks = [Buffer.concat(this.chunks, this.length)]
    return this.chunks[0]!
  }

  get trailer(): PDFDict {
    return this.xref.trailer
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
      this.rebuild()
      pages = walkPages(this)
    }
    if (pages.length === 0) throw new PdfError('no_pages', 'The PDF has no pages')
    this.pageList = pages
    return pages
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
    if (this.objects.get(ref)) this.objects.changed.add(ref)
  }

  streamContents(stream: PDFStream): Uint8Array {
    if (stream instanceof PDFFlateStream) return stream.getUnencodedContents()
    const decoded = decodeStream(stream, stream.getContents(), this.budget)
    if (!decoded) throw new PdfError('damaged', 'A stream has a filter that cannot be decoded')
    return decoded
  }

  *allObjects(): Iterable<PDFObject> {
    yield this.trailer
    for (const [number, entry] of this.xref.entries) {
      const ref = PDFRef.of(number, entry?.type === 'offset' ? entry.generation : 0)
      const object = this.objects.known(ref) ?? (entry ? this.read(ref, entry) : undefined)
      if (object) yield object
    }
  }

  appendRevision(): Uint8Array {
    const { changed } = this.objects
    const refs = [...changed].sort((a, b) => a.objectNumber - b.objectNumber)
    const complete = this.needsCompleteXref
    if (refs.length === 0 && !complete) return new Uint8Array()
    if (complete) this.mendAll()
    const revision = writeRevision({
      context: this.context,
      xref: this.xref,
      objects: refs.map((ref) => [ref, this.objects.get(ref)!]),
      at: this.length,
      complete,
    })
    this.chunks.push(revision.delta)
    this.length += revision.delta.length
    this.xref.start = revision.start
    this.xref.trailer = revision.trailer
    this.needsCompleteXref = false
    changed.clear()
    return revision.delta
  }

  private get source(): XrefSource {
    return {
      bytes: this.base,
      context: this.context,
      limits: this.limits,
      readIndirect: (offset) => this.reader.at(offset),
      decode: (stream) => this.streamContents(stream),
    }
  }

  private install(xref: Xref) {
    this.xref = xref
    // `/Size` can claim anything; what counts is that a new number is not taken.
    let largest = this.context.largestObjectNumber
    for (const number of xref.entries.keys()) if (number > largest) largest = number
    this.context.largestObjectNumber = largest
    const { trailer } = xref
    this.context.trailerInfo = {
      Root: trailer.get(nameOf('Root')),
      Info: trailer.get(nameOf('Info')),
      ID: trailer.get(nameOf('ID')),
    }
  }

  /** Nothing of the cross-reference can be used: the file is read as a whole, before any of it is handed out. */
  private rebuild() {
    const { trailers, ...found } = rebuildXref(this.source)
    this.repaired = this.needsCompleteXref = true
    this.scanned = found.entries
    this.objectStreams.clear()
    const fallback = this.context.obj({})
    this.install({ ...found, trailer: fallback })
    const trailer = trailers.findLast((candidate) => this.findCatalog(candidate)) ?? this.guessTrailer(fallback)
    this.install({ ...found, trailer })
  }

  /**
   * One entry is wrong: the object is looked for in the whole file, all other entries stay. Viewers rebuild
   * everything in this case, but objects may have been handed out already, and a scan can mistake the inside of
   * an attachment for objects of the file.
   */
  private mend(number: number): XrefEntry | undefined {
    this.repaired = this.needsCompleteXref = true
    this.scanned ??= rebuildXref(this.source).entries
    const entry = this.scanned.get(number)
    this.xref.entries.set(number, entry ?? null)
    return entry ?? undefined
  }

  /** Before all entries are written anew: none of them may lead elsewhere. */
  private mendAll() {
    const { entries, shift } = this.xref
    for (const [number, entry] of entries) {
      const at = entry?.type === 'offset' ? entry.offset + shift : this.base.length
      if (entry?.type !== 'offset' || at >= this.base.length) continue
      const head = /^\s*(\d+)\s+(\d+)\s+obj/.exec(latin1(this.base, at, at + 40))
      if (Number(head?.[1]) !== number || Number(head?.[2]) !== entry.generation) this.mend(number)
    }
    if ([...entries.values()].some((entry) => entry?.type === 'compressed')) this.xref.kind = 'stream'
  }

  private findCatalog(trailer: PDFDict): PDFDict | undefined {
    const root = get.ref(trailer, 'Root') && get.dict(trailer, 'Root')
    const tree = root && get.ref(root, 'Pages') && get.dict(root, 'Pages')
    return tree && get.array(tree, 'Kids') ? root : undefined
  }

  /** No trailer names a root: the last catalog of the file is it. */
  private guessTrailer(trailer: PDFDict): PDFDict {
    for (const [number, entry] of this.xref.entries) {
      const ref = PDFRef.of(number, entry?.type === 'offset' ? entry.generation : 0)
      const object = this.lookup(ref)
      if (object instanceof PDFDict && get.name(object, 'Type') === 'Catalog') trailer.set(nameOf('Root'), ref)
    }
    return trailer
  }

  private load(ref: PDFRef): PDFObject | undefined {
    // A stream whose /Length leads back to itself, an object stream inside itself.
    if (!this.xref || this.loading.has(ref)) return undefined
    this.loading.add(ref)
    try {
      const entry = this.xref.entries.get(ref.objectNumber)
      const object = entry ? this.read(ref, entry) : undefined
      if (object) this.objects.keep(ref, object)
      return object
    } finally {
      this.loading.delete(ref)
    }
  }

  private read(ref: PDFRef, entry: XrefEntry): PDFObject | undefined {
    if (entry.type === 'compressed') return ref.generationNumber === 0 ? this.readCompressed(ref, entry) : undefined
    if (entry.generation !== ref.generationNumber) return undefined
    const found = this.reader.at(entry.offset + this.xref.shift)
    if (found?.ref === ref) return found.object
    const mended = this.mend(ref.objectNumber)
    const isNew = mended?.type === 'compressed' || (mended && mended.offset !== entry.offset)
    return isNew ? this.read(ref, mended) : undefined
  }

  private readCompressed(ref: PDFRef, entry: XrefEntry & { type: 'compressed' }): PDFObject | undefined {
    const stream = this.objectStream(entry.stream)
    const slot = stream?.slots[entry.index]
    const offset = slot?.[0] === ref.objectNumber ? slot[1] : stream?.offsets.get(ref.objectNumber)
    return stream && offset !== undefined ? readObject(new Lexer(stream.data, offset), this.context) : undefined
  }

  private objectStream(number: number): ObjectStream | undefined {
    const known = this.objectStreams.get(number)
    if (known) return known
    const stream = this.lookup(PDFRef.of(number))
    if (!(stream instanceof PDFRawStream)) return undefined
    const parsed = readObjectStream(stream, this.streamContents(stream))
    this.objectStreams.set(number, parsed)
    return parsed
  }
}
