import { byId } from '../dom.ts'
import { h } from './elements.ts'

const JOINED_MS = 500

let waiting: ReturnType<typeof setTimeout> | undefined

/** Read out, the last of what is said within half a second: a box that moves by ten arrows says once where it is. */
export function announce(text: string): void {
  clearTimeout(waiting)
  waiting = setTimeout(() => {
    byId('announce').textContent = text
  }, JOINED_MS)
}

/** A line above the pages with choices; the first one that is pressed ends it. */
export function ask(text: string, choices: Record<string, () => void>): void {
  const notice = h('div', { class: 'notice', role: 'alert' }, h('p', {}, text))
  const press = (act: () => void) => () => {
    notice.remove()
    act()
  }
  const buttons = Object.entries(choices).map(([name, act]) =>
    h('button', { type: 'button', class: 'btn small', onclick: press(act) }, name),
  )
  notice.append(h('div', { class: 'buttons' }, ...buttons))
  byId('notices').append(notice)
}
