import { crc32, deflateSync } from 'node:zlib'
import type { DrawnPart } from './pdfium.ts'

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
/** Of each colour so many bits are kept: the others only smooth edges. */
const BITS = 4
const NONE = 0xffff
const MOST_COLOURS = 256
/** The next levels take twice the time for a few percent. */
const LEVEL = 6

/** A picture with a palette (PNG, third edition); null for one with more colours than a palette has. */
export function asPng({ bytes, width, height }: DrawnPart): Buffer | null {
  const entries = new Uint16Array(1 << (3 * BITS)).fill(NONE)
  const palette: number[] = []
  const pixels = new Uint32Array(bytes.buffer, bytes.byteOffset, width * height)
  const indexes = new Uint8Array(pixels.length)
  let [last, index] = [-1, 0]
  for (let at = 0; at < pixels.length; at++) {
    const pixel = pixels[at]!
    // Most of a page is one colour for long.
    if (pixel !== last) {
      last = pixel
      const colour = ((pixel >> 4) & 0xf) | ((pixel >> 8) & 0xf0) | ((pixel >> 12) & 0xf00)
      index = entries[colour]!
      if (index === NONE) {
        if (palette.length === MOST_COLOURS) return null
        index = palette.push(colour) - 1
        entries[colour] = index
      }
    }
    indexes[at] = index
  }
  const depth = palette.length <= 1 << BITS ? BITS : 8
  const rows = depth === 8 ? rowsOfBytes(indexes, width, height) : rowsOfHalves(indexes, width, height)
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // Depth and colours by a palette.
  header.set([depth, 3], 8)
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flatMap(colourOf))),
    chunk('IDAT', deflateSync(rows, { level: LEVEL })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Red, green, blue: white stays white. */
function colourOf(entry: number): number[] {
  return [8, 4, 0].map((shift) => ((entry >> shift) & 15) * 17)
}

/** Each row begins with its filter, none. */
function rowsOfBytes(indexes: Uint8Array, width: number, height: number): Buffer {
  const rows = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y++) rows.set(indexes.subarray(y * width, (y + 1) * width), y * (width + 1) + 1)
  return rows
}

function rowsOfHalves(indexes: Uint8Array, width: number, height: number): Buffer {
  const length = 1 + Math.ceil(width / 2)
  const rows = Buffer.alloc(length * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      rows[y * length + 1 + (x >> 1)]! |= indexes[y * width + x]! << (x % 2 === 0 ? 4 : 0)
    }
  }
  return rows
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
