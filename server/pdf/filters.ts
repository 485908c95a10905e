import { constants, inflateSync } from 'node:zlib'
import { PDFArray, PDFDict, type PDFStream } from 'pdf-lib'
import { PdfError } from './errors.ts'
import { isSpace } from './lexer.ts'
import { LIMITS } from './limits.ts'
import { get, items, nameText, resolve } from './objects.ts'

/** Counts what a document made the engine decode; every document has its own. */
export interface DecodeBudget {
  decodedBytes: number
}

const tooLarge = () => new PdfError('too_complex', 'A stream decodes to more than the limit')

/**
 * Decodes a stream through all its filters (ISO 32000-1, 7.4) under the limits. Damaged data yields what could
 * be decoded up to the damage, as in viewers; undefined when a filter is unknown or an image codec.
 * @throws PdfError `too_complex` beyond `LIMITS.streamBytes` or `LIMITS.documentBytes`.
 */
export function decodeStream(stream: PDFStream, raw: Uint8Array, budget: DecodeBudget): Uint8Array | undefined {
  const { dict } = stream
  const list = (value: ReturnType<typeof get.object>) =>
    value instanceof PDFArray ? items(value) : value ? [value] : []
  const filters = list(get.object(dict, 'Filter') ?? get.object(dict, 'F'))
  const params = list(get.object(dict, 'DecodeParms') ?? get.object(dict, 'DP'))
  let data = raw
  for (const [index, filter] of filters.entries()) {
    const parms = resolve(dict.context, params[index])
    const decoded = applyFilter(nameText(filter), data, parms instanceof PDFDict ? parms : undefined)
    if (!decoded) return undefined
    data = decoded
    budget.decodedBytes += data.length
    if (budget.decodedBytes > LIMITS.documentBytes) throw tooLarge()
  }
  return data
}

function applyFilter(name: string | undefined, data: Uint8Array, parms: PDFDict | undefined): Uint8Array | undefined {
  switch (name) {
    case 'FlateDecode':
    case 'Fl':
      return unpredict(inflate(data), parms)
    case 'LZWDecode':
    case 'LZW':
      return unpredict(decodeLzw(data, (parms && get.number(parms, 'EarlyChange')) ?? 1), parms)
    case 'ASCIIHexDecode':
    case 'AHx':
      return decodeAsciiHex(data)
    case 'ASCII85Decode':
    case 'A85':
      return decodeAscii85(data)
    case 'RunLengthDecode':
    case 'RL':
      return decodeRunLength(data)
    case 'Crypt':
      return parms && get.name(parms, 'Name') !== 'Identity' ? undefined : data
    default:
      return undefined
  }
}

function inflate(data: Uint8Array): Uint8Array {
  const options = { maxOutputLength: LIMITS.streamBytes, finishFlush: constants.Z_SYNC_FLUSH }
  try {
    return inflateSync(data, options)
  } catch (error) {
    if (codeOf(error) === 'ERR_BUFFER_TOO_LARGE') throw tooLarge()
    return inflatePrefix(data)
  }
}

/**
 * zlib gives nothing back when data is damaged half-way, viewers show what comes before. The longest prefix that
 * still inflates is found by halving, so that a damaged stream costs a few times its size and not its square.
 */
function inflatePrefix(data: Uint8Array): Uint8Array {
  const options = { maxOutputLength: LIMITS.streamBytes, finishFlush: constants.Z_SYNC_FLUSH }
  let best: Uint8Array = new Uint8Array()
  let good = 0
  let bad = data.length
  while (bad - good > 1) {
    const middle = (good + bad) >> 1
    try {
      best = inflateSync(data.subarray(0, middle), options)
      good = middle
    } catch (error) {
      if (codeOf(error) === 'ERR_BUFFER_TOO_LARGE') throw tooLarge()
      bad = middle
    }
  }
  return best
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined)

/** A growing output with the stream limit. */
class Output {
  private buffer = new Uint8Array(4096)
  length = 0

  reserve(extra: number): Uint8Array {
    const needed = this.length + extra
    if (needed > LIMITS.streamBytes) throw tooLarge()
    if (needed > this.buffer.length) {
      const grown = new Uint8Array(Math.max(needed, this.buffer.length * 2))
      grown.set(this.buffer.subarray(0, this.length))
      this.buffer = grown
    }
    return this.buffer
  }

  push(byte: number) {
    this.reserve(1)[this.length++] = byte
  }

  bytes() {
    return this.buffer.subarray(0, this.length)
  }
}

function decodeAsciiHex(data: Uint8Array): Uint8Array {
  const end = data.indexOf(0x3e)
  const digits = Buffer.from(data.subarray(0, end < 0 ? data.length : end))
    .toString('latin1')
    .replace(/[^0-9A-Fa-f]/g, '')
  return Buffer.from(digits.length % 2 ? `${digits}0` : digits, 'hex')
}

