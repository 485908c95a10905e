import type { PDFDocumentProxy, PDFPageProxy, RenderTask } from 'pdfjs-dist'
import { all } from '../dom.ts'

/** How far outside the viewport a page is drawn, and from what distance its memory is released. */
const NEAR_MARGIN = '800px'
const FAR_MARGIN = '4000px'
/** Phones silently fail on larger canvases. */
const CANVAS_MAX_PIXELS = 16_000_000
const MAX_PIXEL_RATIO = 3

type Pdfjs = typeof import('pdfjs-dist')

interface Drawn {
  canvas: HTMLCanvasElement
  task: RenderTask
}

/**
 * Draws the document's pages as they come near the viewport, with their text selectable and readable by a screen reader.
 * pdf.js is loaded only now, when the page is already usable. Resolves when the first page is drawn.
 *
 * The HTML has one `.sheet` with `data-page` for each page, with a `.shape` of its size and a `.words-layer`.
 */
export async function showDocument(url: string): Promise<{ redraw(): void }> {
  const [pdfjs, worker] = await Promise.all([
    import('pdfjs-dist/legacy/build/pdf.min.mjs') as Promise<Pdfjs>,
    import('pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'),
  ])
  pdfjs.GlobalWorkerOptions.workerSrc = worker.default
  const own = `/assets/pdfjs-${pdfjs.version}`
  const pdf = await pdfjs.getDocument({
    url,
    // A document never runs code here, whatever it contains (CVE-2024-4367).
    isEvalSupported: false,
    enableXfa: false,
    // The same glyphs on every device: fonts that the file does not embed come from here, not from the system.
    useSystemFonts: false,
    cMapUrl: `${own}/cmaps/`,
    standardFontDataUrl: `${own}/standard_fonts/`,
    wasmUrl: `${own}/wasm/`,
    iccUrl: `${own}/iccs/`,
  }).promise
  const sheets = all('.sheet')
  const drawn = new Map<HTMLElement, Drawn>()
  const first = drawOnce(pdfjs, pdf, sheets[0]!, drawn)

  const near = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) void drawOnce(pdfjs, pdf, target as HTMLElement, drawn)
      }
    },
    { rootMargin: NEAR_MARGIN },
  )
  const far = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) if (!isIntersecting) erase(target as HTMLElement, drawn)
    },
    { rootMargin: FAR_MARGIN },
  )
  for (const sheet of sheets) {
    near.observe(sheet)
    far.observe(sheet)
  }
  await first
  return {
    redraw() {
      for (const sheet of sheets) {
        erase(sheet, drawn)
        // Observing again reports at once whether the page is in view.
        near.unobserve(sheet)
        near.observe(sheet)
      }
    },
  }
}

async function drawOnce(
  pdfjs: Pdfjs,
  pdf: PDFDocumentProxy,
  sheet: HTMLElement,
  drawn: Map<HTMLElement, Drawn>,
): Promise<void> {
  if (drawn.has(sheet) || sheet.dataset.drawing !== undefined) return
  sheet.dataset.drawing = ''
  const page = await pdf.getPage(Number(sheet.dataset.page))
  delete sheet.dataset.drawing
  const scale = sheet.clientWidth / page.getViewport({ scale: 1 }).width
  const canvas = document.createElement('canvas')
  const context = { canvas, viewport: page.getViewport({ scale: scale * pixelRatio(page, scale) }) }
  canvas.width = Math.floor(context.viewport.width)
  canvas.height = Math.floor(context.viewport.height)
  canvas.setAttribute('aria-hidden', 'true')
  sheet.querySelector('canvas')?.remove()
  sheet.querySelector('.shape')!.after(canvas)
  const task = page.render(context)
  drawn.set(sheet, { canvas, task })
  await Promise.all([finished(pdfjs, task), writeText(pdfjs, page, sheet, scale)])
  sheet.dataset.ready = ''
}

function pixelRatio(page: PDFPageProxy, scale: number): number {
  const { width, height } = page.getViewport({ scale })
  return Math.min(devicePixelRatio, MAX_PIXEL_RATIO, Math.sqrt(CANVAS_MAX_PIXELS / (width * height)))
}

/** Erasing a page that is still being drawn is not an error. */
async function finished(pdfjs: Pdfjs, task: RenderTask): Promise<void> {
  try {
    await task.promise
  } catch (error) {
    if (!(error instanceof pdfjs.RenderingCancelledException)) throw error
  }
}

async function writeText(pdfjs: Pdfjs, page: PDFPageProxy, sheet: HTMLElement, scale: number): Promise<void> {
  const container = sheet.querySelector<HTMLElement>('.words-layer')!
  container.replaceChildren()
  container.style.setProperty('--total-scale-factor', String(scale))
  const layer = new pdfjs.TextLayer({
    textContentSource: page.streamTextContent(),
    container,
    viewport: page.getViewport({ scale }),
  })
  await layer.render()
}

function erase(sheet: HTMLElement, drawn: Map<HTMLElement, Drawn>): void {
  const drawing = drawn.get(sheet)
  if (!drawing) return
  drawn.delete(sheet)
  drawing.task.cancel()
  drawing.canvas.width = 0
  drawing.canvas.remove()
  sheet.querySelector('.words-layer')!.replaceChildren()
  delete sheet.dataset.ready
}
