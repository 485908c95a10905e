import { inflateSync } from 'node:zlib'
import { JpegEmbedder, type PDFContext, type PDFRef, PngEmbedder } from 'pdf-lib'

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
  width: number
  height: number
}

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const CHANNELS: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

/**
 * Puts a PNG (with its alpha) or a JPEG into the document.
 * @throws ImageError when it is neither, damaged, or larger than `IMAGE_LIMITS`.
 */
export async function embedImage(context: PDFContext, bytes: Uint8Array): Promise<EmbeddedImage> {
  const checked = checkImage(bytes)
  try {
    const embedder = checked.type === 'png' ? await PngEmbedder.for(checked.bytes) : await JpegEmbedder.for(bytes)
    return { ref: await embedder.embedIntoContext(context), width: embedder.width, height: embedder.height }
  } catch (error) {
    throw damaged(error)
  }
}

/**
 * Judges an image by its bytes, without drawing it, and hands back those that are safe to decode.
 * @throws ImageError as `embedImage`.
 */
export function checkImage(bytes: Uint8Array): { type: 'png' | 'jpeg'; bytes: Uint8Array } {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (buffer.length > IMAGE_LIMITS.bytes) throw new ImageError('image_too_large', 'The image is larger than 5 MB')
  try {
    if (buffer.subarray(0, 8).equals(PNG_SIGNATURE)) return { type: 'png', bytes: criticalChunks(buffer) }
    if (buffer[0] === 0xff && buffer[1] === 0xd8) return { type: 'jpeg', bytes: checkJpeg(buffer) }
  } catch (error) {
    throw error instanceof ImageError ? error : damaged(error)
  }
  throw new ImageError('image_type', 'The image is neither a PNG nor a JPEG')
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

/** Walks to the frame header, which tells the size. */
function checkJpeg(jpeg: Buffer): Buffer {
  for (let at = 2; at + 9 < jpeg.length; ) {
    if (jpeg[at] !== 0xff) break
    const marker = jpeg[at + 1]!
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      const height = jpeg.readUInt16BE(at + 5)
      const width = jpeg.readUInt16BE(at + 7)
      if (width === 0 || height === 0) break
      if (Math.max(width, height) > IMAGE_LIMITS.jpegSide) {
        throw new ImageError('image_too_large', 'The image has too many pixels')
      }
      return jpeg
    }
    at += marker === 0xff ? 1 : 2 + jpeg.readUInt16BE(at + 2)
  }
  throw new ImageError('image_damaged', 'The image cannot be read')
}
