import { all, byId } from '../dom.ts'
import type { FilledBox } from './fit.ts'

const ZOOM_STEPS_PERCENT = [100, 150, 200]

/** On a small screen a box lower than this is hard to read and to hit. */
const LEAST_BOX_HEIGHT_PX = 40
/** Up to this height the zoom stays as it is: a page that changes its size with every field is tiring. */
const MOST_BOX_HEIGHT_PX = 80
/** Of the screen's width, for a box with its label. */
const SCREEN_PART = 0.94
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
 * is at least 40 px high, but never so far that the box and its printed label are wider than the screen; every other page,
 * and with null all of them, goes back to the size that the reader chose.
 * @returns whether a page has changed its size
 */
export function zoomTo(box: Pick<FilledBox, 'button' | 'h'> | null): boolean {
  const sheet = box?.button.closest<HTMLElement>('.sheet') ?? null
  const others = enlarged().filter((other) => other !== sheet)
  for (const other of others) setZoom(other, null)
  if (!box || !sheet) return others.length > 0
  // The page's words are laid out anew only when it has been drawn again.
  const before = sheet.getBoundingClientRect()
  const frame = withLabel(box.button, sheet, before.width)
  const isResized = enlarge(sheet, box, frame)
  keepInView(box.button, frame, before.width)
  return isResized || others.length > 0
}

/** A box is scrolled to with its printed label. @param width of the page when the frame of both was measured */
function keepInView(button: HTMLElement, frame: Frame, width: number): void {
  const scale = button.closest('.sheet')!.getBoundingClientRect().width / width
  const { before, above, after } = frame
  // Of a frame the embedding page is scrolled, too, which knows nothing of the bars.
  const [over, under] = parent === window ? ['0px', '0px'] : ['6rem', 'calc(var(--panel) + 1rem)']
  button.style.scrollMargin = `calc(${above * scale}px + ${over}) ${after * scale}px ${under} ${before * scale}px`
}

function enlarge(sheet: HTMLElement, { h }: Pick<FilledBox, 'h'>, frame: Frame): boolean {
  const height = h * sheet.getBoundingClientRect().height
  const zoom = zoomOf(sheet) ?? zoomOf(byId('pages')) ?? 1
  const most = (zoom * SCREEN_PART * byId('pages').clientWidth) / frame.width
  const isEnlarged = zoomOf(sheet) !== null
  const fits = !isEnlarged || (height <= MOST_BOX_HEIGHT_PX && zoom <= most)
  if (height >= LEAST_BOX_HEIGHT_PX && fits) return false
  const reader = zoomOf(byId('pages')) ?? 1
  // A little more than needed: layout rounds down.
  const needed = Math.min((zoom * LEAST_BOX_HEIGHT_PX * 1.01) / height, most)
  const wanted = matchMedia(SMALL_SCREEN).matches && needed > reader ? needed : null
  if (wanted === zoomOf(sheet)) return false
  setZoom(sheet, wanted)
  return true
}

/** How far the words that belong to a box reach beyond it, and how wide it is with them, in pixels. */
interface Frame {
  before: number
  above: number
  after: number
  width: number
}

/** How far from its box a label ends, and how wide it is, in widths of the page: all else is other text. */
const GAP_BEFORE = 0.15
const GAP_ABOVE = 0.04
const LABEL_WIDTH = 0.5

/** The box with the words that are printed before it or, if there are none, right above it. */
function withLabel(button: HTMLElement, sheet: HTMLElement, width: number): Frame {
  const box = button.getBoundingClientRect()
  const words = all('.words-layer span:not(.markedContent)', sheet)
    .map((word) => word.getBoundingClientRect())
    .filter((word) => word.width > 0 && word.width <= LABEL_WIDTH * width)
  const isNear = (gap: number, most: number) => gap > -box.height / 4 && gap < most * width
  const before = words
    .filter(({ top, bottom, right }) => bottom > box.top && top < box.bottom && isNear(box.left - right, GAP_BEFORE))
    .reduce((a: DOMRect | null, b) => (a && a.right >= b.right ? a : b), null)
  const above = words
    .filter(({ left, right, bottom }) => left < box.right && right > box.left && isNear(box.top - bottom, GAP_ABOVE))
    .reduce((a: DOMRect | null, b) => (a && a.bottom >= b.bottom ? a : b), null)
  const label = before ?? above ?? box
  const [left, right] = [Math.min(box.left, label.left), Math.max(box.right, label.right)]
  return {
    before: box.left - left,
    above: Math.max(0, box.top - label.top),
    after: right - box.right,
    width: right - left,
  }
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
