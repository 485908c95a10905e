import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import {
  PDFArray,
  type PDFContext,
  type PDFDict,
  PDFHexString,
  type PDFObject,
  PDFRawStream,
  type PDFRef,
  PDFString,
} from 'pdf-lib'
import type { Xref, XrefEntry } from '../../sdk/src/verify/pdf-xref.ts'
import { hexString, nameOf, resolve } from './objects.ts'

/** What a revision continues: the newest section of the file. */
export interface Head extends Pick<Xref, 'kind' | 'start' | 'shift'> {
  trailer: PDFDict
  /** Entries of our own revisions. */
  written: Map<number, XrefEntry & { type: 'offset' }>
}

export interface RevisionInput {
  context: PDFContext
  /** Updated: the new objects get their entries. */
  head: Head
  /** By ascending object number. */
  objects: [PDFRef, PDFObject][]
  /** Length of the file so far. */
  at: number
  /**
   * The entries to write all anew, without a `/Prev`, because the older sections are broken; else null. `moved` is what
   * their offsets have to be moved by.
   */
  older: { entries: Xref['entries']; moved: number } | null
}

export interface WrittenRevision {
  delta: Buffer
  /** Its `startxref`. */
  start: number
  trailer: PDFDict
}

/**
 * The bytes of one incremental update (ISO 32000-1, 7.5.6): objects, cross-reference in the form of the section
 * before, trailer. The same input gives the same bytes: the changing half of `/ID` is a hash of the objects.
 */
export function writeRevision(input: RevisionInput): WrittenRevision {
  const { context, head } = input
  const parts: Buffer[] = []
  let at = input.at
  const push = (part: Buffer | string) => {
    const bytes = typeof part === 'string' ? Buffer.from(part, 'latin1') : part
    parts.push(bytes)
    at += bytes.length
  }
  // Always, so that the previous end of the file is known: just before the last line feed (verifiers rely on it).
  push('\n')
  const numbers = new Set<number>()
  const note = (ref: PDFRef, offset: number) => {
    head.written.set(ref.objectNumber, { type: 'offset', offset, generation: ref.generationNumber })
    numbers.add(ref.objectNumber)
  }
  for (const [ref, object] of input.objects) {
    note(ref, at - head.shift)
    push(`${ref.objectNumber} ${ref.generationNumber} obj\n`)
    push(serialise(object))
    push('\nendobj\n')
  }
  const trailer = context.obj({})
  for (const key of ['Root', 'Info'] as const) {
    const value = context.trailerInfo[key]
    if (value) trailer.set(nameOf(key), value)
  }
  trailer.set(nameOf('ID'), nextId(context, Buffer.concat(parts)))
  if (!input.older) trailer.set(nameOf('Prev'), context.obj(head.start))
  const start = at - head.shift
  if (head.kind === 'stream') {
    const ref = context.nextRef()
    note(ref, start)
    const stream = xrefStream(context, trailer, rowsToWrite(input, numbers))
    push(`${ref.objectNumber} 0 obj\n`)
    push(serialise(stream))
    push('\nendobj\n')
  } else {
    trailer.set(nameOf('Size'), context.obj(context.largestObjectNumber + 1))
    push(xrefTable(rowsToWrite(input, numbers)))
    push(`trailer\n${trailer}\n`)
  }
  push(`startxref\n${start}\n%%EOF\n`)
  return { delta: Buffer.concat(parts), start, trailer }
}

export interface FileInput {
  /** Of the header, such as `1.7`. */
  version: string
  context: PDFContext
  kind: Xref['kind']
  /** By ascending object number. */
  objects: [PDFRef, PDFObject][]
  /** Objects inside the object streams among `objects`. */
  compressed: Map<number, XrefEntry>
}

