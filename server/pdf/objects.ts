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
  PDFRawStream,
  PDFRef,
  PDFString,
} from 'pdf-lib'
import {
  type PdfDict,
  PdfName,
  PdfRef,
  PdfStream,
  PdfString,
  type PdfValue,
  readValue,
} from '../../sdk/src/verify/pdf-syntax.ts'
import { refusing } from './errors.ts'
import { decodeName, type Lexer, latin1 } from './lexer.ts'

/**
 * Converts the reader's objects to pdf-lib's classes. Dictionaries stay plain `PDFDict`, never `PDFPageLeaf`, so that
 * pdf-lib does not traverse or repair the file unnoticed.
 */
export function toPdfLib(value: PdfValue, context: PDFContext): PDFObject {
  if (value === null) return PDFNull
  if (typeof value === 'number') return PDFNumber.of(value)
  if (typeof value === 'boolean') return value ? PDFBool.True : PDFBool.False
  if (value instanceof PdfName) return nameOf(value.value)
  if (value instanceof PdfString) return stringOf(value)
  if (value instanceof PdfRef) return PDFRef.of(value.num, value.gen)
  if (value instanceof PdfStream) return PDFRawStream.of(toDict(value.dict, context), value.raw)
  if (value instanceof Map) return toDict(value, context)
  const array = PDFArray.withContext(context)
  for (const item of value) array.push(toPdfLib(item, context))
  return array
}

/** Reads the object at the lexer; undefined where nothing is left. @throws PdfError `too_complex` */
export function readObject(lexer: Lexer, context: PDFContext): PDFObject | undefined {
  const value = refusing(() => readValue(lexer))
  return value === undefined ? undefined : toPdfLib(value, context)
}

export function toDict(entries: PdfDict, context: PDFContext): PDFDict {
  const dict = PDFDict.withContext(context)
  for (const [key, value] of entries) dict.set(nameOf(key), toPdfLib(value, context))
  return dict
}

/** A literal is kept raw, so that an untouched string is written back byte for byte; one that may be unclosed is not. */
function stringOf(string: PdfString): PDFString | PDFHexString {
  const { source, start, end } = string
  const isLiteral = source[start] === 0x28 && end < source.length
  return isLiteral ? PDFString.of(latin1(source, start + 1, end - 1)) : hexString(string.bytes)
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
