import { createCipheriv, createHash } from 'node:crypto'
import { object, type SourceObject, source, stream } from './pdf-source.ts'

/** Entries of the encryption dictionary that no tool writes; by default everything is encrypted by `/StdCF`. */
export interface CryptFilters {
  strings?: string
  streams?: string
  /** `/EFF`. */
  files?: string
  method?: string
  /** `/Filter` of the dictionary: the security handler. */
  handler?: string
  /** Of the key, with the method `V2`. Default: 16. */
  keyBytes?: number
  /** It needs a password that nobody here has. */
  isLocked?: boolean
}

const PADDING = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex')
const ID = Buffer.alloc(16, 7)
/** Its content does not matter to a reader that has the user's password. */
const OWNER = Buffer.alloc(32, 1)
const md5 = (...parts: Uint8Array[]) => createHash('md5').update(Buffer.concat(parts)).digest()

/** The key of a file with an empty user password, `/P -4` (ISO 32000-1, algorithm 2). */
function fileKey(bytes = 16): Buffer {
  let key = md5(PADDING, OWNER, Buffer.from('fcffffff', 'hex'), ID)
  for (let i = 0; i < 50; i++) key = md5(key.subarray(0, bytes))
  return key.subarray(0, bytes)
}

function encrypt(num: number, data: string, rc4Bytes: number | undefined): Buffer {
  const place = Buffer.of(num, num >> 8, num >> 16, 0, 0)
  if (rc4Bytes)
    return Buffer.from(rc4(md5(fileKey(rc4Bytes), place).subarray(0, rc4Bytes + 5), Buffer.from(data, 'latin1')))
  const key = md5(fileKey(), place, Buffer.from('sAlT'))
  const cipher = createCipheriv('aes-128-cbc', key, Buffer.alloc(16, 9))
  return Buffer.concat([Buffer.alloc(16, 9), cipher.update(data, 'latin1'), cipher.final()])
}

/**
 * A file of one page in AES-128 (`/V 4`) whose parts are encrypted as each says: strings, a stream by the default filter,
 * one with a `Crypt` filter of its own, an attachment.
 */
export function withCryptFilters(filters: CryptFilters = {}, own = 'Identity'): Buffer {
  const { strings = 'StdCF', streams = 'StdCF', files = streams, method = 'AESV2', handler = 'Standard' } = filters
  const { keyBytes = 16, isLocked = false } = filters
  const bytes = (num: number, data: string, filter: string) =>
    filter === 'Identity' ? Buffer.from(data, 'latin1') : encrypt(num, data, method === 'V2' ? keyBytes : undefined)
  const content = bytes(4, 'BT /F1 12 Tf 72 700 Td (Rent) Tj ET', streams)
  const crypt = `/Filter [/Crypt] /DecodeParms [<< /Name /${own} >>]`
  const title = bytes(8, 'Lease', strings).toString('hex')
  const objects: SourceObject[] = [
    object(1, '<< /Type /Catalog /Pages 2 0 R /Own 6 0 R /File 7 0 R >>'),
    object(2, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>'),
    object(
      3,
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    ),
    object(4, stream(content)),
    object(5, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'),
    object(6, stream(bytes(6, 'own', own), crypt)),
    object(7, stream(bytes(7, 'file', files), '/Type /EmbeddedFile')),
    object(8, `<< /Title <${title}> >>`),
  ]
  const named = `/StmF /${streams} /StrF /${strings} /EFF /${files}`
  const encryption = `/Filter /${handler} /V 4 /R 4 /Length ${keyBytes * 8} /P -4 /CF << /StdCF << /CFM /${method} /Length ${keyBytes} >> >> ${named}`
  const hex = (value: Buffer) => `<${value.toString('hex')}>`
  return source(objects, {
    trailer: `/Root 1 0 R /Info 8 0 R /ID [${hex(ID)} ${hex(ID)}] /Encrypt << ${encryption} /O ${hex(OWNER)} /U ${hex(isLocked ? Buffer.alloc(32, 3) : userEntry(keyBytes))} >>`,
  })
}

/** Algorithm 5; RC4 is not in OpenSSL 3, so it is spelled out. */
function userEntry(keyBytes: number): Buffer {
  const key = fileKey(keyBytes)
  let value: Uint8Array = md5(PADDING, ID)
  for (let round = 0; round < 20; round++)
    value = rc4(
      key.map((byte) => byte ^ round),
      value,
    )
  return Buffer.concat([value, Buffer.alloc(16)])
}

function rc4(key: Uint8Array, data: Uint8Array): Uint8Array {
  const s = Array.from({ length: 256 }, (_, i) => i)
  const swap = (a: number, b: number) => ([s[a], s[b]] = [s[b]!, s[a]!])
  for (let a = 0, b = 0; a < 256; a++) {
    b = (b + s[a]! + key[a % key.length]!) % 256
    swap(a, b)
  }
  let [i, j] = [0, 0]
  return data.map((byte) => {
    i = (i + 1) % 256
    j = (j + s[i]!) % 256
    swap(i, j)
    return byte ^ s[(s[i]! + s[j]!) % 256]!
  })
}
