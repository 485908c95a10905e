import { Der, latin1 } from './der.ts'
import type { FileHashes, HashName } from './hash.ts'
import type { PdfReader } from './pdf-reader.ts'
import {
  hasRepeatedKeys,
  type PdfDict,
  PdfName,
  PdfRef,
  PdfString,
  PdfSyntaxError,
  type PdfValue,
} from './pdf-syntax.ts'
import { signedFields } from './signature-fields.ts'

/** A signature dictionary that a signature field of the file refers to (ISO 32000-1, 12.8.1). */
export interface PdfSignature {
  kind: 'seal' | 'archive_timestamp'
  dict: PdfDict
  /** Object number of the dictionary. */
  num: number
  field: { num: number; dict: PdfDict }
  /** Offset and length, twice. */
  byteRange: [number, number, number, number]
  contents: PdfString
  /** Where the signed bytes end. */
  end: number
}

const name = (value: PdfValue | undefined) => (value instanceof PdfName ? value.value : null)

/**
 * The signatures of the newest revision, in the order of the bytes they cover. One that cannot be read is left out, as
 * long as there is a seal: it may be an earlier one, by whatever program.
 */
export function findSignatures(reader: PdfReader): PdfSignature[] {
  const { found, unreadable } = readableSignatures(reader)
  if (unreadable && !found.some(({ kind }) => kind === 'seal')) throw unreadable
  return found
}

/** Those that can be read, in the same order, and why one of the others cannot. */
export function readableSignatures(reader: PdfReader): { found: PdfSignature[]; unreadable: unknown } {
  const found: PdfSignature[] = []
  let unreadable: unknown
  for (const { num, dict, value, valueNum } of signedFields(reader)) {
    if (valueNum === undefined) continue
    try {
      found.push(readSignature(reader, value, valueNum, { num, dict }))
    } catch (error) {
      unreadable = error
    }
  }
  return { found: found.sort((a, b) => a.end - b.end), unreadable }
}

function readSignature(reader: PdfReader, dict: PdfDict, num: number, field: PdfSignature['field']): PdfSignature {
  // Readers disagree on which of two equal keys counts, so a signature that relies on it says two things at once.
  if (hasRepeatedKeys(dict) || hasRepeatedKeys(field.dict))
    throw new PdfSyntaxError('a key occurs twice in a signature or its field')
  const range = dict.get('ByteRange')
  const contents = dict.get('Contents')
  const numbers = Array.isArray(range)
    ? range.filter((item) => typeof item === 'number' && Number.isSafeInteger(item) && item >= 0)
    : []
  if (
    numbers.length !== 4 ||
    !Array.isArray(range) ||
    range.length !== 4 ||
    !(contents instanceof PdfString) ||
    contents.source !== reader.bytes
  ) {
    throw new PdfSyntaxError('a signature dictionary has no usable /ByteRange and /Contents')
  }
  const byteRange = numbers as PdfSignature['byteRange']
  const archive = name(dict.get('SubFilter')) === 'ETSI.RFC3161'
  return {
    kind: archive ? 'archive_timestamp' : 'seal',
    dict,
    num,
    field,
    byteRange,
    contents,
    end: byteRange[2] + byteRange[3],
  }
}

/** The hash of the signed bytes, which begin with the file: `checkByteRange` refuses all others. */
export const hashSigned = (
  hashes: FileHashes,
  { byteRange: [, length, second, rest] }: PdfSignature,
  algorithm: HashName,
): Promise<Uint8Array> => hashes.ranges(algorithm, length, second, second + rest)

/**
 * Checks that exactly the hex string of `/Contents` lies between the two ranges and that they leave out nothing else.
 * @throws naming the gap
 */