/** A whole file of these objects (ISO 32000-1, 7.5.1), in one revision. */
export function writeFile({ version, context, kind, objects, compressed }: FileInput): Uint8Array {
  const header = Buffer.from(`%PDF-${version}\n%\xe2\xe3\xcf\xd3`, 'latin1')
  const head: Head = { trailer: context.obj({}), kind, start: 0, shift: 0, written: new Map() }
  const older = { entries: compressed, moved: 0 }
  const { delta } = writeRevision({ context, head, objects, at: header.length, older })
  return Buffer.concat([header, delta])
}

function serialise(object: PDFObject): Buffer {
  const bytes = Buffer.alloc(object.sizeInBytes())
  object.copyBytesInto(bytes, 0)
  return bytes
}

/** The first half of `/ID` names the file and stays, the second half names the revision (ISO 32000-1, 14.4). */
function nextId(context: PDFContext, body: Buffer): PDFArray {
  const before = resolve(context, context.trailerInfo.ID)
  const hash = createHash('sha256')
    .update(before?.toString() ?? '')
    .update(body)
    .digest()
    .subarray(0, 16)
  const revision = hexString(hash)
  const first = before instanceof PDFArray ? resolve(context, before.get(0)) : undefined
  const id = PDFArray.withContext(context)
  id.push(first instanceof PDFHexString || first instanceof PDFString ? first : revision)
  id.push(revision)
  context.trailerInfo.ID = id
  return id
}

type Row = [number: number, entry: XrefEntry | null]

/** By ascending object number; number 0 heads the list of free objects. */
function rowsToWrite({ head, older }: RevisionInput, numbers: Set<number>): Row[] {
  const rows: Row[] = older ? [[0, null]] : [...numbers].map((number) => [number, head.written.get(number)!])
  if (older) {
    const known = [...older.entries].filter(([number, entry]) => entry && number > 0 && !head.written.has(number))
    for (const [number, entry] of known)
      rows.push([number, entry?.type === 'offset' ? { ...entry, offset: entry.offset + older.moved } : entry])
    rows.push(...head.written)
  }
  return rows.sort(([a], [b]) => a - b)
}

/** Neighbouring numbers together. */
function runs(rows: Row[]): Row[][] {
  const found: Row[][] = []
  for (const row of rows) {
    const last = found.at(-1)
    if (last && last[0]![0] + last.length === row[0]) last.push(row)
    else found.push([row])
  }
  return found
}

function xrefTable(rows: Row[]): string {
  let table = 'xref\n'
  for (const run of runs(rows)) {
    table += `${run[0]![0]} ${run.length}\n`
    for (const [, entry] of run) {
      if (entry?.type === 'compressed') throw new TypeError('a cross-reference table cannot name compressed objects')
      const [offset, generation] = [entry?.offset ?? 0, entry?.generation ?? 65535]
      table += `${String(offset).padStart(10, '0')} ${String(generation).padStart(5, '0')} ${entry ? 'n' : 'f'} \n`
    }
  }
  return table
}

function xrefStream(context: PDFContext, trailer: PDFDict, rows: Row[]): PDFRawStream {
  const data = Buffer.alloc(rows.length * ROW_BYTES)
  for (const [row, [, entry]] of rows.entries()) {
    const p = row * ROW_BYTES
    data[p] = entry?.type === 'offset' ? 1 : entry ? 2 : 0
    data.writeUInt32BE(entry?.type === 'offset' ? entry.offset : (entry?.stream ?? 0), p + 1)
    data.writeUInt16BE(entry?.type === 'offset' ? entry.generation : (entry?.index ?? 65535), p + 5)
  }
  const dict = context.obj({
    Type: 'XRef',
    Size: context.largestObjectNumber + 1,
    W: [1, 4, 2],
    Index: runs(rows).flatMap((run) => [run[0]![0], run.length]),
    Filter: 'FlateDecode',
  })
  for (const [key, value] of trailer.entries()) dict.set(key, value)
  return PDFRawStream.of(dict, deflateSync(data))
}

/** Type, offset or object stream, generation or index: `/W [1 4 2]`. */
const ROW_BYTES = 7
