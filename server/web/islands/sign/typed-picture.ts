import type { FieldValue } from '../../../domain/signing/values.ts'
import type { HandStyle } from '../../../pdf/hand-styles.ts'
import { encodesTruly } from '../document/read-back.ts'
import { isInOurFonts } from './glyphs.ts'
import { MAX_WIDTH_PIXELS } from './picture.ts'

const FONT_PIXELS = 120

/**
 * A typed signature as a value. Where the document's fonts lack a character it would be drawn as a box, so it is sent
 * as a picture of the letters that the signer sees on this device.
 * @returns null where this browser alters pictures
 */
export async function typedInk(
  text: string,
  { sample, style }: { sample: HTMLElement; style: HandStyle },
  colour: string,
): Promise<FieldValue | null> {
  if (isInOurFonts(text)) return { type: 'typed', text, style }
  if (!(await encodesTruly())) return null
  const canvas = document.createElement('canvas')
  const { fontFamily, fontStyle, fontWeight, direction } = getComputedStyle(sample)
  const context = canvas.getContext('2d')!
  const font = (pixels: number) => `${fontStyle} ${fontWeight} ${pixels}px ${fontFamily}`
  context.font = font(FONT_PIXELS)
  const pixels = Math.min(
    FONT_PIXELS,
    (FONT_PIXELS * MAX_WIDTH_PIXELS) / (context.measureText(text).width + FONT_PIXELS),
  )
  context.font = font(pixels)
  // Room for slanted letters that extend past the edges.
  canvas.width = Math.ceil(context.measureText(text).width + pixels)
  canvas.height = Math.ceil(pixels * 1.6)
  // Resizing a canvas resets its context.
  context.font = font(pixels)
  context.fillStyle = colour
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.direction = direction as CanvasDirection
  context.fillText(text, canvas.width / 2, canvas.height / 2)
  return { type: 'image', mediaType: 'image/png', data: canvas.toDataURL('image/png').split(',')[1]! }
}
