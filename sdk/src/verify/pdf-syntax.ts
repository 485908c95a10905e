/** PDF objects as the verifier needs them (ISO 32000-1, 7.3): read from bytes, never written. */

export class PdfName {
  readonly value: string
  constructor(value: string) {
    this.value = value
  }
}

/** A string with its place in the data, delimiters included: a signature's `/Contents` is judged by it. */
export class PdfString {
  readonly bytes: Uint8Array
  readonly start: number
  readonly end: number
  constructor(bytes: Uint8Array, start: number, end: number) {
    this.bytes = bytes
    this.start = start
    this.end = end
  }
}

export class PdfRef {
  readonly num: number
  constructor(num: number) {
    this.num = num
  }
}

export class PdfStream {
  readonly dict: PdfDict
  readonly raw: Uint8Array
  constructor(dict: PdfDict, raw: Uint8Array) {
    this.dict = dict
    this.raw = raw
  }
}

export type PdfDict = Map<string, PdfValue>
export type PdfValue = null | boolean | number | PdfName | PdfString | PdfRef | PdfStream | PdfValue[] | PdfDict

export class PdfSyntaxError extends Error {
  override readonly name = 'PdfSyntaxError'
}

const MAX_DEPTH = 64
const isSpace = (byte: number | undefined) =>
  byte === 0 || byte === 9 || byte === 10 || byte === 12 || byte === 13 || byte === 32
const DELIMITERS = new Set([...'()<>[]{}/%'].map((char) => char.charCodeAt(0)))
const isRegular = (byte: number | undefined) => byte !== undefined && !isSpace(byte) && !DELIMITERS.has(byte)
/** The value of each hexadecimal digit, 255 for what is none. */
const HEX = Uint8Array.from({ length: 256 }, (_, code) => {
  const digit = '0123456789abcdef'.indexOf(String.fromCharCode(code).toLowerCase())
  return digit < 0 ? 255 : digit
})
const ESCAPES: Record<string, number> = { n: 10, r: 13, t: 9, b: 8, f: 12 }

/** A recursive-descent reader. It throws `PdfSyntaxError` on anything it does not understand. */
export class PdfParser {
  readonly bytes: Uint8Array
  pos: number

  constructor(bytes: Uint8Array, pos = 0) {
    this.bytes = bytes
    this.pos = pos
  }

  skipSpace(): void {
    for (;;) {
      while (isSpace(this.bytes[this.pos])) this.pos++
      if (this.bytes[this.pos] !== 0x25) return
      while (this.pos < this.bytes.length && this.bytes[this.pos] !== 10 && this.bytes[this.pos] !== 13) this.pos++
    }
  }

  /** Moves past `word` when it comes next. */
  take(word: string): boolean {
    this.skipSpace()
    for (let i = 0; i < word.length; i++) if (this.bytes[this.pos + i] !== word.charCodeAt(i)) return false
    this.pos += word.length
    return true
  }

  integer(): number {
    const token = this.word()
    if (!/^\d{1,15}$/.test(token)) throw new PdfSyntaxError('a whole number was expected')
    return Number(token)
  }

  value(depth = 0): PdfValue {
    if (depth > MAX_DEPTH) throw new PdfSyntaxError('objects are nested too deeply')
    this.skipSpace()
    const byte = this.bytes[this.pos]
    if (byte === 0x2f) return this.nameToken()
    if (byte === 0x28) return this.literal()
    if (byte === 0x5b) return this.array(depth)
    if (byte === 0x3c) return this.bytes[this.pos + 1] === 0x3c ? this.dict(depth) : this.hex()
    const token = this.word()
    if (token === 'null') return null
    if (token === 'true' || token === 'false') return token === 'true'
    if (/^[+-]*\d*\.?\d*$/.test(token) && /\d/.test(token)) return this.numberOrRef(token)
    throw new PdfSyntaxError('an object was expected')
  }

  /** `N G obj` and its value; `data` is where the stream's bytes begin, or null when it is no stream. */
  indirect(): { num: number; value: PdfValue; data: number | null } {
    const num = this.integer()
    this.integer()
    if (!this.take('obj')) throw new PdfSyntaxError('an indirect object was expected')
    const value = this.value()
    if (!(value instanceof Map) || !this.take('stream')) return { num, value, data: null }
    if (this.bytes[this.pos] === 13) this.pos++
    if (this.bytes[this.pos] === 10) this.pos++
    return { num, value, data: this.pos }
  }

  private word(): string {
    this.skipSpace()
    let out = ''
    while (isRegular(this.bytes[this.pos]) && out.length < 64) out += String.fromCharCode(this.bytes[this.pos++]!)
    return out
  }

  private numberOrRef(token: string): number | PdfRef {
    const after = this.pos
    if (/^\d+$/.test(token)) {
      const generation = this.word()
      if (/^\d+$/.test(generation) && this.word() === 'R') return new PdfRef(Number(token))
      this.pos = after
    }
    return Number(token)
  }

  private nameToken(): PdfName {
    this.pos++
    let out = ''
    while (isRegular(this.bytes[this.pos])) out += String.fromCharCode(this.bytes[this.pos++]!)
    return new PdfName(
      out.replace(/#([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    )
  }

  private array(depth: number): PdfValue[] {
    this.pos++
    const out: PdfValue[] = []
    while (!this.take(']')) out.push(this.value(depth + 1))
    return out
  }

  private dict(depth: number): PdfDict {
    this.pos += 2
    const out: PdfDict = new Map()
    while (!this.take('>>')) {
      if (this.bytes[this.pos] !== 0x2f) throw new PdfSyntaxError('a dictionary key was expected')
      const key = this.nameToken().value
      // Readers disagree on which of two equal keys counts, so a file that relies on it says two things at once.
      if (out.has(key)) throw new PdfSyntaxError(`the key /${key} occurs twice in a dictionary`)
      out.set(key, this.value(depth + 1))
    }
    return out
  }

  private hex(): PdfString {
    const start = this.pos++
    const close = this.bytes.indexOf(0x3e, this.pos)
    if (close < 0) throw new PdfSyntaxError('a string does not end')
    const out = new Uint8Array((close - this.pos + 1) >> 1)
    let digits = 0
    for (; this.pos < close; this.pos++) {
      const byte = this.bytes[this.pos]!
      if (isSpace(byte)) continue
      const digit = HEX[byte]!
      if (digit > 15) throw new PdfSyntaxError('a hexadecimal string is broken')
      out[digits >> 1]! |= digits & 1 ? digit : digit << 4
      digits++
    }
    this.pos = close + 1
    return new PdfString(out.subarray(0, (digits + 1) >> 1), start, this.pos)
  }

  private literal(): PdfString {
    const start = this.pos++
    const out: number[] = []
    for (let open = 1; ; ) {
      const byte = this.bytes[this.pos++]
      if (byte === undefined) throw new PdfSyntaxError('a string does not end')
      if (byte === 0x28) open++
      else if (byte === 0x29 && --open === 0) break
      if (byte !== 0x5c) {
        out.push(byte)
        continue
      }
      const octal = /^[0-7]{1,3}/.exec(String.fromCharCode(...this.bytes.subarray(this.pos, this.pos + 3)))
      if (octal) {
        out.push(Number.parseInt(octal[0], 8) & 255)
        this.pos += octal[0].length
        continue
      }
      const next = this.bytes[this.pos++] ?? 0
      if (next === 13 && this.bytes[this.pos] === 10) this.pos++
      if (next !== 13 && next !== 10) out.push(ESCAPES[String.fromCharCode(next)] ?? next)
    }
    return new PdfString(Uint8Array.from(out), start, this.pos)
  }
}
