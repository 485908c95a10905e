/**
 * A form that was sent is held until its answer is shown. The browser drops the first answer for that of a second
 * press, and with it a session or a key that nobody has seen then; on a slow line people press again.
 */

/** A bound for answers that leave the page in place, as a file to keep does. */
const HELD_AT_MOST_MS = 60_000

const held = new Map<HTMLFormElement, () => void>()

function hold(form: HTMLFormElement, button: HTMLElement | null): void {
  button?.setAttribute('aria-busy', 'true')
  const release = () => {
    clearTimeout(timer)
    button?.removeAttribute('aria-busy')
    held.delete(form)
  }
  const timer = setTimeout(release, HELD_AT_MOST_MS)
  held.set(form, release)
}

const releaseAll = () => {
  for (const release of held.values()) release()
}

addEventListener('submit', (event) => {
  const form = event.target as HTMLFormElement
  if (form.method !== 'post' || event.defaultPrevented) return
  if (held.has(form)) event.preventDefault()
  else hold(form, event.submitter)
})
// Again, after the page that answered.
addEventListener('pageshow', releaseAll)
// Stopped by the reader, who may want to send another file; not every browser tells.
globalThis.navigation?.addEventListener('navigateerror', releaseAll)
