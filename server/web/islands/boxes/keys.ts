import type { PlacedBox } from './commands.ts'
import type { BoxLayer, Desk } from './desk.ts'
import { shownPage } from './geometry.ts'

/** Points that an arrow moves or resizes by, alone and with Shift. */
const STEP = 1
const LONG_STEP = 10

const ARROWS: Record<string, { x: number; y: number }> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

/** A key that was pressed on a box. Undo, copy and paste are the page's, as they also concern what is no box. */
export function onKey<B extends PlacedBox>(
  desk: Desk<B>,
  event: KeyboardEvent,
  layer: BoxLayer<B>,
  gesture: { holds: boolean },
): void {
  const { key, altKey, shiftKey } = event
  const id = (event.target as HTMLElement).dataset.box
  if (id === undefined) return
  const ctrl = event.ctrlKey || event.metaKey
  const arrow = ARROWS[key]
  if (arrow && !ctrl) {
    const step = shiftKey ? LONG_STEP : STEP
    layer.nudge({ x: arrow.x * step, y: arrow.y * step }, altKey)
  } else if (ctrl && key.toLowerCase() === 'a') {
    const shown = desk.boxes.map((box) => ({ id: box.id, page: shownPage(box, desk.options.pages) }))
    const page = shown.find((box) => box.id === id)?.page
    desk.select(shown.flatMap((box) => (box.page === page ? [box.id] : [])))
  } else if (ctrl && key.toLowerCase() === 'd') {
    layer.duplicate()
  } else if (key === 'Delete' || key === 'Backspace') {
    layer.remove()
  } else if (key === 'Enter' && !ctrl) {
    if (!desk.selected.has(id)) desk.select([id])
    desk.options.onEnter()
  } else if (key === ' ') {
    // From now on Tab keeps what is selected, and the space bar adds to it and takes from it.
    const next = new Set(desk.selected)
    if (gesture.holds && next.has(id)) next.delete(id)
    else next.add(id)
    gesture.holds = true
    desk.select(next)
  } else if (key === 'Escape') {
    gesture.holds = false
    desk.arm(null)
    desk.select([])
  } else return
  event.preventDefault()
}
