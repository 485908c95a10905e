import { inPage } from '../../in-page.ts'
import { placeBox } from '../dom.ts'
import type { Place, PlacedBox } from './commands.ts'
import { boxCount, type Desk } from './desk.ts'
import { drag } from './drag.ts'
import { HANDLES, type Handle, resized, shownPage } from './geometry.ts'
import { type Around, part, sticking } from './sticking.ts'

/** Points; smaller boxes cannot be locked. */
const LEAST = 6

/** What pointers do to the boxes: pointer events alone, so that mouse, pen and finger are one. */
export function gestures<B extends PlacedBox>(desk: Desk<B>, lists: HTMLElement[]) {
  const { pages } = desk.options
  const frame = part('frame')
  for (const handle of HANDLES) {
    const corner = document.createElement('span')
    corner.className = `handle ${handle}`
    frame.append(corner)
  }
  const { around, stick, stickEdges, hide } = sticking(desk)
  const band = part('band')

  for (const [index, list] of lists.entries()) {
    list.addEventListener('pointerdown', (event) => {
      if (event.button !== 0 || !event.isPrimary) return
      const target = event.target as HTMLElement
      const handle = HANDLES.find((name) => target.classList.contains(name))
      if (handle && target.parentElement === frame) resize(event, list, handle)
      else if (target.dataset.box !== undefined) pick(event, target, target.dataset.box)
      else if (desk.armed !== null) sketch(event, list, index + 1, desk.armed)
      // A finger on the empty page scrolls it.
      else if (event.pointerType !== 'touch') marquee(event, list, index + 1)
    })
  }

  const pageAt = (x: number, y: number): number | null => {
    const at = pages.findIndex(({ element }) => {
      const rect = element.getBoundingClientRect()
      return x >= rect.left && x <= rect.right && y >= rect.top && y <= rect.bottom
    })
    return at < 0 ? null : at + 1
  }
  const clear = () => {
    hide()
    band.remove()
  }

  function pick(event: PointerEvent, button: HTMLElement, id: string): void {
    const wasSelected = desk.selected.has(id)
    if (event.shiftKey) {
      const next = new Set(desk.selected)
      if (wasSelected) next.delete(id)
      else next.add(id)
      gesture.holds = true
      button.focus({ preventScroll: true })
      desk.select(next)
      event.preventDefault()
      return
    }
    gesture.holds = false
    if (!wasSelected) desk.select([id])
    const moving = desk.boxes.filter((box) => desk.selected.has(box.id))
    const lead = moving.find((box) => box.id === id)!
    const start = shownPage(lead, pages)
    const from = lists[start - 1]!.getBoundingClientRect()
    const origin = { left: from.left + scrollX, top: from.top + scrollY }
    let target = { page: start, around: null as Around | null }
    let offset = { x: 0, y: 0 }
    const lift = (isLifted: boolean) => {
      for (const box of moving) desk.button(box.id)!.classList.toggle('lifted', isLifted)
    }
    drag(button, event, {
      start: () => {
        frame.remove()
        lift(true)
      },
      move({ dx, dy, x, y, altKey }) {
        const page = pageAt(x, y) ?? target.page
        if (target.page !== page || !target.around) target = { page, around: around(page, desk.selected) }
        const list = lists[page - 1]!
        const rect = list.getBoundingClientRect()
        const size = { w: (lead.w * from.width) / rect.width, h: (lead.h * from.height) / rect.height }
        const left = (origin.left + lead.x * from.width + dx - rect.left - scrollX) / rect.width
        const top = (origin.top + lead.y * from.height + dy - rect.top - scrollY) / rect.height
        const by = stick(list, target.around!, { page, x: left, y: top, ...size }, altKey)
        offset = { x: dx + by.x * rect.width, y: dy + by.y * rect.height }
        for (const box of moving) desk.button(box.id)!.style.translate = `${offset.x}px ${offset.y}px`
      },
      end(isDone) {
        clear()
        lift(false)
        for (const box of moving) desk.button(box.id)!.style.translate = ''
        if (!isDone) return gesture.frame()
        const to = lists[target.page - 1]!.getBoundingClientRect()
        const places = moving.map((box) => {
          const before = shownPage(box, pages)
          const page = before === start ? target.page : before
          const own = lists[before - 1]!.getBoundingClientRect()
          const on = page === before ? own : to
          return inPage({
            ...box,
            page,
            x: (own.left + box.x * own.width + offset.x - on.left) / on.width,
            y: (own.top + box.y * own.height + offset.y - on.top) / on.height,
            w: (box.w * own.width) / on.width,
            h: (box.h * own.height) / on.height,
          })
        })
        desk.move(`Move ${boxCount(places.length)}`, places)
      },
      // A press alone selects this one only.
      still: () => desk.select([id], true),
    })
  }

  function resize(event: PointerEvent, list: HTMLElement, handle: Handle): void {
    const [id] = desk.selected
    const box = desk.boxes.find((one) => one.id === id)
    const button = id === undefined ? undefined : desk.button(id)
    if (!box || !button) return
    const { width, height } = list.getBoundingClientRect()
    const page = shownPage(box, pages)
    const others = around(page, desk.selected)
    const size = pages[page - 1]!
    const least = { w: LEAST / size.width, h: LEAST / size.height }
    const start: B = { ...box, page }
    let place = start
    drag(frame, event, {
      move({ dx, dy, altKey }) {
        const by = { x: dx / width, y: dy / height }
        const free = resized(start, handle, by, least)
        const edges = {
          x: handle.includes('w') ? [free.x] : handle.includes('e') ? [free.x + free.w] : [],
          y: handle.startsWith('n') ? [free.y] : handle.startsWith('s') ? [free.y + free.h] : [],
        }
        const more = stickEdges(list, others, edges, altKey)
        place = resized(start, handle, { x: by.x + more.x, y: by.y + more.y }, least)
        placeBox(button, place)
        placeBox(frame, place)
      },
      end(isDone) {
        clear()
        placeBox(button, box)
        if (isDone) desk.move('Resize 1 box', [place])
        else gesture.frame()
      },
    })
  }

  /** The rectangle between where the pointer was pressed and where it is. */
  function stretch(
    event: PointerEvent,
    list: HTMLElement,
    page: number,
    done: (place: Place) => void,
    still?: () => void,
  ) {
    const rect = list.getBoundingClientRect()
    const at = { x: (event.clientX - rect.left) / rect.width, y: (event.clientY - rect.top) / rect.height }
    const place: Place = { page, ...at, w: 0, h: 0 }
    drag(list, event, {
      move({ dx, dy }) {
        const to = {
          x: Math.min(Math.max(at.x + dx / rect.width, 0), 1),
          y: Math.min(Math.max(at.y + dy / rect.height, 0), 1),
        }
        place.x = Math.min(at.x, to.x)
        place.y = Math.min(at.y, to.y)
        place.w = Math.abs(at.x - to.x)
        place.h = Math.abs(at.y - to.y)
        if (!band.isConnected) list.append(band)
        placeBox(band, place)
      },
      end(isDone) {
        clear()
        if (isDone) done(place)
      },
      ...(still && { still }),
    })
  }

  function sketch(event: PointerEvent, list: HTMLElement, page: number, kind: string): void {
    const { width, height } = pages[page - 1]!
    const put = (place: Place) => {
      desk.arm(null)
      desk.insert('Add a box', [desk.options.create(kind, inPage(place))])
    }
    const least = (place: Place) => ({
      ...place,
      w: Math.max(place.w, LEAST / width),
      h: Math.max(place.h, LEAST / height),
    })
    stretch(
      event,
      list,
      page,
      (place) => put(least(place)),
      () => put(standard(event, kind, page)),
    )
  }

  function marquee(event: PointerEvent, list: HTMLElement, page: number): void {
    const kept = event.shiftKey ? [...desk.selected] : []
    const inside = (box: B, { x, y, w, h }: Place) =>
      shownPage(box, pages) === page && box.x < x + w && x < box.x + box.w && box.y < y + h && y < box.y + box.h
    const choose = (place: Place) => {
      const found = desk.boxes.filter((box) => inside(box, place)).map(({ id }) => id)
      gesture.holds = kept.length + found.length > 1
      desk.select([...kept, ...found])
    }
    stretch(event, list, page, choose, () => desk.select(kept))
  }

  /** A box of the usual size around the pointer, where it sticks. */
  function standard({ clientX, clientY, altKey }: PointerEvent, kind: string, page: number): Place {
    const rect = lists[page - 1]!.getBoundingClientRect()
    const size = desk.options.sizeOf(kind)
    const [w, h] = [size.width / pages[page - 1]!.width, size.height / pages[page - 1]!.height]
    const x = (clientX - rect.left) / rect.width - w / 2
    const y = (clientY - rect.top) / rect.height - h / 2
    const by = stick(lists[page - 1]!, around(page, new Set()), { page, x, y, w, h }, altKey)
    return inPage({ page, x: x + by.x, y: y + by.y, w, h })
  }

  function dragIn(event: PointerEvent, kind: string): void {
    if (event.button !== 0 || !event.isPrimary) return
    const carried = part('box carried')
    let last: { event: PointerEvent; page: number; place: Place } | null = null
    drag(event.currentTarget as HTMLElement, event, {
      move({ event: now, x, y }) {
        const page = pageAt(x, y)
        if (page === null) {
          last = null
          clear()
          carried.remove()
          return
        }
        last = { event: now, page, place: standard(now, kind, page) }
        if (carried.parentElement !== lists[page - 1]) lists[page - 1]!.append(carried)
        placeBox(carried, last.place)
      },
      end(isDone) {
        clear()
        carried.remove()
        if (isDone && last) desk.insert('Add a box', [desk.options.create(kind, last.place)])
      },
    })
  }

  const gesture = {
    /** Several boxes were chosen one by one: the focus alone does not change the selection. */
    holds: false,
    dragIn,
    /** The handles, around the one box that is selected. */
    frame(): void {
      const [id, another] = desk.selected
      const box = another === undefined ? desk.boxes.find((one) => one.id === id) : undefined
      const list = box && lists[shownPage(box, pages) - 1]
      frame.remove()
      if (!box || !list) return
      placeBox(frame, box)
      list.append(frame)
    },
  }
  return gesture
}
