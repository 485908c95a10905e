/** Token kinds of PDF syntax (ISO 32000-1, 7.2 and 7.3), the same in objects, content streams and CMaps. */
export const Token = {
  End: 0,
  Number: 1,
  Name: 2,
  /** `(literal)` */
  Literal: 3,
  /** `<hex>` */
  Hex: 4,
  ArrayOpen: 5,
  ArrayClose: 6,
  DictOpen: 7,
  DictClose: 8,
  /** Everything else: keywords, operators, stray delimiters. */
  Keyword: 9,
} as const
export type Token = (typeof Token)[keyof typeof Token]

const REGULAR = 0
const SPACE = 1
const DELIMITER = 2
const CLASS = new Uint8Array(256)
for (const code of [0, 9, 10, 12, 13, 32]) CLASS[code] = SPACE
for (const char of '()<>[]{}/%') CLASS[char.charCodeAt(0)] = DELIMITER

export const isSpace = (byte: number | undefined) => byte !== undefined && CLASS[byte] === SPACE

/** An operator of one to three characters as the number `Lexer.keyword` holds. */
export function packKeyword(text: string): number {
  let packed = 0
  for (let i = 0; i < text.length; i++) packed |= text.charCodeAt(i) << (8 * i)
  return packed
}

const hexDigit = (byte: number) =>
  byte >= 48 && byte <= 57 ? byte - 48 : (byte | 32) >= 97 && (byte | 32) <= 102 ? (byte | 32) - 87 : -1

/**
 * A pull tokenizer without allocations: `next` moves on, the fields describe the current token, and strings and
 * names are decoded only when asked for. It never throws; what is not PDF comes out as keywords.
 */
export class Lexer {
  kind: Token = Token.End
  /** Where the current token begins; `pos` is where it ends. */
  start = 0
  /** Of a number token. */
  number = 0
  integer = false
  /** Of a keyword of up to three bytes, else 0: see `packKeyword`. */
  keyword = 0

  readonly bytes: Uint8Array
  pos: number

  constructor(bytes: Uint8Array, pos = 0) {
    this.bytes = bytes
    this.pos = pos
  }

  next(): Token {
    const { bytes } = this
    const end = bytes.length
    let p = this.pos
    // No read past the end, not even to compare: it would throw the compiled code away, once per stream.
    for (;;) {
      while (p < end && CLASS[bytes[p]!] === SPACE) p++
      if (p >= end || bytes[p] !== 0x25) break
      while (p < end && bytes[p] !== 10 && bytes[p] !== 13) p++
    }
    this.start = p
    if (p >= end) return this.set(Token.End, end)
    const byte = bytes[p]!
    if ((byte >= 48 && byte <= 57) || byte === 0x2d || byte === 0x2e || byte === 0x2b) return this.readNumber(p)
    switch (byte) {
      case 0x2f: {
        let e = p + 1
        while (e < end && CLASS[bytes[e]!] === REGULAR) e++
        return this.set(Token.Name, e)
      }
      case 0x28:
        return this.set(Token.Literal, this.skipLiteral(p + 1))
      case 0x3c: {
        if (bytes[p + 1] === 0x3c) return this.set(Token.DictOpen, p + 2)
        const close = bytes.indexOf(0x3e, p + 1)
        return this.set(Token.Hex, close < 0 ? end : close + 1)
      }
      case 0x3e:
        if (bytes[p + 1] === 0x3e) return this.set(Token.DictClose, p + 2)
        break
      case 0x5b:
        return this.set(Token.ArrayOpen, p + 1)
      case 0x5d:
        return this.set(Token.ArrayClose, p + 1)
    }
    let e = p + 1
    if (CLASS[byte] === REGULAR) while (e < end && CLASS[bytes[e]!] === REGULAR) e++
    const length = e - p
    this.keyword =
      length > 3 ? 0 : byte | (length > 1 ? bytes[p + 1]! << 8 : 0) | (length > 2 ? bytes[p + 2]! << 16 : 0)
    return this.set(Token.Keyword, e)
  }

  /** The current keyword, or the current name without its slash and with `#xx` decoded, one char per byte. */
  text(): string {
    const from = this.kind === Token.Name ? this.start + 1 : this.start
    const raw = latin1(this.bytes, from, this.pos)
    return this.kind === Token.Name ? decodeName(raw) : raw
  }

  is(keyword: string): boolean {
    if (this.kind !== Token.Keyword || this.pos - this.start !== keyword.length) return false
    for (let i = 0; i < keyword.length; i++) if (this.bytes[this.start + i] !== keyword.charCodeAt(i)) return false
    return true
  }

  /** The bytes of the current literal or hexadecimal string. */
  string(): Uint8Array {
    return stringBytes(this.bytes, this.start, this.pos)
  }

