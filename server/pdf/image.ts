import { Transformer } from '@napi-rs/image'
import { imageSize } from 'image-size'
import { type PDFContext, PDFName, PDFRawStream, type PDFRef } from 'pdf-lib'
import { ImageError } from './errors.ts'
import { type Pixels, showsInk } from './visible.ts'

/** Limits of the decoded image, checked by the header, so that a decompression bomb never reaches the decoder. */
export const IMAGE_LIMITS = { bytes: 5 * 1024 * 1024, pixels: 16_000_000 } as const

/** The longer side of a re-encoded image: 17 cm at 300 dots per inch, more than any signature box. */
const MAX_SIDE_PIXELS = 2_000
/** Each further attempt at `maxBytes` has this share of the side before. */
const SHRINK = 0.7
const JPEG_QUALITY = 90

export type ImageMediaType = 'image/png' | 'image/jpeg'

/** A re-encoded image: upright, without metadata, and with nothing but pixels of the original file. */
export interface ReencodedImage {
  mediaType: ImageMediaType
  bytes: Uint8Array
  /** As displayed, in pixels. */
  width: number
  height: number
}

export interface EmbeddedImage {
  ref: PDFRef
  /** As displayed, in pixels. */
  width: number
  height: number
}

/** 8 bits a sample, row by row from the upper left; `alpha` is null where the image has none. */
interface Samples {
  colours: Uint8Array
  channels: 1 | 3
  alpha: Uint8Array | null
}

/** By the decoder's colour type: channels without alpha, whether there is alpha, bytes a sample. */
const LAYOUTS: [channels: 1 | 3, alpha: boolean, bytes: 1 | 2][] = [
  [1, false, 1],
  [1, true, 1],
  [3, false, 1],
  [3, true, 1],
  [1, false, 2],
  [1, true, 2],
  [3, false, 2],
  [3, true, 2],
]

export interface ReencodeOptions {
  maxBytes?: number | undefined
  isMark?: boolean | undefined
  /** Of what is given. */
  limits?: { bytes: number; pixels: number } | undefined
}

/**
 * Decodes a PNG or JPEG completely and encodes it again in the same format, turned as its Exif orientation says and
 * made smaller until it has at most 2,000 pixels a side and `maxBytes`.
 * @param isMark it has to show something on white paper
 * @throws ImageError when it is neither, damaged, larger than `limits`, or a mark that shows nothing.
 */
export function reencodeImage(
  bytes: Uint8Array,
  { maxBytes = IMAGE_LIMITS.bytes, isMark = false, limits = IMAGE_LIMITS }: ReencodeOptions = {},
): ReencodedImage {
  const { mediaType, image, width, height } = decode(bytes, limits)
  const fit = Math.min(1, MAX_SIDE_PIXELS / Math.max(width, height))
  for (let scale = fit; ; scale *= SHRINK) {
    const size = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
    if (scale < 1) image.resize(size.width, size.height)
    const encoded = mediaType === 'image/png' ? image.pngSync() : image.jpegSync(JPEG_QUALITY)
    if (encoded.length > maxBytes) continue
    if (isMark && !showsInk(pixelsOf(new Transformer(encoded))))
      throw new ImageError('image_blank', 'There is nothing to see in the image on white paper')
    return { mediaType, bytes: encoded, ...size }
  }
}

/**
 * Puts a PNG (with its alpha) or a JPEG into the document. Only its pixels are embedded, whatever else the file contains.
 * @param opaque without transparency, for PDF/A: on white paper, and what is white is not painted (a colour key mask)
 * @throws ImageError as `reencodeImage`.
 */
export function embedImage(context: PDFContext, bytes: Uint8Array, opaque = false): EmbeddedImage {
  const { mediaType, image, width, height } = decode(bytes)
  const picture = { Type: 'XObject', Subtype: 'Image', Width: width, Height: height, BitsPerComponent: 8 }
  if (mediaType === 'image/jpeg') {
    // A photograph is several times larger in any other filter (ISO 32000-1, 7.4.8).
    const jpeg = image.jpegSync(JPEG_QUALITY)
    const dict = context.obj({ ...picture, ColorSpace: 'DeviceRGB', Filter: 'DCTDecode', Length: jpeg.length })
    if (opaque) dict.set(PDFName.of('Mask'), context.obj(paper(3)))
    return { ref: context.register(PDFRawStream.of(dict, jpeg)), width, height }
  }
  const { colours, channels, alpha } = samples(image)
  const mask =
    !opaque && alpha && context.register(context.flateStream(alpha, { ...picture, ColorSpace: 'DeviceGray' }))
  const stream = context.flateStream(opaque && alpha ? onWhite(colours, channels, alpha) : colours, {
    ...picture,
    ...(opaque && { Mask: paper(channels) }),
    ColorSpace: channels === 1 ? 'DeviceGray' : 'DeviceRGB',
    ...(mask && { SMask: mask }),
  })
  return { ref: context.register(stream), width, height }
}

