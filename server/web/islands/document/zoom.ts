import { all, byId } from '../dom.ts'
import type { FilledBox } from './fit.ts'

const ZOOM_STEPS_PERCENT = [100, 150, 200]

/** On a small screen a box lower than this is hard to read and to hit. */
const LEAST_BOX_HEIGHT_PX = 40
/** Up to this height the zoom stays as it is: a page that changes its size with every field is tiring. */
const MOST_BOX_HEIGHT_PX = 80
const SMALL_SCREEN = '(max-width: 48rem), (max-height: 30rem)'

/**
 * One button steps through the zoom levels, for phones on which a whole page is too small to read.
 * @param label the button's accessible name
 */
export function wireZoom(label: (percent: number) => string): void {
  const button = byId<HTMLButtonElement>('zoom')
  const pages = byId('pages')
  let step = 0
  const show = () => {
    const percent = ZOOM_STEPS_PERCENT[step]!
    button.textContent = `${percent} %`
    button.setAttribute('aria-label', label(percent))
    setZoom(pages, percent / 100)
  }
  button.onclick = () => {
    const before = pages.getBoundingClientRect()
    const middle = (innerHeight / 2 - before.top) / before.height
    step = (step + 1) % ZOOM_STEPS_PERCENT.length
    for (const sheet of enlarged()) setZoom(sheet, null)
    show()
    // Keep what was in the middle of the window there.
    const after = pages.getBoundingClientRect()
    scrollBy({ top: after.top + middle * after.height - innerHeight / 2, behavior: 'instant' })
  }
  show()
  button.hidden = false
}

/**
 * On a small screen, enlarges the page of a box that is being filled in until the box, whatever its text has grown to,
 * is at least 40 px high; every other page, and with null all of them, goes back to the size that the reader chose.
 * @returns whether a page has changed its size
 */
export function zoomTo(box: Pick<FilledBox, 'button' | 'h'> | null): boolean {
  const sheet = box?.button.closest<HTMLElement>('.sheet') ?? null
  const others = enlarged().filter((other) => other !== sheet)
  for (const other of others) setZoom(other, null)
  return (box !== null && sheet !== null && enlarge(sheet, box)) || others.length > 0
}

function enlarge(sheet: HTMLElement, { h }: Pick<FilledBox, 'h'>): boolean {
  const height = h * sheet.getBoundingClientRect().height
  const zoom = zoomOf(sheet) ?? zoomOf(byId('pages')) ?? 1
  const isEnlarged = zoomOf(sheet) !== null
  if (height >= LEAST_BOX_HEIGHT_PX && (!isEnlarged || height <= MOST_BOX_HEIGHT_PX)) return false
  const reader = zoomOf(byId('pages')) ?? 1
  const needed = matchMedia(SMALL_SCREEN).matches ? (zoom * LEAST_BOX_HEIGHT_PX) / height : reader
  if (needed <= reader && !isEnlarged) return false
  // A little more than needed: layout rounds down.
  setZoom(sheet, needed <= reader ? null : needed * 1.01)
  return true
}

const enlarged = () => all('.sheet').filter((sheet) => zoomOf(sheet) !== null)

/** The zoom set on the element itself. */
function zoomOf(element: HTMLElement): number | null {
  return Number(element.style.getPropertyValue('--zoom')) || null
}

function setZoom(element: HTMLElement, zoom: number | null): void {
  if (zoom === null) element.style.removeProperty('--zoom')
  else element.style.setProperty('--zoom', String(zoom))
  const pages = byId('pages')
  // An area that scrolls sideways must be reachable by the keyboard.
  if ((zoomOf(pages) ?? 1) > 1 || enlarged().length > 0) pages.tabIndex = 0
  else pages.removeAttribute('tabindex')
}
