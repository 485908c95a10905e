import type { Rect } from '../geometry.ts'
import type { FoundMarker } from './found-marker.ts'

/**
 * Merges markers with the same text that are painted over each other: bold type is often faked by painting a text
 * twice, a hair apart. The result is one marker whose glyphs are those of all copies, so that all are masked.
 *
 * Twins are looked up in a grid, so the cost is linear in the number of markers. A cell is about as large as the
 * marker, and no two merged markers overlap by more than half, so a cell holds few of them.
 */
export function mergeOverprints(markers: FoundMarker[]): FoundMarker[] {
  const merged: FoundMarker[] = []
  const grid = new Map<string, FoundMarker[]>()
  for (const marker of markers) {
    const text = `${marker.kind}:${marker.role}:${marker.fieldKey ?? ''}`
    const twin = neighbours(marker.rect)
      .flatMap((cell) => grid.get(`${text}@${cell}`) ?? [])
      .find((other) => overlap(other.rect, marker.rect) > 0.5)
    if (twin) {
      for (const glyph of marker.glyphs) twin.glyphs.push(glyph)
      continue
    }
    merged.push(marker)
    const key = `${text}@${cellOf(marker.rect).join(',')}`
    const cell = grid.get(key)
    if (cell) cell.push(marker)
    else grid.set(key, [marker])
  }
  return merged
}

/** Sizes are rounded to powers of two, so that copies of slightly different size share a grid or its neighbour. */
type Cell = [widthPower: number, heightPower: number, column: number, row: number]

const powerOf = (length: number) => Math.round(Math.log2(Math.max(length, 1e-3)))

function cellOf(rect: Rect, widthPower = powerOf(rect[2] - rect[0]), heightPower = powerOf(rect[3] - rect[1])): Cell {
  return [widthPower, heightPower, Math.floor(rect[0] / 2 ** widthPower), Math.floor(rect[1] / 2 ** heightPower)]
}

/** The cells that may contain a twin of `rect`. */
function neighbours(rect: Rect): string[] {
  const cells: string[] = []
  const [width, height] = cellOf(rect)
  for (const widthPower of [width - 1, width, width + 1])
    for (const heightPower of [height - 1, height, height + 1]) {
      const [, , column, row] = cellOf(rect, widthPower, heightPower)
      for (const dx of [-1, 0, 1])
        for (const dy of [-1, 0, 1]) cells.push(`${widthPower},${heightPower},${column + dx},${row + dy}`)
    }
  return cells
}

/** The part of `a` that `b` covers, 0 to 1. */
function overlap(a: Rect, b: Rect): number {
  const width = Math.min(a[2], b[2]) - Math.max(a[0], b[0])
  const height = Math.min(a[3], b[3]) - Math.max(a[1], b[1])
  const area = (a[2] - a[0]) * (a[3] - a[1])
  return width > 0 && height > 0 && area > 0 ? (width * height) / area : 0
}
