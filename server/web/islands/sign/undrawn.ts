import { fill } from '../../../domain/fill.ts'
import { byId } from '../dom.ts'
import { data, texts } from './data.ts'
import { allPages, type Displayed } from './displayed.ts'

/** Says in the page's place that it could not be displayed, and offers the ways out. */
export function showUndrawn(page: number, ways: () => HTMLElement[]): void {
  const sheet = sheetOf(page)
  if (sheet.querySelector('.undrawn')) return
  const notice = document.createElement('div')
  notice.className = 'undrawn'
  notice.dir = document.documentElement.dir
  notice.setAttribute('role', 'alert')
  sheet.append(notice)
  sheet.dataset.failed = ''
  // Screen readers announce what is added to an alert that is there already.
  requestAnimationFrame(() => notice.append(paragraph(fill(texts.undrawn.page, { page })), ...ways()))
}

/** The page is drawn after all. */
export function removeUndrawn(page: number): void {
  const sheet = sheetOf(page)
  delete sheet.dataset.failed
  sheet.querySelector('.undrawn')?.remove()
}

/** Brings what the signer has to decide about into view: the document's notice, or the first page's. */
export function pointAtUndrawn(): void {
  document.querySelector('#document-error:not([hidden]), .undrawn')?.scrollIntoView({ block: 'center' })
}

/** "Try again", and a download, which counts as displayed once all of it has arrived. */
export function waysOut(tryAgain: () => void, displayed: Displayed): HTMLElement[] {
  const again = document.createElement('button')
  again.type = 'button'
  again.className = 'quiet'
  again.textContent = texts.retry
  again.addEventListener('click', tryAgain)
  const link = document.createElement('a')
  link.href = `${data.base}/document.pdf?download`
  link.download = ''
  link.textContent = texts.undrawn.download
  const note = paragraph(texts.undrawn.counts)
  note.setAttribute('role', 'status')
  link.addEventListener('click', () => void countDownload(note, displayed))
  return [again, link, note]
}

/** The browser's own download works everywhere, but reports nothing: the bytes are fetched here as well. */
async function countDownload(note: HTMLElement, displayed: Displayed): Promise<void> {
  try {
    const response = await fetch(`${data.base}/document.pdf`)
    if (!response.ok) throw new TypeError(`status ${response.status}`)
    await response.arrayBuffer()
  } catch (error) {
    // What `fetch` throws when the connection is refused or breaks.
    if (!(error instanceof TypeError)) throw error
    note.textContent = texts.errors.document
    return
  }
  displayed.add('download', allPages())
  note.textContent = texts.undrawn.downloaded
}

function sheetOf(page: number): HTMLElement {
  return byId('pages').querySelector<HTMLElement>(`.sheet[data-page="${page}"]`)!
}

function paragraph(text: string): HTMLParagraphElement {
  const element = document.createElement('p')
  element.textContent = text
  return element
}
