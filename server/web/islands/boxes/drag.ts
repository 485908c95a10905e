/** Pixels that a pointer moves before it is a drag. */
const SLACK_PX = 3
/** From an edge of the window within which the page scrolls along, and how far in a frame, at most. */
const EDGE_PX = 56
const FASTEST_PX = 18

export interface Movement {
  /** Since the press, over the document: scrolling counts. */
  dx: number
  dy: number
  /** In the window. */
  x: number
  y: number
  altKey: boolean
  event: PointerEvent
}

export interface Drag {
  /** It has become a drag; before the first move. */
  start?(): void
  /** At most once in a frame. */
  move(movement: Movement): void
  /** @param isDone false: Esc, or the browser took the pointer away */
  end(isDone: boolean): void
  /** Released where it was pressed. */
  still?(): void
}

/** Follows a pointer from its press to its release, wherever it goes; near an edge of the window the page scrolls along. */
export function drag(element: HTMLElement, start: PointerEvent, { start: begin, move, end, still }: Drag): void {
  const { pointerId } = start
  const origin = { x: start.clientX + scrollX, y: start.clientY + scrollY }
  const over = new AbortController()
  const { signal } = over
  let last = start
  let isDragging = false
  let frame = 0
  element.setPointerCapture(pointerId)

  const step = () => {
    frame = 0
    const { clientX: x, clientY: y, altKey } = last
    const scrolled = scrollFor(y)
    if (scrolled !== 0) scrollBy({ top: scrolled, behavior: 'instant' })
    move({ dx: x + scrollX - origin.x, dy: y + scrollY - origin.y, x, y, altKey, event: last })
    if (scrolled !== 0) frame = requestAnimationFrame(step)
  }
  const finish = (isDone: boolean) => {
    if (frame !== 0) {
      cancelAnimationFrame(frame)
      if (isDone) step()
      cancelAnimationFrame(frame)
    }
    over.abort()
    if (element.hasPointerCapture(pointerId)) element.releasePointerCapture(pointerId)
    if (isDragging) end(isDone)
    else if (isDone) still?.()
  }

  element.addEventListener(
    'pointermove',
    (event) => {
      if (event.pointerId !== pointerId) return
      last = event
      if (!isDragging && Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) > SLACK_PX) {
        isDragging = true
        begin?.()
      }
      if (isDragging) frame ||= requestAnimationFrame(step)
    },
    { signal },
  )
  element.addEventListener('pointerup', (event) => event.pointerId === pointerId && finish(true), { signal })
  element.addEventListener('pointercancel', (event) => event.pointerId === pointerId && finish(false), { signal })
  addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
      finish(false)
    },
    { signal, capture: true },
  )
}

function scrollFor(y: number): number {
  const into = y < EDGE_PX ? y - EDGE_PX : Math.max(0, y - (innerHeight - EDGE_PX))
  return Math.max(-1, Math.min(1, into / EDGE_PX)) * FASTEST_PX
}
