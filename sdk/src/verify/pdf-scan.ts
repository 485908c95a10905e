import { Lexer, latin1, Token } from './pdf-lexer.ts'
import { READER_LIMITS } from './pdf-limits.ts'
import { type PdfDict, PdfName, PdfStream, readValue } from './pdf-syntax.ts'
import { findHeader, indexOf, type Xref, type XrefEntry, type XrefSource } from './pdf-xref.ts'

/** The result of a scan of the whole file. */
export interface Scan extends Pick<Xref, 'entries' | 'kind' | 'shift'> {
  /** Candidates, oldest first; the last one whose root is a catalog counts. */
  trailers: PdfDict[]
}

/**
 * Used when the cross-reference is unusable: finds every `N G obj`, every object stream and every trailer by reading the
 * whole file. Of several objects with the same number the last in the file counts, as after an incremental update.
 * @param unlock called before the first object stream is read: in an encrypted file those are encrypted too
 * @throws PdfSyntaxError `too_complex`
 */
export function scanFile(source: XrefSource, unlock: (found: Scan) => void): Scan {
  const { bytes } = source
  const shift = Math.max(0, findHeader(bytes))
  const entries: Xref['entries'] = new Map()
  const streams: { number: number; offset: number }[] = []
  for (const { number, generation, offset, end } of scanObjects(bytes)) {
    entries.set(number, { type: 'offset', offset: offset - shift, generation })
    if (/\/Type\s*\/(ObjStm|XRef)\b/.test(latin1(bytes, end, end + 512))) streams.push({ number, offset })
  }
  const trailers = scanTrailers(bytes)
  const containers: { number: number; at: number; stream: PdfStream }[] = []
  for (const { number, offset } of streams) {
    const stream = source.readAt(offset)?.value
    if (!(stream instanceof PdfStream)) continue
    const type = stream.dict.get('Type')
    if (type instanceof PdfName && type.value === 'XRef') trailers.push(stream.dict)
    else if (isCurrent(entries.get(number), offset - shift)) containers.push({ number, at: offset - shift, stream })
  }
  unlock({ entries, trailers, kind: 'table', shift })
  for (const { number, at, stream } of containers) addCompressed(source, entries, number, at, stream)
  const kind = [...entries.values()].some((entry) => entry?.type === 'compressed') ? 'stream' : 'table'
  return { entries, trailers, kind, shift }
}

const isCurrent = (entry: XrefEntry | null | undefined, offset: number) =>
  entry?.type === 'offset' && entry.offset === offset

function* scanObjects(bytes: Uint8Array) {
  const isDigit = (p: number) => bytes[p]! >= 48 && bytes[p]! <= 57
  const isBlank = (p: number) => bytes[p]! <= 32
  for (let at = indexOf(bytes, 'obj', 0); at >= 0; at = indexOf(bytes, 'obj', at + 3)) {
    let p = at - 1
    const skipBack = (test: (p: number) => boolean, most: number) => {
      const from = p
      while (p >= 0 && from - p < most && test(p)) p--
      return from - p
    }
    skipBack(isBlank, 16)
    const generationEnd = p + 1
    if (!skipBack(isDigit, 6)) continue
    const generation = Number(latin1(bytes, p + 1, generationEnd))
    if (!skipBack(isBlank, 16)) continue
    const numberEnd = p + 1
    if (!skipBack(isDigit, 11)) continue
    const number = Number(latin1(bytes, p + 1, numberEnd))
    if (number < 1 || number > READER_LIMITS.objectNumber || generation > 65535) continue
    yield { number, generation, offset: p + 1, end: at + 3 }
  }
}

function scanTrailers(bytes: Uint8Array): PdfDict[] {
  const found: PdfDict[] = []
  for (let at = indexOf(bytes, 'trailer', 0); at >= 0; at = indexOf(bytes, 'trailer', at + 7)) {
    if (found.length >= READER_LIMITS.xrefSections) break
    const dict = readValue(new Lexer(bytes, at + 7))
    if (dict instanceof Map) found.push(dict)
  }
  return found
}

/** The header of an object stream names its objects (ISO 32000-1, 7.5.7); one of a later revision replaces an earlier object. */
function addCompressed(
  source: XrefSource,
  entries: Xref['entries'],
  container: number,
  at: number,
  stream: PdfStream,
): void {
  const data = source.decodeObjectStream(stream, container)
  if (!data) return
  for (const [index, [number]] of readObjectStream(source, stream.dict, data).slots.entries()) {
    if (number > READER_LIMITS.objectNumber) continue
    const known = entries.get(number)
    if (known?.type === 'offset' && known.offset > at) continue
    entries.set(number, { type: 'compressed', stream: container, index })
  }
}

export interface ObjectStream {
  data: Uint8Array
  /** By index: number and offset. */
  slots: [number: number, offset: number][]
  offsets: Map<number, number>
}

/** The table at the head of an object stream (ISO 32000-1, 7.5.7). */
export function readObjectStream({ number }: XrefSource, dict: PdfDict, data: Uint8Array): ObjectStream {
  const first = number(dict.get('First')) ?? 0
  const count = number(dict.get('N')) ?? 0
  const lexer = new Lexer(data)
  const slots: ObjectStream['slots'] = []
  while (slots.length < count && lexer.next() === Token.Number) {
    const object = lexer.number
    if (lexer.next() !== Token.Number) break
    slots.push([object, first + lexer.number])
  }
  return { data, slots, offsets: new Map(slots) }
}