export function checkByteRange(bytes: Uint8Array, { byteRange, contents }: PdfSignature): string {
  const [start, length, second, rest] = byteRange
  if (start !== 0) throw new Error(`the signed bytes begin at ${start}, not at 0`)
  if (length !== contents.start || second !== contents.end)
    throw new Error('the signed bytes leave out more than /Contents')
  if (second + rest > bytes.length) throw new Error('the signed bytes run past the end of the file')
  if (!isPlainHex(bytes.subarray(length, second))) throw new Error('/Contents is not plain hexadecimal in lowercase')
  return `bytes 0 to ${second + rest} but the ${second - length} of /Contents`
}

/** `<` digits `>`, in lowercase: these bytes are not signed, and must not have two spellings. */
function isPlainHex(bytes: Uint8Array): boolean {
  if (bytes[0] !== 0x3c || bytes.at(-1) !== 0x3e || bytes.length % 2 !== 0) return false
  for (let i = 1; i < bytes.length - 1; i++) {
    const byte = bytes[i]!
    if (!((byte >= 0x30 && byte <= 0x39) || (byte >= 0x61 && byte <= 0x66))) return false
  }
  return true
}

/** The CMS structure without its padding. */
export const cmsOf = (signature: PdfSignature): Uint8Array => Der.read(signature.contents.bytes).bytes

/** @throws when anything but zero follows the CMS structure: bytes there are not signed. */
export function checkPadding(signature: PdfSignature): string {
  const padding = signature.contents.bytes.subarray(cmsOf(signature).length)
  if (padding.some((byte) => byte !== 0)) throw new Error('/Contents holds bytes that are not zero after the signature')
  return `${padding.length} zero bytes`
}

/**
 * Checks that the seal permits no later change. A file that was not signed before is certified: a DocMDP reference with
 * permission 1, and `/Perms` naming the seal (ISO 32000-1, 12.8.2.2 and 12.8.4). Over earlier signatures the seal is an
 * approval signature that locks all fields (12.8.2.4) and the document (ISO 32000-2, 12.7.5.5).
 */
export function checkCertification(reader: PdfReader, signature: PdfSignature, isFirst: boolean): string {
  const wanted = isFirst ? 'DocMDP' : 'FieldMDP'
  const references = reader.array(signature.dict.get('Reference')).map((item) => reader.dict(item))
  const reference = references.find((item) => name(item?.get('TransformMethod')) === wanted)
  if (!reference) throw new Error(`the seal does not ${isFirst ? 'certify' : 'lock'} the file`)
  const params = reader.dict(reference.get('TransformParams'))
  if (!isFirst) {
    const lock = reader.dict(signature.field.dict.get('Lock'))
    if (name(params?.get('Action')) !== 'All' || lock?.get('P') !== 1) throw new Error('the lock allows changes')
    return 'no change is permitted after this approval signature'
  }
  if (params?.get('P') !== 1) throw new Error('the certification allows changes')
  const catalog = reader.dict(reader.trailer.get('Root'))
  const named = reader.dict(catalog?.get('Perms'))?.get('DocMDP')
  if (!(named instanceof PdfRef) || named.num !== signature.num) throw new Error('/Perms does not name the seal')
  return 'no change is permitted'
}

/** A PDF text string: UTF-16BE with a mark, else one byte a character. */
export function pdfText(value: PdfValue | undefined): string | null {
  if (!(value instanceof PdfString)) return null
  const { bytes } = value
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes.subarray(2))
  return latin1(bytes)
}

/** A PDF date (ISO 32000-1, 7.9.4) as ISO 8601 in UTC, or null when it is none. */
export function pdfDate(value: PdfValue | undefined): string | null {
  const m = /^D:(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(Z|[+-]\d\d'?\d\d)?/.exec(pdfText(value) ?? '')
  if (!m) return null
  const zone = !m[7] || m[7] === 'Z' ? 'Z' : `${m[7].slice(0, 3)}:${m[7].replace("'", '').slice(3)}`
  const date = new Date(`${m[1]}-${m[2]}-${m[3]}T${m[4]}:${m[5]}:${m[6]}${zone}`)
  return Number.isNaN(date.getTime()) ? null : date.toISOString()
}
