import type { PlacedBox } from './commands.ts'
import type { Desk } from './desk.ts'
import { linesAround, type SnapLines, snap } from './geometry.ts'

/** Pixels of the screen within which an edge sticks to a line. */
const SNAP_PX = 6

/** Where boxes stick on a page, and the guides that show it. */
export function sticking<B extends PlacedBox>(desk: Desk<B>) {
  const guides = { x: part('guide across'), y: part('guide') }

  return {
    /** @param moving the boxes that do not stick to themselves */
    linesOf(page: number, moving: ReadonlySet<string>): SnapLines {
      const others = linesAround(desk.boxes.filter((box) => box.page === page && !moving.has(box.id)))
      const own = desk.options.snapLines(page)
      return { x: [...others.x, ...own.x], y: [...others.y, ...own.y] }
    },

    /**
     * How far `edges` are from where they stick, which the guides show.
     * @param free nothing sticks: Alt is held
     */
    stick(list: HTMLElement, lines: SnapLines, edges: SnapLines, free: boolean): { x: number; y: number } {
      const { width, height } = list.getBoundingClientRect()
      const x = snap(edges.x, lines.x, free ? -1 : SNAP_PX / width)
      const y = snap(edges.y, lines.y, free ? -1 : SNAP_PX / height)
      for (const [axis, { at }] of [['x', x] as const, ['y', y] as const]) {
        const guide = guides[axis]
        if (at === null) guide.remove()
        else {
          guide.style[axis === 'x' ? 'left' : 'top'] = `${at * 100}%`
          if (guide.parentElement !== list) list.append(guide)
        }
      }
      return { x: x.by, y: y.by }
    },

    hide(): void {
      guides.x.remove()
      guides.y.remove()
    },
  }
}

/** Decoration in the list of a page. */
export function part(className: string): HTMLElement {
  const element = document.createElement('li')
  element.className = className
  element.setAttribute('aria-hidden', 'true')
  return element
}
