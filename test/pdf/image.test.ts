import { randomBytes } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { openPdf } from '../../server/pdf/document.ts'
import { ImageError } from '../../server/pdf/errors.ts'
import { reencodeImage } from '../../server/pdf/image.ts'
import { stampFields } from '../../server/pdf/stamp.ts'
import type { Stamp } from '../../server/pdf/types.ts'
import { exifOf, JPEGS, PNGS } from '../support/images.ts'
import { makePng, pngOf } from '../support/ink.ts'
import { CLEAN, pdftoppm, qpdf, qpdfCheck, render } from '../support/pdf-checks.ts'
import { makePdf } from '../support/pdf-fixtures.ts'

const BLANK = makePdf({ content: '' })

/** The page with the picture in a box of the same shape. */
async function drawn(bytes: Uint8Array, { width, height } = { width: 48, height: 24 }) {
  const page = openPdf(BLANK).pages[0]!
  const w = (200 * (width / Math.max(width, height))) / page.width
  const h = (200 * (height / Math.max(width, height))) / page.height
  const box = { page: 1, x: 0.2, y: 0.3, w, h }
  const stamp: Stamp = { ...box, kind: 'signature', ink: { type: 'image', bytes }, caption: null }
  const file = Buffer.concat([BLANK, await stampFields(BLANK, [stamp])])
  const picture = render(file, 1, 72)
  return { file, at: (fx: number, fy: number) => picture.at(box.x + fx * w, box.y + fy * h) }
}

/** The name of a colour, tolerant of lossy encoding. */
function nameOf([r, g, b]: [number, number, number]): string {
  if (Math.max(r, g, b) - Math.min(r, g, b) < 24) return 'gray'
  return r > g + 40 && r > b + 40 ? 'red' : b > r + 40 && b > g + 40 ? 'blue' : g > b + 40 ? 'green' : `${r},${g},${b}`
}

const reasonOf = (bytes: Uint8Array) => {
  try {
    reencodeImage(bytes)
    return 'accepted'
  } catch (error) {
    return error instanceof ImageError ? error.reason : error
  }
}

describe.skipIf(!pdftoppm)('an image is drawn as other programs display it', () => {
  test.each([...Object.entries(JPEGS), ...Object.entries(PNGS)])('%s', async (name, bytes) => {
    const { bytes: ours, ...size } = reencodeImage(bytes)
    expect(size).toEqual({ mediaType: bytes[0] === 0xff ? 'image/jpeg' : 'image/png', width: 48, height: 24 })
    for (const { at, file } of [await drawn(bytes), await drawn(ours)]) {
      const seen = [at(0.5, 0.1), at(0.2, 0.7), at(0.8, 0.7)].map(nameOf)
      expect(seen).toEqual(name.includes('gray') ? ['gray', 'gray', 'gray'] : ['green', 'red', 'blue'])
      if (name.includes('transparent')) expect(Math.min(...at(0.2, 0.7))).toBeGreaterThan(110)
      if (name === 'gray') expect(at(0.5, 0.1)[0]).toBeGreaterThan(at(0.2, 0.7)[0] + 40)
      if (qpdf) expect(qpdfCheck(file)).toMatch(CLEAN)
    }
  })

  /** Where green, the upper edge, is found, and red, which is on the left of it (CIPA DC-008, 4.6.4). */
  const ORIENTATIONS: [number, green: [number, number], red: [number, number], blue: [number, number]][] = [
    [1, [0.5, 0.1], [0.2, 0.7], [0.8, 0.7]],
    [2, [0.5, 0.1], [0.8, 0.7], [0.2, 0.7]],
    [3, [0.5, 0.9], [0.8, 0.3], [0.2, 0.3]],
    [4, [0.5, 0.9], [0.2, 0.3], [0.8, 0.3]],
    [5, [0.1, 0.5], [0.7, 0.2], [0.7, 0.8]],
    [6, [0.9, 0.5], [0.3, 0.2], [0.3, 0.8]],
    [7, [0.9, 0.5], [0.3, 0.8], [0.3, 0.2]],
    [8, [0.1, 0.5], [0.7, 0.8], [0.7, 0.2]],
  ]
  test.each(ORIENTATIONS)('a photograph with Exif orientation %i', async (orientation, green, red, blue) => {
    const size = orientation >= 5 ? { width: 24, height: 48 } : { width: 48, height: 24 }
    for (const littleEndian of [true, false]) {
      const turned = exifOf(JPEGS.baseline, orientation, littleEndian)
      const ours = reencodeImage(turned)
      expect(ours).toMatchObject(size)
      for (const { at } of [await drawn(turned, size), await drawn(ours.bytes, size)]) {
        expect([at(...green), at(...red), at(...blue)].map(nameOf)).toEqual(['green', 'red', 'blue'])
      }
    }
  })

  test.each([0, 9, 255])('a photograph with the meaningless orientation %i stays as it is', async (orientation) => {
    const { at } = await drawn(exifOf(JPEGS.baseline, orientation, true))
    expect([at(0.5, 0.1), at(0.2, 0.7)].map(nameOf)).toEqual(['green', 'red'])
  })
})

