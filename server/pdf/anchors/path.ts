import type { Matrix, Rect } from '../geometry.ts'

interface Subpath {
  points: [x: number, y: number][]
  isClosed: boolean
}

/** A path as it is constructed (ISO 32000-1, 8.5.2), in user space; a curve counts as the lines to its control points. */
export class PathRecorder {
  private subpaths: Subpath[] = []

  moveTo(ctm: Matrix, x: number, y: number): void {
    this.subpaths.push({ points: [at(ctm, x, y)], isClosed: false })
  }

  lineTo(ctm: Matrix, x: number, y: number): void {
    const last = this.subpaths.at(-1)
    if (!last) return
    // After `h` the next line starts where the subpath began.
    if (last.isClosed) this.subpaths.push({ points: [last.points[0]!, at(ctm, x, y)], isClosed: false })
    else last.points.push(at(ctm, x, y))
  }

  curveTo(ctm: Matrix, coordinates: number[]): void {
    for (let i = 0; i + 1 < coordinates.length; i += 2) this.lineTo(ctm, coordinates[i]!, coordinates[i + 1]!)
  }

  close(): void {
    const last = this.subpaths.at(-1)
    if (last) last.isClosed = true
  }

  rectangle(ctm: Matrix, x: number, y: number, width: number, height: number): void {
    const corners = [at(ctm, x, y), at(ctm, x + width, y), at(ctm, x + width, y + height), at(ctm, x, y + height)]
    this.subpaths.push({ points: corners, isClosed: true })
  }

  clear(): void {
    this.subpaths = []
  }

  /** What filling the path covers, one rectangle for each subpath. */
  areas(): Rect[] {
    return this.subpaths.flatMap(({ points }) => (points.length > 1 ? [around(points, 0)] : []))
  }

  /** What stroking it covers, one rectangle for each line. */
  lines(width: number): Rect[] {
    return this.subpaths.flatMap(({ points, isClosed }) => {
      const ends = isClosed ? [...points, points[0]!] : points
      return ends.slice(1).map((end, i) => around([ends[i]!, end], width / 2))
    })
  }
}

function at([a, b, c, d, e, f]: Matrix, x: number, y: number): [number, number] {
  return [x * a + y * c + e, x * b + y * d + f]
}

function around(points: [number, number][], by: number): Rect {
  let [x0, y0, x1, y1]: Rect = [Infinity, Infinity, -Infinity, -Infinity]
  for (const [x, y] of points) {
    x0 = Math.min(x0, x)
    y0 = Math.min(y0, y)
    x1 = Math.max(x1, x)
    y1 = Math.max(y1, y)
  }
  return [x0 - by, y0 - by, x1 + by, y1 + by]
}
