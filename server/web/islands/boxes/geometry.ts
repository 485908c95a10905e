import type { Place, PlacedBox } from './commands.ts'

/** Edges and corners by compass: `n` is the upper edge. */
export const HANDLES = ['nw', 'n', 'ne', 'e', 'se', 's', 'sw', 'w'] as const
export type Handle = (typeof HANDLES)[number]

/** Where boxes stick, in fractions of the page. */
export interface SnapLines {
  x: number[]
  y: number[]
}

export interface Snap {
  /** What to add to the place. */
  by: number
  /** The line it sticks to; null: none is near. */
  at: number | null
}

/** The least move that brings one of `edges` onto one of `lines`. */
export function snap(edges: readonly number[], lines: readonly number[], within: number): Snap {
  let found: Snap = { by: 0, at: null }
  let least = within
  for (const line of lines) {
    for (const edge of edges) {
      const distance = Math.abs(line - edge)
      if (distance > least || (distance === least && found.at !== null)) continue
      least = distance
      found = { by: line - edge, at: line }
    }
  }
  return found
}

/** From and to, along one axis. */
export type Gap = readonly [from: number, to: number]

const LENGTH = { x: 'w', y: 'h' } as const
const ACROSS = { x: 'y', y: 'x' } as const

/**
 * The least move of `place` along `axis`, less than `within`, after which it stands as far from a box as two boxes
 * beside it stand from each other, or in the middle between two.
 * @param others in the order of their beginnings along the axis
 */
export function snapToGaps(
  place: Place,
  axis: 'x' | 'y',
  others: readonly Place[],
  within: number,
): { by: number; gaps: [Gap, Gap] } | null {
  const across = ACROSS[axis]
  const [length, width] = [LENGTH[axis], LENGTH[across]]
  const beside = others.filter(
    (other) => other[across] < place[across] + place[width] && place[across] < other[across] + other[width],
  )
  let found: ReturnType<typeof snapToGaps> = null
  let least = within
  const offer = (start: number, ...gaps: [Gap, Gap]) => {
    const by = start - place[axis]
    if (Math.abs(by) >= least) return
    least = Math.abs(by)
    found = { by, gaps }
  }
  for (const [index, next] of beside.entries()) {
    const before = beside[index - 1]
    if (!before) continue
    const [from, to, end] = [before[axis] + before[length], next[axis], next[axis] + next[length]]
    const gap = to - from
    if (gap <= 0) continue
    offer(end + gap, [from, to], [end, end + gap])
    offer(before[axis] - gap - place[length], [before[axis] - gap, before[axis]], [from, to])
    const rest = (gap - place[length]) / 2
    if (rest > 0) offer(from + rest, [from, from + rest], [to - rest, to])
  }
  return found
}

/** The three places at which something sticks, along one axis. */
export const edgesOf = (start: number, length: number): number[] => [start, start + length / 2, start + length]

/** The lines that other boxes and the page itself give. */
export function linesAround(boxes: readonly Place[]): SnapLines {
  return {
    x: [0.5, ...boxes.flatMap(({ x, w }) => edgesOf(x, w))],
    y: [0.5, ...boxes.flatMap(({ y, h }) => edgesOf(y, h))],
  }
}

/** The page that shows a box: its own, or the last one where the document has fewer, as after another PDF was chosen. */
export const shownPage = ({ page }: Pick<Place, 'page'>, pages: { length: number }): number =>
  Math.min(page, pages.length)

const within = (value: number, least: number, most: number) => Math.min(Math.max(value, least), Math.max(least, most))

/** With the edges of `handle` moved, at most to the page's, and at least `least` long. */
export function resized<P extends Place>(
  place: P,
  handle: Handle,
  by: { x: number; y: number },
  least: { w: number; h: number },
): P {
  const [left, right, top, bottom] = [place.x, place.x + place.w, place.y, place.y + place.h]
  const x0 = handle.includes('w') ? within(left + by.x, 0, right - least.w) : left
  const x1 = handle.includes('e') ? within(right + by.x, left + least.w, 1) : right
  const y0 = handle.startsWith('n') ? within(top + by.y, 0, bottom - least.h) : top
  const y1 = handle.startsWith('s') ? within(bottom + by.y, top + least.h, 1) : bottom
  return { ...place, x: x0, y: y0, w: x1 - x0, h: y1 - y0 }
}

/** By page, then in rows from the top, each from the left. */
export function readingOrder(boxes: readonly PlacedBox[]): string[] {
  const rows: PlacedBox[][] = []
  for (const box of [...boxes].sort((a, b) => a.page - b.page || a.y + a.h / 2 - (b.y + b.h / 2))) {
    const first = rows.at(-1)?.[0]
    if (first && first.page === box.page && box.y + box.h / 2 < first.y + first.h) rows.at(-1)!.push(box)
    else rows.push([box])
  }
  return rows.flatMap((row) => row.sort((a, b) => a.x - b.x).map(({ id }) => id))
}
