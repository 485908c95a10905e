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
import { hexString, nameOf, resolve } from './objects.ts'
import type { Xref } from './xref.ts'

export interface RevisionInput {
  context: PDFContext
  /** Updated: the new objects get their entries. */
  xref: Xref
  /** By ascending object number. */
  objects: [PDFRef, PDFObject][]
  /** Length of the file so far. */
  at: number
  /** Write every entry and no `/Prev`: the older sections are broken. */
  complete: boolean
}

export interface Revision {
  delta: Buffer
  /** Its `startxref`. */
  start: number
  trailer: PDFDict
}

/**
 * The bytes of one incremental update (ISO 32000-1, 7.5.6): objects, cross-reference in the form of the section
 * before, trailer. The same input gives the same bytes: the changing half of `/ID` is a hash of the objects.
 */
export function writeRevision(input: RevisionInput): Revision {
  const { context, xref } = input
  const parts: Buffer[] = []
  let at = input.at
  const push = (part: Buffer | string) => {
    const bytes = typeof part === 'string' ? Buffer.from(part, 'latin1') : part
    parts.push(bytes)
    at += bytes.length
  }
  // Always, so that anybody can tell where the file ended before: just in front of the last line feed (verifiers rely on it).
  push('\n')
  const written = new Set<number>()
  for (const [ref, object] of input.objects) {
    xref.entries.set(ref.objectNumber, { type: 'offset', offset: at - xref.shift, generation: ref.generationNumber })
    written.add(ref.objectNumber)
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
  if (!input.complete) trailer.set(nameOf('Prev'), context.obj(xref.start))
  const start = at - xref.shift
  if (xref.kind === 'stream') {
    const ref = context.nextRef()
    xref.entries.set(ref.objectNumber, { type: 'offset', offset: start, generation: 0 })
    written.add(ref.objectNumber)
    const stream = xrefStream(input, trailer, numbersToWrite(input, written))
    push(`${ref.objectNumber} 0 obj\n`)
    push(serialise(stream))
    push('\nendobj\n')
  } else {
    trailer.set(nameOf('Size'), context.obj(context.largestObjectNumber + 1))
    push(xrefTable(input, numbersToWrite(input, written)))
    push(`trailer\n${trailer}\n`)
  }
  push(`startxref\n${start}\n%%EOF\n`)
  return { delta: Buffer.concat(parts), start, trailer }
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

function numbersToWrite({ xref, complete }: RevisionInput, written: Set<number>): number[] {
  const numbers = complete ? [...xref.entries].filter(([, entry]) => entry).map(([number]) => number) : [...written]
  return numbers.sort((a, b) => a - b)
}

/** Neighbouring numbers as `[first, count]`. */
function runs(numbers: number[]): [number, number][] {
  const found: [number, number][] = []
  for (const number of numbers) {
    const last = found.at(-1)
    if (last && last[0] + last[1] === number) last[1]++
    else found.push([number, 1])
  }
  return found
}

function xrefTable({ xref, complete }: RevisionInput, numbers: number[]): string {
  let table = complete ? 'xref\n0 1\n0000000000 65535 f \n' : 'xref\n'
  for (const [first, count] of runs(numbers)) {
    table += `${first} ${count}\n`
    for (let number = first; number < first + count; number++) {
      const entry = xref.entries.get(number)
      if (entry?.type !== 'offset') throw new TypeError('a cross-reference table cannot name compressed objects')
      table += `${String(entry.offset).padStart(10, '0')} ${String(entry.generation).padStart(5, '0')} n \n`
    }
  }
  return table
}

function xrefStream({ context, xref, complete }: RevisionInput, trailer: PDFDict, numbers: number[]): PDFRawStream {
  const listed = complete ? [0, ...numbers] : numbers
  const data = Buffer.alloc(listed.length * 7)
  for (const [index, number] of listed.entries()) {
    const entry = xref.entries.get(number)
    const p = index * 7
    data[p] = entry?.type === 'offset' ? 1 : entry ? 2 : 0
    data.writeUInt32BE(entry?.type === 'offset' ? entry.offset : (entry?.stream ?? 0), p + 1)
    data.writeUInt16BE(entry?.type === 'offset' ? entry.generation : (entry?.index ?? 65535), p + 5)
  }
  const dict = context.obj({
    Type: 'XRef',
    Size: context.largestObjectNumber + 1,
    W: [1, 4, 2],
    Index: runs(listed).flat(),
    Filter: 'FlateDecode',
  })
  for (const [key, value] of trailer.entries()) dict.set(key, value)
  return PDFRawStream.of(dict, deflateSync(data))
}
