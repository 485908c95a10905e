import { ByteSink, tooManyBytes } from './pdf-sink.ts'

/**
 * FlateDecode (RFC 1950 and 1951) as viewers do it: damaged data yields what comes before the damage, and a missing or
 * wrong checksum is overlooked. Node's own decoder is used where it exists and the data is intact; it returns
 * nothing of damaged data, and a browser's says nothing of how far it came.
 * @throws PdfSyntaxError `too_complex` beyond the limit of a stream
 */
export function inflate(data: Uint8Array, maxBytes: number): Uint8Array {
  return native(data, maxBytes) ?? inflateDamaged(data, maxBytes)
}

const zlib = globalThis.process?.getBuiltinModule?.('node:zlib')

function native(data: Uint8Array, maxBytes: number): Uint8Array | undefined {
  try {
    return zlib?.inflateSync(data, { maxOutputLength: maxBytes, finishFlush: zlib.constants.Z_SYNC_FLUSH })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE') throw tooManyBytes()
    return undefined
  }
}

/** Codes of up to this many bits are looked up at once. */
const FAST_BITS = 9
const MAX_BITS = 15

/** A canonical Huffman code (RFC 1951, 3.2.2). */
interface Code {
  /** By the next `FAST_BITS` bits: symbol and length, as `symbol << 4 | length`; 0 for longer codes. */
  fast: Uint16Array
  /** How many codes there are of each length. */
  counts: Uint16Array
  /** Ordered by code. */
  symbols: Uint16Array
}

/** Undefined for lengths that make no prefix code. */
function buildCode(lengths: Uint8Array): Code | undefined {
  const counts = new Uint16Array(MAX_BITS + 1)
  for (const length of lengths) counts[length]!++
  counts[0] = 0
  const offsets = new Uint16Array(MAX_BITS + 2)
  const first = new Uint16Array(MAX_BITS + 2)
  let left = 1
  for (let length = 1; length <= MAX_BITS; length++) {
    left = left * 2 - counts[length]!
    if (left < 0) return undefined
    offsets[length + 1] = offsets[length]! + counts[length]!
    first[length + 1] = (first[length]! + counts[length]!) << 1
  }
  const symbols = new Uint16Array(lengths.length)
  const fast = new Uint16Array(1 << FAST_BITS)
  for (const [symbol, length] of lengths.entries()) {
    if (length === 0) continue
    symbols[offsets[length]!++] = symbol
    const code = first[length]!++
    if (length > FAST_BITS) continue
    let reversed = 0
    for (let bit = 0; bit < length; bit++) reversed |= ((code >> bit) & 1) << (length - 1 - bit)
    for (let at = reversed; at < fast.length; at += 1 << length) fast[at] = (symbol << 4) | length
  }
  return { fast, counts, symbols }
}

const LENGTH_BASE = [3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131]
LENGTH_BASE.push(163, 195, 227, 258)
const LENGTH_EXTRA = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0]
const DISTANCE_BASE = Array.from({ length: 30 }, (_, i) => (i < 4 ? i + 1 : (2 + (i & 1)) * 2 ** ((i >> 1) - 1) + 1))
const DISTANCE_EXTRA = Array.from({ length: 30 }, (_, i) => (i < 4 ? 0 : (i >> 1) - 1))
const LENGTHS_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
const END_OF_BLOCK = 256

const fixed = [
  buildCode(Uint8Array.from({ length: 288 }, (_, i) => (i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8))),
  buildCode(new Uint8Array(30).fill(5)),
] as [Code, Code]

/** Bits from the lowest of each byte on. `ended` turns true where more are asked for than there are. */
class Bits {
  ended = false
  private readonly data: Uint8Array
  private pos: number
  private held = 0
  private count = 0

  constructor(data: Uint8Array, pos: number) {
    this.data = data
    this.pos = pos
  }

  take(bits: number): number {
    this.fill(bits)
    const value = this.held & ((1 << bits) - 1)
    this.drop(bits)
    return value
  }

