import { all, byId } from '../dom.ts'
import type { Entering } from './controls.ts'
import { texts } from './data.ts'
import type { Displayed } from './displayed.ts'
import type { Field } from './fields.ts'
import type { Reading } from './reading.ts'

type View = 'pages' | 'text'

export interface Views {
  /** Fetches the text: screen readers get that of all pages with the pages. */
  load(): void
}

/** "Page" and "Text": two tabs over the document. What the text needs is loaded when it is wanted. */
export function wireViews(fields: Field[], displayed: Displayed, entering: Entering | null): Views {
  const tabs = all<HTMLButtonElement>('.views [role=tab]')
  const status = byId('reading-status')
  let opening: Promise<Reading> | null = null
  let wanted: View = 'pages'

  function open(): Promise<Reading> {
    opening ??= import('./reading.ts')
      .then(({ openReading }) => openReading(fields, displayed, entering))
      .catch((error: unknown) => {
        // Tried again with the next press.
        opening = null
        throw error
      })
    return opening
  }

  async function show(view: View): Promise<void> {
    wanted = view
    for (const tab of tabs) {
      const isSelected = tab.id === `tab-${view}`
      tab.setAttribute('aria-selected', String(isSelected))
      tab.tabIndex = isSelected ? 0 : -1
    }
    status.textContent = ''
    if (view === 'pages' && opening === null) return
    if (view === 'text') status.textContent = texts.loadingText
    try {
      const reading = await open()
      if (wanted !== view) return
      reading.show(view)
      status.textContent = ''
    } catch (error) {
      console.error(error)
      if (wanted === 'text') status.textContent = texts.textFailed
    }
  }

  for (const [index, tab] of tabs.entries()) {
    const view = tab.id === 'tab-text' ? 'text' : 'pages'
    tab.addEventListener('click', () => void show(view))
    tab.addEventListener('keydown', (event) => {
      if (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft') return
      const other = tabs[1 - index]!
      other.focus()
      other.click()
    })
  }
  return {
    load() {
      // The pages are there without it; pressing the tab asks again, and reports what is wrong.
      open().catch(() => {})
    },
  }
}
