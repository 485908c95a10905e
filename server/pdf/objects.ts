import {
  PDFArray,
  PDFBool,
  type PDFContext,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNull,
  PDFNumber,
  type PDFObject,
  PDFRef,
  PDFString,
} from 'pdf-lib'
import { PdfError } from './errors.ts'
import { decodeName, type Lexer, latin1, Token } from './lexer.ts'
import { LIMITS } from './limits.ts'

/**
 * Reads the object at the lexer into pdf-lib's classes (dictionaries stay plain `PDFDict`, never `PDFPageLeaf`,
 * so that nothing of pdf-lib walks or repairs the file behind our back). Lenient as viewers are: a container
 * that is never closed ends with its object, unknown keywords are null. Streams are `readIndirect`'s business.
 * @throws PdfError `too_complex` when nested deeper than the limit.
 */
export function readObject(lexer: Lexer, context: PDFContext): PDFObject | undefined {
  lexer.next()
  return readCurrent(lexer, context, 0)
}

function readCurrent(lexer: Lexer, context: PDFContext, depth: number): PDFObject | undefined {
  if (depth > LIMITS.objectDepth) throw new PdfError('too_complex', 'An object is nested too deep')
  switch (lexer.kind) {
    case Token.Number:
      return readNumberOrRef(lexer)
    case Token.Name:
      return nameOf(lexer.text())
    case Token.Literal:
      // Kept raw, so that an untouched string is written back byte for byte; one that may be unclosed is not.
      if (lexer.pos < lexer.bytes.length) return PDFString.of(latin1(lexer.bytes, lexer.start + 1, lexer.pos - 1))
      return hexString(lexer.string())
    case Token.Hex:
      return hexString(lexer.string())
    case Token.ArrayOpen: {
      const array = PDFArray.withContext(context)
      while (lexer.next() !== Token.ArrayClose && !endsObject(lexer)) {
        const item = readCurrent(lexer, context, depth + 1)
        if (item) array.push(item)
      }
      return array
    }
    case Token.DictOpen:
      return readDict(lexer, context, depth)
    case Token.Keyword:
      if (lexer.is('true')) return PDFBool.True
      if (lexer.is('false')) return PDFBool.False
      return PDFNull
    default:
      return undefined
  }
}

function readDict(lexer: Lexer, context: PDFContext, depth: number): PDFDict {
  const dict = PDFDict.withContext(context)
  while (lexer.next() !== Token.DictClose && !endsObject(lexer)) {
    if (lexer.kind !== Token.Name) continue
    const key = nameOf(lexer.text())
    if (lexer.next() === Token.DictClose || endsObject(lexer)) break
    const value = readCurrent(lexer, context, depth + 1)
    if (value) dict.set(key, value)
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

function readNumberOrRef(lexer: Lexer): PDFObject {
  const first = lexer.number
  const { pos } = lexer
  if (lexer.integer && first >= 0 && lexer.next() === Token.Number && lexer.integer && lexer.number >= 0) {
    const generation = lexer.number
    if (lexer.next() === Token.Keyword && lexer.is('R'))
      return first <= LIMITS.objectNumber && generation <= 65535 ? PDFRef.of(first, generation) : PDFNull
  }
  lexer.pos = pos
  return PDFNumber.of(first)
}

/** `PDFName.of` decodes `#XX` once more, so a number sign that is part of the name must be written as `#23`. */
export const nameOf = (decoded: string) => PDFName.of(decoded.includes('#') ? decoded.replaceAll('#', '#23') : decoded)

/** The name without its slash, one char per byte. (`PDFName.decodeText` overflows the stack on a hostile name.) */
export const nameText = (object: PDFObject | undefined) =>
  object instanceof PDFName ? decodeName(object.asString().slice(1)) : undefined

export const hexString = (bytes: Uint8Array) => PDFHexString.of(Buffer.from(bytes).toString('hex').toUpperCase())

export const numberOf = (object: PDFObject | undefined) => (object instanceof PDFNumber ? object.asNumber() : undefined)

/** Follows references (a reference to a reference is malformed, but must not loop). */
export function resolve(context: PDFContext, object: PDFObject | undefined): PDFObject | undefined {
  let current = object
  for (let hop = 0; current instanceof PDFRef && hop < 16; hop++) current = context.lookup(current)
  return current instanceof PDFRef || current === PDFNull ? undefined : current
}

const at = (dict: PDFDict, key: string) => resolve(dict.context, dict.get(PDFName.of(key)))

/** The entry `key` of a dictionary, dereferenced, when it has the type asked for. */
export const get = {
  object: at,
  dict(dict: PDFDict, key: string): PDFDict | undefined {
    const value = at(dict, key)
    return value instanceof PDFDict ? value : undefined
  },
  array(dict: PDFDict, key: string): PDFArray | undefined {
    const value = at(dict, key)
    return value instanceof PDFArray ? value : undefined
  },
  number: (dict: PDFDict, key: string) => numberOf(at(dict, key)),
  name: (dict: PDFDict, key: string) => nameText(at(dict, key)),
  ref(dict: PDFDict, key: string): PDFRef | undefined {
    const value = dict.get(PDFName.of(key))
    return value instanceof PDFRef ? value : undefined
  },
}

/** The elements of an array, dereferenced; holes and nulls stay as undefined so that positions are kept. */
export function items(array: PDFArray | undefined): (PDFObject | undefined)[] {
  const found: (PDFObject | undefined)[] = []
  for (let i = 0; array && i < array.size(); i++) {
    const item = array.lookup(i)
    found.push(item === PDFNull ? undefined : item)
  }
  return found
}

export const numbers = (array: PDFArray | undefined): number[] => items(array).map((item) => numberOf(item) ?? 0)
