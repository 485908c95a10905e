import { type DecodeBudget, decode, type PdfFilter } from './pdf-filters.ts'
import { ObjectReader } from './pdf-indirect.ts'
import { Lexer } from './pdf-lexer.ts'
import { READER_LIMITS } from './pdf-limits.ts'
import { type ObjectStream, readObjectStream, type Scan, scanFile } from './pdf-scan.ts'
import { type PdfDict, PdfName, PdfRef, PdfStream, PdfSyntaxError, type PdfValue, readValue } from './pdf-syntax.ts'
import { BrokenXref, findHeader, readXref, type Xref, type XrefEntry, type XrefSource } from './pdf-xref.ts'

/** What an entry has room for (ISO 32000-1, 7.5.4, and the two bytes our cross-reference streams give an index). */
const MAX_GENERATION = 65_535
const MAX_INDEX = 65_535

/** Of a cross-reference that a scan replaced. */
const REBUILT = { newest: 0, start: 0, unsound: true }

const lockedFile = () => new PdfSyntaxError('the file is encrypted', 'encrypted')

export interface ReaderOptions {
  /** Cross-reference sections the file may have. */
  maxSections?: number
  /** Bytes that were cut off before the header; offsets may still count them. */
  cut?: number
  /**
   * Opens an encrypted file, by its trailer; without it such files are refused. Only object streams are decrypted by the
   * reader: all else it returns as it is in the file.
   * @throws PdfSyntaxError `encrypted`
   */
  unlock?: (trailer: PdfDict, reader: PdfReader) => StreamDecryption
}

/** A stream with its bytes decrypted; `num` and `gen` of its object are part of the key. */
export type StreamDecryption = (stream: PdfStream, num: number, gen: number) => PdfStream

/**
 * Reads a PDF by its cross-reference (ISO 32000-1, 7.5): objects when they are looked up, each as the file has it. What
 * is wrong is mended as viewers do it, by a scan of the whole file. This is the one reader of uploads and of sealed
 * files: what it can read once, it can read again with our revisions appended.
 */
export class PdfReader {
  readonly bytes: Uint8Array
  /** How often a scan was needed. More than 0: the cross-reference is not reliable. */
  repairs = 0
  private xref!: Xref
  private scan: Scan | undefined
  private readonly source: XrefSource
  private readonly objects: ObjectReader
  private readonly cache = new Map<number, { gen: number; value: PdfValue }>()
  private readonly loading = new Set<number>()
  private readonly objectStreams = new Map<number, ObjectStream>()
  private readonly budget: DecodeBudget = { decodedBytes: 0 }
  private scanning = false
  private readonly unlock: ReaderOptions['unlock']
  private decryption: StreamDecryption | undefined

  private constructor(bytes: Uint8Array, { maxSections = READER_LIMITS.xrefSections, cut = 0, unlock }: ReaderOptions) {
    this.bytes = bytes
    this.unlock = unlock
    this.objects = new ObjectReader(bytes, (value) => this.number(value))
    this.source = {
      bytes,
      maxSections,
      cut,
      readAt: (offset) => this.objects.at(offset),
      numberAt: (offset) => this.objects.headAt(offset)?.num,
      decode: (stream) => this.decoded(stream),
      decodeObjectStream: (stream, num) => this.decodedObjectStream(stream, num),
      number: (value) => this.number(value),
      numbers: (value) => {
        const found = this.get(value)
        return Array.isArray(found) ? found.map((item) => this.number(item) ?? 0) : undefined
      },
    }
  }

  /**
   * Opens `bytes` unchanged, ignoring anything after the last `%%EOF`.
   * @throws PdfSyntaxError `damaged` without a page tree, `encrypted`, `too_complex`
   */
  static open(bytes: Uint8Array, options: ReaderOptions = {}): PdfReader {
    if (findHeader(bytes) < 0) throw new PdfSyntaxError('the file is no PDF')
    const reader = new PdfReader(bytes, options)
    try {
      reader.xref = readXref(reader.source)
      if (reader.xref.encrypted) reader.openEncrypted(reader.xref.trailer)
      if (reader.xref.unsound) reader.repairs++
    } catch (error) {
      if (!(error instanceof BrokenXref)) throw error
      reader.rebuild()
    }
    if (!reader.isCatalog(reader.trailer.get('Root')) && reader.repairs === 0) reader.rebuild()
    if (!reader.isCatalog(reader.trailer.get('Root'))) throw new PdfSyntaxError('the file has no page tree')
    return reader
  }

  get trailer(): PdfDict {
    return this.xref.trailer
  }

  /** Offset of the newest cross-reference section, as `startxref` says. */
  get start(): number {
    return this.xref.start
  }

  /** Object numbers that the newest revision writes or frees. */
  get newest(): number[] {
    return [...this.xref.entries.keys()].slice(0, this.xref.newest)
  }

