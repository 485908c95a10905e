import { placeBox } from '../dom.ts'

/** Phones silently fail on larger canvases. */
const CANVAS_MAX_PIXELS = 16_000_000
const MAX_PIXEL_RATIO = 3
/** Lengths that are computed differ from whole pixels in their last digits. */
const ROUNDING = 0.01

interface Size {
  width: number
  height: number
}

/** Pixels of the canvas to a pixel of the screen, for a page that is so large on screen. */
export function pixelRatio({ width, height }: Size): number {
  return Math.min(devicePixelRatio, MAX_PIXEL_RATIO, Math.sqrt(CANVAS_MAX_PIXELS / (width * height)))
}

/**
 * Sizes a canvas for a part of a page and puts it there, on whole pixels: the browser would stretch it over the fraction
 * of a pixel by which the part differs, and blur the letters.
 * @param part in pixels of the screen, from the page's upper left corner
 * @param page its size on screen
 * @returns where the part begins on the canvas, in the canvas's pixels
 */
export function placeCanvas(
  canvas: HTMLCanvasElement,
  part: Size & { x: number; y: number },
  page: Size,
  ratio: number,
): { offsetX: number; offsetY: number } {
  const [left, top] = [Math.floor(part.x + ROUNDING), Math.floor(part.y + ROUNDING)]
  const across = Math.ceil(part.x + part.width - left - ROUNDING)
  const down = Math.ceil(part.y + part.height - top - ROUNDING)
  canvas.width = Math.round(across * ratio)
  canvas.height = Math.round(down * ratio)
  placeBox(canvas, { x: left / page.width, y: top / page.height, w: across / page.width, h: down / page.height })
  return { offsetX: (part.x - left) * ratio, offsetY: (part.y - top) * ratio }
}