  /** The next symbol, or -1 where the bits are no code. */
  symbol({ fast, counts, symbols }: Code): number {
    this.fill(MAX_BITS)
    const found = fast[this.held & ((1 << FAST_BITS) - 1)]!
    if (found !== 0) {
      this.drop(found & 15)
      return found >> 4
    }
    let code = 0
    let first = 0
    let index = 0
    for (let length = 1; length <= MAX_BITS; length++) {
      code |= (this.held >> (length - 1)) & 1
      const count = counts[length]!
      if (code - count < first) {
        this.drop(length)
        return symbols[index + code - first]!
      }
      index += count
      first = (first + count) << 1
      code <<= 1
    }
    return -1
  }

  /** Skips to the next byte and takes `length` of them. */
  bytes(length: number): Uint8Array {
    this.pos -= this.count >> 3
    this.held = this.count = 0
    const found = this.data.subarray(this.pos, this.pos + length)
    this.pos += length
    if (found.length < length) this.ended = true
    return found
  }

  private fill(bits: number): void {
    while (this.count < bits && this.pos < this.data.length) {
      this.held |= this.data[this.pos++]! << this.count
      this.count += 8
    }
  }

  private drop(bits: number): void {
    if (bits > this.count) this.ended = true
    this.held >>>= bits
    this.count -= bits
  }
}

function inflateDamaged(data: Uint8Array, maxBytes: number): Uint8Array {
  const out = new ByteSink(maxBytes)
  const [method = 0, flags = 0] = data
  if ((method & 15) !== 8 || (flags & 32) !== 0 || (method * 256 + flags) % 31 !== 0) return out.bytes()
  const bits = new Bits(data, 2)
  for (let last = 0; !last && !bits.ended; ) {
    last = bits.take(1)
    const type = bits.take(2)
    if (bits.ended || type === 3) break
    const sound = type === 0 ? stored(bits, out) : coded(bits, out, type === 1 ? fixed : dynamicCodes(bits))
    if (!sound) break
  }
  return out.bytes()
}

function stored(bits: Bits, out: ByteSink): boolean {
  const [a = 0, b = 0, c = 0, d = 0] = bits.bytes(4)
  const length = a | (b << 8)
  if (bits.ended || length !== (~(c | (d << 8)) & 0xffff)) return false
  out.append(bits.bytes(length))
  return true
}

/** The codes of a dynamic block (RFC 1951, 3.2.7); undefined when they are damaged. */
function dynamicCodes(bits: Bits): [Code, Code] | undefined {
  const literals = bits.take(5) + 257
  const distances = bits.take(5) + 1
  const described = bits.take(4) + 4
  if (literals > 286) return undefined
  const order = new Uint8Array(19)
  for (let i = 0; i < described; i++) order[LENGTHS_ORDER[i]!] = bits.take(3)
  const code = buildCode(order)
  if (!code) return undefined
  const lengths = new Uint8Array(literals + distances)
  for (let i = 0; i < lengths.length; ) {
    const symbol = bits.symbol(code)
    if (symbol < 0 || bits.ended || (symbol === 16 && i === 0)) return undefined
    if (symbol < 16) lengths[i++] = symbol
    else {
      const times = symbol === 16 ? 3 + bits.take(2) : symbol === 17 ? 3 + bits.take(3) : 11 + bits.take(7)
      if (i + times > lengths.length) return undefined
      lengths.fill(symbol === 16 ? lengths[i - 1]! : 0, i, i + times)
      i += times
    }
  }
  const literal = buildCode(lengths.subarray(0, literals))
  const distance = buildCode(lengths.subarray(literals))
  return literal && distance && [literal, distance]
}

function coded(bits: Bits, out: ByteSink, codes: [Code, Code] | undefined): boolean {
  if (!codes || bits.ended) return false
  for (;;) {
    const symbol = bits.symbol(codes[0])
    if (symbol < 0 || bits.ended) return false
    if (symbol === END_OF_BLOCK) return true
    if (symbol < END_OF_BLOCK) {
      out.push(symbol)
      continue
    }
    const base = LENGTH_BASE[symbol - 257]
    if (base === undefined) return false
    const length = base + bits.take(LENGTH_EXTRA[symbol - 257]!)
    const far = bits.symbol(codes[1])
    const distance = DISTANCE_BASE[far]
    if (distance === undefined) return false
    const back = distance + bits.take(DISTANCE_EXTRA[far]!)
    if (bits.ended || back > out.length) return false
    out.repeat(out.length - back, length)
  }
}
