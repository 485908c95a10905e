import { inflate } from './pdf-inflate.ts'
import { hexBytes, isSpace } from './pdf-lexer.ts'
import { READER_LIMITS } from './pdf-limits.ts'
import { ByteSink, tooManyBytes } from './pdf-sink.ts'

/** One of a stream's filters with its parameters (ISO 32000-1, 7.4). */
export interface PdfFilter {
  /** As written, so possibly abbreviated as in inline images. */
  name: string | undefined
  /** `/DecodeParms` of it. */
  number(key: string): number | undefined
  /** The `/Name` of a `Crypt` filter, undefined without parameters. */
  cryptName?: string | undefined
}

/** Counts what a document made its reader decode; every document has its own. */
export interface DecodeBudget {
  decodedBytes: number
}

/**
 * Decodes a stream through all its filters under the limits. Damaged data yields what could be decoded up to the
 * damage, as in viewers; undefined when a filter is unknown or an image codec.
 * @throws PdfSyntaxError `too_complex` beyond `streamBytes` or `documentBytes` of `READER_LIMITS`
 */
export function decode(raw: Uint8Array, filters: PdfFilter[], budget: DecodeBudget): Uint8Array | undefined {
  let data = raw
  for (const filter of filters) {
    const decoded = applyFilter(filter, data)
    if (!decoded) return undefined
    data = decoded
    budget.decodedBytes += data.length
    if (budget.decodedBytes > READER_LIMITS.documentBytes) throw tooManyBytes()
  }
  return data
}

function applyFilter(filter: PdfFilter, data: Uint8Array): Uint8Array | undefined {
  switch (filter.name) {
    case 'FlateDecode':
    case 'Fl':
      return unpredict(inflate(data, READER_LIMITS.streamBytes), filter)
    case 'LZWDecode':
    case 'LZW':
      return unpredict(decodeLzw(data, filter.number('EarlyChange') ?? 1), filter)
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
      return (filter.cryptName ?? 'Identity') === 'Identity' ? data : undefined
    default:
      return undefined
  }
}

function decodeAsciiHex(data: Uint8Array): Uint8Array {
  const end = data.indexOf(0x3e)
  return hexBytes(data, 0, end < 0 ? data.length : end)
}

function decodeAscii85(data: Uint8Array): Uint8Array {
  const out = new ByteSink(READER_LIMITS.streamBytes)
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
  const out = new ByteSink(READER_LIMITS.streamBytes)
  for (let p = 0; p < data.length; ) {
    const length = data[p++]!
    if (length === 128) break
    if (length < 128) {
      out.append(data.subarray(p, p + length + 1))
      p += length + 1
    } else out.fill(data[p++] ?? 0, 257 - length)
  }
  return out.bytes()
}

/** LZW as TIFF and PDF write it: variable 9 to 12 bit codes, 256 clears, 257 ends (ISO 32000-1, 7.4.4). */
function decodeLzw(data: Uint8Array, earlyChange: number): Uint8Array {
  const out = new ByteSink(READER_LIMITS.streamBytes)
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
      out.repeat(source.offset, source.length)
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
function unpredict(data: Uint8Array, filter: PdfFilter): Uint8Array {
  const predictor = filter.number('Predictor') ?? 1
  if (predictor < 2) return data
  const colors = Math.max(1, filter.number('Colors') ?? 1)
  const bits = Math.max(1, filter.number('BitsPerComponent') ?? 8)
  const row = Math.ceil((colors * bits * Math.max(1, filter.number('Columns') ?? 1)) / 8)
  const pixel = Math.max(1, (colors * bits) >> 3)
  if (row > READER_LIMITS.streamBytes) throw tooManyBytes()
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
