import { fill } from '../../domain/fill.ts'
import { tellHost, tellTrouble } from './host.ts'
import { call, isOver, showNewState } from './sign/calls.ts'
import { texts } from './sign/data.ts'
import { wireDecline } from './sign/decline-dialog.ts'
import { byId } from './sign/dom.ts'
import { drawFields } from './sign/fields.ts'
import { createFinish } from './sign/finish.ts'
import { showDocument } from './sign/pages.ts'
import { createPanel, type Panel } from './sign/panel.ts'
import { untilAnswered } from './sign/retry.ts'
import { createSaver, watchConnection } from './sign/saving.ts'
import { watchState } from './sign/state-watch.ts'

/** Wires the signing page. Everything but the document itself works before pdf.js has arrived. */

const ZOOM_STEPS_PERCENT = [100, 150, 200]

wireDecline()
const panelElement = document.getElementById('panel')
let panel: Panel | null = null
const fields = drawFields((field) => panel?.press(field))
if (panelElement) {
  const saver = createSaver({
    onRefused(id) {
      const field = fields.find((one) => one.id === id) ?? null
      panel?.complain(field, texts.errors.fieldInvalid)
    },
    onSaved(versions) {
      for (const field of fields) {
        const version = versions[field.id]
        if (version !== undefined) field.version = version
      }
    },
  })
  panel = createPanel(fields, saver, createFinish(saver))
  watchConnection()
  watchState()
  keepClearOf(panelElement)
}
void openDocument()

/** The bars cover the page's end and whatever is scrolled to: the style sheet leaves as much room as they take. */
function keepClearOf(bar: HTMLElement): void {
  new ResizeObserver(() => {
    document.documentElement.style.setProperty('--panel', `${bar.offsetHeight}px`)
  }).observe(bar)
}

async function openDocument(): Promise<void> {
  const trouble = byId('document-error')
  trouble.hidden = true
  const sheets = byId('pages')
  sheets.setAttribute('aria-busy', 'true')
  try {
    const view = await showDocument()
    wireZoom(view.redraw)
  } catch (error) {
    trouble.querySelector('p')!.textContent = texts.errors.document
    const retry = byId<HTMLButtonElement>('document-retry')
    retry.textContent = texts.retry
    retry.onclick = () => void openDocument()
    trouble.hidden = false
    console.error(error)
    tellTrouble('unavailable')
    return
  } finally {
    sheets.removeAttribute('aria-busy')
  }
  // Only a browser that has the document on screen says so: a mail scanner that opens the link changes nothing.
  try {
    await untilAnswered(() => call('POST', 'viewed', {}))
    tellHost({ type: 'viewed' })
  } catch (error) {
    if (!isOver(error)) throw error
    showNewState()
  }
}

/** One button steps through the sizes, for a phone on which the whole page is too small to read. */
function wireZoom(redraw: () => void): void {
  const button = byId<HTMLButtonElement>('zoom')
  const pages = byId('pages')
  let step = 0
  const show = () => {
    const percent = ZOOM_STEPS_PERCENT[step]!
    button.textContent = `${percent} %`
    button.setAttribute('aria-label', fill(texts.zoom, { percent }))
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
