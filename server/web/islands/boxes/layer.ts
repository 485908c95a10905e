import { inPage } from '../../in-page.ts'
import { placeBox } from '../dom.ts'
import type { BoxModel, Command, PlacedBox } from './commands.ts'
import { type BoxLayer, boxCount, type Desk, type LayerOptions } from './desk.ts'
import { readingOrder, shownPage } from './geometry.ts'
import { gestures } from './gestures.ts'
import { onKey } from './keys.ts'

/**
 * The boxes of a document's pages: a button each, in a list per page in reading order, because a canvas shows nothing to a
 * keyboard or a screen reader, and libraries for dragging bring no order of focus. It knows nothing of templates.
 */
export function boxLayer<B extends PlacedBox>(options: LayerOptions<B>): BoxLayer<B> {
  const { pages } = options
  const lists = pages.map(({ element }) => {
    const list = document.createElement('ol')
    list.className = 'boxes'
    element.append(list)
    return list
  })
  const buttons = new Map<string, HTMLButtonElement>()
  const shown = new Map<string, B>()

  const desk: Desk<B> = {
    options,
    boxes: [],
    selected: new Set(),
    armed: null,
    button: (id) => buttons.get(id),
    select(ids, focus = false) {
      const next = new Set([...ids].filter((id) => buttons.has(id)))
      for (const id of [...desk.selected, ...next]) {
        buttons.get(id)?.setAttribute('aria-pressed', String(next.has(id)))
      }
      desk.selected = next
      const [first] = next
      if (focus && first !== undefined) buttons.get(first)?.focus()
      gesture.frame()
      options.onSelect([...next])
    },
    arm(kind) {
      if (kind === desk.armed) return
      desk.armed = kind
      for (const list of lists) list.classList.toggle('armed', kind !== null)
      if (kind === null) options.onDisarm()
    },
    move(name, places) {
      const to = new Map(places.map((place) => [place.id, place]))
      const boxes = places.map(({ id, page, x, y, w, h }) => ({ id, to: { page, x, y, w, h } as Partial<B> }))
      const order = readingOrder(desk.boxes.map((box) => to.get(box.id) ?? box))
      const change = { type: 'change' as const, boxes }
      const commands = isInOrder(desk.boxes) ? [change, { type: 'order' as const, ids: order }] : [change]
      options.onCommand(name, { type: 'all', commands } as Command<BoxModel & { boxes: readonly B[] }>)
    },
    insert(name, boxes) {
      if (boxes.length === 0) return
      const order = readingOrder([...desk.boxes, ...boxes])
      const added = boxes.map((box) => ({ at: order.indexOf(box.id), box })).sort((a, b) => a.at - b.at)
      options.onCommand(name, { type: 'insert', boxes: added })
      desk.select(
        boxes.map(({ id }) => id),
        true,
      )
    },
  }
  const gesture = gestures(desk, lists)

  for (const list of lists) {
    list.addEventListener('focusin', ({ target }) => {
      const id = (target as HTMLElement).dataset.box
      if (id !== undefined && !desk.selected.has(id) && !gesture.holds) desk.select([id])
    })
    list.addEventListener('keydown', (event) => onKey(desk, event, layer, gesture))
  }

  const layer: BoxLayer<B> = {
    show(boxes) {
      const focused = document.activeElement
      const place = desk.boxes.findIndex(({ id }) => buttons.get(id) === focused)
      desk.boxes = boxes
      const next = lists.map((list) => list.firstElementChild)
      for (const box of boxes) {
        const at = shownPage(box, pages) - 1
        const button = buttons.get(box.id) ?? make(box.id)
        if (shown.get(box.id) !== box) draw(button, box)
        shown.set(box.id, box)
        const item = button.parentElement!
        if (item === next[at]) next[at] = item.nextElementSibling
        else lists[at]!.insertBefore(item, next[at] ?? null)
      }
      const kept = new Set(boxes.map(({ id }) => id))
      for (const [id, button] of buttons) {
        if (kept.has(id)) continue
        button.parentElement!.remove()
        buttons.delete(id)
        shown.delete(id)
      }
      // Moving an element in the page takes the focus from it.
      if (focused instanceof HTMLElement && focused.isConnected && focused !== document.activeElement) {
        focused.focus({ preventScroll: true })
      }
      if (place !== -1 && !focused!.isConnected) {
        // The box that had the focus is undone: its neighbour has it, as after a deletion.
        const neighbour = boxes[place] ?? boxes.at(-1)
        desk.select(neighbour ? [neighbour.id] : [], true)
      } else if ([...desk.selected].some((id) => !kept.has(id))) desk.select(desk.selected)
      else gesture.frame()
    },
    select: desk.select,
    get selected() {
      return desk.selected
    },
    arm: desk.arm,
    get armed() {
      return desk.armed
    },
    add(kind) {
      const page = layer.pageInView()
      const size = options.sizeOf(kind)
      const { width, height } = pages[page - 1]!
      const [w, h] = [size.width / width, size.height / height]
      desk.insert('Add a box', [options.create(kind, inPage({ page, x: (1 - w) / 2, y: (1 - h) / 2, w, h }))])
    },
    insert: desk.insert,
    remove() {
      const ids = [...desk.selected]
      if (ids.length === 0) return
      const at = desk.boxes.findIndex(({ id }) => desk.selected.has(id))
      options.onCommand(`Delete ${boxCount(ids.length)}`, { type: 'remove', ids })
      const neighbour = desk.boxes[at] ?? desk.boxes.at(-1)
      desk.select(neighbour ? [neighbour.id] : [], true)
    },
    duplicate() {
      const copies = desk.boxes
        .filter(({ id }) => desk.selected.has(id))
        .map((box) => {
          const page = shownPage(box, pages)
          return inPage({ ...box, id: crypto.randomUUID(), page, y: box.y + box.h + 0.005 })
        })
      desk.insert(`Duplicate ${boxCount(copies.length)}`, copies)
    },
    pageInView: () => pageInView(pages),
    nudge: (by, resizes = false) => nudge(desk, by, resizes),
    dragIn: gesture.dragIn,
  }

  function make(id: string): HTMLButtonElement {
    const button = document.createElement('button')
    button.type = 'button'
    button.dataset.box = id
    button.setAttribute('aria-pressed', 'false')
    const item = document.createElement('li')
    item.append(button)
    buttons.set(id, button)
    return button
  }

  function draw(button: HTMLButtonElement, box: B): void {
    const { name, text, owner, problem, columns } = options.face(box)
    button.className = problem ? 'box problem' : 'box'
    button.dataset.owner = owner
    button.id = `box-${box.id}`
    button.textContent = columns ? '' : text
    for (const column of columns ?? []) {
      const part = document.createElement('span')
      part.textContent = column.text
      part.style.flexGrow = String(column.share)
      button.append(part)
    }
    button.setAttribute('aria-label', name)
    button.style.translate = ''
    placeBox(button, box)
  }

  return layer
}

