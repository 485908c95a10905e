import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { type Picture, withFile } from './pdf-checks.ts'
import { run, tool } from './tools.ts'

export const mutool = tool('mutool')

interface Area {
  x: number
  y: number
  w: number
  h: number
}

/** The pixels inside an area (fractions of the page), true where there is ink. */
export function inkMap(picture: Picture, area: Area): boolean[] {
  const map: boolean[] = []
  for (let row = Math.ceil(area.y * picture.height); row < Math.floor((area.y + area.h) * picture.height); row++) {
    for (
      let column = Math.ceil(area.x * picture.width);
      column < Math.floor((area.x + area.w) * picture.width);
      column++
    ) {
      const at = (row * picture.width + column) * 3
      map.push(picture.pixels[at]! + picture.pixels[at + 1]! + picture.pixels[at + 2]! < 420)
    }
  }
  return map
}

/** How many pixels inside an area carry ink. */
export const inkIn = (picture: Picture, area: Area) => inkMap(picture, area).filter(Boolean).length

/** How many pixels outside all the areas carry ink. */
export function inkOutside(picture: Picture, areas: Area[]): number {
  const whole = inkIn(picture, { x: 0, y: 0, w: 1, h: 1 })
  const grown = areas.map(({ x, y, w, h }) => ({ x: x - 0.004, y: y - 0.004, w: w + 0.008, h: h + 0.008 }))
  return whole - grown.reduce((sum, area) => sum + inkIn(picture, area), 0)
}

/** A page (1-based) as MuPDF paints it. */
export function renderMupdf(bytes: Uint8Array, page = 1, dpi = 72): Picture {
  return withFile(bytes, (path, folder) => {
    const out = join(folder, 'page.ppm')
    const { code, stderr } = run(mutool, [
      'draw',
      '-q',
      '-r',
      String(dpi),
      '-c',
      'rgb',
      '-F',
      'pnm',
      '-o',
      out,
      path,
      String(page),
    ])
    if (code !== 0) throw new Error(`mutool: ${stderr}`)
    const file = readFileSync(out)
    const head = /^P6\s+(?:#[^\n]*\n)?(\d+)\s+(\d+)\s+255\s/.exec(file.subarray(0, 128).toString('latin1'))!
    const [width, height] = [Number(head[1]), Number(head[2])]
    const pixels = file.subarray(head[0].length)
    const at = (x: number, y: number): [number, number, number] => {
      const offset = (Math.floor(y * height) * width + Math.floor(x * width)) * 3
      return [pixels[offset]!, pixels[offset + 1]!, pixels[offset + 2]!]
    }
    return { width, height, pixels, at }
  })
}

/** The colour of a pixel as red, green, blue, alpha. */
type Pixels = (x: number, y: number) => number[]

/** A PNG of RGBA pixels, 8 bits a channel. */
export function makePng(width: number, height: number, pixel: Pixels): Buffer {
  return pngOf(headerOf(width, height), rowsOf(width, height, pixel))
}

/** The same with a second frame (PNG, third edition, 4.9): programs that know no animation show the first. */
export function makeAnimatedPng(width: number, height: number, first: Pixels, second: Pixels): Buffer {
  const number = (...values: number[]) => Buffer.concat(values.map((value) => Buffer.from(uint32(value))))
  const frame = (sequence: number) =>
    chunk('fcTL', Buffer.concat([number(sequence, width, height, 0, 0), Buffer.from([0, 1, 0, 10, 0, 0])]))
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', headerOf(width, height)),
    chunk('acTL', number(2, 0)),
    frame(0),
    chunk('IDAT', rowsOf(width, height, first)),
    frame(1),
    chunk('fdAT', Buffer.concat([number(2), rowsOf(width, height, second)])),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** A PNG of a header and compressed data, valid or not. */
export function pngOf(header: Buffer, data: Buffer): Buffer {
  return Buffer.concat([SIGNATURE, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))])
}

function headerOf(width: number, height: number): Buffer {
  return Buffer.from([...uint32(width), ...uint32(height), 8, 6, 0, 0, 0])
}

function rowsOf(width: number, height: number, pixel: Pixels): Buffer {
  const rows = Array.from({ length: height }, (_, y) => [
    0,
    ...Array.from({ length: width }, (_, x) => pixel(x, y)).flat(),
  ])
  return deflateSync(Buffer.from(rows.flat()))
}

function uint32(value: number): number[] {
  return [value >>> 24, (value >>> 16) & 0xff, (value >>> 8) & 0xff, value & 0xff]
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const out = Buffer.alloc(body.length + 8)
  out.writeUInt32BE(data.length, 0)
  out.set(body, 4)
  out.writeUInt32BE(crc(body), body.length + 4)
  return out
}

function crc(bytes: Buffer): number {
  let value = 0xffffffff
  for (const byte of bytes) {
    value ^= byte
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  }
  return (value ^ 0xffffffff) >>> 0
}