  get entries(): Xref['entries'] {
    return this.xref.entries
  }

  get kind(): Xref['kind'] {
    return this.xref.kind
  }

  get shift(): number {
    return this.xref.shift
  }

  /** `value` itself, or what it refers to; null for an object that does not exist (ISO 32000-1, 7.3.10). */
  get(value: PdfValue | undefined): PdfValue {
    for (let hops = 0; value instanceof PdfRef && hops < 16; hops++) value = this.load(value)
    return value === undefined || value instanceof PdfRef ? null : value
  }

  dict(value: PdfValue | undefined): PdfDict | null {
    const found = this.get(value)
    return found instanceof Map ? found : null
  }

  array(value: PdfValue | undefined): PdfValue[] {
    const found = this.get(value)
    return Array.isArray(found) ? found : []
  }

  number(value: PdfValue | undefined): number | undefined {
    const found = this.get(value)
    return typeof found === 'number' ? found : undefined
  }

  /** @throws PdfSyntaxError for a filter that is unknown, `too_complex` */
  data(stream: PdfStream): Uint8Array {
    const decoded = this.decoded(stream)
    if (!decoded) throw new PdfSyntaxError('a stream has a filter that cannot be decoded')
    return decoded
  }

  /** The decoded bytes of a stream, undefined when a filter is unknown or an image codec. @throws `too_complex` */
  decoded({ dict, raw }: PdfStream): Uint8Array | undefined {
    const list = (value: PdfValue) => (Array.isArray(value) ? value : value === null ? [] : [value])
    const params = list(this.get(dict.get('DecodeParms') ?? dict.get('DP')))
    const filters = list(this.get(dict.get('Filter')) ?? this.abbreviated(dict)).map((item, index): PdfFilter => {
      const given = this.dict(params[index])
      return {
        name: this.nameOf(item),
        number: (key) => this.number(given?.get(key)),
        cryptName: this.nameOf(given?.get('Name')),
      }
    })
    return decode(raw, filters, this.budget)
  }

  /** `/F` is an inline image's filter (ISO 32000-1, 8.9.7), which some writers use everywhere; else it names a file. */
  private abbreviated(dict: PdfDict): PdfValue {
    const value = this.get(dict.get('F'))
    return value instanceof PdfName || Array.isArray(value) ? value : null
  }

  /** The object of that number and generation, read from the file again. Undefined if there is none. */
  read(num: number, gen: number): PdfValue | undefined {
    const entry = this.xref.entries.get(num)
    return entry ? this.readEntry(num, gen, entry) : undefined
  }

  /** The generation under which an object number is in use. */
  generation(num: number): number {
    const entry = this.xref.entries.get(num)
    return entry?.type === 'offset' ? entry.generation : 0
  }

  /** The object of that number in the generation that is in use, or null. */
  current(num: number): PdfValue {
    return this.get(new PdfRef(num, this.generation(num)))
  }

  /** The cross-reference is unusable: the whole file is scanned. @throws PdfSyntaxError */
  rebuild(): void {
    this.repairs++
    const { trailers, ...found } = this.wholeFile((scan) => {
      const trailer = scan.trailers.findLast((dict) => dict.has('Encrypt'))
      if (!trailer) return
      this.xref = { ...scan, ...REBUILT, encrypted: true, trailer }
      this.openEncrypted(trailer)
    })
    const encrypted = trailers.some((dict) => dict.has('Encrypt'))
    if (encrypted && !this.decryption) throw lockedFile()
    this.objectStreams.clear()
    this.cache.clear()
    this.xref = { ...found, ...REBUILT, encrypted, trailer: new Map() }
    const trailer = trailers.findLast((candidate) => this.isCatalog(candidate.get('Root'))) ?? this.guessTrailer()
    this.xref.trailer = trailer
  }

  /**
   * Before all entries are written anew: none of them may lead elsewhere.
   * @returns the form of cross-reference that can name them all
   */
  mendAll(): Xref['kind'] {
    let compressed = false
    for (const [num, entry] of this.xref.entries) {
      if (!entry || this.leadsTo(num, entry)) continue
      const mended = this.mend(num)
      if (mended && !this.leadsTo(num, mended)) this.xref.entries.set(num, null)
    }
    for (const entry of this.xref.entries.values()) if (entry?.type === 'compressed') compressed = true
    return compressed ? 'stream' : this.xref.kind
  }

  /** Whether every reader finds the object where the entry says, and the entry can be written. */
  private leadsTo(num: number, entry: XrefEntry): boolean {
    if (entry.type === 'compressed') {
      return entry.index <= MAX_INDEX && this.objectStream(entry.stream)?.slots[entry.index]?.[0] === num
    }
    const head = this.objects.headAt(entry.offset + this.xref.shift)
    return head?.num === num && head.gen === entry.generation && head.gen <= MAX_GENERATION
  }