describe('an image that cannot be decoded completely', () => {
  const header = (width: number, height: number, depth = 8, type = 6) => {
    const bytes = Buffer.alloc(13)
    bytes.writeUInt32BE(width, 0)
    bytes.writeUInt32BE(height, 4)
    bytes.set([depth, type, 0, 0, 0], 8)
    return bytes
  }
  const rows = (width: number, height: number) => deflateSync(Buffer.alloc(height * (width * 4 + 1)))
  const noise = makePng(64, 64, () => [...randomBytes(3), 255])
  const cut = (bytes: Buffer, share: number) => bytes.subarray(0, Math.floor(bytes.length * share))

  test.each<[string, Uint8Array, string]>([
    ['a JPEG of 17 bytes', Buffer.from('ffd8ffc0000b08000a000a01011100ffd9', 'hex'), 'image_damaged'],
    ['a PNG of bit depth 255', pngOf(header(4, 4, 255), rows(4, 4)), 'image_damaged'],
    ['a PNG of colour type 5', pngOf(header(4, 4, 8, 5), rows(4, 4)), 'image_damaged'],
    ['a PNG with fewer rows than it says', pngOf(header(100, 100), deflateSync(Buffer.alloc(10))), 'image_damaged'],
    ['a PNG of no height', pngOf(header(4, 0), rows(4, 4)), 'image_damaged'],
    ['a PNG cut in half', cut(noise, 0.5), 'image_damaged'],
    ['a PNG without its end', noise.subarray(0, -12), 'image_damaged'],
    ['a PNG with a wrong checksum', Buffer.from(noise).fill(0, 300, 310), 'image_damaged'],
    ['a JPEG cut in half', cut(JPEGS.progressive, 0.5), 'image_damaged'],
    ['a JPEG without its end', JPEGS.baseline.subarray(0, -2), 'image_damaged'],
    ['a JPEG of a header', JPEGS.baseline.subarray(0, 100), 'image_damaged'],
    ['25 million pixels', pngOf(header(5000, 5000), deflateSync(Buffer.alloc(10))), 'image_too_large'],
    ['two billion pixels a side', pngOf(header(2 ** 31 - 1, 2 ** 31 - 1), rows(4, 4)), 'image_too_large'],
    ['6 MB', Buffer.alloc(6 * 1024 * 1024, 0xff), 'image_too_large'],
    ['a GIF', Buffer.from('GIF89a'), 'image_type'],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image_type'],
    ['nothing', Buffer.alloc(0), 'image_type'],
  ])('%s is refused', async (_what, bytes, reason) => {
    expect(reasonOf(bytes)).toBe(reason)
    const ink = { type: 'image', bytes } as const
    const stamp: Stamp = { page: 1, x: 0.1, y: 0.1, w: 0.2, h: 0.1, kind: 'signature', ink, caption: null }
    await expect(stampFields(BLANK, [stamp])).rejects.toThrow(ImageError)
  })

  test('a decompression bomb costs no more than the pixels it declares', () => {
    const bomb = pngOf(header(10, 10), deflateSync(Buffer.alloc(256 * 1024 * 1024)))
    const before = process.memoryUsage().rss
    expect(['accepted', 'image_damaged']).toContain(reasonOf(bomb))
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1024 * 1024)
  })

  test('a thousand scans of one JPEG are refused', () => {
    const { progressive } = JPEGS
    const scan = progressive.subarray(progressive.lastIndexOf(Buffer.from([0xff, 0xda])), -2)
    const scans = Array.from({ length: 1000 }, () => scan)
    expect(reasonOf(Buffer.concat([progressive.subarray(0, -2), ...scans, progressive.subarray(-2)]))).toBe(
      'image_damaged',
    )
  })

  test('a large photograph is scaled down, in the same shape', () => {
    const wide = makePng(3000, 600, (x, y) => [(x * 7 + y * 13) % 256, (x * y) % 256, 0, 255])
    expect(reencodeImage(wide)).toMatchObject({ width: 2000, height: 400 })
    const light = reencodeImage(wide, { maxBytes: 60_000 })
    expect(light.bytes.length).toBeLessThanOrEqual(60_000)
    expect(light.width / light.height).toBeCloseTo(5, 1)
  })

  test('any damage is refused, or leaves a picture that can be drawn', async () => {
    let seed = 7
    const random = (below: number) => {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
      return Math.floor((seed / 2 ** 32) * below)
    }
    const outcomes = { refused: 0, drawn: 0 }
    for (const original of [...Object.values(JPEGS), ...Object.values(PNGS)]) {
      for (let round = 0; round < 60; round++) {
        const bytes = Buffer.from(original)
        for (let i = 0; i <= random(3); i++) bytes[random(bytes.length)] = random(256)
        const reason = reasonOf(random(5) ? bytes : bytes.subarray(0, random(bytes.length)))
        expect(['accepted', 'image_type', 'image_damaged', 'image_too_large']).toContain(reason)
        outcomes[reason === 'accepted' ? 'drawn' : 'refused']++
        if (reason === 'accepted') expect(reasonOf(reencodeImage(bytes).bytes)).toBe('accepted')
      }
    }
    expect(Math.min(outcomes.refused, outcomes.drawn)).toBeGreaterThan(50)
  })
})
