import { num } from './fonts/index.ts'

/** A pad's pen as it went: strokes as flat x, y lists, y downwards, on a pad of `width` x `height`. */
export interface Strokes {
  width: number
  height: number
  strokes: number[][]
}

/** More than any hand draws on one pad; the rest would only make the file grow. */
const MAX_POINTS = 20_000

interface Point {
  x: number
  y: number
}

/**
 * A drawn signature as smooth vector strokes inside a box of `width` x `height` points, from its left edge, with the
 * share `below` of the height left over below it: slow parts of the pen's way are thicker than fast ones. Empty when
 * there is nothing to draw.
 * @throws RangeError beyond 20,000 points or with a coordinate that is no number.
 */
export function drawStrokes(
  ink: Strokes,
  { width, height, below }: { width: number; height: number; below: number },
): string {
  const points = ink.strokes.map(toPoints).filter((stroke) => stroke.length > 0)
  if (points.length === 0) return ''
  const all = points.flat()
  if (all.length > MAX_POINTS) throw new RangeError(`more than ${MAX_POINTS} points of ink`)
  if (!all.every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y))) throw new RangeError('ink is not numeric')

  const left = least(all.map(({ x }) => x))
  const top = least(all.map(({ y }) => y))
  const inkWidth = -least(all.map(({ x }) => -x)) - left
  const inkHeight = -least(all.map(({ y }) => -y)) - top
  // Never so thick that nothing of a tiny box is left to draw in.
  const pen = Math.min(Math.max(0.6, Math.min(1.6, height * 0.034)), height / 4, width / 4)
  const room = { width: width - 2 * pen, height: height - 2 * pen }
  // What was drawn fills the box, but a dot or a small initial does not become a poster.
  const padScale = Math.min(room.width / Math.max(ink.width, 1), room.height / Math.max(ink.height, 1))
  const fitted = Math.min(room.width / Math.max(inkWidth, 1e-6), room.height / Math.max(inkHeight, 1e-6))
  const scale = Math.max(0, Math.min(fitted, padScale * 2.5))
  const bottom = pen + (room.height - inkHeight * scale) * below
  const place = ({ x, y }: Point): Point => ({
    x: pen + (x - left) * scale,
    y: bottom + (inkHeight - (y - top)) * scale,
  })
  return `1 J 1 j\n${points.map((stroke) => drawStroke(stroke.map(place), pen)).join('\n')}`
}

function toPoints(flat: number[]): Point[] {
  const points: Point[] = []
  for (let i = 0; i + 1 < flat.length; i += 2) points.push({ x: flat[i]!, y: flat[i + 1]! })
  return points
}

/** `Math.min(...values)` would put every point on the stack. */
function least(values: number[]): number {
  return values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY)
}

/**
 * One stroke: quadratic curves from midpoint to midpoint with the points as controls, so that neighbours join without
 * a corner, each in the width its speed gives.
 */
function drawStroke(raw: Point[], pen: number): string {
  const points = raw.filter((point, i) => i === 0 || distance(point, raw[i - 1]!) > 0.05)
  const first = points[0]!
  if (points.length === 1) return `${num(pen * 1.3)} w ${at(first)} m ${at(first)} l S`
  const operators: string[] = []
  let from = first
  let width = pen
  let open = 0
  for (let i = 1; i < points.length; i++) {
    const control = points[i - 1]!
    const to = i === points.length - 1 ? points[i]! : middle(control, points[i]!)
    width = 0.65 * width + 0.35 * widthAt(distance(control, points[i]!), pen)
    const rounded = Math.round(width * 20) / 20
    if (rounded !== open) {
      if (open) operators.push('S')
      operators.push(`${num(rounded)} w ${at(from)} m`)
      open = rounded
    }
    const first = mix(from, control)
    const second = mix(to, control)
    operators.push(`${at(first)} ${at(second)} ${at(to)} c`)
    from = to
  }
  operators.push('S')
  return operators.join('\n')
}

/** Pads sample at a steady rate, so the way between two points is the pen's speed. */
function widthAt(step: number, pen: number): number {
  return pen * (0.55 + 0.65 / (1 + (step / (pen * 4)) ** 2))
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}

function middle(a: Point, b: Point): Point {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }
}

/** Two thirds of the way to the control point: a quadratic curve written as a cubic one. */
function mix(end: Point, control: Point): Point {
  return { x: end.x + (2 / 3) * (control.x - end.x), y: end.y + (2 / 3) * (control.y - end.y) }
}

function at({ x, y }: Point): string {
  return `${Math.round(x * 100) / 100} ${Math.round(y * 100) / 100}`
}
