import type { Place, PlacedBox } from './commands.ts'
import type { Desk } from './desk.ts'
import { edgesOf, type Gap, linesAround, type SnapLines, shownPage, snap, snapToGaps } from './geometry.ts'

/** Pixels of the screen within which an edge sticks to a line, and a box where gaps are equal. */
const SNAP_PX = 6

/** Where something on a page sticks. */
export interface Around {
  lines: SnapLines
  /** The other boxes of the page, in the order of each axis. */
  x: readonly Place[]
  y: readonly Place[]
}

/** Where boxes stick on a page, and the guides that show it. */
export function sticking<B extends PlacedBox>(desk: Desk<B>) {
  const guides = { x: part('guide across'), y: part('guide') }
  const gaps = { x: [part('gap'), part('gap')], y: [part('gap down'), part('gap down')] }

  function showLine(list: HTMLElement, axis: 'x' | 'y', at: number | null): void {
    const guide = guides[axis]
    if (at === null) {
      guide.remove()
      return
    }
    guide.style[axis === 'x' ? 'left' : 'top'] = `${at * 100}%`
    if (guide.parentElement !== list) list.append(guide)
  }

  /** @param middle of the box, on the other axis */
  function showGaps(list: HTMLElement, axis: 'x' | 'y', found: readonly Gap[], middle: number): void {
    const [start, length, across] =
      axis === 'x' ? (['left', 'width', 'top'] as const) : (['top', 'height', 'left'] as const)
    for (const [index, bar] of gaps[axis].entries()) {
      const gap = found[index]
      if (!gap) {
        bar.remove()
        continue
      }
      bar.style[start] = `${gap[0] * 100}%`
      bar.style[length] = `${(gap[1] - gap[0]) * 100}%`
      bar.style[across] = `${middle * 100}%`
      if (bar.parentElement !== list) list.append(bar)
    }
  }

  return {
    /** @param moving the boxes that do not stick to themselves */
    around(page: number, moving: ReadonlySet<string>): Around {
      const { boxes: all, options } = desk
      const boxes = all.filter((box) => shownPage(box, options.pages) === page && !moving.has(box.id))
      const others = linesAround(boxes)
      const own = desk.options.snapLines(page)
      return {
        lines: { x: [...others.x, ...own.x], y: [...others.y, ...own.y] },
        x: boxes.toSorted((a, b) => a.x - b.x),
        y: boxes.toSorted((a, b) => a.y - b.y),
      }
    },

    /**
     * How far `edges` are from the lines to which they stick, which the guides show.
     * @param free nothing sticks: Alt is held
     */
    stickEdges(list: HTMLElement, { lines }: Around, edges: SnapLines, free: boolean): { x: number; y: number } {
      const { width, height } = list.getBoundingClientRect()
      const x = snap(edges.x, lines.x, free ? -1 : SNAP_PX / width)
      const y = snap(edges.y, lines.y, free ? -1 : SNAP_PX / height)
      showLine(list, 'x', x.at)
      showLine(list, 'y', y.at)
      return { x: x.by, y: y.by }
    },

    /** How far `place` is from where it sticks: to lines, or where the gaps between boxes are equal. @param free as before */
    stick(list: HTMLElement, around: Around, place: Place, free: boolean): { x: number; y: number } {
      const { width, height } = list.getBoundingClientRect()
      const along = (axis: 'x' | 'y', start: number, length: number, reach: number) => {
        const line = snap(edgesOf(start, length), around.lines[axis], free ? -1 : reach)
        const gap = free ? null : snapToGaps(place, axis, around[axis], line.at === null ? reach : Math.abs(line.by))
        showLine(list, axis, gap ? null : line.at)
        return { by: gap?.by ?? line.by, gaps: gap?.gaps ?? [] }
      }
      const x = along('x', place.x, place.w, SNAP_PX / width)
      const y = along('y', place.y, place.h, SNAP_PX / height)
      showGaps(list, 'x', x.gaps, place.y + y.by + place.h / 2)
      showGaps(list, 'y', y.gaps, place.x + x.by + place.w / 2)
      return { x: x.by, y: y.by }
    },

    hide(): void {
      for (const shown of [guides.x, guides.y, ...gaps.x, ...gaps.y]) shown.remove()
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
