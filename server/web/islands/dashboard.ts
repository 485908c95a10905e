/** The only script of the dashboard's pages. Every page works without it. */
import { all } from './dom.ts'
import './drop.ts'
import './once.ts'
import { showForType } from './shown-for.ts'
import { showLocalTimes } from './times.ts'

/** The latest replacement under way; an earlier one is given up. */
let running: AbortController | null = null

/**
 * Replaces the element with this id by the one of the same id at `url`, in a view transition; the focus stays. A page
 * that cannot be had that way is opened.
 */
async function swap(url: string, id: string, push: boolean): Promise<void> {
  running?.abort()
  running = new AbortController()
  const { signal } = running
  try {
    // What is typed from now on is kept; what was typed before has been sent, or is given up.
    for (const input of inputsOf(document.getElementById(id)!)) input.defaultValue = input.value
    const response = await fetch(url, { headers: { Accept: 'text/html' }, signal })
    const page = new DOMParser().parseFromString(await response.text(), 'text/html')
    const next = page.getElementById(id)
    if (!response.ok || response.redirected || !next) return location.assign(url)
    const replace = () => {
      prepare(next)
      replaceKeeping(document.getElementById(id)!, next)
      document.title = page.title
    }
    if (push) history.pushState({ swap: id }, '', url)
    if (document.startViewTransition) document.startViewTransition(replace)
    else replace()
  } catch {
    if (!signal.aborted) location.assign(url)
  }
}

addEventListener('click', (event) => {
  const link = (event.target as Element).closest<HTMLAnchorElement>('a[data-swap]')
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  history.replaceState({ swap: link.dataset.swap }, '')
  void swap(link.href, link.dataset.swap!, true)
})

/** A form that only asks: its values become the query, empty ones are left out. */
addEventListener('submit', (event) => {
  const form = event.target as HTMLFormElement
  const id = form.dataset.swap
  if (id === undefined || form.method !== 'get') return
  event.preventDefault()
  const url = new URL(form.action)
  const given = [...new FormData(form, event.submitter)].filter(([, value]) => value !== '')
  url.search = String(new URLSearchParams(given as [string, string][]))
  history.replaceState({ swap: id }, '')
  void swap(url.href, id, true)
})

addEventListener('popstate', ({ state }: PopStateEvent) => {
  const id = (state as { swap?: string } | null)?.swap
  if (id) void swap(location.href, id, false)
})

/** A choice in a list sends its form, as its button would. */
addEventListener('change', ({ target }) => {
  if (target instanceof HTMLSelectElement) target.closest<HTMLFormElement>('form[data-swap]')?.requestSubmit()
})

addEventListener('click', ({ target }) => {
  const button = (target as Element).closest<HTMLButtonElement>('[data-copy]')
  const text = button && document.getElementById(button.dataset.copy!)?.textContent
  if (!button || !text) return
  void navigator.clipboard.writeText(text).then(() => {
    button.textContent = 'Copied'
  })
})

addEventListener('click', ({ target }) => {
  if ((target as Element).closest('[data-print]')) print()
})

/** What is under More closes on a press outside it, and on Escape. */
const menus = () => all<HTMLDetailsElement>('details.more[open]')
for (const type of ['pointerdown', 'focusin']) {
  addEventListener(type, ({ target }) => {
    for (const menu of menus()) if (!menu.contains(target as Node)) menu.open = false
  })
}
addEventListener('keydown', ({ key }) => {
  if (key !== 'Escape') return
  for (const menu of menus()) {
    menu.open = false
    menu.querySelector('summary')?.focus()
  }
})

const ASKS_EVERY_MS = 4_000

/** Blocks of the page that others change are asked for again, and replaced when they differ (decision 0045). */
async function askAgain(): Promise<void> {
  if (document.hidden || !document.querySelector('[data-live]')) return
  const { href } = location
  try {
    const response = await fetch(href, { headers: { Accept: 'text/html' } })
    const page = new DOMParser().parseFromString(await response.text(), 'text/html')
    // What was asked for is no longer there, or the reader has gone on meanwhile.
    if (!response.ok || response.redirected || location.href !== href) return
    // A form that was sent is held until its answer is shown.
    if (document.querySelector('[aria-busy]')) return
    // Another tab shows another workspace, whose name must stand above what is of it.
    if (page.body.dataset.workspace !== document.body.dataset.workspace) return location.assign(href)
    for (const block of all('[data-live]')) {
      const next = page.getElementById(block.id)
      if (!next) return location.assign(href)
      prepare(next)
      renew(block, next)
    }
  } catch {
    // Out of reach for the moment: the next time may succeed.
  }
}

const askLater = () => void setTimeout(() => void askAgain().finally(askLater), ASKS_EVERY_MS)
askLater()

/**
 * What somebody has opened stays open, what they have typed stays, and what has the focus keeps it, as long as it is
 * there; what they select, type into or have focused without an id is left alone.
 */
function renew(block: HTMLElement, next: HTMLElement): void {
  const focused = block.contains(document.activeElement) ? document.activeElement! : null
  const selection = getSelection()
  const isSelecting = selection?.isCollapsed === false && selection.containsNode(block, true)
  if (isSelecting || (focused && (!focused.id || focused.matches('input, select, textarea')))) return
  for (const { id } of all('details[open] > summary[id]', block))
    next.querySelector(`#${CSS.escape(id)}`)?.parentElement?.setAttribute('open', '')
  if (!block.isEqualNode(next)) replaceKeeping(block, next)
}

const inputsOf = (block: HTMLElement) => all<HTMLInputElement>('input[id]', block)

/** Replaces a block; what is typed in it stays, and what has the focus keeps it, with the caret. */
function replaceKeeping(block: HTMLElement, next: HTMLElement): void {
  for (const { id, value, defaultValue, checked, defaultChecked } of inputsOf(block)) {
    const again = next.querySelector<HTMLInputElement>(`#${CSS.escape(id)}`)
    if (again && value !== defaultValue) again.value = value
    if (again && checked !== defaultChecked) again.checked = checked
  }
  const { id, selectionStart, selectionEnd } = document.activeElement as HTMLInputElement
  block.replaceWith(next)
  const again = document.getElementById(id) as HTMLInputElement | null
  if (!again || again === document.activeElement) return
  again.focus()
  // Only text has a caret.
  if (typeof selectionStart === 'number') again.setSelectionRange(selectionStart, selectionEnd)
}

/** What only the script can do appears with it. */
function prepare(root: ParentNode): void {
  showForType(root)
  showLocalTimes(root)
  for (const button of all('[data-copy], [data-print]', root)) button.hidden = false
  for (const select of all<HTMLSelectElement>('[data-zone]', root)) {
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone
    // Named differently here than by the server, as Asia/Kolkata is.
    if (![...select.options].some(({ value }) => value === own)) select.add(new Option(own.replaceAll('_', ' '), own))
    select.value = own
  }
}

prepare(document)
