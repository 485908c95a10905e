import { Lexer, latin1, Token } from './pdf-lexer.ts'
import { READER_LIMITS } from './pdf-limits.ts'
import { type PdfDict, PdfStream, type PdfValue, readValue } from './pdf-syntax.ts'

/** Where an object lies: at an offset of the file, or as the n-th of an object stream. */
export type XrefEntry =
  | { type: 'offset'; offset: number; generation: number }
  | { type: 'compressed'; stream: number; index: number }

export interface Xref {
  /** By object number; null means free, which hides an older entry. */
  entries: Map<number, XrefEntry | null>
  /** Of the newest section. */
  trailer: PdfDict
  /** So many of the first `entries` are those of the newest section. */
  newest: number
  /** The form of the newest section, which the next revision copies. */
  kind: 'table' | 'stream'
  /** `startxref`, as written. */
  start: number
  /** Read to the end, but other readers may trip over it: a loop, rows that are cut off or name what cannot be. */
  unsound: boolean
  /** A section names an encryption dictionary (ISO 32000-1, 7.6.1). */
  encrypted: boolean
  /** What the offsets of the file have to be moved by: they count from the header, or from bytes that were cut off. */
  shift: number
}

/** What the reading of cross-references needs from the reader. */
export interface XrefSource {
  bytes: Uint8Array
  /** Sections a file may have. */
  maxSections: number
  /** Bytes cut off before the header; the offsets may still count them. */
  cut: number
  /** The object at an offset. */
  readAt(offset: number): { value: PdfValue } | undefined
  /** The number of the object that begins at an offset. */
  numberAt(offset: number): number | undefined
  decode(stream: PdfStream): Uint8Array | undefined
  /** As `decode`, for an object stream, which may be encrypted; `num` is its object number. */
  decodeObjectStream(stream: PdfStream, num: number): Uint8Array | undefined
  number(value: PdfValue | undefined): number | undefined
  numbers(value: PdfValue | undefined): number[] | undefined
}

/** Internal: the cross-reference cannot be followed; the file is scanned instead. */
export class BrokenXref extends Error {}

/** Where `%PDF-` stands within the first 1,024 bytes, as viewers look for it; negative: nowhere. */
export const findHeader = (bytes: Uint8Array): number => indexOf(bytes.subarray(0, 1024), '%PDF-', 0)

/** Follows `startxref` through tables, streams, hybrids and `/Prev` (ISO 32000-1, 7.5.4 and 7.5.8). */
export function readXref(source: XrefSource): Xref {
  const start = findStart(source.bytes)
  const shift = shiftOf(source, start)
  let entries: Xref['entries'] = new Map()
  let unsound = shift < 0
  let encrypted = false
  let newest: Pick<Xref, 'trailer' | 'kind' | 'newest'> | undefined
  const seen = new Set<number>()
  for (let offset: number | undefined = start; offset !== undefined && !seen.has(offset); ) {
    seen.add(offset)
    if (seen.size > source.maxSections) throw new BrokenXref('too many sections')
    const section = readSection(source, offset, shift)
    const hybrid = section.kind === 'table' ? source.number(section.trailer.get('XRefStm')) : undefined
    const hidden = hybrid === undefined ? undefined : readSection(source, hybrid, shift)
    if (entries.size === 0 && !hidden) entries = section.entries
    else addOlder(entries, section.entries, hidden?.entries ?? new Map())
    newest ??= { ...section, newest: entries.size }
    if (section.trailer.has('Encrypt')) encrypted = true
    if (section.unsound || hidden?.unsound) unsound = true
    offset = source.number(section.trailer.get('Prev'))
    if (offset !== undefined && seen.has(offset)) unsound = true
  }
  if (!newest) throw new BrokenXref('no section')
  return {
    entries,
    trailer: newest.trailer,
    newest: newest.newest,
    kind: newest.kind,
    start,
    shift,
    unsound,
    encrypted,
  }
}

/** In a hybrid file the table calls free what only its stream names (ISO 32000-1, 7.5.8.4). */
function addOlder(entries: Xref['entries'], table: Xref['entries'], hidden: Xref['entries']) {
  for (const [number, entry] of table)
    if (!entries.has(number)) entries.set(number, entry ?? hidden.get(number) ?? null)
  for (const [number, entry] of hidden) if (!entries.has(number)) entries.set(number, entry)
}

function findStart(bytes: Uint8Array): number {
  const at = lastIndexOf(bytes, 'startxref')
  const match = /^startxref\s+(\d{1,15})/.exec(at < 0 ? '' : latin1(bytes, at, at + 64))
  const start = Number(match?.[1])
  if (!match || start >= bytes.length) throw new BrokenXref('no startxref')
  return start
}

/** Offsets count from the header, but many writers count from the file's first byte. */
function shiftOf({ bytes, cut }: XrefSource, start: number): number {
  const header = findHeader(bytes)
  const candidates = [0, ...(header > 0 ? [header] : []), ...(cut > 0 ? [-cut] : [])]
  return candidates.find((shift) => looksLikeXref(bytes, start + shift)) ?? 0
}

