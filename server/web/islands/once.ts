/** A double click sends a form once. */

const PRESSED_TWICE_MS = 3_000
const sentAt = new WeakMap<EventTarget, number>()

/** The second press would do it again, and its answer hide that of the first, such as a key that nobody has seen then. */
addEventListener('submit', (event) => {
  const form = event.target as HTMLFormElement
  if (form.method !== 'post' || event.defaultPrevented) return
  if (event.timeStamp - (sentAt.get(form) ?? -PRESSED_TWICE_MS) < PRESSED_TWICE_MS) event.preventDefault()
  else sentAt.set(form, event.timeStamp)
})
