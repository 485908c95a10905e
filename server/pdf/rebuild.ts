import { PDFDict, PDFName, PDFRawStream, PDFRef } from 'pdf-lib'
import { PdfError } from './errors.ts'
import { readObjectStream } from './indirect.ts'
import { Lexer, latin1 } from './lexer.ts'
import { LIMITS } from './limits.ts'
import { get, readObject } from './objects.ts'
import type { Xref, XrefEntry, XrefSource } from './xref.ts'

/**
 * Where the cross-reference says nothing usable: every `N G obj`, every object stream and every trailer found by
 * reading the whole file. Of several objects with one number the last in the file counts, as after an incremental
 * update. `trailers` are the candidates, oldest first; the caller takes the last one whose root is a catalog.
 */
export function rebuildXref(source: XrefSource): Omit<Xref, 'trailer'> & { trailers: PDFDict[] } {
  const { bytes } = source
  const shift = Math.max(0, bytes.subarray(0, 1024).indexOf('%PDF-'))
  const entries: Xref['entries'] = new Map()
  const streams: { ref: PDFRef; offset: number }[] = []
  for (const { number, generation, offset, end } of scanObjects(bytes)) {
    entries.set(number, { type: 'offset', offset: offset - shift, generation })
    if (/\/Type\s*\/(ObjStm|XRef)\b/.test(latin1(bytes, end, end + 512)))
      streams.push({ ref: PDFRef.of(number, generation), offset })
  }
  const trailers = scanTrailers(source)
  for (const { ref, offset } of streams) {
    const stream = source.readIndirect(offset)?.object
    if (!(stream instanceof PDFRawStream)) continue
    if (get.name(stream.dict, 'Type') === 'XRef') trailers.push(stream.dict)
    else if (isCurrent(entries.get(ref.objectNumber), offset - shift))
      addCompressed(source, entries, ref, offset - shift, stream)
  }
  if (trailers.some((dict) => dict.has(PDFName.of('Encrypt')))) throw new PdfError('encrypted', 'The PDF is encrypted')
  const kind = [...entries.values()].some((entry) => entry?.type === 'compressed') ? 'stream' : 'table'
  return { entries, trailers, kind, start: 0, shift }
}

const isCurrent = (entry: XrefEntry | null | undefined, offset: number) =>
  entry?.type === 'offset' && entry.offset === offset

function* scanObjects(bytes: Buffer) {
  const isDigit = (p: number) => bytes[p]! >= 48 && bytes[p]! <= 57
  const isBlank = (p: number) => bytes[p]! <= 32
  for (let at = bytes.indexOf('obj'); at >= 0; at = bytes.indexOf('obj', at + 3)) {
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
    if (number < 1 || number > LIMITS.objectNumber || generation > 65535) continue
    yield { number, generation, offset: p + 1, end: at + 3 }
  }
}

function scanTrailers({ bytes, context }: XrefSource): PDFDict[] {
  const found: PDFDict[] = []
  for (let at = bytes.indexOf('trailer'); at >= 0; at = bytes.indexOf('trailer', at + 7)) {
    if (found.length >= LIMITS.xrefSections) break
    const dict = readObject(new Lexer(bytes, at + 7), context)
    if (dict instanceof PDFDict) found.push(dict)
  }
  return found
}

/** An object stream's header names its objects (ISO 32000-1, 7.5.7); one of a later revision replaces an earlier one. */
function addCompressed(source: XrefSource, entries: Xref['entries'], ref: PDFRef, at: number, stream: PDFRawStream) {
  for (const [index, [number]] of readObjectStream(stream, source.decode(stream)).slots.entries()) {
    if (number > LIMITS.objectNumber) continue
    const known = entries.get(number)
    if (known?.type === 'offset' && known.offset > at) continue
    entries.set(number, { type: 'compressed', stream: ref.objectNumber, index })
  }
}
