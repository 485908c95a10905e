import { host, postToHost } from './host.ts'

/** On every page in a frame: posts its state and height to the embedding page, and watches the end of the session. */

/** The signing page scrolls inside the frame, with the step panel at its lower edge; this height suits most screens. */
const SIGNING_HEIGHT_PX = 800
const WARN_BEFORE_END_MS = 60_000
const SAVE_BEFORE_END_MS = 5_000
/** The server's clock decides, so the page reloads shortly after the end. */
const AFTER_END_MS = 500

if (host) {
  postToHost({ type: 'ready' })
  if (host.outcome) postToHost(host.outcome)
  watchHeight()
  if (host.endsInMs !== null) {
    reportLoaded(host.base)
    watchEnd(host.base, host.endsInMs, host.texts.soon)
  }
}

function watchHeight(): void {
  const card = document.querySelector<HTMLElement>('main > .card')
  if (!card) {
    postToHost({ type: 'resize', height: SIGNING_HEIGHT_PX })
    return
  }
  let reported = 0
  new ResizeObserver(() => {
    const { paddingTop, paddingBottom } = getComputedStyle(card.parentElement!)
    const height = Math.ceil(card.offsetHeight + Number.parseFloat(paddingTop) + Number.parseFloat(paddingBottom))
    if (height === reported) return
    reported = height
    postToHost({ type: 'resize', height })
  }).observe(card)
}

/** Records for the caller that the page was loaded. If the request fails, the next load records it. */
function reportLoaded(base: string): void {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }
  fetch(`${base}/loaded`, init).catch((error: unknown) => console.warn(error))
}

/** Warns before the session ends (WCAG 2.2.1), and saves the input's value before it does. */
function watchEnd(base: string, endsInMs: number, message: string): void {
  setTimeout(() => warn(message), Math.max(0, endsInMs - WARN_BEFORE_END_MS))
  setTimeout(() => {
    if (document.activeElement instanceof HTMLInputElement)
      document.activeElement.dispatchEvent(new Event('change', { bubbles: true }))
  }, endsInMs - SAVE_BEFORE_END_MS)
  setTimeout(() => location.replace(base), endsInMs + AFTER_END_MS)
}

function warn(message: string): void {
  const main = document.querySelector('main')
  // On a page that only shows a state there is nothing to lose.
  if (!main || !document.body.classList.contains('sign')) return
  const notice = document.createElement('div')
  notice.className = 'notice warn ending'
  notice.setAttribute('role', 'status')
  main.prepend(notice)
  // Screen readers announce text that is added to an existing live region.
  const text = document.createElement('p')
  text.textContent = message
  requestAnimationFrame(() => notice.append(text))
}
