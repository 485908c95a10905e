import { inflate, undoPng } from './pdf-filters.ts'
import { type PdfDict, PdfName, PdfParser, PdfRef, PdfStream, PdfSyntaxError, type PdfValue } from './pdf-syntax.ts'

const MAX_SECTIONS = 512
const MAX_ENTRIES = 2_000_000

type Entry = { kind: 'free' } | { kind: 'offset'; offset: number } | { kind: 'packed'; stream: number; index: number }

/**
 * Looks objects up through the cross-reference of the newest revision (ISO 32000-1, 7.5). Older sections are read only
 * when an object is not in a newer one, so that a damaged upload does not hide the seal appended to it.
 */
export class PdfReader {
  readonly bytes: Uint8Array
  readonly trailer: PdfDict
  /** Offset of the newest cross-reference section, as `startxref` says. */
  readonly start: number
  /** Object numbers that the newest revision writes or frees. */
  readonly newest: ReadonlySet<number>
  private readonly entries = new Map<number, Entry>()
  private readonly visited = new Set<number>()
  private readonly cache = new Map<number, PdfValue>()
  private readonly header: number
  private older: number[] = []

  private constructor(bytes: Uint8Array, header: number, start: number) {
    this.bytes = bytes
    this.header = header
    this.start = start
    this.trailer = new Map()
    this.newest = new Set()
  }

  /** Opens `bytes` as they are, ignoring whatever stands after the last `%%EOF`. @throws PdfSyntaxError */
  static async open(bytes: Uint8Array): Promise<PdfReader> {
    const header = indexOf(bytes.subarray(0, 1024), '%PDF-', 0)
    if (header < 0) throw new PdfSyntaxError('the file is no PDF')
    const keyword = lastIndexOf(bytes, 'startxref')
    if (keyword < 0) throw new PdfSyntaxError('the file has no cross-reference')
    const start = new PdfParser(bytes, keyword + 9).integer()
    const reader = new PdfReader(bytes, header, start)
    const trailer = await reader.readSection(start)
    for (const [key, value] of trailer) reader.trailer.set(key, value)
    for (const num of reader.entries.keys()) (reader.newest as Set<number>).add(num)
    if (reader.trailer.has('Encrypt')) throw new PdfSyntaxError('the file is encrypted')
    return reader
  }

  /** `value` itself, or what it refers to; null for an object that does not exist. */
  async get(value: PdfValue | undefined): Promise<PdfValue> {
    for (let hops = 0; value instanceof PdfRef; hops++) {
      if (hops > 8) throw new PdfSyntaxError('references go round in circles')
      value = await this.load(value.num)
    }
    return value ?? null
  }

  async dict(value: PdfValue | undefined): Promise<PdfDict | null> {
    const found = await this.get(value)
    return found instanceof Map ? found : found instanceof PdfStream ? found.dict : null
  }

  async array(value: PdfValue | undefined): Promise<PdfValue[]> {
    const found = await this.get(value)
    return Array.isArray(found) ? found : []
  }

  /** The decoded bytes of a stream without filters or with one FlateDecode. */
  async data(stream: PdfStream): Promise<Uint8Array> {
    const filter = await this.get(stream.dict.get('Filter'))
    const names = (Array.isArray(filter) ? filter : filter === null ? [] : [filter]).map((name) =>
      name instanceof PdfName ? name.value : '',
    )
    if (names.length === 0) return stream.raw
    if (names.length > 1 || names[0] !== 'FlateDecode')
      throw new PdfSyntaxError(`the filter ${names.join(' ')} is not supported`)
    const inflated = await inflate(stream.raw)
    const params = await this.get(stream.dict.get('DecodeParms'))
    const first = await this.dict(Array.isArray(params) ? params[0] : params)
    const predictor = first?.get('Predictor') ?? 1
    return typeof predictor === 'number' && predictor >= 10
      ? undoPng(inflated, Number(first?.get('Columns') ?? 1))
      : inflated
  }

  private async load(num: number): Promise<PdfValue> {
    const known = this.cache.get(num)
    if (known !== undefined) return known
    while (!this.entries.has(num) && this.older.length > 0) await this.readSection(this.older.shift()!)
    const entry = this.entries.get(num) ?? { kind: 'free' }
    // An object that needs itself, say as its own /Length, finds null instead of going round for ever.
    this.cache.set(num, null)
    let value: PdfValue = null
    if (entry.kind === 'offset') value = await this.readAt(entry.offset, num)
    if (entry.kind === 'packed') value = await this.readPacked(entry.stream, num)
    this.cache.set(num, value)
    return value
  }

  private async readAt(offset: number, num: number): Promise<PdfValue> {
    for (const at of this.header > 0 ? [offset, offset + this.header] : [offset]) {
      try {
        const found = new PdfParser(this.bytes, at).indirect()
        if (found.num === num) return await this.withStream(found.value, found.data)
      } catch (error) {
        if (!(error instanceof PdfSyntaxError) || at !== offset || this.header === 0) throw error
      }
    }
    throw new PdfSyntaxError(`object ${num} is not where the cross-reference says`)
  }

  /** A stream is as long as its `/Length`, which may be an object of its own. */
  private async withStream(value: PdfValue, data: number | null): Promise<PdfValue> {
    if (data === null || !(value instanceof Map)) return value
    const length = await this.get(value.get('Length'))
    if (typeof length !== 'number' || length < 0 || data + length > this.bytes.length) {
      throw new PdfSyntaxError('a stream has no usable length')
    }
    return new PdfStream(value, this.bytes.subarray(data, data + length))
  }

