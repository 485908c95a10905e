import { type Lexer, stringBytes, Token } from './pdf-lexer.ts'
import { READER_LIMITS } from './pdf-limits.ts'

/** PDF objects (ISO 32000-1, 7.3) as they are read from bytes, never written. */

export class PdfName {
  /** Without its slash, `#xx` decoded, one char per byte. */
  readonly value: string
  constructor(value: string) {
    this.value = value
  }
}

/** A string with its position in the data, delimiters included: a signature's `/Contents` is checked by it. */
export class PdfString {
  readonly source: Uint8Array
  readonly start: number
  readonly end: number
  constructor(source: Uint8Array, start: number, end: number) {
    this.source = source
    this.start = start
    this.end = end
  }

  get bytes(): Uint8Array {
    return stringBytes(this.source, this.start, this.end)
  }
}

export class PdfRef {
  readonly num: number
  readonly gen: number
  constructor(num: number, gen = 0) {
    this.num = num
    this.gen = gen
  }
}

export class PdfStream {
  readonly dict: PdfDict
  /** As in the file, encoded. */
  readonly raw: Uint8Array
  constructor(dict: PdfDict, raw: Uint8Array) {
    this.dict = dict
    this.raw = raw
  }
}

export type PdfDict = Map<string, PdfValue>
export type PdfValue = null | boolean | number | PdfName | PdfString | PdfRef | PdfStream | PdfValue[] | PdfDict

/** Why a file cannot be read. */
export type PdfFault = 'damaged' | 'encrypted' | 'too_complex'

export class PdfSyntaxError extends Error {
  override readonly name = 'PdfSyntaxError'
  readonly fault: PdfFault
  constructor(message: string, fault: PdfFault = 'damaged') {
    super(message)
    this.fault = fault
  }
}

const repeated = new WeakSet<PdfDict>()

/** Whether a key occurs twice: the last one counts here, but readers disagree on it. */
export const hasRepeatedKeys = (dict: PdfDict): boolean => repeated.has(dict)

/**
 * Reads the object at the lexer. Lenient as viewers are: a container that is never closed ends with its object, unknown
 * keywords are null, of two equal keys the last one counts. A stream's bytes are the reader's business. Undefined where
 * nothing is left.
 * @throws PdfSyntaxError `too_complex` when nested deeper than the limit
 */
export function readValue(lexer: Lexer): PdfValue | undefined {
  lexer.next()
  return readCurrent(lexer, 0)
}

function readCurrent(lexer: Lexer, depth: number): PdfValue | undefined {
  if (depth > READER_LIMITS.objectDepth) throw new PdfSyntaxError('an object is nested too deeply', 'too_complex')
  switch (lexer.kind) {
    case Token.Number:
      return readNumberOrRef(lexer)
    case Token.Name:
      return new PdfName(lexer.text())
    case Token.Literal:
    case Token.Hex:
      return new PdfString(lexer.bytes, lexer.start, lexer.pos)
    case Token.ArrayOpen: {
      const array: PdfValue[] = []
      while (lexer.next() !== Token.ArrayClose && !endsObject(lexer)) {
        const item = readCurrent(lexer, depth + 1)
        if (item !== undefined) array.push(item)
      }
      return array
    }
    case Token.DictOpen:
      return readDict(lexer, depth)
    case Token.Keyword:
      if (lexer.is('true')) return true
      if (lexer.is('false')) return false
      return null
    default:
      return undefined
  }
}

function readDict(lexer: Lexer, depth: number): PdfDict {
  const dict: PdfDict = new Map()
  while (lexer.next() !== Token.DictClose && !endsObject(lexer)) {
    if (lexer.kind !== Token.Name) continue
    const key = lexer.text()
    if (lexer.next() === Token.DictClose || endsObject(lexer)) break
    const value = readCurrent(lexer, depth + 1)
    if (value === undefined) continue
    if (dict.has(key)) repeated.add(dict)
    dict.set(key, value)
  }
  return dict
}

/** The end of the file or of the object: an unclosed container must not swallow the objects that follow. */
function endsObject(lexer: Lexer): boolean {
  if (lexer.kind === Token.End) return true
  if (lexer.kind !== Token.Keyword || !(lexer.is('endobj') || lexer.is('stream') || lexer.is('endstream'))) return false
  lexer.pos = lexer.start
  return true
}

function readNumberOrRef(lexer: Lexer): PdfValue {
  const first = lexer.number
  const { pos } = lexer
  if (lexer.integer && first >= 0 && lexer.next() === Token.Number && lexer.integer && lexer.number >= 0) {
    const generation = lexer.number
    if (lexer.next() === Token.Keyword && lexer.is('R'))
      return first <= READER_LIMITS.objectNumber && generation <= 65535 ? new PdfRef(first, generation) : null
  }
  lexer.pos = pos
  return first
}
