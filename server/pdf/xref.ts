import { type PDFContext, PDFDict, PDFName, PDFRawStream, type PDFRef } from 'pdf-lib'
import { PdfError } from './errors.ts'
import { Lexer, latin1, Token } from './lexer.ts'
import { type GrowingLimits, LIMITS } from './limits.ts'
import { get, numbers, readObject } from './objects.ts'

/** Where an object lies: at an offset of the file, or as the n-th of an object stream. */
export type XrefEntry =
  | { type: 'offset'; offset: number; generation: number }
  | { type: 'compressed'; stream: number; index: number }

export interface Xref {
  /** By object number; null means free, which hides an older entry. */
  entries: Map<number, XrefEntry | null>
  /** Of the newest section. */
  trailer: PDFDict
  /** The form of the newest section, which the next revision copies. */
  kind: 'table' | 'stream'
  /** `startxref`, as written. */
  start: number
  /** Bytes before `%PDF-`, where the offsets of the file count from the header (junk in front of it). */
  shift: number
}

/** What the reading of cross-references needs from the document. */
export interface XrefSource {
  bytes: Buffer
  context: PDFContext
  limits: GrowingLimits
  /** The object at an offset, with its number. */
  readIndirect(offset: number): { ref: PDFRef; object: unknown } | undefined
  decode(stream: PDFRawStream): Uint8Array
}

/** Internal: the cross-reference cannot be followed; the file is scanned instead. */
export class BrokenXref extends Error {}

/** Follows `startxref` through tables, streams, hybrids and `/Prev` (ISO 32000-1, 7.5.4 and 7.5.8). */
export function readXref(source: XrefSource): Xref {
  const { bytes, limits } = source
  const header = Math.max(0, bytes.subarray(0, 1024).indexOf('%PDF-'))
  const start = findStart(bytes)
  const shift = header > 0 && !looksLikeXref(bytes, start) && looksLikeXref(bytes, start + header) ? header : 0
  let entries: Xref['entries'] = new Map()
  let newest: Pick<Xref, 'trailer' | 'kind'> | undefined
  const seen = new Set<number>()
  for (let offset: number | undefined = start; offset !== undefined && !seen.has(offset); ) {
    seen.add(offset)
    if (seen.size > limits.xrefSections) throw new BrokenXref('too many sections')
    const section = readSection(source, offset + shift)
    newest ??= section
    const hybrid = section.kind === 'table' ? get.number(section.trailer, 'XRefStm') : undefined
    const hidden = hybrid === undefined ? undefined : readSection(source, hybrid + shift)
    if (entries.size === 0 && !hidden) entries = section.entries
    else addOlder(entries, section.entries, hidden?.entries ?? new Map())
    if (section.trailer.has(PDFName.of('Encrypt'))) throw new PdfError('encrypted', 'The PDF is encrypted')
    offset = get.number(section.trailer, 'Prev')
  }
  if (!newest) throw new BrokenXref('no section')
  return { entries, trailer: newest.trailer, kind: newest.kind, start, shift }
}

/** In a hybrid file the table calls free what only its stream names (ISO 32000-1, 7.5.8.4). */
function addOlder(entries: Xref['entries'], table: Xref['entries'], hidden: Xref['entries']) {
  for (const [number, entry] of table)
    if (!entries.has(number)) entries.set(number, entry ?? hidden.get(number) ?? null)
  for (const [number, entry] of hidden) if (!entries.has(number)) entries.set(number, entry)
}

function findStart(bytes: Buffer): number {
  const tail = bytes.subarray(Math.max(0, bytes.length - 2048))
  const at = tail.lastIndexOf('startxref')
  const match = /^startxref\s+(\d+)/.exec(at < 0 ? '' : latin1(tail, at, at + 64))
  const start = Number(match?.[1])
  if (!match || start >= bytes.length) throw new BrokenXref('no startxref')
  return start
}

const looksLikeXref = (bytes: Buffer, offset: number) =>
  /^\s*(xref|\d+\s+\d+\s+obj)/.test(latin1(bytes, offset, offset + 40))

interface Section extends Pick<Xref, 'entries' | 'trailer' | 'kind'> {}

function readSection(source: XrefSource, offset: number): Section {
  if (!(offset >= 0) || offset >= source.bytes.length) throw new BrokenXref('offset outside the file')
  const lexer = new Lexer(source.bytes, offset)
  lexer.next()
  if (lexer.is('xref')) return readTable(source, lexer)
  const found = source.readIndirect(offset)
  if (!(found?.object instanceof PDFRawStream)) throw new BrokenXref(`no section at ${offset}`)
  return { kind: 'stream', trailer: found.object.dict, entries: readXrefStream(source, found.object) }
}

function readTable(source: XrefSource, lexer: Lexer): Section {
  const entries: Xref['entries'] = new Map()
  const integer = () => {
    if (lexer.next() !== Token.Number) throw new BrokenXref('bad table')
    return lexer.number
  }
  for (;;) {
    const kind = lexer.next()
    if (lexer.is('trailer')) break
    if (kind !== Token.Number) throw new BrokenXref('bad table')
    const first = lexer.number
    const count = integer()
    if (first + count > LIMITS.objectNumber) throw new BrokenXref('object number out of range')
    for (let i = 0; i < count; i++) {
      const offset = integer()
      const generation = integer()
      lexer.next()
      // `n` entries at offset 0 are written by broken producers for objects that do not exist.
      const used = lexer.is('n') && offset > 0
      if (!used && !lexer.is('f') && !lexer.is('n')) throw new BrokenXref('bad entry')
      if (!entries.has(first + i)) entries.set(first + i, used ? { type: 'offset', offset, generation } : null)
    }
  }
  const trailer = readObject(lexer, source.context)
  if (!(trailer instanceof PDFDict)) throw new BrokenXref('no trailer')
  return { kind: 'table', trailer, entries }
}

/** The entries of a cross-reference stream; what is cut off at its end is missing, not an error. */
export function readXrefStream(source: XrefSource, stream: PDFRawStream): Xref['entries'] {
  const data = source.decode(stream)
  const [typeWidth = 0, firstWidth = 0, secondWidth = 0] = numbers(get.array(stream.dict, 'W'))
  const width = typeWidth + firstWidth + secondWidth
  if ([typeWidth, firstWidth, secondWidth].some((w) => w < 0 || w > 8) || width < 1) throw new BrokenXref('bad /W')
  const index = get.array(stream.dict, 'Index')
  const ranges = index ? numbers(index) : [0, get.number(stream.dict, 'Size') ?? 0]
  const entries: Xref['entries'] = new Map()
  let p = 0
  const field = (bytes: number) => {
    let value = 0
    for (let i = 0; i < bytes; i++) value = value * 256 + data[p++]!
    return value
  }
  for (let r = 0; r + 1 < ranges.length; r += 2) {
    const first = ranges[r]!
    for (let i = 0; i < ranges[r + 1]! && p + width <= data.length; i++) {
      const type = typeWidth ? field(typeWidth) : 1
      const a = field(firstWidth)
      const b = field(secondWidth)
      const number = first + i
      if (number > LIMITS.objectNumber) throw new BrokenXref('object number out of range')
      if (entries.has(number)) continue
      if (type === 1) entries.set(number, { type: 'offset', offset: a, generation: b })
      else if (type === 2) entries.set(number, { type: 'compressed', stream: a, index: b })
      else entries.set(number, null)
    }
  }
  return entries
}
