import { byId } from '../dom.ts'

const ZOOM_STEPS_PERCENT = [100, 150, 200]

/**
 * One button steps through the zoom levels, for phones on which a whole page is too small to read.
 * @param label the button's accessible name
 */
export function wireZoom(redraw: () => void, label: (percent: number) => string): void {
  const button = byId<HTMLButtonElement>('zoom')
  const pages = byId('pages')
  let step = 0
  const show = () => {
    const percent = ZOOM_STEPS_PERCENT[step]!
    button.textContent = `${percent} %`
    button.setAttribute('aria-label', label(percent))
    pages.style.setProperty('--zoom', String(percent / 100))
    // An area that scrolls sideways must be reachable by the keyboard.
    if (percent > 100) pages.tabIndex = 0
    else pages.removeAttribute('tabindex')
  }
  button.onclick = () => {
    const before = pages.getBoundingClientRect()
    const middle = (innerHeight / 2 - before.top) / before.height
    step = (step + 1) % ZOOM_STEPS_PERCENT.length
    show()
    // Keep what was in the middle of the window there.
    const after = pages.getBoundingClientRect()
    scrollBy({ top: after.top + middle * after.height - innerHeight / 2, behavior: 'instant' })
    redraw()
  }
  show()
  button.hidden = false
}
