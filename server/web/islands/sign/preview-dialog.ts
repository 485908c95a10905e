import '../../styles/rows.css'
import { fill } from '../../../domain/fill.ts'
import type { FieldValue } from '../../../domain/signing/values.ts'
import { SEEN_HEADER } from '../../signing/client-data.ts'
import type { OpenPdf } from '../document/open.ts'
import { watchProgress } from '../document/progress.ts'
import { pixelRatio, placeCanvas } from '../document/scale.ts'
import { byId } from '../dom.ts'
import { send } from './calls.ts'

/** Outside of the view, a page is drawn from this distance. */
const NEAR_MARGIN = '600px'

/** What would be signed now. */
export interface Ready {
  name: string | null
  timeZone: string | null
  values: Record<string, FieldValue | null>
}

/** How it is shown. */
export interface PreviewOptions {
  /** The page that is in view first, of the document as it is. */
  from: number
  /** What has to be said of it; may be empty. */
  message: string
}

/**
 * Shows the document as it would be signed now (decision 0047).
 * @returns what says to the server that it was seen; null: the signer goes back
 * @throws Refusal, Unreachable, and Error when the viewer does not open it
 */
export async function showPreview(
  { openSmall, lost }: OpenPdf,
  ready: Ready,
  { from, message }: PreviewOptions,
): Promise<string | null> {
  const response = await send('POST', 'preview.pdf', ready)
  const seen = response.headers.get(SEEN_HEADER) ?? ''
  const task = openSmall(new Uint8Array(await response.arrayBuffer()))
  try {
    const pdf = await Promise.race([unlessStalled(task.promise), lost])
    const dialog = byId<HTMLDialogElement>('preview')
    const pages = byId('preview-pages')
    byId('preview-error').textContent = message
    const sheets = Array.from({ length: pdf.numPages }, (_, index) => sheetOf(index + 1, pdf.numPages))
    pages.replaceChildren(...sheets)
    dialog.showModal()
    pages.focus()
    const draw = async (sheet: HTMLElement) => {
      const page = await pdf.getPage(Number(sheet.dataset.number))
      const points = page.getViewport({ scale: 1 })
      sheet.style.setProperty('--shape', `${points.width} / ${points.height}`)
      const screen = page.getViewport({ scale: sheet.clientWidth / points.width })
      const ratio = pixelRatio(screen)
      const canvas = document.createElement('canvas')
      placeCanvas(canvas, { x: 0, y: 0, ...screen }, screen, ratio)
      canvas.setAttribute('aria-hidden', 'true')
      await page.render({ canvas, viewport: page.getViewport({ scale: screen.scale * ratio }) }).promise
      const text = document.createElement('p')
      text.className = 'read-only'
      const { items } = await page.getTextContent()
      text.textContent = items.map((item) => ('str' in item ? item.str : '')).join(' ')
      sheet.replaceChildren(canvas, text)
    }
    const near = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (!isIntersecting) continue
          near.unobserve(target)
          // A page that cannot be drawn is missed by the signer, who goes back.
          draw(target as HTMLElement).catch((error: unknown) => console.error(error))
        }
      },
      { root: pages, rootMargin: NEAR_MARGIN },
    )
    for (const sheet of sheets) near.observe(sheet)
    sheets[from - 1]?.scrollIntoView({ block: 'start', behavior: 'instant' })
    const signs = await answerOf(dialog)
    near.disconnect()
    pages.replaceChildren()
    return signs ? seen : null
  } finally {
    // A worker that is dead never confirms it.
    void task.destroy()
  }
}

/** @throws Error when the worker is silent */
function unlessStalled<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const progress = watchProgress((isStalled) => isStalled && reject(new Error('the viewer does not answer')))
    progress.during(work).then(resolve, reject).finally(progress.end)
  })
}

function sheetOf(page: number, pages: number): HTMLElement {
  const sheet = document.createElement('section')
  sheet.className = 'preview-sheet'
  sheet.dataset.number = String(page)
  const { label = '' } = byId('preview-pages').dataset
  sheet.setAttribute('aria-label', fill(label, { page, pages }))
  return sheet
}

/** Whether the signer signs. */
function answerOf(dialog: HTMLDialogElement): Promise<boolean> {
  return new Promise((resolve) => {
    const ending = new AbortController()
    const { signal } = ending
    let signs = false
    byId('preview-back').addEventListener('click', () => dialog.close(), { signal })
    dialog.querySelector('form')!.addEventListener(
      'submit',
      (event) => {
        event.preventDefault()
        signs = true
        dialog.close()
      },
      { signal },
    )
    dialog.addEventListener(
      'close',
      () => {
        ending.abort()
        resolve(signs)
      },
      { signal },
    )
  })
}
