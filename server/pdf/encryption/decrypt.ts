import { PDFContext, type PDFObject, PDFRef } from 'pdf-lib'
import { PdfReader } from '../../../sdk/src/verify/pdf-reader.ts'
import {
  type PdfDict,
  PdfName,
  PdfRef,
  PdfStream,
  PdfString,
  PdfSyntaxError,
  type PdfValue,
} from '../../../sdk/src/verify/pdf-syntax.ts'
import type { XrefEntry } from '../../../sdk/src/verify/pdf-xref.ts'
import { openPdf } from '../document.ts'
import { PdfError, refusing } from '../errors.ts'
import { latin1 } from '../lexer.ts'
import { LIMITS, UPLOAD_LIMITS } from '../limits.ts'
import { nameOf, toDict, toPdfLib } from '../objects.ts'
import { isSigned } from '../signed.ts'
import { isTruncated } from '../truncated.ts'
import type { Decrypted } from '../types.ts'
import { writeFile } from '../writer.ts'
import { type Unlocked, unlock } from './unlock.ts'

/**
 * An encrypted file that opens without a password, written again without its encryption. All else stays as it is: the
 * numbers of objects, the object streams, the content of every stream.
 * @param cut bytes that were cut off before the header; offsets may count them, those of the result do not
 * @throws PdfError `encrypted` when it needs a password, or its encryption is not known;
 *   `already_signed`; as `openPdf`
 */
export function decryptPdf(bytes: Uint8Array, cut = 0): Decrypted {
  return refusing(() => {
    const found: { unlocked?: Unlocked } = {}
    const reader = PdfReader.open(bytes, {
      maxSections: UPLOAD_LIMITS.xrefSections,
      cut,
      unlock: (trailer, encrypted) => {
        found.unlocked = unlock(trailer, encrypted)
        return found.unlocked.stream
      },
    })
    if (!found.unlocked) throw new PdfSyntaxError('the file is not encrypted')
    const plain = rewritten(reader, found.unlocked)
    if (isSigned(openPdf(plain, UPLOAD_LIMITS)))
      throw new PdfError('already_signed', 'The PDF is signed, and its signatures cover it as it is encrypted')
    return { bytes: plain, method: found.unlocked.method, truncated: isTruncated(bytes) }
  })
}

function rewritten(reader: PdfReader, unlocked: Unlocked): Uint8Array {
  if (reader.repairs > 0) reader.mendAll()
  const context = PDFContext.create()
  const decrypter = new Decrypter(unlocked, reader.bytes.length)
  const encryption = reader.trailer.get('Encrypt')
  const objects: [PDFRef, PDFObject][] = []
  const compressed = new Map<number, XrefEntry>()
  for (const [num, entry] of [...reader.entries].sort(([a], [b]) => a - b)) {
    if (!entry || (encryption instanceof PdfRef && encryption.num === num)) continue
    if (entry.type === 'compressed') compressed.set(num, entry)
    else {
      const gen = entry.generation
      const value = reader.read(num, gen)
      if (value === undefined || isStructure(value)) continue
      objects.push([PDFRef.of(num, gen), toPdfLib(decrypter.decrypt(value, num, gen), context)])
    }
    context.largestObjectNumber = num
  }
  const trailer = toDict(reader.trailer, context)
  for (const key of ['Root', 'Info', 'ID'] as const) context.trailerInfo[key] = trailer.get(nameOf(key))
  // Also where the newest section is a table, as in a hybrid file: only a stream can name compressed objects.
  const kind = compressed.size > 0 ? 'stream' : reader.kind
  return writeFile({ version: versionOf(reader.bytes), context, kind, objects, compressed })
}

/** The cross-reference of before, and the claim to be linearized (ISO 32000-1, annex F): neither holds any more. */
function isStructure(value: PdfValue): boolean {
  if (value instanceof Map) return value.has('Linearized')
  const type = value instanceof PdfStream ? value.dict.get('Type') : undefined
  return type instanceof PdfName && type.value === 'XRef'
}

const versionOf = (bytes: Uint8Array) => /%PDF-(\d\.\d)/.exec(latin1(bytes, 0, 1024))?.[1] ?? '1.7'

class Decrypter {
  private readonly unlocked: Unlocked
  private strings = 0
  private streamBytes: number

  /** @param fileBytes what all streams together can hold, unless they overlap */
  constructor(unlocked: Unlocked, fileBytes: number) {
    this.unlocked = unlocked
    this.streamBytes = fileBytes
  }

  /** The object with its strings and its stream decrypted. @throws PdfSyntaxError `too_complex` */
  decrypt(value: PdfValue, num: number, gen: number): PdfValue {
    if (!(value instanceof PdfStream)) return this.inside(value, num, gen)
    this.streamBytes -= value.raw.length
    if (this.streamBytes < 0) throw new PdfSyntaxError('streams of the file overlap', 'too_complex')
    const { dict, raw } = this.unlocked.stream(value, num, gen)
    return new PdfStream(this.dict(dict, num, gen), raw)
  }

  private inside(value: PdfValue, num: number, gen: number): PdfValue {
    if (value instanceof PdfString) return this.string(value, num, gen)
    if (Array.isArray(value)) return value.map((item) => this.inside(item, num, gen))
    return value instanceof Map ? this.dict(value, num, gen) : value
  }

  private dict(dict: PdfDict, num: number, gen: number): PdfDict {
    const copy: PdfDict = new Map()
    for (const [key, value] of dict) {
      // A signature is not encrypted (ISO 32000-1, 7.6.1).
      const plain = key === 'Contents' && dict.has('ByteRange')
      copy.set(key, plain ? value : this.inside(value, num, gen))
    }
    return copy
  }

  private string(string: PdfString, num: number, gen: number): PdfString {
    if (++this.strings > LIMITS.encryptedStrings)
      throw new PdfSyntaxError('the file has too many encrypted strings', 'too_complex')
    const hex = Buffer.from(`<${Buffer.from(this.unlocked.strings(string.bytes, num, gen)).toString('hex')}>`)
    return new PdfString(hex, 0, hex.length)
  }
}