  private async readPacked(streamNum: number, num: number): Promise<PdfValue> {
    const stream = await this.load(streamNum)
    if (!(stream instanceof PdfStream)) throw new PdfSyntaxError('an object stream is missing')
    const parser = new PdfParser(await this.data(stream))
    const first = await this.get(stream.dict.get('First'))
    const count = await this.get(stream.dict.get('N'))
    if (typeof first !== 'number' || typeof count !== 'number' || count > MAX_ENTRIES)
      throw new PdfSyntaxError('an object stream is broken')
    for (let i = 0; i < count; i++) {
      const at = { num: parser.integer(), offset: parser.integer() }
      if (at.num === num) return new PdfParser(parser.bytes, first + at.offset).value()
    }
    return null
  }

  private async readSection(offset: number): Promise<PdfDict> {
    if (this.visited.has(offset)) return new Map()
    this.visited.add(offset)
    if (this.visited.size > MAX_SECTIONS) throw new PdfSyntaxError('the file has too many revisions')
    // Offsets count from the header, but many writers count from the file's first byte.
    const shifted = this.header > 0 && !isSection(this.bytes, offset) ? offset + this.header : offset
    const parser = new PdfParser(this.bytes, shifted)
    const dict = parser.take('xref') ? this.readTable(parser) : await this.readXrefStream(parser)
    const next = [dict.get('XRefStm'), dict.get('Prev')].filter((value) => typeof value === 'number')
    this.older = [...next, ...this.older]
    return dict
  }

  private readTable(parser: PdfParser): PdfDict {
    while (!parser.take('trailer')) {
      const first = parser.integer()
      const count = parser.integer()
      if (count > MAX_ENTRIES) throw new PdfSyntaxError('the cross-reference table is too large')
      for (let num = first; num < first + count; num++) {
        const offset = parser.integer()
        parser.integer()
        const used = parser.take('n')
        if (!used && !parser.take('f')) throw new PdfSyntaxError('the cross-reference table is broken')
        this.add(num, used ? { kind: 'offset', offset } : { kind: 'free' })
      }
    }
    const dict = parser.value()
    if (!(dict instanceof Map)) throw new PdfSyntaxError('the trailer is missing')
    return dict
  }

  private async readXrefStream(parser: PdfParser): Promise<PdfDict> {
    const found = parser.indirect()
    const value = await this.withStream(found.value, found.data)
    if (!(value instanceof PdfStream)) throw new PdfSyntaxError('the cross-reference is missing')
    const data = await this.data(value)
    const numbers = (key: string) => {
      const list = value.dict.get(key)
      return Array.isArray(list) ? list.map((item) => (typeof item === 'number' && item >= 0 ? item : 0)) : null
    }
    const [typeWidth = 0, secondWidth = 0, thirdWidth = 0] = numbers('W') ?? []
    const width = typeWidth + secondWidth + thirdWidth
    if (width === 0 || width > 24) throw new PdfSyntaxError('the cross-reference stream is broken')
    const index = numbers('Index') ?? [0, Number(value.dict.get('Size'))]
    let at = 0
    const field = (bytes: number) => {
      let out = 0
      for (let i = 0; i < bytes; i++) out = out * 256 + data[at++]!
      return out
    }
    for (let i = 0; i + 1 < index.length; i += 2) {
      for (let num = index[i]!; num < index[i]! + index[i + 1]! && at + width <= data.length; num++) {
        const type = typeWidth ? field(typeWidth) : 1
        const second = field(secondWidth)
        const third = field(thirdWidth)
        if (type === 1) this.add(num, { kind: 'offset', offset: second })
        else if (type === 2) this.add(num, { kind: 'packed', stream: second, index: third })
        else this.add(num, { kind: 'free' })
      }
    }
    return value.dict
  }

  /** Newer sections are read first and win. */
  private add(num: number, entry: Entry): void {
    if (this.entries.size > MAX_ENTRIES) throw new PdfSyntaxError('the file has too many objects')
    if (!this.entries.has(num)) this.entries.set(num, entry)
  }
}

function isSection(bytes: Uint8Array, offset: number): boolean {
  const head = String.fromCharCode(...bytes.subarray(offset, offset + 24)).trimStart()
  return head.startsWith('xref') || /^\d+\s+\d+\s+obj/.test(head)
}

export function indexOf(bytes: Uint8Array, text: string, from: number): number {
  const first = text.charCodeAt(0)
  for (let at = bytes.indexOf(first, from); at >= 0; at = bytes.indexOf(first, at + 1)) {
    if (matches(bytes, text, at)) return at
  }
  return -1
}

export function lastIndexOf(bytes: Uint8Array, text: string): number {
  const first = text.charCodeAt(0)
  for (let at = bytes.lastIndexOf(first); at >= 0; at = at > 0 ? bytes.lastIndexOf(first, at - 1) : -1) {
    if (matches(bytes, text, at)) return at
  }
  return -1
}

function matches(bytes: Uint8Array, text: string, at: number): boolean {
  for (let i = 1; i < text.length; i++) if (bytes[at + i] !== text.charCodeAt(i)) return false
  return true
}
