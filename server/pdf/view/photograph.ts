import { ResizeFilterType, Transformer } from '@napi-rs/image'
import { VIEW_LIMITS } from './limits.ts'
import type { DrawnPart } from './pdfium.ts'

/** Of WebP: text stays sharp. */
const QUALITY = 40
/** A picture that is too large is made smaller by what its size suggests, and a little more. */
const MARGIN = 0.85
const ATTEMPTS = 3

/** A picture of many colours as WebP, smaller where it must be; null for one that is nothing but noise. */
export function asPhotograph({ bytes, width, height }: DrawnPart): Buffer | null {
  const pixels = inRgba(bytes)
  let factor = 1
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const picture = Transformer.fromRgbaPixels(pixels, width, height)
    if (factor < 1) picture.resize(Math.max(1, Math.round(width * factor)), null, ResizeFilterType.CatmullRom)
    const made = picture.webpSync(QUALITY)
    if (made.length <= VIEW_LIMITS.pictureBytes) return made
    factor *= MARGIN * Math.sqrt(VIEW_LIMITS.pictureBytes / made.length)
  }
  return null
}

/** From blue, green, red and nothing. */
function inRgba(bytes: Uint8Array): Uint8Array {
  const pixels = new Uint8Array(bytes.length)
  for (let at = 0; at < bytes.length; at += 4) {
    pixels[at] = bytes[at + 2]!
    pixels[at + 1] = bytes[at + 1]!
    pixels[at + 2] = bytes[at]!
    pixels[at + 3] = 255
  }
  return pixels
}