function decodeAscii85(data: Uint8Array): Uint8Array {
  const out = new Output()
  let group: number[] = []
  const flush = (count: number) => {
    while (group.length < 5) group.push(84)
    const value = group.reduce((sum, digit) => sum * 85 + digit, 0)
    for (let i = 0; i < count; i++) out.push(Math.floor(value / 256 ** (3 - i)) & 255)
    group = []
  }
  for (const byte of data) {
    if (byte === 0x7e) break
    if (isSpace(byte)) continue
    if (byte === 0x7a && group.length === 0) for (let i = 0; i < 4; i++) out.push(0)
    else if (byte >= 0x21 && byte <= 0x75 && group.push(byte - 0x21) === 5) flush(4)
  }
  if (group.length > 1) flush(group.length - 1)
  return out.bytes()
}

function decodeRunLength(data: Uint8Array): Uint8Array {
  const out = new Output()
  for (let p = 0; p < data.length; ) {
    const length = data[p++]!
    if (length === 128) break
    if (length < 128) {
      const run = data.subarray(p, p + length + 1)
      out.reserve(run.length).set(run, out.length)
      out.length += run.length
      p += length + 1
    } else {
      out.reserve(257 - length).fill(data[p++] ?? 0, out.length, out.length + 257 - length)
      out.length += 257 - length
    }
  }
  return out.bytes()
}

/** LZW as TIFF and PDF write it: variable 9 to 12 bit codes, 256 clears, 257 ends (ISO 32000-1, 7.4.4). */
function decodeLzw(data: Uint8Array, earlyChange: number): Uint8Array {
  const out = new Output()
  // A table entry is a slice of the output: every code repeats something already written, one byte longer.
  const offsets = new Uint32Array(4097)
  const lengths = new Uint16Array(4097)
  let next = 258
  let width = 9
  let previous: { offset: number; length: number } | undefined
  let bits = 0
  let count = 0
  for (const byte of data) {
    bits = ((bits << 8) | byte) & 0xffffff
    count += 8
    if (count < width) continue
    count -= width
    const code = (bits >> count) & ((1 << width) - 1)
    if (code === 257) break
    if (code === 256) {
      next = 258
      width = 9
      previous = undefined
      continue
    }
    const offset = out.length
    if (code < 256) out.push(code)
    else if (code < next || (code === next && previous)) {
      const source =
        code < next
          ? { offset: offsets[code]!, length: lengths[code]! }
          : { ...previous!, length: previous!.length + 1 }
      const buffer = out.reserve(source.length)
      for (let i = 0; i < source.length; i++) buffer[offset + i] = buffer[source.offset + i]!
      out.length += source.length
    } else break
    if (previous && next < 4096) {
      offsets[next] = previous.offset
      lengths[next++] = previous.length + 1
    }
    previous = { offset, length: out.length - offset }
    const reached = next + earlyChange
    width = reached >= 2048 ? 12 : reached >= 1024 ? 11 : reached >= 512 ? 10 : 9
  }
  return out.bytes()
}

/** Undoes the PNG and TIFF predictors (ISO 32000-1, 7.4.4.4). */
function unpredict(data: Uint8Array, parms: PDFDict | undefined): Uint8Array {
  const predictor = (parms && get.number(parms, 'Predictor')) ?? 1
  if (!parms || predictor < 2) return data
  const colors = Math.max(1, get.number(parms, 'Colors') ?? 1)
  const bits = Math.max(1, get.number(parms, 'BitsPerComponent') ?? 8)
  const row = Math.ceil((colors * bits * Math.max(1, get.number(parms, 'Columns') ?? 1)) / 8)
  const pixel = Math.max(1, (colors * bits) >> 3)
  if (row > LIMITS.streamBytes) throw tooLarge()
  if (predictor === 2) {
    // Only bytes: nothing the engine reads (text, tables) is written with sub-byte samples.
    const out = Uint8Array.from(data)
    for (let i = 0; i < out.length; i++) if (i % row >= pixel) out[i] = (out[i]! + out[i - pixel]!) & 255
    return out
  }
  const rows = Math.ceil(data.length / (row + 1))
  const out = new Uint8Array(Math.max(0, data.length - rows))
  for (let r = 0; r < rows; r++) unpredictRow(data, out, r * (row + 1), r * row, row, pixel)
  return out
}

function unpredictRow(data: Uint8Array, out: Uint8Array, from: number, to: number, row: number, pixel: number) {
  const type = data[from]
  const length = Math.min(row, data.length - from - 1)
  for (let i = 0; i < length; i++) {
    const left = i >= pixel ? out[to + i - pixel]! : 0
    const up = to >= row ? out[to + i - row]! : 0
    const corner = i >= pixel && to >= row ? out[to + i - row - pixel]! : 0
    out[to + i] = data[from + 1 + i]! + predicted(type, left, up, corner)
  }
}

function predicted(type: number | undefined, left: number, up: number, corner: number): number {
  switch (type) {
    case 1:
      return left
    case 2:
      return up
    case 3:
      return (left + up) >> 1
    case 4: {
      const estimate = left + up - corner
      const [toLeft, toUp, toCorner] = [estimate - left, estimate - up, estimate - corner].map(Math.abs) as [
        number,
        number,
        number,
      ]
      return toLeft <= toUp && toLeft <= toCorner ? left : toUp <= toCorner ? up : corner
    }
    default:
      return 0
  }
}
