import { inflateSync } from 'node:zlib'
import { type PDFContext, PDFRawStream, type PDFRef, PngEmbedder } from 'pdf-lib'
import type { Matrix } from './geometry.ts'

/** Why an image cannot be a signature. The message is for the person who uploaded it. */
export class ImageError extends Error {
  readonly reason: 'image_type' | 'image_damaged' | 'image_too_large'

  constructor(reason: ImageError['reason'], message: string) {
    super(message)
    this.name = 'ImageError'
    this.reason = reason
  }
}

/** A signature needs no more; a photograph of one is a JPEG, which is embedded without being decoded. */
export const IMAGE_LIMITS = {
  bytes: 5 * 1024 * 1024,
  pngPixels: 4_000_000,
  jpegSide: 10_000,
} as const

export interface EmbeddedImage {
  ref: PDFRef
  /** As displayed. */
  width: number
  height: number
  /** Turns the image upright within the unit square (Exif orientation of a photograph). */
  upright: Matrix
}

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const CHANNELS: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

const AS_IT_IS: Matrix = [1, 0, 0, 1, 0, 0]
/** By Exif orientation: upside down, to be turned right, to be turned left. Mirrored ones come from no camera. */
const ORIENTATIONS: Record<number, Matrix> = { 3: [-1, 0, 0, -1, 1, 1], 6: [0, -1, 1, 0, 0, 1], 8: [0, 1, -1, 0, 1, 0] }

/**
 * Puts a PNG (with its alpha) or a JPEG into the document.
 * @throws ImageError when it is neither, damaged, or larger than `IMAGE_LIMITS`.
 */
export async function embedImage(context: PDFContext, bytes: Uint8Array): Promise<EmbeddedImage> {
  const image = readImage(bytes)
  if (image.type === 'jpeg') return embedJpeg(context, image)
  try {
    const embedder = await PngEmbedder.for(Uint8Array.from(image.bytes))
    const ref = await embedder.embedIntoContext(context)
    return { ref, width: embedder.width, height: embedder.height, upright: AS_IT_IS }
  } catch (error) {
    throw damaged(error)
  }
}

/**
 * Judges an image by its bytes, without drawing it.
 * @throws ImageError as `embedImage`.
 */
export function checkImage(bytes: Uint8Array): void {
  readImage(bytes)
}

type Png = { type: 'png'; bytes: Buffer }
type Jpeg = {
  type: 'jpeg'
  bytes: Buffer
  bits: number
  width: number
  height: number
  channels: number
  upright: Matrix
}

function readImage(bytes: Uint8Array): Png | Jpeg {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (buffer.length > IMAGE_LIMITS.bytes) throw new ImageError('image_too_large', 'The image is larger than 5 MB')
  try {
    if (buffer.subarray(0, 8).equals(PNG_SIGNATURE)) return { type: 'png', bytes: criticalChunks(buffer) }
    if (buffer[0] === 0xff && buffer[1] === 0xd8) return readJpeg(buffer)
  } catch (error) {
    throw error instanceof ImageError ? error : damaged(error)
  }
  throw new ImageError('image_type', 'The image is neither a PNG nor a JPEG')
}

/** A JPEG is put in as it is (ISO 32000-1, 7.4.8). */
function embedJpeg(context: PDFContext, { bytes, bits, width, height, channels, upright }: Jpeg): EmbeddedImage {
  const dict = context.obj({
    Type: 'XObject',
    Subtype: 'Image',
    Width: width,
    Height: height,
    BitsPerComponent: bits,
    ColorSpace: channels === 1 ? 'DeviceGray' : channels === 3 ? 'DeviceRGB' : 'DeviceCMYK',
    Filter: 'DCTDecode',
    Length: bytes.length,
    // Adobe writes the inks of CMYK the other way round.
    ...(channels === 4 ? { Decode: [1, 0, 1, 0, 1, 0, 1, 0] } : {}),
  })
  const ref = context.register(PDFRawStream.of(dict, bytes))
  return upright[0] === 0 ? { ref, width: height, height: width, upright } : { ref, width, height, upright }
}

