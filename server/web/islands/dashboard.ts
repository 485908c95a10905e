/** The only script of the dashboard's pages. Every page works without it. */
import './times.ts'
import { all } from './dom.ts'

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
    const response = await fetch(url, { headers: { Accept: 'text/html' }, signal })
    const page = new DOMParser().parseFromString(await response.text(), 'text/html')
    const next = page.getElementById(id)
    if (!response.ok || response.redirected || !next) return location.assign(url)
    const focused = document.activeElement?.id
    const replace = () => {
      document.getElementById(id)?.replaceWith(next)
      document.title = page.title
      prepare(next)
      if (focused && document.activeElement?.id !== focused) document.getElementById(focused)?.focus()
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

const ASKS_EVERY_MS = 4_000

/** A block that waits for something outside is asked for again, and replaced when it waits for something else. */
setInterval(async () => {
  const block = document.querySelector<HTMLElement>('[data-waits]')
  if (!block || document.hidden) return
  try {
    const response = await fetch(location.href, { headers: { Accept: 'text/html' } })
    const page = new DOMParser().parseFromString(await response.text(), 'text/html')
    const next = page.getElementById(block.id)
    if (!response.ok || response.redirected || next?.dataset.waits === block.dataset.waits) return
    if (!next) return location.assign(location.href)
    block.replaceWith(next)
    prepare(next)
  } catch {
    // Out of reach for the moment; the page still has the link that loads it again.
  }
}, ASKS_EVERY_MS)

/** What only the script can do appears with it. */
function prepare(root: ParentNode): void {
  for (const button of all('[data-copy]', root)) button.hidden = false
  for (const select of all<HTMLSelectElement>('[data-zone]', root)) {
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone
    if ([...select.options].some(({ value }) => value === own)) select.value = own
  }
}

prepare(document)
