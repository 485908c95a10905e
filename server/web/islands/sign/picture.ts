import type { FieldValue } from '../../../domain/signing/values.ts'
import { FIELD_VALUE } from '../../../limits.ts'
import { showsInk } from '../../../pdf/visible.ts'
import { encodesTruly } from '../document/read-back.ts'

/** The limit for the chosen file; what is sent is redrawn and far smaller. */
const INPUT_MAX_BYTES = 10 * 1024 * 1024
const OUTPUT_MAX_BYTES = 400 * 1024
export const MAX_WIDTH_PIXELS = 1200
const MAX_HEIGHT_PIXELS = 480
/** Any that devices give to pictures, or none. */
const MAYBE_PICTURE = /^(image\/.*|application\/octet-stream|)$/
/** The server decodes no larger one. */
const ORIGINAL_MAX_PIXELS = 16_000_000

export type PictureProblem = 'pictureType' | 'pictureSize' | 'pictureBroken' | 'pictureBlank' | 'pictureAltered'
type ImageValue = Extract<FieldValue, { type: 'image' }>

/** A chosen picture, as it is and, where it shows ink on paper, the ink alone. */
export interface ChosenPicture {
  original: ImageValue
  withoutPaper: ImageValue | null
}

/**
 * A chosen picture as a field value. It is redrawn, so that neither its metadata (location, camera) nor anything else
 * hidden in the file is sent, and scaled down until it is small enough. Where a canvas alters pictures it is sent as it
 * is, and the server drops what is hidden in it.
 */
export async function pictureFrom(file: File): Promise<ChosenPicture | PictureProblem> {
  if (!MAYBE_PICTURE.test(file.type)) return 'pictureType'
  if (file.size > INPUT_MAX_BYTES) return 'pictureSize'
  const type = await typeOf(file)
  if (!type) return file.type === 'image/png' || file.type === 'image/jpeg' ? 'pictureBroken' : 'pictureType'
  const bitmap = await createImageBitmap(file.slice(0, file.size, type)).catch(() => null)
  if (!bitmap) return 'pictureBroken'
  try {
    if (!(await encodesTruly())) {
      const isSmall = file.size <= FIELD_VALUE.imageBytes && bitmap.width * bitmap.height <= ORIGINAL_MAX_PIXELS
      if (!isSmall) return 'pictureAltered'
      return { original: { type: 'image', mediaType: type, data: await base64(file) }, withoutPaper: null }
    }
    if (!isVisible(bitmap)) return 'pictureBlank'
    const original = await encoded(bitmap, type)
    return original ? { original, withoutPaper: await inkOf(bitmap) } : 'pictureBroken'
  } finally {
    bitmap.close()
  }
}

/** By the first bytes: what a device calls a file, if anything, differs. */
async function typeOf(file: File): Promise<ImageValue['mediaType'] | null> {
  const [first, second, third, fourth] = new Uint8Array(await file.slice(0, 4).arrayBuffer())
  if (first === 0xff && second === 0xd8 && third === 0xff) return 'image/jpeg'
  return first === 0x89 && second === 0x50 && third === 0x4e && fourth === 0x47 ? 'image/png' : null
}

function isVisible(bitmap: ImageBitmap): boolean {
  const { width, height } = bitmap
  const canvas = drawn(bitmap, Math.min(1, MAX_WIDTH_PIXELS / Math.max(width, height)))
  const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height)
  return showsInk({ samples: data, channels: 3, hasAlpha: true })
}

/**
 * Ink is thin: it is looked for in a picture of twice the size that is sent. What finds it is loaded when it is needed;
 * without a connection the picture stays as it is.
 */
async function inkOf(bitmap: ImageBitmap): Promise<ImageValue | null> {
  const finder = await import('./paper.ts').catch((cause: unknown) => console.info('the paper stays', cause))
  if (!finder) return null
  const canvas = drawn(bitmap, Math.min(1, (2 * MAX_WIDTH_PIXELS) / Math.max(bitmap.width, bitmap.height)))
  const ink = finder.withoutPaper(canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height))
  if (!ink) return null
  const cut = await createImageBitmap(ink)
  try {
    return await encoded(cut, 'image/png')
  } finally {
    cut.close()
  }
}

/** The largest version of it that may be sent; null when even the smallest is too large. */
async function encoded(bitmap: ImageBitmap, type: ImageValue['mediaType']): Promise<ImageValue | null> {
  for (
    let scale = Math.min(1, MAX_WIDTH_PIXELS / bitmap.width, MAX_HEIGHT_PIXELS / bitmap.height);
    scale > 0.001;
    scale *= 0.7
  ) {
    const canvas = drawn(bitmap, scale)
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.85))
    if (blob && blob.size <= OUTPUT_MAX_BYTES) return { type: 'image', mediaType: type, data: await base64(blob) }
  }
  return null
}

function drawn(bitmap: ImageBitmap, scale: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  canvas.getContext('2d')!.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return canvas
}

async function base64(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer())
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary)
}