function damaged(cause: unknown): ImageError {
  const error = new ImageError('image_damaged', 'The image cannot be read')
  error.cause = cause
  return error
}

/**
 * The PNG with the chunks that make the picture and no others: no animation frames, no compressed profiles. Its data
 * is inflated once, up to the size the header promises, so that a decompression bomb never reaches the decoder.
 */
function criticalChunks(png: Buffer): Buffer {
  const kept: Buffer[] = [PNG_SIGNATURE]
  const data: Buffer[] = []
  for (let at = 8; at + 12 <= png.length; ) {
    const length = png.readUInt32BE(at)
    const type = png.toString('latin1', at + 4, at + 8)
    if (['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'].includes(type)) kept.push(png.subarray(at, at + 12 + length))
    if (type === 'IDAT') data.push(png.subarray(at + 8, at + 8 + length))
    if (type === 'IEND') break
    at += 12 + length
  }
  const width = png.readUInt32BE(16)
  const height = png.readUInt32BE(20)
  const channels = CHANNELS[png[25]!]
  if (png.toString('latin1', 12, 16) !== 'IHDR' || !channels || width === 0 || height === 0) {
    throw new ImageError('image_damaged', 'The image cannot be read')
  }
  if (width * height > IMAGE_LIMITS.pngPixels) throw new ImageError('image_too_large', 'The image has too many pixels')
  const row = Math.ceil((width * channels * png[24]!) / 8) + 1
  // Interlacing splits the picture into seven, each with rows and filter bytes of its own.
  const expected = row * height + (png[28] ? 8 * (height + 8) + row : 0)
  const pixels = inflateSync(Buffer.concat(data), { maxOutputLength: expected })
  if (pixels.length < row * height - (png[28] ? row * height : 0)) throw new Error('the picture is cut short')
  return Buffer.concat(kept)
}

/** Walks to the frame header, which tells the size, past the Exif block, which tells how the camera was held. */
function readJpeg(jpeg: Buffer): Jpeg {
  let upright = AS_IT_IS
  for (let at = 2; at + 9 < jpeg.length && jpeg[at] === 0xff; ) {
    const marker = jpeg[at + 1]!
    if (marker === 0xff) {
      at++
      continue
    }
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      const [bits, channels] = [jpeg[at + 4]!, jpeg[at + 9]!]
      const [height, width] = [jpeg.readUInt16BE(at + 5), jpeg.readUInt16BE(at + 7)]
      if (width === 0 || height === 0 || bits !== 8 || ![1, 3, 4].includes(channels)) break
      if (Math.max(width, height) > IMAGE_LIMITS.jpegSide) {
        throw new ImageError('image_too_large', 'The image has too many pixels')
      }
      return { type: 'jpeg', bytes: jpeg, bits, width, height, channels, upright }
    }
    const length = jpeg.readUInt16BE(at + 2)
    if (marker === 0xe1) upright = ORIENTATIONS[exifOrientation(jpeg.subarray(at + 4, at + 2 + length))] ?? upright
    at += 2 + length
  }
  throw new ImageError('image_damaged', 'The image cannot be read')
}

/** Tag 0x0112 of the first directory; 1, as it is, when there is none. */
function exifOrientation(block: Buffer): number {
  if (block.toString('latin1', 0, 6) !== 'Exif\0\0' || block.length < 14) return 1
  const tiff = block.subarray(6)
  const little = tiff.toString('latin1', 0, 2) === 'II'
  const word = (at: number) => (at + 2 > tiff.length ? 0 : little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const directory = little ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  for (let i = 0; i < Math.min(word(directory), 64); i++) {
    const entry = directory + 2 + i * 12
    if (word(entry) === 0x0112) return word(entry + 8)
  }
  return 1
}
