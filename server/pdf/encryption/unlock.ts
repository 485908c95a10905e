import { createHash } from 'node:crypto'
import type { PdfReader } from '../../../sdk/src/verify/pdf-reader.ts'
import {
  type PdfDict,
  PdfName,
  PdfStream,
  PdfString,
  PdfSyntaxError,
  type PdfValue,
} from '../../../sdk/src/verify/pdf-syntax.ts'
import { aesCbc, rc4 } from './ciphers.ts'
import { keyWithoutPassword } from './file-key.ts'

/** Decrypts the bytes of a string or a stream of the object `num gen`. */
export type Decipher = (data: Uint8Array, num: number, gen: number) => Uint8Array

/** An encrypted file whose key is known. */
export interface Unlocked {
  /** For people, such as `RC4, 128 bits` or `AES, 256 bits`. */
  method: string
  strings: Decipher
  /** A stream with its bytes decrypted, and without the `Crypt` filter. */
  stream(stream: PdfStream, num: number, gen: number): PdfStream
}

interface CryptFilter {
  decipher: Decipher
  method: string
}

const IDENTITY: Decipher = (data) => data
const NONE: CryptFilter = { decipher: IDENTITY, method: 'none' }

/**
 * Opens a file that is encrypted by the standard security handler and needs no password (ISO 32000-1, 7.6; ISO 32000-2,
 * 7.6 for AES-256).
 * @throws PdfSyntaxError `encrypted`
 */
export function unlock(trailer: PdfDict, reader: PdfReader): Unlocked {
  const dict = reader.dict(trailer.get('Encrypt'))
  const version = reader.number(dict?.get('V')) ?? 0
  const revision = reader.number(dict?.get('R')) ?? 0
  const known = version === 1 || version === 2 || version === 4 || version === 5
  if (!dict || nameOf(reader.get(dict.get('Filter'))) !== 'Standard' || !known || revision < 2 || revision > 6)
    throw new PdfSyntaxError('the file has an encryption that is not known', 'encrypted')
  const encryptMetadata = version < 4 || reader.get(dict.get('EncryptMetadata')) !== false
  const named = (entry: string, otherwise = 'Identity') => nameOf(reader.get(dict.get(entry))) ?? otherwise
  const key = keyWithoutPassword({
    revision,
    keySizes: keySizesOf(version, reader, dict),
    owner: bytesOf(reader.get(dict.get('O'))),
    user: bytesOf(reader.get(dict.get('U'))),
    ownerKey: bytesOf(reader.get(dict.get('OE'))),
    userKey: bytesOf(reader.get(dict.get('UE'))),
    permissions: reader.number(dict.get('P')) ?? 0,
    encryptMetadata,
    id: bytesOf(reader.get(reader.array(trailer.get('ID'))[0])),
  })
  // Attachments alone may need one: they are cut off from what is signed, so they stay as they are.
  const isReadable = key || (version >= 4 && named('StrF') === 'Identity' && named('StmF') === 'Identity')
  if (!isReadable) throw needsPassword()
  const filter = (name: string): CryptFilter =>
    version < 4
      ? { decipher: withObjectKey(key!, rc4), method: `RC4, ${key!.length * 8} bits` }
      : cryptFilter(reader, dict, name, key)
  const [strings, streams] = [filter(named('StrF')), filter(named('StmF'))]
  const files = filter(named('EFF', named('StmF')))
  const ofStream = (stream: PdfStream): Decipher => {
    const type = nameOf(reader.get(stream.dict.get('Type')))
    // Cross-reference streams are never encrypted (ISO 32000-1, 7.5.8.2).
    if (type === 'XRef') return IDENTITY
    const own = cryptName(reader, stream.dict)
    if (own !== undefined && own !== 'Identity' && !key && type !== 'EmbeddedFile') throw needsPassword()
    if (own !== undefined) return filter(own).decipher
    if (type === 'Metadata' && !encryptMetadata) return IDENTITY
    return (type === 'EmbeddedFile' ? files : streams).decipher
  }
  return {
    method: [streams, strings, files].find(({ method }) => method !== NONE.method)?.method ?? NONE.method,
    strings: strings.decipher,
    stream: (stream, num, gen) =>
      new PdfStream(withoutCrypt(reader, stream.dict), ofStream(stream)(stream.raw, num, gen)),
  }
}