function nudge<B extends PlacedBox>(desk: Desk<B>, by: { x: number; y: number }, resizes: boolean): void {
  const boxes = desk.boxes.filter(({ id }) => desk.selected.has(id))
  if (boxes.length === 0) return
  const places = boxes.map((box) => {
    const page = shownPage(box, desk.options.pages)
    const { width, height } = desk.options.pages[page - 1]!
    const [x, y] = [by.x / width, by.y / height]
    if (!resizes) return inPage({ ...box, page, x: box.x + x, y: box.y + y })
    const w = Math.min(Math.max(box.w + x, 6 / width), 1 - box.x)
    const h = Math.min(Math.max(box.h + y, 6 / height), 1 - box.y)
    return { ...box, page, w, h }
  })
  desk.move(`${resizes ? 'Resize' : 'Move'} ${boxCount(boxes.length)}`, places)
}

function isInOrder(boxes: readonly PlacedBox[]): boolean {
  const order = readingOrder(boxes)
  return boxes.every(({ id }, at) => order[at] === id)
}

/** The page that is closest to the middle of the window. */
function pageInView(pages: readonly { element: HTMLElement }[]): number {
  const middle = innerHeight / 2
  const distances = pages.map(({ element }) => {
    const { top, bottom } = element.getBoundingClientRect()
    return Math.max(0, top - middle, middle - bottom)
  })
  return distances.indexOf(Math.min(...distances)) + 1
}