  private load(ref: PdfRef): PdfValue {
    const known = this.cache.get(ref.num)
    if (known?.gen === ref.gen) return known.value
    // A stream whose /Length leads back to itself, an object stream inside itself.
    if (!this.xref || this.loading.has(ref.num)) return null
    this.loading.add(ref.num)
    try {
      const value = this.read(ref.num, ref.gen) ?? null
      this.cache.set(ref.num, { gen: ref.gen, value })
      return value
    } finally {
      this.loading.delete(ref.num)
    }
  }

  private readEntry(num: number, gen: number, entry: XrefEntry): PdfValue | undefined {
    if (entry.type === 'compressed') return gen === 0 ? this.readCompressed(num, entry) : undefined
    if (entry.generation !== gen) return undefined
    const found = this.objects.at(entry.offset + this.xref.shift)
    if (found?.num === num && found.gen === gen) return found.value
    const mended = this.mend(num)
    const isNew = mended?.type === 'compressed' || (mended && mended.offset !== entry.offset)
    return isNew ? this.readEntry(num, gen, mended) : undefined
  }

  /**
   * One entry is wrong: the object is looked for in the whole file, all other entries stay. Viewers rebuild everything
   * in this case, but objects may already have been returned, and a scan can mistake the inside of an attachment for
   * objects of the file.
   */
  private mend(num: number): XrefEntry | undefined {
    // A lookup made by the scan itself (a /Length) is not repaired.
    if (this.scanning) return undefined
    this.repairs++
    const isFirst = this.scan === undefined
    const scan = this.wholeFile()
    const moved = scan.shift - this.xref.shift
    const { entries } = this.xref
    const take = (number: number, found: XrefEntry | null) =>
      entries.set(number, found?.type === 'offset' ? { ...found, offset: found.offset + moved } : found)
    take(num, scan.entries.get(num) ?? null)
    // To a viewer that scans the file nothing is free, and it shows what a faulty row would hide.
    for (const [number, found] of isFirst ? scan.entries : []) {
      if (entries.get(number)) continue
      take(number, found)
      this.cache.delete(number)
    }
    return entries.get(num) ?? undefined
  }

  private wholeFile(unlock: (scan: Scan) => void = () => {}): Scan {
    if (this.scan) return this.scan
    this.scanning = true
    try {
      this.scan = scanFile(this.source, unlock)
      return this.scan
    } finally {
      this.scanning = false
    }
  }

  private readCompressed(num: number, entry: XrefEntry & { type: 'compressed' }): PdfValue | undefined {
    const stream = this.objectStream(entry.stream)
    const slot = stream?.slots[entry.index]
    const offset = slot?.[0] === num ? slot[1] : stream?.offsets.get(num)
    return stream && offset !== undefined && offset >= 0 ? readValue(new Lexer(stream.data, offset)) : undefined
  }

  /** Makes the object streams of an encrypted file readable. @throws PdfSyntaxError `encrypted` */
  private openEncrypted(trailer: PdfDict): void {
    if (!this.unlock || !trailer.has('Encrypt')) throw lockedFile()
    this.decryption = this.unlock(trailer, this)
  }

  private decodedObjectStream(stream: PdfStream, num: number): Uint8Array | undefined {
    return this.decoded(this.decryption ? this.decryption(stream, num, 0) : stream)
  }

  private objectStream(num: number): ObjectStream | undefined {
    const known = this.objectStreams.get(num)
    if (known) return known
    const stream = this.get(new PdfRef(num))
    const data = stream instanceof PdfStream ? this.decodedObjectStream(stream, num) : undefined
    if (!(stream instanceof PdfStream) || !data) return undefined
    const parsed = readObjectStream(this.source, stream.dict, data)
    this.objectStreams.set(num, parsed)
    return parsed
  }

  private isCatalog(root: PdfValue | undefined): boolean {
    const catalog = root instanceof PdfRef ? this.dict(root) : null
    const pages = catalog?.get('Pages')
    const tree = pages instanceof PdfRef ? this.dict(pages) : null
    // Some writers leave out the tree of a single page.
    return Array.isArray(this.get(tree?.get('Kids'))) || this.nameOf(tree?.get('Type')) === 'Page'
  }

  private nameOf(value: PdfValue | undefined): string | undefined {
    const found = this.get(value)
    return found instanceof PdfName ? found.value : undefined
  }

  /** No trailer names a root: the last catalog of the file is used. */
  private guessTrailer(): PdfDict {
    const trailer: PdfDict = new Map()
    for (const num of this.xref.entries.keys()) {
      const ref = new PdfRef(num, this.generation(num))
      if (this.nameOf(this.dict(ref)?.get('Type')) === 'Catalog') trailer.set('Root', ref)
    }
    return trailer
  }
}
