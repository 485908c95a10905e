/** On every page: what opens below the bar closes on a press outside it, on Escape, and when a form is sent. */

interface Menu {
  /** Button and content; a press outside them closes the menu. */
  parts: Element[]
  isOpen(): boolean
  close(): void
  /** Opens and closes the menu; gets the focus back on Escape. */
  handle: HTMLElement
}

const menus = [languages(), tools()].filter((menu) => menu !== null)

function languages(): Menu | null {
  const details = document.querySelector<HTMLDetailsElement>('.languages')
  const handle = details?.querySelector('summary')
  if (!details || !handle) return null
  return { parts: [details], handle, isOpen: () => details.open, close: () => (details.open = false) }
}

/** The bar's buttons, on a phone behind one. */
function tools(): Menu | null {
  const handle = document.getElementById('more')
  const list = document.getElementById('tools')
  if (!handle || !list) return null
  const show = (open: boolean) => {
    list.classList.toggle('open', open)
    handle.setAttribute('aria-expanded', String(open))
  }
  const isOpen = () => list.classList.contains('open')
  handle.addEventListener('click', () => show(!isOpen()))
  // Before the button opens a dialog, which will give the focus back to what has it now. The zoom is often pressed again.
  const pressed = ({ target }: Event) => {
    if (!isOpen() || (target as Element).id === 'zoom') return
    handle.focus()
    show(false)
  }
  list.addEventListener('click', pressed, { capture: true })
  return { parts: [handle, list], handle, isOpen, close: () => show(false) }
}

function closeUnless(keep: (menu: Menu) => boolean): void {
  for (const menu of menus) if (menu.isOpen() && !keep(menu)) menu.close()
}

const contains = (target: EventTarget | null) => (menu: Menu) =>
  target instanceof Node && menu.parts.some((part) => part.contains(target))

for (const type of ['pointerdown', 'focusin']) addEventListener(type, ({ target }) => closeUnless(contains(target)))
addEventListener('submit', () => closeUnless(() => false))
// In a frame, the page around it was pressed.
addEventListener('blur', ({ target }) => {
  if (target === window) closeUnless(() => false)
})
addEventListener('keydown', ({ key }) => {
  if (key !== 'Escape') return
  for (const menu of menus) {
    if (!menu.isOpen()) continue
    menu.close()
    menu.handle.focus()
  }
})
