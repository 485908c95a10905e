import { type Canvas, createCanvas } from '@napi-rs/canvas'
import { type PDFPageProxy, RenderingCancelledException, type RenderTask } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { VIEW_LIMITS } from './limits.ts'
import { withPdf } from './open.ts'

/** Of WebP: text stays sharp. */
const QUALITY = 40
/** A picture that is too large is made smaller by what its size suggests, and a little more. */
const MARGIN = 0.85
const ATTEMPTS = 3

/**
 * A page (the first is 1) as a WebP small enough to be on a phone's screen before pdf.js is. Null when the page is too complex,
 * or nothing but noise.
 */
export function pagePicture(file: Uint8Array, number: number): Promise<Uint8Array | null> {
  return withPdf(file, async (pdf) => {
    const canvas = await draw(await pdf.getPage(number))
    return canvas && encode(canvas)
  })
}

async function draw(page: PDFPageProxy): Promise<Canvas | null> {
  const { width, height } = page.getViewport({ scale: 1 })
  const scale = Math.min(VIEW_LIMITS.pictureWidth / width, Math.sqrt(VIEW_LIMITS.picturePixels / (width * height)))
  const viewport = page.getViewport({ scale })
  const canvas = createCanvas(Math.max(1, Math.round(viewport.width)), Math.max(1, Math.round(viewport.height)))
  let operators = 0
  const task: RenderTask = page.render({
    // The types know the browser's canvas only.
    canvas: canvas as unknown as HTMLCanvasElement,
    viewport,
    operationsFilter: () => {
      if (++operators <= VIEW_LIMITS.operators) return true
      task.cancel()
      return false
    },
  })
  try {
    await task.promise
    return canvas
  } catch (error) {
    if (error instanceof RenderingCancelledException) return null
    throw error
  }
}

function encode(drawn: Canvas): Uint8Array | null {
  let canvas = drawn
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const bytes = canvas.toBuffer('image/webp', QUALITY)
    if (bytes.length <= VIEW_LIMITS.pictureBytes) return bytes
    canvas = scaled(canvas, MARGIN * Math.sqrt(VIEW_LIMITS.pictureBytes / bytes.length))
  }
  return null
}

function scaled(canvas: Canvas, factor: number): Canvas {
  const width = Math.max(1, Math.round(canvas.width * factor))
  const height = Math.max(1, Math.round(canvas.height * factor))
  const result = createCanvas(width, height)
  const context = result.getContext('2d')
  context.imageSmoothingQuality = 'high'
  context.drawImage(canvas, 0, 0, width, height)
  return result
}
