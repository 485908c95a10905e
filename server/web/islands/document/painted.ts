import { readsBack } from './read-back.ts'

/** Posted by our worker (`pdf-worker.ts`) when data for pdf.js could not be loaded. */
export const DATA_MISSING = 'countersign: data missing'

/** Waits for the end of a painting. @throws when data was missing, or when the canvas holds no paint afterwards */
export type Painted = (canvas: HTMLCanvasElement, paint: Promise<unknown>) => Promise<void>

/**
 * What makes a painted page complete, for a document that is opened in this worker. Data that is missing once stays
 * missing while the document is open.
 */
export function paintedBy(worker: Worker): Painted {
  let missing = false
  worker.addEventListener('message', ({ data }) => {
    missing ||= data === DATA_MISSING
  })
  return async (canvas, paint) => {
    await paint
    if (missing) throw new Error('data of the viewer could not be loaded')
    if (!holdsPaint(canvas)) throw new Error('the canvas stayed empty')
  }
}

/** A phone that lacks the memory for a canvas lets it be painted on, without an error and without effect. */
function holdsPaint(canvas: HTMLCanvasElement): boolean {
  const context = canvas.getContext('2d')
  if (!context) return false
  // Where pixels are read back altered, they prove nothing.
  if (!readsBack()) return true
  const before = context.getImageData(0, 0, 1, 1)
  const [red, green, blue] = before.data
  const other = new ImageData(new Uint8ClampedArray([255 - red!, 255 - green!, 255 - blue!, 255]), 1, 1)
  context.putImageData(other, 0, 0)
  const [now] = context.getImageData(0, 0, 1, 1).data
  context.putImageData(before, 0, 0)
  return now === 255 - red!
}
