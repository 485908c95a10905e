import { Lexer, Token } from './pdf-lexer.ts'
import { READER_LIMITS } from './pdf-limits.ts'
import { type PdfDict, PdfStream, PdfSyntaxError, type PdfValue, readValue } from './pdf-syntax.ts'
import { indexOf } from './pdf-xref.ts'

/** `N G obj` */
export interface ObjectHead {
  num: number
  gen: number
}

/** Reads `N G obj ... endobj` at offsets of a file (ISO 32000-1, 7.3.10). */
export class ObjectReader {
  private readonly bytes: Uint8Array
  private readonly number: (value: PdfValue | undefined) => number | undefined
  private searchedBytes = 0

  /** @param number dereferences a number, since a stream's `/Length` may be an indirect object. */
  constructor(bytes: Uint8Array, number: (value: PdfValue | undefined) => number | undefined) {
    this.bytes = bytes
    this.number = number
  }

  /** Undefined where no object begins. */
  headAt(offset: number): ObjectHead | undefined {
    return this.open(offset)
  }

  /** Undefined where no object begins; an invalid body counts as null. @throws PdfSyntaxError `too_complex` */
  at(offset: number): (ObjectHead & { value: PdfValue }) | undefined {
    const head = this.open(offset)
    if (!head) return undefined
    const { num, gen, lexer } = head
    const value = readValue(lexer) ?? null
    if (!(value instanceof Map)) return { num, gen, value }
    lexer.next()
    return { num, gen, value: lexer.is('stream') ? this.stream(value, lexer.pos) : value }
  }

  private open(offset: number): (ObjectHead & { lexer: Lexer }) | undefined {
    if (!(offset >= 0) || offset >= this.bytes.length) return undefined
    const lexer = new Lexer(this.bytes, offset)
    if (lexer.next() !== Token.Number || !lexer.integer || lexer.number > READER_LIMITS.objectNumber) return undefined
    const num = lexer.number
    if (lexer.next() !== Token.Number || !lexer.integer) return undefined
    const gen = lexer.number
    lexer.next()
    return lexer.is('obj') ? { num, gen, lexer } : undefined
  }

  /** The bytes of a stream are a view of the file. If `/Length` is wrong, its end is searched (ISO 32000-1, 7.3.8). */
  private stream(dict: PdfDict, keywordEnd: number): PdfStream {
    const { bytes } = this
    let from = keywordEnd
    if (bytes[from] === 13) from++
    if (bytes[from] === 10) from++
    const length = this.number(dict.get('Length'))
    if (length !== undefined && length >= 0 && from + length <= bytes.length) {
      const lexer = new Lexer(bytes, from + length)
      lexer.next()
      if (lexer.is('endstream') || lexer.is('endobj')) return new PdfStream(dict, bytes.subarray(from, from + length))
    }
    let to = indexOf(bytes, 'endstream', from)
    if (to < 0) to = indexOf(bytes, 'endobj', from)
    if (to < 0) to = bytes.length
    this.searchedBytes += to - from
    if (this.searchedBytes > READER_LIMITS.searchedBytes)
      throw new PdfSyntaxError('too many streams without an end', 'too_complex')
    if (bytes[to - 1] === 10) to--
    if (bytes[to - 1] === 13) to--
    return new PdfStream(dict, bytes.subarray(from, Math.max(from, to)))
  }
}
