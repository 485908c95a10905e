import type { PDFPageProxy } from 'pdfjs-dist'
import { pixelRatio, placeCanvas } from './scale.ts'

/**
 * Paints a part of a page over its sheet, without paper and on the very pixels on which the whole page would have it.
 * @param part a page of a file of ours, as large as the sheet's, whose CropBox is what is to be painted
 * @param size of the sheet's page in points
 */
export async function paintOver(
  canvas: HTMLCanvasElement,
  part: PDFPageProxy,
  sheet: HTMLElement,
  size: { width: number; height: number },
): Promise<void> {
  const scale = sheet.clientWidth / size.width
  const screen = { width: sheet.clientWidth, height: size.height * scale }
  const ratio = pixelRatio(screen)
  const { width, height } = part.getViewport({ scale })
  const [x0 = 0, , , y1 = 0] = part.view
  const place = { x: x0 * scale, y: (size.height - y1) * scale, width, height }
  const offset = placeCanvas(canvas, place, screen, ratio)
  const canvasContext = canvas.getContext('2d')
  // A phone may lack the memory for it.
  if (!canvasContext) throw new Error('no canvas')
  const viewport = part.getViewport({ scale: scale * ratio, ...offset })
  await part.render({ canvas: null, canvasContext, viewport, background: 'rgb(0 0 0 / 0%)' }).promise
}