const needsPassword = () => new PdfSyntaxError('the file needs a password', 'encrypted')

/** The lengths that a key may have, in bytes, the likeliest first: from version 4 on writers disagree on where it stands. */
function keySizesOf(version: number, reader: PdfReader, dict: PdfDict): number[] {
  // `/Length` counts bits; some writers give bytes.
  const declared = (of: PdfDict | null, otherwise: number) => {
    const length = reader.number(of?.get('Length')) ?? otherwise
    return Math.min(16, Math.max(5, length < 40 ? length : length >> 3))
  }
  if (version === 1) return [5]
  if (version === 5) return [32]
  if (version < 4) return [declared(dict, 40)]
  const filters = [...(reader.dict(dict.get('CF'))?.values() ?? [])].slice(0, MAX_FILTERS)
  return [...new Set([16, declared(dict, 128), ...filters.map((filter) => declared(reader.dict(filter), 128))])]
}

/** A file has one or two. */
const MAX_FILTERS = 8

/** @param key undefined where attachments alone are encrypted: they are left as they are */
function cryptFilter(reader: PdfReader, dict: PdfDict, name: string, key: Uint8Array | undefined): CryptFilter {
  if (name === 'Identity') return NONE
  const method = nameOf(reader.get(reader.dict(reader.dict(dict.get('CF'))?.get(name))?.get('CFM')))
  switch (method) {
    case 'V2':
      if (!key) return { decipher: IDENTITY, method: 'RC4' }
      return { decipher: withObjectKey(key, rc4), method: `RC4, ${key.length * 8} bits` }
    case 'AESV2':
      return { decipher: key ? withObjectKey(key, aesCbc, AES_SALT) : IDENTITY, method: 'AES, 128 bits' }
    case 'AESV3':
      if (!key) return { decipher: IDENTITY, method: 'AES, 256 bits' }
      if (key.length === 32) return { decipher: (data) => aesCbc(key, data), method: 'AES, 256 bits' }
  }
  throw new PdfSyntaxError(`the file has a crypt filter that is not known: ${name}`, 'encrypted')
}

const AES_SALT = Buffer.from('sAlT')

/** Every object has a key of its own (ISO 32000-1, algorithm 1). */
function withObjectKey(
  key: Uint8Array,
  cipher: (key: Uint8Array, data: Uint8Array) => Uint8Array,
  salt: Uint8Array = new Uint8Array(),
): Decipher {
  let last: { num: number; gen: number; key: Uint8Array } | undefined
  return (data, num, gen) => {
    if (data.length === 0) return data
    if (last?.num !== num || last.gen !== gen) {
      const id = Uint8Array.of(num, num >> 8, num >> 16, gen, gen >> 8)
      const digest = createHash('md5').update(key).update(id).update(salt).digest()
      last = { num, gen, key: digest.subarray(0, Math.min(16, key.length + 5)) }
    }
    return cipher(last.key, data)
  }
}

/** The `/Name` of a stream's own `Crypt` filter, which comes first (ISO 32000-1, 7.4.10); undefined without one. */
function cryptName(reader: PdfReader, dict: PdfDict): string | undefined {
  const filter = reader.get(dict.get('Filter'))
  const [first, params] = Array.isArray(filter)
    ? [reader.get(filter[0]), reader.array(dict.get('DecodeParms'))[0]]
    : [filter, dict.get('DecodeParms')]
  if (nameOf(first) !== 'Crypt') return undefined
  return nameOf(reader.get(reader.dict(params)?.get('Name'))) ?? 'Identity'
}

function withoutCrypt(reader: PdfReader, dict: PdfDict): PdfDict {
  if (cryptName(reader, dict) === undefined) return dict
  const copy: PdfDict = new Map(dict)
  for (const key of ['Filter', 'DecodeParms']) {
    const value = reader.get(dict.get(key))
    if (Array.isArray(value) && value.length > 1) copy.set(key, value.slice(1))
    else copy.delete(key)
  }
  return copy
}

const nameOf = (value: PdfValue | undefined) => (value instanceof PdfName ? value.value : undefined)
const bytesOf = (value: PdfValue | undefined) => (value instanceof PdfString ? value.bytes : new Uint8Array())
