import { byId } from '../dom.ts'
import type { DraftSaver } from './saving.ts'

/** One button, which says who gets what and when before anything is sent. @param buttons those that send at once */
export function startSummary(buttons: HTMLElement, saver: DraftSaver): void {
  const dialog = byId<HTMLDialogElement>('summary')
  const open = Object.assign(document.createElement('button'), {
    type: 'button',
    className: 'btn primary',
    textContent: 'Send…',
  })
  buttons.replaceChildren(open)
  open.onclick = async () => {
    if (!(await saver.flush())) return
    const response = await fetch(`${location.pathname}/summary`, { headers: { Accept: 'text/html' } })
    // Signed out, sent or deleted meanwhile: the page says which.
    if (!response.ok || response.redirected) return location.reload()
    const page = new DOMParser().parseFromString(await response.text(), 'text/html')
    dialog.replaceChildren(...page.body.children)
    dialog.showModal()
  }
  dialog.addEventListener('click', ({ target }) => {
    const element = target as Element
    const link = element.closest<HTMLAnchorElement>('a[href^="#"]')
    if (link || element.closest('[data-close]')) dialog.close()
  })
}