/** Samples from here on count as paper: a photograph of white paper is never all white. */
const PAPER = 240

/** A colour key mask (ISO 32000-1, 8.9.6.4). */
const paper = (channels: number) => Array.from({ length: channels }, () => [PAPER, 255]).flat()

function onWhite(colours: Uint8Array, channels: number, alpha: Uint8Array): Uint8Array {
  return colours.map((colour, i) => {
    const opacity = alpha[Math.floor(i / channels)]! / 255
    return Math.round(255 + (colour - 255) * opacity)
  })
}

interface Decoded {
  mediaType: ImageMediaType
  /** Turned upright. */
  image: Transformer
  /** As displayed, in pixels. */
  width: number
  height: number
}

function decode(bytes: Uint8Array, limits: { bytes: number; pixels: number } = IMAGE_LIMITS): Decoded {
  if (bytes.length > limits.bytes)
    throw new ImageError('image_too_large', `The image is larger than ${limits.bytes / 1024 / 1024} MB`)
  const mediaType = mediaTypeOf(bytes)
  if (!mediaType) throw new ImageError('image_type', 'The image is neither a PNG nor a JPEG')
  try {
    const header = imageSize(bytes)
    if (header.width * header.height > limits.pixels)
      throw new ImageError('image_too_large', `The image has more than ${limits.pixels / 1e6} million pixels`)
    // The decoder accepts a truncated JPEG.
    if (mediaType === 'image/jpeg' && Buffer.from(bytes).lastIndexOf(JPEG_END) < 0) throw damaged()
    const image = new Transformer(bytes)
    const { width, height } = image.metadataSync()
    if (width !== header.width || height !== header.height) throw damaged()
    const orientation = mediaType === 'image/jpeg' ? (header.orientation ?? 1) : 1
    // Exif (CIPA DC-008), 4.6.4: 5 to 8 lie on their side; other numbers have no meaning.
    image.rotate(orientation >= 1 && orientation <= 8 ? orientation : 1)
    return {
      mediaType,
      image,
      ...(orientation >= 5 && orientation <= 8 ? { width: height, height: width } : { width, height }),
    }
  } catch (error) {
    throw error instanceof ImageError ? error : damaged(error)
  }
}

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const JPEG_START = Buffer.from([0xff, 0xd8, 0xff])
const JPEG_END = Buffer.from([0xff, 0xd9])

/** The format by the first bytes; null for any other kind of file. */
export function mediaTypeOf(bytes: Uint8Array): ImageMediaType | null {
  if (PNG_SIGNATURE.equals(bytes.subarray(0, PNG_SIGNATURE.length))) return 'image/png'
  if (JPEG_START.equals(bytes.subarray(0, JPEG_START.length))) return 'image/jpeg'
  return null
}

function damaged(cause?: unknown): ImageError {
  const error = new ImageError('image_damaged', 'The image cannot be read')
  if (cause !== undefined) error.cause = cause
  return error
}

/** The upper half of 16 bits is enough for print. */
function pixelsOf(image: Transformer): Pixels & { samples: Uint8Array } {
  const layout = LAYOUTS[image.metadataSync().colorType]
  if (!layout) throw damaged()
  const [channels, hasAlpha, bytesPerSample] = layout
  const raw = image.rawPixelsSync()
  return { samples: bytesPerSample === 1 ? raw : upperBytes(raw), channels, hasAlpha }
}

/** PDF stores colour and alpha separately (ISO 32000-1, 11.6.5.3). */
function samples(image: Transformer): Samples {
  const { samples: all, channels, hasAlpha } = pixelsOf(image)
  if (!hasAlpha) return { colours: all, channels, alpha: null }
  const count = all.length / (channels + 1)
  const [colours, alpha] = [new Uint8Array(count * channels), new Uint8Array(count)]
  for (let i = 0; i < count; i++) {
    for (let c = 0; c < channels; c++) colours[i * channels + c] = all[i * (channels + 1) + c]!
    alpha[i] = all[i * (channels + 1) + channels]!
  }
  return { colours, channels, alpha: alpha.every((value) => value === 255) ? null : alpha }
}

/** Of samples of 16 bits in the machine's byte order. */
function upperBytes(raw: Buffer): Uint8Array {
  const words = new Uint16Array(raw.length / 2)
  new Uint8Array(words.buffer).set(raw)
  return Uint8Array.from(words, (word) => word >> 8)
}