const looksLikeXref = (bytes: Uint8Array, offset: number) =>
  offset >= 0 && /^\s*(xref|\d+\s+\d+\s+obj)/.test(latin1(bytes, offset, offset + 40))

type Section = Pick<Xref, 'entries' | 'trailer' | 'kind' | 'unsound'>

function readSection(source: XrefSource, start: number, shift: number): Section {
  const offset = start + shift
  if (!(offset >= 0) || offset >= source.bytes.length) throw new BrokenXref('offset outside the file')
  const lexer = new Lexer(source.bytes, offset)
  lexer.next()
  if (lexer.is('xref')) return readTable(lexer, (at) => source.numberAt(at + shift))
  const stream = source.readAt(offset)?.value
  if (!(stream instanceof PdfStream)) throw new BrokenXref(`no section at ${offset}`)
  return { kind: 'stream', trailer: stream.dict, ...readXrefStream(source, stream) }
}

/** @throws BrokenXref also when its rows are counted from a wrong number: viewers scan such a file */
function readTable(lexer: Lexer, numberAt: (offset: number) => number | undefined): Section {
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
    let isCounted = false
    if (first + count > READER_LIMITS.objectNumber) throw new BrokenXref('object number out of range')
    for (let i = 0; i < count; i++) {
      const offset = integer()
      const generation = integer()
      lexer.next()
      // `n` entries at offset 0 are written by broken producers for objects that do not exist.
      const used = lexer.is('n') && offset > 0
      if (!used && !lexer.is('f') && !lexer.is('n')) throw new BrokenXref('bad entry')
      if (used && !isCounted && (numberAt(offset) ?? first + i) !== first + i) throw new BrokenXref('rows miscounted')
      isCounted ||= used
      if (!entries.has(first + i)) entries.set(first + i, used ? { type: 'offset', offset, generation } : null)
    }
  }
  const trailer = readValue(lexer)
  if (!(trailer instanceof Map)) throw new BrokenXref('no trailer')
  return { kind: 'table', trailer, entries, unsound: false }
}

/** More than any file of ours has room for, and than some readers can hold. */
const MAX_ENTRY = 2 ** 31 - 1

/** The entries of a cross-reference stream; what is cut off at its end is missing, not an error. */
function readXrefStream(source: XrefSource, stream: PdfStream): Pick<Xref, 'entries' | 'unsound'> {
  const { dict } = stream
  const data = source.decode(stream)
  if (!data) throw new BrokenXref('unknown filter')
  const [typeWidth = 0, firstWidth = 0, secondWidth = 0] = source.numbers(dict.get('W')) ?? []
  const width = typeWidth + firstWidth + secondWidth
  if ([typeWidth, firstWidth, secondWidth].some((w) => !(w >= 0 && w <= 8)) || width < 1) throw new BrokenXref('bad /W')
  const ranges = source.numbers(dict.get('Index')) ?? [0, source.number(dict.get('Size')) ?? 0]
  const entries: Xref['entries'] = new Map()
  let unsound = false
  let p = 0
  const field = (bytes: number) => {
    let value = 0
    for (let i = 0; i < bytes; i++) value = value * 256 + data[p++]!
    return value
  }
  for (let r = 0; r + 1 < ranges.length; r += 2) {
    const first = ranges[r]!
    for (let i = 0; i < ranges[r + 1]!; i++) {
      if (p + width > data.length) {
        unsound = true
        break
      }
      const type = typeWidth ? field(typeWidth) : 1
      const a = field(firstWidth)
      const b = field(secondWidth)
      const number = first + i
      if (number > READER_LIMITS.objectNumber) throw new BrokenXref('object number out of range')
      if (entries.has(number)) continue
      if (a > MAX_ENTRY || b > MAX_ENTRY) unsound = true
      if (type === 1) entries.set(number, { type: 'offset', offset: a, generation: b })
      else if (type === 2) entries.set(number, { type: 'compressed', stream: a, index: b })
      else entries.set(number, null)
    }
  }
  return { entries, unsound }
}

/** Node's own search, several times as fast where there is one. */
const buffer = (bytes: Uint8Array) => globalThis.Buffer?.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

export function indexOf(bytes: Uint8Array, text: string, from: number): number {
  const found = buffer(bytes)?.indexOf(text, from, 'latin1')
  if (found !== undefined) return found
  const first = text.charCodeAt(0)
  for (let at = bytes.indexOf(first, from); at >= 0; at = bytes.indexOf(first, at + 1)) {
    if (matches(bytes, text, at)) return at
  }
  return -1
}

export function lastIndexOf(bytes: Uint8Array, text: string): number {
  const found = buffer(bytes)?.lastIndexOf(text, undefined, 'latin1')
  if (found !== undefined) return found
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
