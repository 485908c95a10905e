import { type PDFContext, PDFDict, PDFNull, type PDFObject, PDFRawStream, PDFRef } from 'pdf-lib'
import { PdfError } from './errors.ts'
import { Lexer, Token } from './lexer.ts'
import { LIMITS } from './limits.ts'
import { get, readObject } from './objects.ts'

/** Reads `N G obj ... endobj` at an offset of a file (ISO 32000-1, 7.3.10). */
export class ObjectReader {
  private readonly bytes: Buffer
  private readonly context: PDFContext
  private searchedBytes = 0

  constructor(bytes: Buffer, context: PDFContext) {
    this.bytes = bytes
    this.context = context
  }

  /** Undefined where no object begins; a body that is none counts as null. @throws PdfError `too_complex`. */
  at(offset: number): { ref: PDFRef; object: PDFObject } | undefined {
    if (!(offset >= 0) || offset >= this.bytes.length) return undefined
    const lexer = new Lexer(this.bytes, offset)
    if (lexer.next() !== Token.Number || !lexer.integer) return undefined
    const number = lexer.number
    if (lexer.next() !== Token.Number || !lexer.integer || number > LIMITS.objectNumber) return undefined
    const generation = lexer.number
    lexer.next()
    if (!lexer.is('obj')) return undefined
    const object = readObject(lexer, this.context) ?? PDFNull
    const ref = PDFRef.of(number, generation)
    if (!(object instanceof PDFDict)) return { ref, object }
    lexer.next()
    return { ref, object: lexer.is('stream') ? this.stream(object, lexer.pos) : object }
  }

  /** A stream's bytes are a view of the file. Its end is searched for where `/Length` is wrong (ISO 32000-1, 7.3.8). */
  private stream(dict: PDFDict, keywordEnd: number): PDFRawStream {
    const { bytes } = this
    let from = keywordEnd
    if (bytes[from] === 13) from++
    if (bytes[from] === 10) from++
    const length = get.number(dict, 'Length')
    if (length !== undefined && length >= 0 && from + length <= bytes.length) {
      const lexer = new Lexer(bytes, from + length)
      lexer.next()
      if (lexer.is('endstream') || lexer.is('endobj')) return PDFRawStream.of(dict, bytes.subarray(from, from + length))
    }
    let to = bytes.indexOf('endstream', from)
    if (to < 0) to = bytes.indexOf('endobj', from)
    if (to < 0) to = bytes.length
    this.searchedBytes += to - from
    if (this.searchedBytes > LIMITS.searchedBytes) throw new PdfError('too_complex', 'Too many streams without an end')
    if (bytes[to - 1] === 10) to--
    if (bytes[to - 1] === 13) to--
    return PDFRawStream.of(dict, bytes.subarray(from, Math.max(from, to)))
  }
}

export interface ObjectStream {
  data: Uint8Array
  /** By index: number and offset. */
  slots: [number: number, offset: number][]
  offsets: Map<number, number>
}

/** The table at the head of an object stream (ISO 32000-1, 7.5.7). */
export function readObjectStream({ dict }: PDFRawStream, data: Uint8Array): ObjectStream {
  const first = get.number(dict, 'First') ?? 0
  const count = get.number(dict, 'N') ?? 0
  const lexer = new Lexer(data)
  const slots: ObjectStream['slots'] = []
  while (slots.length < count && lexer.next() === Token.Number) {
    const object = lexer.number
    if (lexer.next() !== Token.Number) break
    slots.push([object, first + lexer.number])
  }
  return { data, slots, offsets: new Map(slots) }
}
