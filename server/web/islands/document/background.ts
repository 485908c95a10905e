import type { OpenPdf } from './open.ts'

/** Wide enough that everything on a page is really painted, small enough for the memory of a phone. */
const WIDTH_PIXELS = 400
const LONGEST_WAIT_MS = 1_000
/** For browsers that do not report when they are idle. */
const PAUSE_MS = 50

export interface Background {
  /** True once it was drawn, in the background or on the screen. */
  isDrawn(page: number): boolean
  onDrawn(page: number): void
  onFailed(page: number, error: unknown): void
  signal: AbortSignal
}

/**
 * Draws every page that has not been on the screen yet, one after the other while the browser is idle, on a canvas of
 * its own: finishing waits for all pages, and nobody has to scroll through them (decision 0047).
 */
export async function drawInBackground(
  { pdf, painted, lost }: OpenPdf,
  { isDrawn, onDrawn, onFailed, signal }: Background,
): Promise<void> {
  const canvas = document.createElement('canvas')
  for (let number = 1; number <= pdf.numPages; number++) {
    await idle()
    if (signal.aborted) return
    if (isDrawn(number)) continue
    try {
      const page = await Promise.race([pdf.getPage(number), lost])
      const viewport = page.getViewport({ scale: WIDTH_PIXELS / page.getViewport({ scale: 1 }).width })
      canvas.width = WIDTH_PIXELS
      canvas.height = Math.min(Math.ceil(viewport.height), WIDTH_PIXELS * 4)
      await Promise.race([painted(canvas, page.render({ canvas, viewport }).promise), lost])
      onDrawn(number)
      page.cleanup()
    } catch (error) {
      if (signal.aborted) return
      onFailed(number, error)
    }
  }
  canvas.width = 0
}

function idle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: LONGEST_WAIT_MS })
    else setTimeout(resolve, PAUSE_MS)
  })
}
