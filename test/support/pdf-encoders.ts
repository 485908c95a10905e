import { deflateSync } from 'node:zlib'

/** Encoders of stream filters (ISO 32000-1, 7.4), for files that a test writes byte by byte. */

export const asciiHex = (data: Uint8Array) => Buffer.from(`${Buffer.from(data).toString('hex')}>`)

export function ascii85(data: Uint8Array): Buffer {
  let out = ''
  for (let at = 0; at < data.length; at += 4) {
    const group = Buffer.alloc(4)
    group.set(data.subarray(at, at + 4))
    const length = Math.min(4, data.length - at)
    let value = group.readUInt32BE(0)
    if (value === 0 && length === 4) {
      out += 'z'
      continue
    }
    let digits = ''
    for (let i = 0; i < 5; i++) {
      digits = String.fromCharCode(33 + (value % 85)) + digits
      value = Math.floor(value / 85)
    }
    out += digits.slice(0, length + 1)
  }
  return Buffer.from(`${out}~>`)
}

export function runLength(data: Uint8Array): Buffer {
  const parts: Uint8Array[] = []
  for (let at = 0; at < data.length; at += 128) {
    const run = data.subarray(at, at + 128)
    parts.push(Uint8Array.of(run.length - 1), run)
  }
  return Buffer.concat([...parts, Uint8Array.of(128)])
}

/** Codes of nine bits throughout: the table is cleared before ten are needed. */
export function lzw(data: Uint8Array): Buffer {
  const codes: number[] = []
  for (const [at, byte] of data.entries()) {
    if (at % 200 === 0) codes.push(256)
    codes.push(byte)
  }
  codes.push(257)
  const bits = codes.map((code) => code.toString(2).padStart(9, '0')).join('')
  return Buffer.from((bits.match(/.{1,8}/g) ?? []).map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2)))
}

/** The rows use each filter type in turn, as optimising writers do. */
export function pngPredicted(data: Uint8Array, columns: number, types = [0, 1, 2, 3, 4]): Buffer {
  const rows = Math.ceil(data.length / columns)
  const padded = Buffer.concat([data, Buffer.alloc(rows * columns - data.length, 32)])
  const out = Buffer.alloc(rows * (columns + 1))
  for (let row = 0; row < rows; row++) {
    const type = types[row % types.length]!
    out[row * (columns + 1)] = type
    for (let i = 0; i < columns; i++) {
      const at = row * columns + i
      const left = i > 0 ? padded[at - 1]! : 0
      const up = row > 0 ? padded[at - columns]! : 0
      const corner = i > 0 && row > 0 ? padded[at - columns - 1]! : 0
      const estimate = left + up - corner
      const [a, b, c] = [Math.abs(estimate - left), Math.abs(estimate - up), Math.abs(estimate - corner)]
      const paeth = a <= b && a <= c ? left : b <= c ? up : corner
      out[row * (columns + 1) + 1 + i] = padded[at]! - [0, left, up, (left + up) >> 1, paeth][type]!
    }
  }
  return out
}

export function tiffPredicted(data: Uint8Array, columns: number): Buffer {
  const rows = Math.ceil(data.length / columns)
  const padded = Buffer.concat([data, Buffer.alloc(rows * columns - data.length, 32)])
  return Buffer.from(padded.map((byte, at) => byte - (at % columns > 0 ? padded[at - 1]! : 0)))
}

/** zlib data without its checksum, and with a wrong one. */
export const withoutChecksum = (data: Uint8Array) => deflateSync(data).subarray(0, -4)
export function withWrongChecksum(data: Uint8Array): Buffer {
  const out = deflateSync(data)
  out[out.length - 1]! ^= 0xff
  return out
}
