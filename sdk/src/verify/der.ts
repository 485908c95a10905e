/**
 * Reads DER (X.690) without copying: CMS is traversed in the bytes that were signed, because a structure that was parsed
 * and re-encoded need not be the one the signature covers. Every value has one encoding: any other that BER would allow
 * is rejected, so that bytes cannot be changed without changing the meaning (decision 0043).
 */

export const Tag = {
  Boolean: 0x01,
  Integer: 0x02,
  BitString: 0x03,
  OctetString: 0x04,
  Null: 0x05,
  Oid: 0x06,
  Enumerated: 0x0a,
  UtcTime: 0x17,
  GeneralizedTime: 0x18,
  Sequence: 0x30,
  Set: 0x31,
} as const

/** `[n]` of class context-specific; `constructed` unless it is an implicit primitive. */
export const contextTag = (n: number, constructed = true) => 0x80 | (constructed ? 0x20 : 0) | n

export class DerError extends Error {
  override readonly name = 'DerError'
}

/** One tag-length-value. `bytes` is the whole of it, `content` what its length counts; both are views. */
export class Der {
  readonly tag: number
  readonly bytes: Uint8Array
  readonly content: Uint8Array

  private constructor(tag: number, bytes: Uint8Array, content: Uint8Array) {
    this.tag = tag
    this.bytes = bytes
    this.content = content
  }

  /** Reads the value at `offset`. Only definite lengths and single-byte tags: all that CMS and X.509 use. */
  static read(source: Uint8Array, offset = 0): Der {
    const tag = source[offset]
    let length = source[offset + 1]
    if (tag === undefined || length === undefined) throw new DerError('the ASN.1 data ends too early')
    if ((tag & 0x1f) === 0x1f) throw new DerError('an ASN.1 tag of several bytes is not used here')
    let header = 2
    if (length & 0x80) {
      const count = length & 0x7f
      if (count === 0 || count > 4) throw new DerError('the ASN.1 data is not DER: indefinite or oversized length')
      length = 0
      for (let i = 0; i < count; i++) length = length * 256 + (source[offset + 2 + i] ?? 0)
      if (length < 0x80 || length < 256 ** (count - 1))
        throw new DerError('the ASN.1 data is not DER: a length is not minimal')
      header += count
    }
    const end = offset + header + length
    if (end > source.length) throw new DerError('an ASN.1 value is longer than the data')
    return new Der(tag, source.subarray(offset, end), source.subarray(offset + header, end))
  }

  /** Reads a value that must fill `source`. */
  static readAll(source: Uint8Array): Der {
    const node = Der.read(source)
    if (node.bytes.length !== source.length) throw new DerError('bytes follow the ASN.1 value')
    return node
  }

  children(): Der[] {
    if (!(this.tag & 0x20)) throw new DerError('an ASN.1 value that should be constructed is primitive')
    const out: Der[] = []
    for (let at = 0; at < this.content.length; ) {
      const child = Der.read(this.content, at)
      out.push(child)
      at += child.bytes.length
    }
    return out
  }

  /** The values in a constructed one, of which there must be at least `min` and at most `max`. */
  parts(what: string, min: number, max = min): Der[] {
    const parts = this.children()
    if (parts.length < min || parts.length > max)
      throw new DerError(`unexpected number of parts (${parts.length}) in ${what}`)
    return parts
  }

  expect(tag: number, what: string): this {
    if (this.tag !== tag) throw new DerError(`${what} has an unexpected ASN.1 type`)
    return this
  }

  /** The dotted form of an OBJECT IDENTIFIER. */
  oid(): string {
    this.expect(Tag.Oid, 'an object identifier')
    if (this.content.length === 0 || this.content.at(-1)! & 0x80) throw new DerError('an object identifier is cut off')
    const arcs: number[] = []
    let value = 0
    for (const [i, byte] of this.content.entries()) {
      const isFirst = i === 0 || !(this.content[i - 1]! & 0x80)
      if (isFirst && byte === 0x80) throw new DerError('an object identifier is not minimal')
      value = value * 128 + (byte & 0x7f)
      if (byte & 0x80) continue
      if (arcs.length === 0)
        arcs.push(Math.min(2, Math.floor(value / 40)), value - 40 * Math.min(2, Math.floor(value / 40)))
      else arcs.push(value)
      value = 0
    }
    return arcs.join('.')
  }

  /** The bytes of an OCTET STRING. */
  octets(): Uint8Array {
    return this.expect(Tag.OctetString, 'an octet string').content
  }

  /** The content of an INTEGER, which is never empty and never longer than it has to be. */
  integer(): Uint8Array {
    const [first, second] = this.expect(Tag.Integer, 'an integer').content
    const padded = second !== undefined && ((first === 0 && second < 0x80) || (first === 0xff && second >= 0x80))
    if (first === undefined || padded) throw new DerError('an integer is not minimal')
    return this.content
  }

  /** An INTEGER from 0 to 127. */
  smallInteger(): number {
    const [value, more] = this.integer()
    if (more !== undefined || value! > 0x7f) throw new DerError('an integer is too large')
    return value!
  }

  /** The bytes of a BIT STRING of whole bytes. */
  bits(): Uint8Array {
    this.expect(Tag.BitString, 'a bit string')
    if (this.content[0] !== 0) throw new DerError('a bit string does not end with a whole byte')
    return this.content.subarray(1)
  }

  /** A UTCTime or GeneralizedTime in UTC; a two-digit year below 50 is of this century (RFC 5280, 4.1.2.5.1). */
  time(): Date {
    const text = latin1(this.content)
    const century = this.tag !== Tag.UtcTime ? '' : Number(text.slice(0, 2)) < 50 ? '20' : '19'
    if (!century) this.expect(Tag.GeneralizedTime, 'a time')
    const m = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\.\d{1,9})?Z$/.exec(century + text)
    if (!m) throw new DerError('a time is not in the form YYYYMMDDHHMMSSZ')
    const date = new Date(`${m[1]}-${m[2]}-${m[3]}T${m[4]}:${m[5]}:${m[6]}Z`)
    if (Number.isNaN(date.getTime())) throw new DerError('a time names no moment')
    return m[7] ? new Date(date.getTime() + Math.floor(Number(m[7]) * 1000)) : date
  }
}

export function concat(parts: Uint8Array[]): Uint8Array {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    out.set(part, at)
    at += part.length
  }
  return out
}

export function equal(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return true
}

export function toHex(bytes: Uint8Array): string {
  let out = ''
  for (const byte of bytes) out += byte.toString(16).padStart(2, '0')
  return out
}

export function latin1(bytes: Uint8Array): string {
  let out = ''
  for (const byte of bytes) out += String.fromCharCode(byte)
  return out
}
