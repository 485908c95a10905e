import type { PDFPageProxy, RenderTask } from 'pdfjs-dist'
import { all } from '../dom.ts'
import { drawInBackground } from './background.ts'
import { loadPdf, type OpenPdf, type Pdfjs } from './open.ts'
import { watchProgress } from './progress.ts'
import { pixelRatio, placeCanvas } from './scale.ts'
import { takeTurns } from './turns.ts'

/** How far outside the viewport a page is drawn, and from what distance its memory is released. */
const NEAR_MARGIN = '800px'
const FAR_MARGIN = '4000px'
/** A window that is being dragged larger is drawn once, at the end. */
const RESIZED_MS = 120

interface Drawn {
  /** Of the page on screen, in pixels, when it was drawn. */
  width: number
  task: RenderTask
}

/** Told of every page, in any order and more than once. */
export interface PageEvents {
  /** Painted completely. */
  onDrawn(page: number): void
  onFailed(page: number, error: unknown): void
  /** Nothing moves any more, or it does again (`progress.ts`). */
  onStalled(isStalled: boolean): void
}

export interface OpenedDocument {
  open: OpenPdf
  /** Ends all drawing, so that the document can be opened again. */
  close(): void
}

/**
 * Draws the document's pages as they come near the viewport, with their text selectable; all others in the background.
 * pdf.js is loaded only now, when the page is already usable. Resolves when the first page is drawn, or has failed.
 *
 * The HTML has one `.sheet` with `data-page` for each page, with a `.shape` of its size and, for text to be selected, a
 * `.words-layer`.
 * @param wholly pages that nobody looks at are drawn too
 * @throws as `loadPdf`
 */
export async function showDocument(url: string, events: PageEvents, wholly = true): Promise<OpenedDocument> {
  const progress = watchProgress(events.onStalled)
  const open = await progress.during(loadPdf(url)).catch((error: unknown) => {
    progress.end()
    throw error
  })
  const sheets = all('.sheet')
  const drawn = new Map<HTMLElement, Drawn>()
  const complete = new Set<number>()
  const onFailed = (page: number, error: unknown) => {
    progress.moved()
    events.onFailed(page, error)
  }
  const onDrawn = (page: number) => {
    progress.moved()
    complete.add(page)
    events.onDrawn(page)
  }
  const draw = async (sheet: HTMLElement) => {
    const page = Number(sheet.dataset.page)
    try {
      await progress.during(drawOnce(open, sheet, drawn))
      if ('ready' in sheet.dataset) onDrawn(page)
    } catch (error) {
      onFailed(page, error)
    }
  }
  const first = draw(sheets[0]!)
  const turns = takeTurns(draw)

  const near = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) turns.want(target as HTMLElement)
        else turns.unwant(target as HTMLElement)
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
  const outgrown = () => {
    for (const [sheet, { width }] of drawn) {
      if (sheet.clientWidth === width) continue
      release(sheet, drawn)
      // Observing again reports at once whether the page is in view.
      near.unobserve(sheet)
      near.observe(sheet)
    }
  }
  let pause: ReturnType<typeof setTimeout> | undefined
  // Zoomed, or the phone was turned.
  const resized = new ResizeObserver(() => {
    clearTimeout(pause)
    pause = setTimeout(outgrown, RESIZED_MS)
  })
  await first
  for (const sheet of sheets) {
    near.observe(sheet)
    far.observe(sheet)
    resized.observe(sheet)
  }
  const closing = new AbortController()
  const isDrawn = (page: number) => complete.has(page)
  if (wholly) void progress.during(drawInBackground(open, { isDrawn, onDrawn, onFailed, signal: closing.signal }))
  return {
    open,
    close() {
      closing.abort()
      progress.end()
      clearTimeout(pause)
      resized.disconnect()
      near.disconnect()
      far.disconnect()
      for (const sheet of sheets) erase(sheet, drawn)
      void open.pdf.destroy()
    },
  }
}

async function drawOnce(
  { pdfjs, pdf, painted, lost }: OpenPdf,
  sheet: HTMLElement,
  drawn: Map<HTMLElement, Drawn>,
): Promise<void> {
  if (drawn.has(sheet)) return
  const page = await Promise.race([pdf.getPage(Number(sheet.dataset.page)), lost])
  const width = sheet.clientWidth
  const scale = width / page.getViewport({ scale: 1 }).width
  const canvas = document.createElement('canvas')
  const screen = page.getViewport({ scale })
  const ratio = pixelRatio(screen)
  const context = { canvas, viewport: page.getViewport({ scale: scale * ratio }) }
  placeCanvas(canvas, { x: 0, y: 0, ...screen }, screen, ratio)
  canvas.setAttribute('aria-hidden', 'true')
  // In another size, it stays until the new one is painted.
  const before = sheet.querySelector(':scope > canvas')
  if (!before) sheet.querySelector('.shape')!.after(canvas)
  const drawing: Drawn = { width, task: page.render(context) }
  drawn.set(sheet, drawing)
  try {
    await Promise.race([
      Promise.all([finished(pdfjs, painted(canvas, drawing.task.promise)), writeText(pdfjs, page, sheet, scale)]),
      lost,
    ])
  } catch (error) {
    erase(sheet, drawn)
    throw error
  }
  // It may have been erased meanwhile.
  if (drawn.get(sheet) !== drawing) return
  before?.replaceWith(canvas)
  sheet.dataset.ready = ''
  sheet.querySelector('.picture')?.remove()
}

/** Erasing a page that is still being drawn is not an error. */
async function finished(pdfjs: Pdfjs, painting: Promise<void>): Promise<void> {
  try {
    await painting
  } catch (error) {
    if (!(error instanceof pdfjs.RenderingCancelledException)) throw error
  }
}

async function writeText(pdfjs: Pdfjs, page: PDFPageProxy, sheet: HTMLElement, scale: number): Promise<void> {
  const container = sheet.querySelector<HTMLElement>('.words-layer')
  if (!container) return
  container.replaceChildren()
  container.style.setProperty('--total-scale-factor', String(scale))
  const layer = new pdfjs.TextLayer({
    textContentSource: page.streamTextContent(),
    container,
    viewport: page.getViewport({ scale }),
  })
  await layer.render()
}

/** The page is to be drawn again; what it shows now stays until then. */
function release(sheet: HTMLElement, drawn: Map<HTMLElement, Drawn>): void {
  drawn.get(sheet)?.task.cancel()
  drawn.delete(sheet)
  delete sheet.dataset.ready
}

function erase(sheet: HTMLElement, drawn: Map<HTMLElement, Drawn>): void {
  release(sheet, drawn)
  for (const canvas of all<HTMLCanvasElement>(':scope > canvas', sheet)) {
    canvas.width = 0
    canvas.remove()
  }
  sheet.querySelector('.words-layer')?.replaceChildren()
}