  private set(kind: Token, pos: number): Token {
    this.pos = pos
    this.kind = kind
    return kind
  }

  private readNumber(from: number): Token {
    const { bytes } = this
    let p = from
    const end = bytes.length
    let negative = false
    // Writers exist that emit `--5`; viewers read it as -5.
    for (; p < end && (bytes[p] === 0x2d || bytes[p] === 0x2b); p++) if (bytes[p] === 0x2d) negative = true
    let value = 0
    let scale = 0
    let digits = 0
    for (; p < end; p++) {
      const byte = bytes[p]!
      if (byte >= 48 && byte <= 57) {
        value = value * 10 + byte - 48
        scale *= 10
        digits++
      } else if (byte === 0x2e && scale === 0) scale = 1
      else if (byte === 0x2d) {
        // `12-34` is 12 in every viewer.
        while (p < end && CLASS[bytes[p]!] === REGULAR) p++
        break
      } else break
    }
    this.integer = scale === 0 && digits > 0
    const magnitude = scale > 1 ? (scale < 1e15 ? value / scale : this.longDecimal(from, p)) : value
    this.number = Number.isFinite(magnitude) ? (negative ? -magnitude : magnitude) : 0
    return this.set(Token.Number, p)
  }

  private longDecimal(from: number, to: number): number {
    return Math.abs(Number.parseFloat(latin1(this.bytes, from, to).replace(/^[-+]+/, '')))
  }

  private skipLiteral(from: number): number {
    const { bytes } = this
    let depth = 1
    let p = from
    for (; p < bytes.length; p++) {
      const byte = bytes[p]
      if (byte === 0x5c) p++
      else if (byte === 0x28) depth++
      else if (byte === 0x29 && --depth === 0) return p + 1
    }
    return bytes.length
  }
}

const ESCAPES = new Uint8Array(256)
for (const [char, code] of Object.entries({ n: 10, r: 13, t: 9, b: 8, f: 12 })) ESCAPES[char.charCodeAt(0)] = code

/** The bytes that the string token between `start` and `end` stands for (ISO 32000-1, 7.3.4); it may lack its end. */
export function stringBytes(bytes: Uint8Array, start: number, end: number): Uint8Array {
  return bytes[start] === 0x3c ? hexBytes(bytes, start + 1, end) : literalBytes(bytes, start, end)
}

/** Two digits a byte, whatever else stands between them; a lacking last digit is 0. */
export function hexBytes(bytes: Uint8Array, start: number, end: number): Uint8Array {
  const out = new Uint8Array((end - start + 1) >> 1)
  let length = 0
  let high = -1
  for (let p = start; p < end; p++) {
    const digit = hexDigit(bytes[p]!)
    if (digit < 0) continue
    if (high < 0) high = digit
    else {
      out[length++] = high * 16 + digit
      high = -1
    }
  }
  if (high >= 0) out[length++] = high * 16
  return out.subarray(0, length)
}

function literalBytes(bytes: Uint8Array, start: number, tokenEnd: number): Uint8Array {
  const end = bytes[tokenEnd - 1] === 0x29 ? tokenEnd - 1 : tokenEnd
  const out = new Uint8Array(Math.max(0, end - start - 1))
  let length = 0
  for (let p = start + 1; p < end; p++) {
    const byte = bytes[p]!
    if (byte === 13) {
      // An end of line inside a string counts as one line feed (ISO 32000-1, 7.3.4.2).
      if (bytes[p + 1] === 10) p++
      out[length++] = 10
    } else if (byte !== 0x5c) out[length++] = byte
    else {
      const escaped = bytes[++p]!
      if (escaped >= 48 && escaped <= 55) {
        let value = escaped - 48
        for (let i = 0; i < 2 && bytes[p + 1]! >= 48 && bytes[p + 1]! <= 55; i++) value = value * 8 + bytes[++p]! - 48
        out[length++] = value & 255
      } else if (escaped === 13) {
        if (bytes[p + 1] === 10) p++
      } else if (escaped !== 10) out[length++] = ESCAPES[escaped] || escaped
    }
  }
  return out.subarray(0, length)
}

/** Undoes the `#xx` escapes of a name (ISO 32000-1, 7.3.5). */
export const decodeName = (raw: string) =>
  raw.includes('#')
    ? raw.replace(/#([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : raw

/** Node's own, several times as fast where there is one. */
const NodeBuffer = globalThis.Buffer

/** One char per byte; the range may reach past the end. */
export function latin1(bytes: Uint8Array, from: number, to: number): string {
  const end = Math.min(to, bytes.length)
  if (from >= end) return ''
  if (NodeBuffer) return NodeBuffer.from(bytes.buffer, bytes.byteOffset + from, end - from).toString('latin1')
  let out = ''
  for (let p = from; p < end; p++) out += String.fromCharCode(bytes[p]!)
  return out
}
