import '../../styles/desk.css'
import { drawMark } from '../document/marks.ts'
import { byId } from '../dom.ts'
import { texts } from './data.ts'
import { accessibleValue, CHECKED, type Field, inkToDo, isDone, isStep, isTicked, SHOWN } from './fields.ts'
import type { Panel } from './panel.ts'

let isShown = false

/** Fills the column of a wide window: with what is to be done and what was filled in, and the way to a phone. */
export function showDesk(fields: Field[], panel: Pick<Panel, 'lead' | 'follow'>): void {
  if (isShown) return
  isShown = true
  const links = new Map(fields.filter(isStep).map((field) => [field, linkTo(field, panel)]))
  const list = document.createElement('ol')
  list.className = 'steps'
  list.setAttribute('aria-labelledby', 'progress-text')
  list.append(...[...links.values()].map(itemOf))
  byId('panel').querySelector('.inner')!.prepend(list)
  panel.follow((current) => {
    const step = current && (current.options[0] ?? current.boxes[0] ?? current)
    for (const [field, link] of links) {
      if (field !== step) link.removeAttribute('aria-current')
      else {
        link.setAttribute('aria-current', 'step')
        link.scrollIntoView({ block: 'nearest' })
      }
    }
  })
  const phone = document.getElementById('open-phone')
  if (!phone) return
  phone.hidden = !matchMedia('(pointer: fine)').matches
  phone.onclick = () => void import('./phone-dialog.ts').then((it) => it.openPhoneDialog()).catch(console.info)
}

function itemOf(link: HTMLElement): HTMLElement {
  const item = document.createElement('li')
  item.append(link)
  return item
}

/** A link to the place of the field, with its value. */
function linkTo(field: Field, { lead }: Pick<Panel, 'lead'>): HTMLElement {
  const link = document.createElement('a')
  field.button.id = `field-${field.id}`
  link.href = `#${field.button.id}`
  link.onclick = () => {
    lead(field)
    return false
  }
  const show = () => {
    // Of an enum, the option that was chosen.
    const shown = field.options.find(isTicked) ?? field
    const { name, value, required } = shown
    const done = isDone(field)
    const tick = document.createElement('span')
    tick.className = 'tick-of'
    tick.textContent = done ? '✓' : ''
    const small = document.createElement('small')
    if (!done) small.textContent = inkToDo(shown) ?? (required ? texts.required : texts.optional)
    else if (value?.type === 'drawn' || value?.type === 'image') small.append(drawMark(value))
    else if (value?.type !== 'checked') small.textContent = accessibleValue(value)
    const words = document.createElement('span')
    words.append(name, small)
    link.replaceChildren(tick, words)
  }
  for (const event of [SHOWN, CHECKED]) field.button.addEventListener(event, show)
  show()
  return link
}
