import { byId } from '../dom.ts'

const ZOOM_STEPS_PERCENT = [100, 150, 200]

/**
 * One button steps through the sizes, for a phone on which the whole page is too small to read.
 * @param label what the button is called for who does not see it
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
    // What scrolls sideways must be reachable by the keyboard.
    if (percent > 100) pages.tabIndex = 0
    else pages.removeAttribute('tabindex')
  }
  button.onclick = () => {
    const before = pages.getBoundingClientRect()
    const middle = (innerHeight / 2 - before.top) / before.height
    step = (step + 1) % ZOOM_STEPS_PERCENT.length
    show()
    // What was in the middle of the window stays there.
    const after = pages.getBoundingClientRect()
    scrollBy({ top: after.top + middle * after.height - innerHeight / 2, behavior: 'instant' })
    redraw()
  }
  show()
  button.hidden = false
}
