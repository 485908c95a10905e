import { crc32, deflateSync } from 'node:zlib'
import type { DrawnPart } from './pdfium.ts'

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
/** Of each colour so many bits are kept: the others only smooth edges. */
const BITS = 4
const NONE = 0xffff
const MOST_COLOURS = 256
/** The next levels take twice the time for a few percent. */
const LEVEL = 6
/** A pixel: blue, green, red and what is not used. */
const PIXEL_BYTES = 4

/** A picture with a palette (PNG, third edition); null for one with more colours than a palette has. */
export function asPng({ bytes, width, height }: DrawnPart): Buffer | null {
  const { rows, palette } = indexed(bytes, width, height)
  if (!rows) return null
  const depth = palette.length <= 1 << BITS ? BITS : 8
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // Depth and colours by a palette.
  header.set([depth, 3], 8)
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flatMap(colourOf))),
    chunk('IDAT', deflateSync(depth === 8 ? rows : halved(rows, width, height), { level: LEVEL })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Rows of a byte a pixel, its place in the palette; each begins with its filter, none. */
function indexed(bytes: Uint8Array, width: number, height: number): { rows: Buffer | null; palette: number[] } {
  const entries = new Uint16Array(1 << (3 * BITS)).fill(NONE)
  const palette: number[] = []
  const pixels = new Uint32Array(bytes.buffer, bytes.byteOffset, width * height)
  const drawn = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const stride = width * PIXEL_BYTES
  const rows = Buffer.alloc((width + 1) * height)
  let [last, index] = [-1, 0]
  for (let y = 0; y < height; y++) {
    const to = y * (width + 1) + 1
    // Most rows of a page are blank: one that is like the row above is not looked at pixel by pixel.
    const from = y * stride
    if (y > 0 && drawn.compare(drawn, from - stride, from, from, from + stride) === 0) {
      rows.copyWithin(to, to - width - 1, to - 1)
      continue
    }
    for (let x = 0; x < width; x++) {
      const pixel = pixels[y * width + x]!
      if (pixel !== last) {
        last = pixel
        const colour = ((pixel >> 4) & 0xf) | ((pixel >> 8) & 0xf0) | ((pixel >> 12) & 0xf00)
        index = entries[colour]!
        if (index === NONE) {
          if (palette.length === MOST_COLOURS) return { rows: null, palette }
          index = palette.push(colour) - 1
          entries[colour] = index
        }
      }
      rows[to + x] = index
    }
  }
  return { rows, palette }
}

/** Red, green, blue: white stays white. */
function colourOf(entry: number): number[] {
  return [8, 4, 0].map((shift) => ((entry >> shift) & 15) * 17)
}

/** The same rows with two pixels in a byte. */
function halved(rows: Buffer, width: number, height: number): Buffer {
  const length = 1 + Math.ceil(width / 2)
  const packed = Buffer.alloc(length * height)
  for (let y = 0; y < height; y++) {
    const from = y * (width + 1)
    const to = y * length
    for (let x = 1; x < width; x += 2) packed[to + ((x + 1) >> 1)] = (rows[from + x]! << 4) | rows[from + x + 1]!
    if (width % 2 === 1) packed[to + length - 1] = rows[from + width]! << 4
  }
  return packed
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
