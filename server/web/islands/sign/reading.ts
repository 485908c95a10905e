import '../../styles/reading.css'
import type { Block, Extent, ReadingPage, ReadingText, TextRow } from '../../../domain/documents/reading-text.ts'
import { all, placeBox } from '../dom.ts'
import { createControl, type Entering } from './controls.ts'
import { data, texts } from './data.ts'
import type { Displayed } from './displayed.ts'
import { type Field, showValue } from './fields.ts'

/**
 * The document's text, reflowed, with the fields in place (decision 0045). It stands beside each page: in the view of the
 * pages only screen readers get it, in the view of the text it is all that is shown, and the fields stand in it: as form controls, or where those cannot do it, as their buttons.
 */
export interface Reading {
  /** Shows the text, or the pages again. */
  show(view: 'pages' | 'text'): void
}

/** A page that ends above this is behind the bar. */
const BAR_PIXELS = 120

/** The document has no text that the server could read. */
export class NoReading extends Error {}

interface Sheet {
  element: HTMLElement
  page: ReadingPage
  /** What the fields are put behind, from the top of the page. */
  spots: { place: Extent; element: HTMLElement }[]
  reading: HTMLElement
}

/**
 * Fetches the text and writes it beside the pages.
 * @param entering null: nothing can be filled in yet
 * @throws NoReading; TypeError without a connection
 */
export async function openReading(fields: Field[], displayed: Displayed, entering: Entering | null): Promise<Reading> {
  // Not a call that has to succeed: the pages show the document, so nobody is told that the server is unavailable.
  const response = await fetch(`${data.base}/text.json`)
  if (response.status !== 200) throw new NoReading(`status ${response.status}`)
  const text = (await response.json()) as ReadingText
  const controls = new Map(fields.map((field) => [field, entering && createControl(field, entering)]))
  const sheets = all('.sheet').map((element, index) => write(element, text.pages[index]!))
  return {
    show(view) {
      const current = sheets.find(({ element }) => element.getBoundingClientRect().bottom > BAR_PIXELS)
      document.body.classList.toggle('reading', view === 'text')
      const place = (field: Field) => {
        const sheet = sheets[field.page - 1]!
        const control = controls.get(field)
        if (view === 'text' && control) placeInText(sheet, field, control)
        else if (view === 'text') {
          field.button.removeAttribute('style')
          placeInText(sheet, field, field.button)
        } else if (control) control.remove()
        else {
          placeBox(field.button, field)
          sheet.element.querySelector('.fields')!.append(field.button)
        }
        // In the size of its box, or of the text.
        showValue(field)
      }
      const placeAll = () => fields.forEach(place)
      if (entering) entering.change(placeAll)
      else placeAll()
      // The same page as before, in its other form.
      if (current && current !== sheets[0]) current.element.scrollIntoView({ block: 'start', behavior: 'instant' })
      if (view !== 'text') return
      const read = sheets.flatMap(({ page }, i) => (page.complete && page.blocks.length > 0 ? [i + 1] : []))
      if (read.length > 0) displayed.add('text', read)
    },
  }
}

function write(element: HTMLElement, page: ReadingPage): Sheet {
  const reading = document.createElement('div')
  reading.className = 'reflow'
  const number = paragraph(element.getAttribute('aria-label') ?? '')
  number.className = 'page-number'
  // The page itself is called so.
  number.setAttribute('aria-hidden', 'true')
  reading.append(number)
  const spots: Sheet['spots'] = []
  for (const block of page.blocks) reading.append(draw(block, spots))
  if (page.blocks.length === 0) reading.append(paragraph(texts.noText))
  // Else a screen reader would read the pages that are drawn twice.
  else element.querySelector('.words-layer')!.setAttribute('aria-hidden', 'true')
  element.prepend(reading)
  return { element, page, spots, reading }
}

function draw(block: Block, spots: Sheet['spots']): HTMLElement {
  if (block.kind === 'table') {
    const table = document.createElement('table')
    const body = table.createTBody()
    // A cell that is to be filled in has no print: the row is as wide as the page, unless its table stands in a column.
    const x1 = block.x0 < 0.4 ? 1 : block.x1
    for (const row of block.rows) spots.push({ place: { ...row, x1 }, element: drawRow(body, row) })
    return table
  }
  // The document's name is the page's only heading of the first level.
  const tag = block.kind === 'heading' ? `h${Math.min(6, block.level + 1)}` : 'p'
  const element = document.createElement(tag)
  if (block.kind === 'item') element.className = 'item'
  element.textContent = block.text
  element.dir = 'auto'
  spots.push({ place: block, element })
  return element
}

/** Returns the last cell, where the row's fields go. */
function drawRow(body: HTMLTableSectionElement, { cells, isHead }: TextRow): HTMLElement {
  const row = body.insertRow()
  for (const text of cells) {
    const cell = document.createElement(isHead ? 'th' : 'td')
    if (isHead) cell.setAttribute('scope', 'col')
    cell.dir = 'auto'
    cell.textContent = text
    row.append(cell)
  }
  return row.cells[row.cells.length - 1]!
}

/** A signature is much higher than its line, at whose foot it stands: what begins above here is before the field. */
const FOOT = 0.85

/** Behind the last text that begins above the field's foot, in its column if there are several. */
function placeInText({ spots, reading }: Sheet, { x, y, w, h }: Field, element: HTMLElement): void {
  const above = spots.filter(({ place }) => place.y0 <= y + h * FOOT)
  const inColumn = above.filter(({ place }) => place.x0 < x + w && place.x1 > x - 0.25)
  const candidates = inColumn.length > 0 ? inColumn : above
  const best = candidates.reduce<(typeof spots)[number] | null>(
    (lowest, spot) => (lowest && lowest.place.y0 > spot.place.y0 ? lowest : spot),
    null,
  )
  if (!best) reading.querySelector('.page-number')!.after(element)
  else if (best.element instanceof HTMLTableCellElement) best.element.append(element)
  else {
    let last: Element = best.element
    while (last.nextElementSibling?.matches('button.field, .entry')) last = last.nextElementSibling
    last.after(element)
  }
}

function paragraph(text: string): HTMLParagraphElement {
  const element = document.createElement('p')
  element.textContent = text
  return element
}
