import { host, tellHost } from './host.ts'

/** Every page in the frame's shell: tells the page around it what it shows and how high it is, and minds the time. */

/** Signing scrolls inside the frame, with the step panel at its lower edge; this height serves most screens. */
const SIGNING_HEIGHT_PX = 800
const WARN_BEFORE_END_MS = 60_000
const SAVE_BEFORE_END_MS = 5_000
/** The server's clock decides, so the page asks a little after the end. */
const AFTER_END_MS = 500

if (host) {
  tellHost({ type: 'ready' })
  if (host.outcome) tellHost(host.outcome)
  watchHeight()
  if (host.endsInMs !== null) {
    noteLoaded(host.base)
    watchEnd(host.base, host.endsInMs, host.texts.soon)
  }
}

function watchHeight(): void {
  const card = document.querySelector<HTMLElement>('main > .card')
  if (!card) {
    tellHost({ type: 'resize', height: SIGNING_HEIGHT_PX })
    return
  }
  let told = 0
  new ResizeObserver(() => {
    const { paddingTop, paddingBottom } = getComputedStyle(card.parentElement!)
    const height = Math.ceil(card.offsetHeight + Number.parseFloat(paddingTop) + Number.parseFloat(paddingBottom))
    if (height === told) return
    told = height
    tellHost({ type: 'resize', height })
  }).observe(card)
}

/** A note for the caller. Should it get lost, the next load makes it. */
function noteLoaded(base: string): void {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }
  fetch(`${base}/loaded`, init).catch((error: unknown) => console.warn(error))
}

/** Nobody's time runs out without a warning (WCAG 2.2.1), and what stands in the input is saved before it does. */
function watchEnd(base: string, endsInMs: number, words: string): void {
  setTimeout(() => warn(words), Math.max(0, endsInMs - WARN_BEFORE_END_MS))
  setTimeout(() => {
    if (document.activeElement instanceof HTMLInputElement)
      document.activeElement.dispatchEvent(new Event('change', { bubbles: true }))
  }, endsInMs - SAVE_BEFORE_END_MS)
  setTimeout(() => location.replace(base), endsInMs + AFTER_END_MS)
}

function warn(words: string): void {
  const main = document.querySelector('main')
  // A page that only says how things stand loses nothing.
  if (!main || !document.body.classList.contains('sign')) return
  const notice = document.createElement('div')
  notice.className = 'notice warn ending'
  notice.setAttribute('role', 'status')
  main.prepend(notice)
  // Put into a region that is already there, the words are read out.
  const text = document.createElement('p')
  text.textContent = words
  requestAnimationFrame(() => notice.append(text))
}
